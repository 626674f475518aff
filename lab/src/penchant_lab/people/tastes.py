"""What a person thinks of the features a kind of thing may have: the truth, which an agent never sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tastes:
    """Which features are wanted most, which are fine and which are not wanted.

    >>> tastes = Tastes(frozenset({"oak"}), frozenset({"ash"}), frozenset({"pine"}))
    >>> tastes.best([["pine"], ["ash"], ["oak"]]), tastes.best([["pine"]])
    (2, None)
    """

    wants: frozenset[str]
    accepts: frozenset[str]
    avoids: frozenset[str]

    def fits(self, features: Sequence[str]) -> bool:
        """Whether none of the features is unwanted."""
        return self.avoids.isdisjoint(features)

    def best(self, options: Sequence[Sequence[str]]) -> int | None:
        """The rule: of the options that fit, the one with the most wanted features; of equals the first; else none."""
        fitting = [n for n, features in enumerate(options) if self.fits(features)]
        return max(fitting, key=lambda n: (len(self.wants.intersection(options[n])), -n), default=None)
