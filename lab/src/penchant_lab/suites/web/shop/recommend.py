"""Recommendations from what somebody had before: the seam, and a light recommender that needs only NumPy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from penchant_lab.suites.web.records import Event, Product, WebData

RECOMMENDED = 10
LONGEST = 30
_CHANCE = 5.0  # so many sightings of a transition weigh half of what it would be worth if it were certain

Numbers = NDArray[np.float64]


class Recommender(Protocol):
    """Says what somebody may want next, from the products they had."""

    @property
    def name(self) -> str:
        """Identifies what the recommendations were made by."""
        ...

    @property
    def comparable(self) -> bool:
        """Whether figures made with it compare with the published ones."""
        ...

    def recommend(self, asins: Sequence[str], k: int = RECOMMENDED) -> list[str]:
        """The ``k`` likeliest, best first, of all products, those they had too; none if none of them is known."""
        ...


def before_the_tasks(data: WebData) -> dict[str, list[Event]]:
    """What may be learned from: each person's events before their first train or test event, oldest first."""
    asked: dict[str, float] = {}
    for task in (*data.train, *data.test):
        asked[task.person] = min(task.at, asked.get(task.person, inf))
    lessons = {}
    for person, events in data.history.items():
        decided = min((event.at for event in events if event.split != "history"), default=inf)
        end = min(decided, asked.get(person, inf))
        lessons[person] = [event for event in events if event.at < end]
    return lessons


@dataclass(frozen=True, slots=True, kw_only=True)
class RecommenderWeights:
    """What speaks for a product, and how loudly; found roughly, on train tasks of a made-up shop that no study uses."""

    fading: float = 0.75  # of a product's say, for each newer one
    next: float = 0.5  # products that followed one of these, for somebody
    kind: float = 1.0  # kinds of products among these, and kinds that followed them
    follow: float = 0.3  # of that, the kinds that followed
    store: float = 5.0  # stores among these
    seen: float = 2.0  # how often a product was bought, against how often it was rated


class LightRecommender:
    """Item transitions where there are any, and popular products of the kinds and stores that somebody keeps to.

    A kind is a product's path of sub-categories. Products count most that often followed, in other people's pasts, what
    this person had; most products follow nothing known, so kinds decide next, weighed by how recently and how often
    they come in the sequence and by what usually follows them; within a kind, popularity and the person's stores.
    """

    name = "light"
    comparable = False

    def __init__(
        self, products: Mapping[str, Product], pasts: Iterable[Sequence[str]], weights: RecommenderWeights | None = None
    ) -> None:
        self._weights = weights or RecommenderWeights()
        self._asins = list(products)
        self._row = {asin: row for row, asin in enumerate(self._asins)}
        self._kind, kinds = _numbered([(product.category, *product.path) for product in products.values()])
        self._store, self._stores = _numbered([product.store for product in products.values()])
        lessons = [[self._row[asin] for asin in past if asin in self._row] for past in pasts]
        bought = np.zeros(len(self._asins))
        followed: Counter[tuple[int, int]] = Counter()
        kind_followed: Counter[tuple[int, int]] = Counter()
        for past in lessons:
            for row in past:
                bought[row] += 1
            for earlier, later in pairwise(past):
                followed[earlier, later] += 1
                kind_followed[int(self._kind[earlier]), int(self._kind[later])] += 1
        self._followers = _shares(followed)
        self._kind_followers = _shares(kind_followed)
        ratings = np.log1p([max(product.ratings, 0) for product in products.values()])
        liking = self._weights.seen * bought + ratings / max(float(ratings.mean()), 1e-9) + 0.01
        in_kind = np.bincount(self._kind, weights=liking, minlength=kinds)
        self._popular: Numbers = liking / in_kind[self._kind]
        self._kinds = kinds

    @classmethod
    def trained(cls, data: WebData, weights: RecommenderWeights | None = None) -> LightRecommender:
        """One that has learned from what happened before anybody's first train or test event."""
        return cls(data.products, [[event.asin for event in past] for past in before_the_tasks(data).values()], weights)

    def recommend(self, asins: Sequence[str], k: int = RECOMMENDED) -> list[str]:
        """The likeliest of the whole catalogue, best first; of equals the one that comes first in it."""
        rows = [self._row[asin] for asin in asins if asin in self._row][-LONGEST:]
        if not rows:
            return []
        weights = self._weights
        say = weights.fading ** np.arange(len(rows) - 1, -1, -1.0)
        say /= say.sum()
        own: Numbers = np.bincount(self._kind[rows], weights=say, minlength=self._kinds).astype(np.float64)
        kinds = (1 - weights.follow) * own + weights.follow * self._spread(own)
        stores = np.bincount(self._store[rows], weights=say, minlength=self._stores)
        scores: Numbers = weights.kind * kinds[self._kind] * self._popular
        scores *= 1 + weights.store * len(rows) * stores[self._store]
        for row, weight in zip(rows, say, strict=True):
            found = self._followers.get(row)
            if found:
                scores[found[0]] += weights.next * weight * found[1]
        best = np.argsort(-scores, kind="stable")[:k] if k * 8 > len(scores) else _best(scores, k)
        return [self._asins[row] for row in best]

    def _spread(self, own: Numbers) -> Numbers:
        """Kinds that follow these kinds."""
        spread = np.zeros(self._kinds)
        for kind in np.flatnonzero(own):
            found = self._kind_followers.get(int(kind))
            if found:
                spread[found[0]] += own[kind] * found[1]
        return spread


def _best(scores: Numbers, k: int) -> NDArray[np.intp]:
    least = np.partition(scores, len(scores) - k)[len(scores) - k]
    rows = np.flatnonzero(scores >= least)
    return rows[np.argsort(-scores[rows], kind="stable")][:k]


def _numbered(values: Sequence[object]) -> tuple[NDArray[np.int64], int]:
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.int64), len(numbers)


def _shares(counts: Mapping[tuple[int, int], int]) -> dict[int, tuple[NDArray[np.int64], Numbers]]:
    """Of each first number, the second numbers and their shares; what was seen once is mostly chance."""
    by_first: dict[int, list[tuple[int, int]]] = {}
    for (first, second), count in counts.items():
        by_first.setdefault(first, []).append((second, count))
    return {
        first: (
            np.array([second for second, _ in pairs], dtype=np.int64),
            np.array([count for _, count in pairs]) / (sum(count for _, count in pairs) + _CHANCE),
        )
        for first, pairs in by_first.items()
    }
