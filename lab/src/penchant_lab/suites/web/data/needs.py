"""What follows from what in a shop: refills when something is used up, things that go together, and seasons.

It is about products and kinds of product, and about nobody: which kinds go together is written in ``words/needs.txt``,
and which products of such a kind fit one product follows from what they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from penchant_lab.suites.web.data.catalogue import CatalogueRows, Floats, Ints
from penchant_lab.suites.web.data.words import USED_UP, kinds, table_lines

_SEASONS: Mapping[str, tuple[int, ...]] = {
    "winter": (11, 12, 1, 2),
    "spring": (3, 4, 5),
    "summer": (5, 6, 7, 8),
    "autumn": (8, 9, 10),
    "gifts": (11, 12),
}
_IN_SEASON, _OFF_SEASON = 2.0, 0.7
_KEPT, _ANY, _NOTHING = "kept", "any", "nothing"
_USUALLY = 45.0  # days that something lasts whose line is missing
_TOO_SOON = 0.6  # of the time it lasts
_NEXT_DAY, _NEXT_MONTHS = 1.0, 60.0  # nobody wants two sweaters in one day, or two casserole pots in one season
_SHORT_LIST = 6  # products that a shop shows beside another
_SAME_BRAND, _SAME_VALUE, _OTHER_TIER = 2.0, 1.0, 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """By kind of product, in their order."""

    used_up: NDArray[np.bool_]
    lasts: Floats  # days until it is used up; 0 for what is kept
    again: Floats  # days in which few want another
    then: tuple[tuple[int, ...], ...]  # kinds that go with it, the commonest first
    season: Floats  # by month (0 is January) and kind: how much more or less of it is bought then


@cache
def needs() -> Needs:
    """What is written of every kind."""
    numbers = {kind.path[-1]: number for number, kind in enumerate(kinds())}
    lasts = np.array([_USUALLY if kind.house in USED_UP else 0.0 for kind in kinds()])
    then: list[tuple[int, ...]] = [()] * len(numbers)
    season = np.ones((12, len(numbers)))
    for line in table_lines("needs"):
        shelf, when, days, others = line.cells("shelf", "season", "days it lasts", "what goes with it")
        named = () if others == _NOTHING else line.parts(others, by=", ", of="shelves")
        for name in (shelf, *named):
            if name not in numbers:
                raise line.refused(f"speaks of {name!r}, which is no shelf of the shop")
        if when != _ANY:
            line.words(when, _SEASONS, "season")
            season[:, numbers[shelf]] = _OFF_SEASON
            season[[month - 1 for month in _SEASONS[when]], numbers[shelf]] = _IN_SEASON
        if days != _KEPT:
            if not days.isdigit() or int(days) < 1:
                raise line.refused(f"should have a number of days or {_KEPT!r}, not {days!r}")
            lasts[numbers[shelf]] = float(days)
        then[numbers[shelf]] = tuple(numbers[name] for name in named)
    worn = np.array([kind.category.startswith("Clothing") for kind in kinds()])
    again = np.where(lasts > 0, _TOO_SOON * lasts, np.where(worn, _NEXT_DAY, _NEXT_MONTHS))
    return Needs(used_up=lasts > 0, lasts=lasts, again=again, then=tuple(then), season=season)


class Companions:
    """Which products go with a product: the short list that a shop shows beside it, the same for everybody."""

    def __init__(self, catalogue: CatalogueRows) -> None:
        self.catalogue = catalogue
        self._found: dict[tuple[int, int], Ints] = {}

    def of(self, row: int, kind: int) -> Ints:
        """The products of that kind which fit this one best: of its size, brand, look and price, and well liked."""
        found = self._found.get((row, kind))
        if found is None:
            found = self._found[row, kind] = self._fitting(row, kind)
        return found

    def _fitting(self, row: int, kind: int) -> Ints:
        goods = self.catalogue
        rows = goods.rows_of[kind]
        alike = (goods.codes[rows][:, :, None] == goods.codes[row][goods.codes[row] > 0]).any(axis=2)
        fit = goods.popularity[rows] + _SAME_BRAND * (goods.brand[rows] == goods.brand[row])
        fit += _SAME_VALUE * alike.sum(axis=1) - _OTHER_TIER * np.abs(goods.tier[rows] - goods.tier[row])
        here = kinds()[int(goods.kind[row])].families
        for column, family in enumerate(kinds()[kind].families):
            if family.role == "own" and family in here:  # a case for one telephone, a protector for the same
                fit[~alike[:, column]] = -np.inf
        best = np.argsort(-fit, kind="stable")[:_SHORT_LIST]
        found: Ints = rows[best[np.isfinite(fit[best])]]
        return found
