"""What made-up people are called: first names, and family names once the first names run out; see ``names.txt``."""

from __future__ import annotations

from functools import cache
from importlib import resources

from penchant.tables import one_of, read_file


@cache
def _names(section: str) -> tuple[str, ...]:
    path = resources.files(__package__) / "names.txt"
    return tuple(" ".join(one_of(read_file(path), section, path).texts).split())


def person_name(seed: int, index: int) -> str:
    """The name of the ``index``-th person of a seed; within one seed no two people share a name.

    >>> person_name(0, 0), person_name(0, 200)
    ('Imani', 'Hiroshi Rahimi')
    """
    firsts, families = _names("first"), _names("family")
    again, first = divmod(index, len(firsts))
    called = firsts[(first + seed * 37) % len(firsts)]
    if not again:
        return called
    round_, family = divmod(again - 1, len(families))
    surname = families[(family + first) % len(families)]
    return f"{called} {surname}" if not round_ else f"{called} {surname} {round_ + 1}"
