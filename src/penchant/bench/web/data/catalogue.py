"""What the made-up shop sells: drawn with numpy, described in words by ``pages.py``.

Rows are in no order, so that a product's place says nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from penchant.bench.web.data.words import Brand, Family, ProductKind, brands, families, kinds

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
SHARES = {
    "Home_and_Kitchen": 0.320,
    "Clothing_Shoes_and_Jewelry": 0.280,
    "Electronics": 0.162,
    "Health_and_Household": 0.141,
    "Grocery_and_Gourmet_Food": 0.096,
}
_UNPRICED = 0.33
_TIER_PRICES = ((0.0, 0.28), (0.22, 0.62), (0.58, 1.0))  # where in its kind's range a tier lies
_ALPHABET = np.array(list("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


@dataclass(frozen=True, kw_only=True)
class CatalogueRows:
    """Every product as numbers, one row each."""

    asins: Sequence[str]
    kind: Ints
    brand: Ints
    tier: Ints
    price: Floats  # nan where the shop does not say
    rating: Floats
    ratings: Ints
    popularity: Floats  # the logarithm of its share of what is bought
    codes: Ints  # by row, one column for each family its kind has: which value, numbered through, 0 where it has none
    tags: Ints  # by row: two of its kind's tags
    uses: Ints  # by row: two of its kind's uses

    @cached_property
    def rows_of(self) -> Sequence[Ints]:
        """By kind: its rows."""
        order = np.argsort(self.kind, kind="stable")
        edges = np.searchsorted(self.kind[order], np.arange(len(kinds()) + 1))
        return [order[a:b] for a, b in pairwise(edges)]

    @cached_property
    def rows_by(self) -> Mapping[int, Ints]:
        """By brand: its rows, the best known first."""
        order = np.lexsort((-self.popularity, self.brand))
        edges = np.searchsorted(self.brand[order], np.arange(len(brands()) + 1))
        return {b: order[edges[b] : edges[b + 1]] for b in range(len(brands()))}

    @cached_property
    def place(self) -> Ints:
        """By row: how far down its brand's list it stands."""
        place = np.zeros(len(self.kind), dtype=np.int64)
        for rows in self.rows_by.values():
            place[rows] = np.arange(len(rows))
        return place

    def kind_of(self, row: int) -> ProductKind:
        """What type of product it is."""
        return kinds()[int(self.kind[row])]

    def brand_of(self, row: int) -> Brand:
        """Who makes it."""
        return brands()[int(self.brand[row])]

    def values(self, row: int) -> Mapping[Family, str]:
        """What it is like, in each way its kind can differ."""
        return {
            family: family.values[code - first_codes()[family.name]]
            for family, code in zip(self.kind_of(row).families, self.codes[row].tolist(), strict=False)
        }

    def companions(self, row: int) -> Ints:
        """What tends to be bought right after it: a few of its brand's, always the same ones."""
        rows = self.rows_by[int(self.brand[row])]
        after = (self.place[row] * 3 + np.arange(1, 8)) % len(rows)
        found: Ints = rows[after]
        others: Ints = found[found != row]
        return others


@cache
def first_codes() -> Mapping[str, int]:
    """By family: the number of its first value; 0 stands for none at all."""
    sizes = [len(family.values) for family in families().values()]
    return dict(zip(families(), (1 + np.concatenate([[0], np.cumsum(sizes)[:-1]])).tolist(), strict=True))


def draw_catalogue(count: int, seed: int) -> CatalogueRows:
    """So many products, the same ones for the same seed."""
    rng = np.random.default_rng([seed, 1])
    kind = rng.permutation(_spread(count))
    brand, tier = _makers(kind, rng)
    position = rng.permutation(count) + 1
    popularity = -0.9 * np.log(position)
    quality = np.array([maker.quality for maker in brands()])[brand]
    rating = np.clip(np.round(4.48 + 0.35 * (quality - 0.6) + rng.normal(0, 0.21, count), 1), 2.4, 5.0)
    ratings = np.maximum(1, np.exp(rng.normal(5.2, 1.2, count) + 0.5 * (popularity - popularity.mean()))).astype(int)
    return CatalogueRows(
        asins=_asins(count, rng),
        kind=kind,
        brand=brand,
        tier=tier,
        price=_prices(kind, tier, rng),
        rating=rating,
        ratings=ratings,
        popularity=popularity,
        codes=_codes(kind, rng),
        tags=np.argsort(rng.random((count, 4)), axis=1)[:, :2],
        uses=np.argsort(rng.random((count, 4)), axis=1)[:, :2],
    )


def _spread(count: int) -> Ints:
    """A kind for each product: categories by their shares, kinds within one unevenly."""
    weights = np.zeros(len(kinds()))
    for category, share in SHARES.items():
        inside = np.array([number for number, kind in enumerate(kinds()) if kind.category == category])
        uneven = 1.0 / (np.arange(len(inside)) % 5 + 3)
        weights[inside] = share * uneven / uneven.sum()
    edges = np.round(np.cumsum(weights) / weights.sum() * count).astype(np.int64)
    return np.repeat(np.arange(len(kinds())), np.diff(edges, prepend=0))


def _makers(kind: Ints, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """A brand for each product, and a price tier, which is mostly its brand's."""
    brand = np.zeros(len(kind), dtype=np.int64)
    for number, of in enumerate(kinds()):
        inside = np.array([b for b, maker in enumerate(brands()) if maker.house == of.house])
        weights = 1.0 / (rng.permutation(len(inside)) + 4.0)
        rows = np.flatnonzero(kind == number)
        brand[rows] = rng.choice(inside, size=len(rows), p=weights / weights.sum())
    tier = np.array([maker.tier for maker in brands()])[brand]
    moved = np.where(rng.random(len(kind)) < 0.12, rng.choice([-1, 1], size=len(kind)), 0)
    return brand, np.clip(tier + moved, 0, 2)


def _prices(kind: Ints, tier: Ints, rng: np.random.Generator) -> Floats:
    low = np.array([of.prices[0] for of in kinds()], dtype=float)[kind]
    high = np.array([of.prices[1] for of in kinds()], dtype=float)[kind]
    start, end = np.array(_TIER_PRICES)[tier].T
    price = low + (high - low) * (start + (end - start) * rng.random(len(kind)))
    price = np.maximum(1.0, np.floor(price)) + rng.choice(
        [0.99, 0.95, 0.49, 0.0], size=len(kind), p=[0.6, 0.2, 0.1, 0.1]
    )
    return np.where(rng.random(len(kind)) < _UNPRICED, np.nan, price)


def _codes(kind: Ints, rng: np.random.Generator) -> Ints:
    """A value in every family its kind has; common values are two or three times as common as rare ones."""
    codes = np.zeros((len(kind), max(len(of.families) for of in kinds())), dtype=np.int64)
    for number, of in enumerate(kinds()):
        rows = np.flatnonzero(kind == number)
        for column, family in enumerate(of.families):
            weights = 1.0 / (np.arange(len(family.values)) + 4.0)
            drawn = rng.choice(len(weights), size=len(rows), p=weights / weights.sum())
            codes[rows, column] = first_codes()[family.name] + drawn
    return codes


def _asins(count: int, rng: np.random.Generator) -> Sequence[str]:
    """So many different ids of ten characters beginning B0, of which nothing can be read."""
    found: dict[str, None] = {}
    while len(found) < count:
        letters = _ALPHABET[rng.integers(0, len(_ALPHABET), size=(count - len(found), 8))]
        found.update(dict.fromkeys("B0" + "".join(row) for row in letters))
    return list(found)
