"""What may be printed: words of others hold characters that a terminal would obey."""

from __future__ import annotations

_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))}


def tame(text: str) -> str:
    r"""A line with nothing in it that a terminal would obey.

    >>> print(tame("\x1b[31mred"))
    \x1b[31mred
    """
    return text.translate(_CONTROLS)
