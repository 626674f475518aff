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

from penchant_lab.suites.web.data.words import Brand, Family, ProductKind, brands, families, kinds

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
# How much dearer the largest is than the smallest, in logarithms.
_MORE = {
    "pack": 0.9, "set": 0.7, "bag": 1.1, "jar": 0.6, "bottle": 0.6, "count": 0.8, "pieces": 0.8, "storage": 1.0,
    "charge": 0.7, "watts": 0.6, "hours": 0.2, "rug": 1.3, "bed": 0.4, "quarts": 0.5, "pan": 0.3, "blade": 0.2,
    "ounces": 0.3, "tier": 0.5, "cable": 0.4, "drop": 0.3, "chain": 0.1, "cushion": 0.2, "strength": 0.2,
}  # fmt: skip
_FINE = {
    "Merino Wool": 0.25, "Linen": 0.12, "Recycled Polyester": -0.12, "Damascus Steel": 0.35, "Ceramic": -0.15,
    "Full-Grain Leather": 0.25, "Leather": 0.3, "Suede": 0.12, "Walnut": 0.2, "Oak": 0.12, "Aluminum": 0.12,
    "Sterling Silver": 0.2, "Bone China": 0.2, "Melamine": -0.2, "Enameled Cast Iron": 0.2, "Brushed Brass": -0.2,
    "Organic": 0.1, "Fair Trade": 0.08, "Tritan": -0.1, "Silver": 0.0,
}  # fmt: skip
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
    def rank(self) -> Ints:
        """By row: its place among the best sellers of its kind, in a larger shop than this part of it."""
        rank = np.zeros(len(self.kind), dtype=np.int64)
        for rows in self.rows_of:
            rank[rows[np.argsort(-self.popularity[rows], kind="stable")]] = 1 + 37 * np.arange(len(rows))
        return rank + self.ratings % 37

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
    codes = _codes(kind, rng)
    return CatalogueRows(
        asins=_asins(count, rng),
        kind=kind,
        brand=brand,
        tier=tier,
        price=_prices(kind, tier, codes, rng),
        rating=rating,
        ratings=ratings,
        popularity=popularity,
        codes=codes,
        tags=_tags(kind, codes, rng),
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


def _prices(kind: Ints, tier: Ints, codes: Ints, rng: np.random.Generator) -> Floats:
    """By tier within the range of its kind; more of it, or in a better material, costs more."""
    low = np.array([of.prices[0] for of in kinds()], dtype=float)[kind]
    high = np.array([of.prices[1] for of in kinds()], dtype=float)[kind]
    start, end = np.array(_TIER_PRICES)[tier].T
    price = low + (high - low) * (start + (end - start) * rng.random(len(kind)))
    price = np.clip(price * np.exp(_dearness()[kind[:, None], codes].sum(axis=1)), 0.7 * low, 1.4 * high)
    price = np.maximum(1.0, np.floor(price)) + rng.choice(
        [0.99, 0.95, 0.49, 0.0], size=len(kind), p=[0.6, 0.2, 0.1, 0.1]
    )
    return np.where(rng.random(len(kind)) < _UNPRICED, np.nan, price)


@cache
def _dearness() -> Floats:
    """By kind and value: what the value adds to the logarithm of the price."""
    found = np.zeros((len(kinds()), 1 + sum(len(family.values) for family in families().values())))
    for number, of in enumerate(kinds()):
        for family, values in zip(of.families, of.comes_in, strict=True):
            order = [value for value in family.values if value in values]
            for place, value in enumerate(order):
                step = place / max(1, len(order) - 1) - 0.5
                found[number, code_of(family, value)] = _MORE.get(family.name, 0.0) * step + _FINE.get(value, 0.0)
    return found


def code_of(family: Family, value: str) -> int:
    """The number that stands for the value in ``codes``."""
    return first_codes()[family.name] + family.values.index(value)


def _codes(kind: Ints, rng: np.random.Generator) -> Ints:
    """A value in every family its kind has; common values are two or three times as common as rare ones."""
    codes = np.zeros((len(kind), max(len(of.families) for of in kinds())), dtype=np.int64)
    for number, of in enumerate(kinds()):
        rows = np.flatnonzero(kind == number)
        for column, (family, values) in enumerate(zip(of.families, of.comes_in, strict=True)):
            weights = 1.0 / (np.arange(len(values)) + 4.0)
            numbers = np.array([code_of(family, value) for value in values])
            before = codes[rows, :column]
            clashing = np.array([_clashes(of, value, before) for value in values]).T
            drawn = np.log(weights) - 1e9 * clashing + rng.gumbel(size=(len(rows), len(values)))
            codes[rows, column] = numbers[np.argmax(drawn, axis=1)]
    return codes


def _clashes(of: ProductKind, term: str, codes: Ints) -> NDArray[np.bool_]:
    """By row: whether a value or tag of this kind never comes with one of the values there."""
    against: set[str] = set()
    for one, other in of.never:
        against |= (other if term in one else set()) | (one if term in other else set())
    barred = [
        code_of(family, value)
        for family, values in zip(of.families, of.comes_in, strict=True)
        for value in values
        if value in against
    ]
    return np.asarray(np.isin(codes, barred).any(axis=1))


def _tags(kind: Ints, codes: Ints, rng: np.random.Generator) -> Ints:
    """Two of the kind's four tags for each product, such as go with its values and with each other."""
    order = rng.random((len(kind), 4))
    tags = np.zeros((len(kind), 2), dtype=np.int64)
    for number, of in enumerate(kinds()):
        rows = np.flatnonzero(kind == number)
        barred = np.array([_clashes(of, tag, codes[rows]) for tag, _ in of.tags]).T
        first = np.argmax(order[rows] - 2.0 * barred, axis=1)
        apart = np.array([[_apart(of, one, other) for other, _ in of.tags] for one, _ in of.tags])
        second = np.argmax(order[rows] - 2.0 * (barred | apart[first]), axis=1)
        tags[rows] = np.stack([first, second], axis=1)
    return tags


def _apart(of: ProductKind, one: str, other: str) -> bool:
    """Whether no product has both; a tag does not come twice either."""
    return one == other or any(
        {one, other} <= left | right and (one in left) != (other in left) for left, right in of.never
    )


def _asins(count: int, rng: np.random.Generator) -> Sequence[str]:
    """So many different ids of ten characters beginning B0, of which nothing can be read."""
    found: dict[str, None] = {}
    while len(found) < count:
        letters = _ALPHABET[rng.integers(0, len(_ALPHABET), size=(count - len(found), 8))]
        found.update(dict.fromkeys("B0" + "".join(row) for row in letters))
    return list(found)
