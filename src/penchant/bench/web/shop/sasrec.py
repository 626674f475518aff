"""A sequential recommender, SASRec, in PyTorch (an extra): trained here, or with the original's weights.

The shapes and the parameters' names are the published ones, so that ``pwab.pth`` loads with the original's numbers for
its products. PyTorch is loaded when one is made or read, not before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from penchant.bench.web.data.originals import BLOBS, WEIGHTS, blob
from penchant.bench.web.records import WebData
from penchant.bench.web.shop.recommend import RECOMMENDED, before_the_tasks
from penchant.errors import BadData, BadInput, PenchantError

if TYPE_CHECKING:
    from penchant.bench.web.shop.network import Network

PUBLISHED_ITEMS = 104_284
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkSize:
    """How large the network is; the published one unless said otherwise."""

    items: int = PUBLISHED_ITEMS  # numbered from 1; 0 is padding
    longest: int = 30
    hidden: int = 50
    blocks: int = 2
    heads: int = 2
    dropout: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """How it is trained; the published way unless said otherwise, but for the epochs (1,000 there)."""

    epochs: int = 200
    batch: int = 128
    rate: float = 1e-3
    seed: int = 0
    device: str = "cpu"


class SASRecRecommender:
    """Recommends by the dot product of where a sequence leads and each product's embedding."""

    name = "sasrec"

    def __init__(self, ids: Mapping[str, int], network: Network, *, comparable: bool = False) -> None:
        self._ids = ids
        self._asins = list(ids)
        self._numbers = np.array([ids[asin] for asin in self._asins], dtype=np.int64)
        self._network = network
        self.comparable = comparable
        highest = int(self._numbers.max(initial=0))
        if not len(self._numbers) or self._numbers.min() < 1 or highest > network.shape.items:
            raise BadData(f"Products must be numbered from 1 to {network.shape.items}; the highest here is {highest}.")

    @classmethod
    def load(cls, path: Path, ids: Mapping[str, int], shape: NetworkSize | None = None) -> SASRecRecommender:
        """One with weights from a file, for instance the original's ``pwab.pth`` with its ``1000_ids.json``."""
        made = need_network()(shape or NetworkSize())
        made.read(path)
        return cls(ids, made, comparable=blob(path) == BLOBS[WEIGHTS])

    @classmethod
    def trained(
        cls, data: WebData, training: Training | None = None, *, shape: NetworkSize | None = None
    ) -> SASRecRecommender:
        """One that has learned from what happened before anybody's first train or test event."""
        ids = {asin: number for number, asin in enumerate(data.products, start=1)}
        pasts = [[ids[e.asin] for e in past if e.asin in ids] for past in before_the_tasks(data).values()]
        made = need_network()(shape or NetworkSize(items=len(ids)))
        made.fit(pasts, training or Training())
        return cls(ids, made)

    def save(self, path: Path) -> None:
        """Write the weights under the published names."""
        self._network.write(path)

    def recommend(self, asins: Sequence[str], k: int = RECOMMENDED) -> list[str]:
        """The likeliest products that have a number, best first; of equals the one that comes first among them."""
        known = [self._ids[asin] for asin in asins if asin in self._ids]
        if not known:
            return []
        scores = self._network.scores(padded([known], self._network.shape.longest))[0][self._numbers]
        return [self._asins[row] for row in np.argsort(-scores, kind="stable")[:k]]


def padded(sequences: Sequence[Sequence[int]], longest: int) -> Numbers:
    """One row a sequence: its last items at the right end, 0 before them."""
    rows = np.zeros((len(sequences), longest), dtype=np.int64)
    for row, sequence in zip(rows, sequences, strict=True):
        last = list(sequence)[-longest:]
        if last:
            row[-len(last) :] = last
    return rows


def lessons(
    pasts: Sequence[Sequence[int]], shape: NetworkSize, batch: int, rng: np.random.Generator
) -> Iterator[tuple[Numbers, Numbers, Numbers]]:
    """Batches of sequences, of what came next at each place, and of something that never came; 0 where nothing did."""
    usable = [past for past in pasts if len(past) > 1]
    order = rng.permutation(len(usable))
    for start in range(0, len(order), batch):
        chosen = [usable[place] for place in order[start : start + batch]]
        before, after = (padded([past[cut] for past in chosen], shape.longest) for cut in (slice(-1), slice(1, None)))
        never = rng.integers(1, shape.items + 1, size=after.shape)
        for row, past in zip(never, chosen, strict=True):
            had = np.array(sorted(set(past)))
            while len(had) < shape.items and (clash := np.isin(row, had)).any():
                row[clash] = rng.integers(1, shape.items + 1, size=int(clash.sum()))
        yield before, after, np.where(after > 0, never, 0)


def need_network() -> type[Network]:
    """The network's class, or how to install what it needs."""
    try:
        from penchant.bench.web.shop.network import Network
    except ImportError as error:
        raise PenchantError(
            f"The recommender 'sasrec' needs PyTorch ({error}). Install it: pip install 'penchant[sasrec]'"
        ) from error
    return Network


def check(training: Training, pasts: Sequence[Sequence[int]]) -> None:
    """Refuse what cannot be trained with."""
    if training.epochs < 1 or training.batch < 1 or training.rate <= 0:
        raise BadInput("Training needs at least one epoch, a batch of at least one, and a rate above 0.")
    if not any(len(past) > 1 for past in pasts):
        raise BadData("Nobody has two events before their first task: there is nothing to train a recommender on.")
