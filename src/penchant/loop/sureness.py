"""How far to rely on what was heard: how sure the reader is, held against what is believed already.

Whatever else makes words unreliable, such as slips of the tongue, belongs here too.
"""

from __future__ import annotations

from penchant.domain import Reading

FLOOR = 0.5
"""What is likelier misunderstood than not teaches nothing."""

CERTAIN = 0.99
"""Who was asked back may say the opposite of what a reader without doubts has read."""

CHANGES = 0.25
"""How likely a change of heart is taken to be, at least, where somebody seems to speak of one."""


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


def against(sure: float, reading: Reading, standing: float) -> float:
    """How likely a reading is right that contradicts a belief which holds with likelihood ``standing``."""
    return posterior(sure, max(1 - standing, CHANGES if reading.changed else 0.0))


def both(sure: float, again: float, *, agree: bool) -> float:
    """How likely the second of two readings is right, which agrees with the first or not.

    >>> round(both(0.6, 0.9, agree=True), 2), round(both(0.6, 0.9, agree=False), 2)
    (0.93, 0.86)
    """
    first = min(sure, CERTAIN)
    return posterior(again, first if agree else 1 - first)
