"""Bayes' rule for one matter: what is believed of it, after a word for one value and against others."""

from __future__ import annotations

from collections.abc import Sequence

HELD = 0.1
"""A value that is less likely than this is no longer believed to be wanted, or not yet."""


def revise(claimed: float, against: Sequence[float], ratio: float) -> tuple[float, list[float]]:
    """How likely each is after a word for what is ``claimed``, ``ratio`` times likelier if that is so than if not.

    Before it, the claim was likely by so much, what it speaks ``against`` by so much each, and something else by what
    is left.

    >>> after, [old] = revise(0.02, [0.95], ratio=30)  # a stray word hardly matters
    >>> round(after, 2), round(old, 2)
    (0.38, 0.6)
    >>> after, [old] = revise(after, [old], ratio=30)  # and a second one that agrees with it does
    >>> round(after, 2), round(old, 2)
    (0.95, 0.05)
    """
    lifted = claimed * ratio
    total = lifted + max(1 - claimed, 0.0)
    return lifted / total, [each / total for each in against]
