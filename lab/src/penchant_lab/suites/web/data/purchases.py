"""What somebody buys, when, and how well it went.

Somebody comes to the shop now and then and fills a basket. What is in it follows from what is used up by now, from what
goes with the things they just bought, from the season, and from what they are like: affinity x popularity x price fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from penchant_lab.suites.web.data.catalogue import CatalogueRows, Floats, Ints
from penchant_lab.suites.web.data.needs import Companions, needs
from penchant_lab.suites.web.data.tastes import OWN, Taste
from penchant_lab.suites.web.data.words import brands, kinds

_MINUTE, _DAY, _MONTH = 60_000, 86_400_000, 2_629_800_000
_FIRST, _LAST = 1_325_376_000_000, 1_694_000_000_000  # 2012-01-01 to September 2023
_MORE = 0.42  # of baskets are not full yet, after each thing put into them
_LONGEST = 3_600  # days between somebody's first and last purchase
_HABIT, _STAYS = 0.25, 0.7  # of what is used up becomes a habit; of habits are kept up after each refill
_REFILLED = 0.4  # of what is due is thought of, each time somebody looks for the next thing
_THE_SAME = 0.8  # of refills are the very same product
_GOES_WITH, _SAME_CORNER, _BETTER = (
    0.38,
    0.14,
    0.03,
)  # of other things: go with the last ones, lie near, replace an old one
_BACK, _RECENT = 0.5, 4  # from one thing to the one before it, when thinking of what goes with the last few
_OLD = 400 * _DAY
_POPULAR, _PRICE_FIT = 1.5, 1.3
_HAD, _TRIED = -12.0, -2.5  # what having it does to choosing the very same thing, where it is kept and where used up
_ENOUGH = 0.1  # of the usual interest in a kind they have just bought
_REPEAT, _TRUST = 0.8, 3  # a brand once bought is trusted more, up to a point
_OTHERS = 0.15  # of the interest in what is made for the other gender
_NOISE = 0.6
_STARS = (-1.05, -0.85, -0.6, -0.2)  # how well it must have gone for two, three, four, five stars


@dataclass(frozen=True, slots=True)
class Purchase:
    """One product bought, and how it pleased."""

    row: int
    at: int
    rating: int


def draw_purchases(taste: Taste, companions: Companions, rng: np.random.Generator) -> list[Purchase]:
    """Everything one person ever bought, oldest first."""
    count = int(np.clip(np.round(np.exp(rng.normal(3.30, 0.90))), 3, 320))
    shopper = _Shopper(taste, companions, rng)
    bought = [(shopper.buy(at), at) for at in _moments(count, rng)]
    goods, rows = companions.catalogue, np.array([row for row, _ in bought])
    liked = liking(taste, goods, rows)
    matches = (liked - liked.mean()) / (liked.std() + 1.0)
    went = 0.35 * matches + 1.2 * (_quality()[goods.brand[rows]] - 0.6) + rng.normal(0.0, _NOISE, count)
    stars = 1 + np.searchsorted(_STARS, went)
    return [Purchase(row, at, int(star)) for (row, at), star in zip(bought, stars, strict=True)]


@cache
def _quality() -> Floats:
    return np.array([brand.quality for brand in brands()])


@cache
def _corners() -> Ints:
    return np.unique([kind.house for kind in kinds()], return_inverse=True)[1]


@cache
def _sized() -> NDArray[np.bool_]:
    return np.array([any(family.role == "own" for family in kind.families) for kind in kinds()])


def _moments(count: int, rng: np.random.Generator) -> list[int]:
    """When: minutes lie between the things of one basket, days or weeks between baskets."""
    more = rng.random(count) < _MORE
    more[0] = False
    visits = count - int(more.sum())
    pace = min(np.exp(rng.normal(3.6, 0.7)), _LONGEST / visits)
    days = 0.5 + rng.exponential(pace, count)
    minutes = 1 + rng.exponential(9.0, count)
    gaps = np.where(more, minutes * _MINUTE, days * _DAY)
    gaps[0] = 0.0
    end = int(rng.integers(_LAST - 900 * _DAY, _LAST))
    times = end - gaps.sum() + np.cumsum(gaps)
    return [int(at) for at in times]


class _Shopper:
    """Somebody between their first and their last purchase."""

    def __init__(self, taste: Taste, companions: Companions, rng: np.random.Generator) -> None:
        self._taste, self._companions, self._rng = taste, companions, rng
        self._goods = goods = companions.catalogue
        stocked = np.array([len(rows) > 0 for rows in goods.rows_of])
        self._weights = np.where(stocked, taste.kind_weights, 0.0)
        self._suits = np.where(stocked, _suits(taste.gender), 0.0)
        self._trust = np.zeros(len(brands()))
        self._worth = np.empty(len(goods.kind))  # by product, once somebody has looked at its kind
        self._looked: set[int] = set()
        self._had: dict[int, dict[int, int]] = {}  # by kind and product: when last
        self._due: list[tuple[float, int]] = []  # when something is used up, and what
        self._rows: list[int] = []

    def buy(self, at: int) -> int:
        """The next thing they put into their basket."""
        row = next(row for row in self._ideas(at) if row >= 0)
        kind, brand = int(self._goods.kind[row]), int(self._goods.brand[row])
        had = self._had.setdefault(kind, {})
        if row not in had:
            if needs().used_up[kind] and self._rng.random() < _HABIT:
                self._used_up_after(at, row)
            self._trust[brand] = min(self._trust[brand] + _REPEAT, _TRUST * _REPEAT)
            self._look(kind)
            self._worth[row] += _TRIED if needs().used_up[kind] else _HAD
        had[row] = at
        self._rows.append(row)
        return row

    def _ideas(self, at: int) -> Iterator[int]:
        """What they may think of, one thing after the other; -1 where nothing came of it."""
        yield self._refill(at)
        mood = self._rng.random() if self._rows else 1.0
        if mood < _GOES_WITH:
            yield self._what_goes_with_the_last(at)
        elif mood < _GOES_WITH + _BETTER:
            yield self._something_better(at)
        weights = self._interest(at)
        if mood < _GOES_WITH + _BETTER + _SAME_CORNER:
            yield self._some(weights * (_corners() == _corners()[self._goods.kind[self._rows[-1]]]), at)
        while True:
            yield self._some(weights, at)
            weights = weights + 0.01 * self._suits  # where nothing they like is left to buy, something else

    def _refill(self, at: int) -> int:
        ready = [due for due in self._due if due[0] <= at]
        if not ready or self._rng.random() >= _REFILLED:
            return -1
        self._due.remove(due := min(ready))
        row = due[1]
        kind = int(self._goods.kind[row])
        if self._rng.random() < _STAYS:
            self._used_up_after(at, row)
        if self._rng.random() < _THE_SAME and row not in self._at_home(kind, at):
            return row
        return self._choose(self._goods.rows_of[kind], kind, at)

    def _used_up_after(self, at: int, row: int) -> None:
        lasts = needs().lasts[self._goods.kind[row]] * _DAY
        self._due.append((at + lasts * self._rng.uniform(0.8, 1.4), row))

    def _what_goes_with_the_last(self, at: int) -> int:
        last = self._rows[-_RECENT:]
        main = last[-min(int(self._rng.geometric(_BACK)), len(last))]
        then = needs().then[self._goods.kind[main]]
        weights = np.array([self._appetite(kind, at) * self._suits[kind] / (n + 2) for n, kind in enumerate(then)])
        if not weights.any():
            return -1
        kind = then[_drawn(weights, self._rng)]
        rows = self._companions.of(main, kind)
        if _sized()[kind]:  # nobody buys another size just because it is there
            rows = rows[self._taste.likes[self._goods.codes[rows]].max(axis=1, initial=0.0) >= OWN]
        return self._choose(rows, kind, at)

    def _something_better(self, at: int) -> int:
        """A dearer one of the same brand and kind, in place of one they have had for long."""
        goods = self._goods
        for row in self._rows:
            kind = int(goods.kind[row])
            if not needs().used_up[kind] and at - max(self._had[kind].values()) > _OLD:
                rows = goods.rows_of[kind]
                better = (goods.brand[rows] == goods.brand[row]) & (goods.tier[rows] > goods.tier[row])
                if better.any():
                    return self._choose(rows[better], kind, at)
        return -1

    def _interest(self, at: int) -> Floats:
        weights: Floats = self._weights * needs().season[int(at // _MONTH) % 12]
        for kind in self._had:
            weights[kind] *= self._appetite(kind, at)
        return weights

    def _appetite(self, kind: int, at: int) -> float:
        """Less for a kind of which there is one in the basket, or enough at home."""
        since = at - max(self._had.get(kind, {0: 0}).values())
        return _ENOUGH if since < needs().again[kind] * _DAY else 1.0

    def _some(self, weights: Floats, at: int) -> int:
        if not weights.any():
            return -1
        kind = _drawn(weights, self._rng)
        return self._choose(self._goods.rows_of[kind], kind, at)

    def _choose(self, rows: Ints, kind: int, at: int) -> int:
        """The likeliest of these that they may buy now, give or take chance; -1 if there is none."""
        if not len(rows):
            return -1
        self._look(kind)
        logits = self._worth[rows] + self._trust[self._goods.brand[rows]] + self._rng.gumbel(size=len(rows))
        if home := self._at_home(kind, at):
            logits[np.isin(rows, home)] = -np.inf
        best = int(np.argmax(logits))
        return int(rows[best]) if np.isfinite(logits[best]) else -1

    def _at_home(self, kind: int, at: int) -> list[int]:
        """What there is still enough of to buy the very same again."""
        soon = needs().again[kind] * _DAY
        return [row for row, since in self._had.get(kind, {}).items() if at - since < soon]

    def _look(self, kind: int) -> None:
        if kind not in self._looked:
            self._looked.add(kind)
            goods, rows = self._goods, self._goods.rows_of[kind]
            price = _PRICE_FIT * np.abs(goods.tier[rows] - self._taste.tier)
            self._worth[rows] = liking(self._taste, goods, rows) - price + _POPULAR * goods.popularity[rows]


def liking(taste: Taste, goods: CatalogueRows, rows: Ints) -> Floats:
    """How much somebody likes each of these, whatever it costs and whoever else buys it."""
    liked: Floats = taste.brand_likes[goods.brand[rows]] + taste.likes[goods.codes[rows]].sum(axis=1)
    return liked


def _suits(gender: str) -> Floats:
    other = "Men" if gender == "Female" else "Women"
    return np.array([_OTHERS if kind.path[1] == other else 1.0 for kind in kinds()])


def _drawn(weights: Floats, rng: np.random.Generator) -> int:
    sums = np.cumsum(weights)
    return int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))
