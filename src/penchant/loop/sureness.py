"""How far to rely on what was heard: how sure the reader is, held against what is believed already.

Whatever else makes words unreliable, such as slips of the tongue, belongs here too.
"""

from __future__ import annotations

FLOOR = 0.5
"""What is likelier misunderstood than not teaches nothing."""


def posterior(sure: float, before: float) -> float:
    """How likely a reading is right that is ``sure`` by itself, of what was likely ``before`` anything was said.

    A reader that is certain is taken at its word, whatever is believed.

    >>> [round(posterior(0.85, before), 2) for before in (0.5, 0.02, 0.98)], posterior(1.0, 0.02)
    ([0.85, 0.1, 1.0], 1.0)
    """
    if sure >= 1.0:
        return 1.0
    right, wrong = sure * before, (1 - sure) * (1 - before)
    return right / (right + wrong) if right else 0.0
