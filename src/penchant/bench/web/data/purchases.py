"""What somebody buys, when, and how well it went: affinity x popularity x price fit x novelty, in sessions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from penchant.bench.web.data.catalogue import CatalogueRows, Floats, Ints
from penchant.bench.web.data.tastes import OWN, Taste
from penchant.bench.web.data.words import USED_UP, brands, kinds

_DAY = 86_400_000
_FIRST, _LAST = 1_325_376_000_000, 1_694_000_000_000  # 2012-01-01 to September 2023
_ONE_MORE = 0.34  # of purchases follow from the very last one
_SAME_CORNER = 0.26  # of them stay where the last one was
_POPULAR, _PRICE_FIT = 0.8, 1.3
_GONE, _KEPT = -0.9, -6.0  # what having bought it does to buying it again
_REPEAT, _TRUST = 0.8, 3  # a brand once bought is trusted more, up to a point
_NOISE = 0.6
_STARS = (-1.05, -0.85, -0.6, -0.2)  # how well it must have gone for two, three, four, five stars


@dataclass(frozen=True, slots=True)
class Purchase:
    """One product bought, and how it pleased."""

    row: int
    at: int
    rating: int


def draw_purchases(taste: Taste, catalogue: CatalogueRows, rng: np.random.Generator) -> list[Purchase]:
    """Everything one person ever bought, oldest first."""
    count = int(np.clip(np.round(np.exp(rng.normal(3.30, 0.90))), 3, 320))
    liking = taste.brand_likes[catalogue.brand] + taste.likes[catalogue.codes].sum(axis=1)
    rows, close = zip(*_walk(taste, catalogue, liking, rng, count), strict=True)
    bought = np.array(rows)
    matches = (liking[bought] - liking[bought].mean()) / (liking[bought].std() + 1.0)
    went = 0.35 * matches + 1.2 * (_quality()[catalogue.brand[bought]] - 0.6) + rng.normal(0.0, _NOISE, count)
    stars = 1 + np.searchsorted(_STARS, went)
    times = _times(np.array(close), rng)
    return [Purchase(row, at, int(star)) for row, at, star in zip(rows, times, stars, strict=True)]


@cache
def _quality() -> Floats:
    return np.array([brand.quality for brand in brands()])


@cache
def _sized() -> NDArray[np.bool_]:
    return np.array([any(family.role == "own" for family in kind.families) for kind in kinds()])


def _those(rows: Ints, fitting: NDArray[np.bool_]) -> Ints:
    kept: Ints = rows[fitting[rows]]
    return kept


@cache
def _corners() -> Ints:
    return np.unique([kind.house for kind in kinds()], return_inverse=True)[1]


def _walk(
    taste: Taste, catalogue: CatalogueRows, liking: Floats, rng: np.random.Generator, count: int
) -> Iterator[tuple[int, bool]]:
    """Row by row, each with whether it came right after the one before."""
    logits = liking - _PRICE_FIT * np.abs(catalogue.tier - taste.tier) + _POPULAR * catalogue.popularity
    stocked = np.array([len(rows) > 0 for rows in catalogue.rows_of])
    weights = np.where(stocked, taste.kind_weights, 0.0)
    corner = _corners()
    met: dict[int, int] = {}
    fitting = ~_sized()[catalogue.kind] | (liking >= OWN - 3.0)  # nobody buys another size just because it is next
    last = -1
    for _ in range(count):
        mood = rng.random() if last >= 0 else 1.0
        if mood < _ONE_MORE and len(near := _those(catalogue.companions(last), fitting)):
            rows = near
        else:
            here = mood < _ONE_MORE + _SAME_CORNER
            choice = np.cumsum(np.where(corner == corner[catalogue.kind[last]], weights, 0.0) if here else weights)
            rows = catalogue.rows_of[int(np.searchsorted(choice, rng.random() * choice[-1], side="right"))]
        last = int(rows[np.argmax(logits[rows] + rng.gumbel(size=len(rows)))])
        logits[last] += _GONE if catalogue.kind_of(last).house in USED_UP else _KEPT
        if (times := met.get(brand := int(catalogue.brand[last]), 0)) < _TRUST:
            logits[catalogue.rows_by[brand]] += _REPEAT
            met[brand] = times + 1
        yield last, mood < _ONE_MORE + _SAME_CORNER


def _times(close: NDArray[np.bool_], rng: np.random.Generator) -> list[int]:
    """Moments in time, no two the same: days within a session, weeks between them."""
    pace = np.exp(rng.normal(3.6, 0.7))
    gaps = np.where(close, rng.exponential(1.5, len(close)), rng.exponential(pace, len(close))) * _DAY + 60_000
    end = int(rng.integers(_LAST - 900 * _DAY, _LAST))
    scale = min(1.0, (end - _FIRST) / gaps.sum())
    back = np.cumsum(gaps[::-1])[::-1] * scale
    times = (end - back).astype(np.int64)
    return [int(at) for at in np.maximum.accumulate(times + np.arange(len(times)))]
