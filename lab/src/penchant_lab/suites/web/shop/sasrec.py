"""A sequential recommender, SASRec: with the original's weights, trained here (both need PyTorch, an extra), or saved.

The shapes and the parameters' names are the published ones, so that ``pwab.pth`` loads with the original's numbers for
its products. PyTorch is loaded when one is trained or read from PyTorch's file, not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from penchant.errors import BadData, BadInput, PenchantError
from penchant_lab.suites.web.data.originals import BLOBS, WEIGHTS, blob
from penchant_lab.suites.web.shop.forward import Weights, scores
from penchant_lab.suites.web.shop.recommend import RECOMMENDED
from penchant_lab.suites.web.shop.saved import read_arrays, write_arrays

if TYPE_CHECKING:
    from penchant_lab.suites.web.shop.network import Network

PUBLISHED_ITEMS = 104_284
_DROPOUT = 0.2  # where it is trained here, in few epochs
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
    """How it is trained: the published optimiser, and what came next held against more than one thing drawn blindly.

    The published training takes 1,000 epochs with one such thing for each place; with a few hundred for each batch, a
    thirtieth of that is enough.
    """

    epochs: int = 30
    batch: int = 128
    never: int = 256  # things drawn blindly, for each batch
    rate: float = 2e-3
    seed: int = 0


class SASRecRecommender:
    """Recommends by the dot product of where a sequence leads and each product's embedding; needs NumPy alone."""

    name = "sasrec"

    def __init__(
        self,
        ids: Mapping[str, int],
        weights: Weights,
        *,
        heads: int = 2,
        padded: bool = False,
        comparable: bool = False,
    ) -> None:
        self._ids = ids
        self._asins = list(ids)
        self._numbers = np.array([ids[asin] for asin in self._asins], dtype=np.int64)
        self._weights, self._heads, self._padded = weights, heads, padded
        self._longest = len(weights["pos_emb.weight"]) - 1
        self.comparable = comparable
        items, highest = len(weights["item_emb.weight"]) - 1, int(self._numbers.max(initial=0))
        if not len(self._numbers) or self._numbers.min() < 1 or highest > items:
            raise BadData(f"Products must be numbered from 1 to {items}; the highest here is {highest}.")

    @classmethod
    def load(cls, path: Path, ids: Mapping[str, int], shape: NetworkSize | None = None) -> SASRecRecommender:
        """One with PyTorch's weights from a file, for instance the original's ``pwab.pth`` with its ``1000_ids.json``.

        They were trained on sequences with padding before them, so that is how they are asked.
        """
        made = need_network()(shape or NetworkSize())
        made.read(path)
        right = blob(path) == BLOBS[WEIGHTS]
        return cls(ids, made.weights(), heads=made.shape.heads, padded=True, comparable=right)

    @classmethod
    def trained(
        cls,
        asins: Iterable[str],
        pasts: Iterable[Sequence[str]],
        training: Training | None = None,
        *,
        shape: NetworkSize | None = None,
    ) -> SASRecRecommender:
        """One that has learned from these sequences of a shop's products."""
        ids = {asin: number for number, asin in enumerate(asins, start=1)}
        known = [[ids[asin] for asin in past if asin in ids] for past in pasts]
        made = need_network()(shape or NetworkSize(items=len(ids), dropout=_DROPOUT))
        made.fit(known, training or Training())
        return cls(ids, made.weights(), heads=made.shape.heads)

    def save(self, path: Path, fingerprint: str) -> None:
        """Write the weights in half precision."""
        small = {name: array.astype(np.float16) for name, array in self._weights.items()}
        write_arrays(path, fingerprint, arrays=small, texts={})

    @classmethod
    def saved(cls, path: Path, fingerprint: str, asins: Iterable[str]) -> SASRecRecommender | None:
        """One that was written for this fingerprint; None where there is none."""
        kept = read_arrays(path, fingerprint)
        if kept is None:
            return None
        weights = {name: array.astype(np.float32) for name, array in kept.arrays.items()}
        return cls({asin: number for number, asin in enumerate(asins, start=1)}, weights)

    def recommend(self, asins: Sequence[str], k: int = RECOMMENDED) -> list[str]:
        """The likeliest products that have a number, best first; of equals the one that comes first among them."""
        known = [self._ids[asin] for asin in asins if asin in self._ids][-self._longest :]
        if not known:
            return []
        before = [0] * (self._longest - len(known)) if self._padded else []
        found = scores(self._weights, np.array([*before, *known], dtype=np.int64), self._heads)[self._numbers]
        return [self._asins[row] for row in np.argsort(-found, kind="stable")[:k]]


def lessons(
    pasts: Sequence[Sequence[int]], shape: NetworkSize, batch: int, rng: np.random.Generator
) -> Iterator[tuple[Numbers, Numbers]]:
    """Batches of sequences of one length each, and of what came next at each place; longer ones come in pieces."""
    by_length: dict[int, list[Sequence[int]]] = {}
    for past in pasts:
        for start in range(0, len(past) - 1, shape.longest):
            piece = past[start : start + shape.longest + 1]
            if len(piece) > 1:
                by_length.setdefault(len(piece), []).append(piece)
    batches = []
    for length in sorted(by_length):
        pieces = np.array(by_length[length], dtype=np.int64)[rng.permutation(len(by_length[length]))]
        batches += [pieces[start : start + batch] for start in range(0, len(pieces), batch)]
    for number in rng.permutation(len(batches)):
        yield batches[number][:, :-1], batches[number][:, 1:]


def need_network() -> type[Network]:
    """The network's class, or how to install what it needs."""
    try:
        from penchant_lab.suites.web.shop.network import Network
    except ImportError as error:
        raise PenchantError(
            f"The recommender 'sasrec' needs PyTorch ({error}). Install it: pip install 'penchant-lab[sasrec]'"
        ) from error
    return Network


def check(training: Training, pasts: Sequence[Sequence[int]]) -> None:
    """Refuse what cannot be trained with."""
    if training.epochs < 1 or training.batch < 1 or training.rate <= 0:
        raise BadInput("Training needs at least one epoch, a batch of at least one, and a rate above 0.")
    if not any(len(past) > 1 for past in pasts):
        raise BadData("Nobody bought two things in order: there is nothing to train a recommender on.")
