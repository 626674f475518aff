"""Whether what was said speaks for an option, against it, or not at all: an encoder that reads one option at a time.

It shares the vocabulary and the embeddings of word pieces with the reader, and has layers of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Saying
from penchant.mind.learned import weights
from penchant.mind.learned.inputs import ANSWER_READ, OPTION_READ, SAID_READ, alone, clipped, saying_pieces
from penchant.mind.learned.tensors import tensors
from penchant.remembering import remembered

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """What a saying says of options: how likely it speaks for each, and against each.

    ``bears`` says whether it bears on the request at all, ``ends`` how far it ends what was said before.
    """

    favours: Scores
    opposes: Scores
    bears: float
    ends: float


@dataclass(frozen=True, slots=True)
class PieceTable:
    """The embeddings of word pieces, which the judge and the encoder of sentences share with the reader."""

    pieces: NDArray[np.int8]
    scales: NDArray[np.float32]

    def embedded(self, pieces: NDArray[np.int64]) -> NDArray[np.float32]:
        """The embeddings of these pieces."""
        return self.pieces[pieces] * self.scales[pieces]


class FitReader:
    """Reads sayings beside options; its weights are loaded when the first ones are read.

    >>> loud = FitReader().fit(Saying("I can't stand loud places"), "Where to?", ("a noisy club", "a quiet library"))
    >>> bool(loud.opposes[0] > loud.opposes[1])
    True
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or weights.SHIPPED
        self._fitted = remembered(4096)(self._read)
        self._beside = remembered(8192)(self._read_beside)
        self._pieces = remembered(4096)(self._cut)

    def fit(self, saying: Saying, request: str, options: tuple[str, ...]) -> Fit:
        """What a saying says of the options of a request."""
        return self._fitted(
            Saying(saying.words, saying.asked, saying.took, saying.passed, saying.now), request, options
        )

    def scores(self, said: str, question: str, answers: tuple[str, ...]) -> Scores:
        """For each whole answer, how well it goes with what was said; only how they differ means anything."""
        found = self._logits(Saying(said), question, answers, ANSWER_READ)
        return found[:, 1] - found[:, 2]

    @cached_property
    def _session(self) -> Any:
        return _opened(self.folder)

    def bears(self, words: str, task: str) -> float:
        """How likely a sentence has to be known for a task."""
        return float(_likely(self._beside(words, task)[3]))

    def replaces(self, newer: str, older: str) -> float:
        """How likely what was said later means that what was said earlier no longer holds."""
        return float(_likely(self._beside(newer, older)[5]))

    def _read(self, saying: Saying, request: str, options: tuple[str, ...]) -> Fit:
        found = self._logits(saying, request, options, OPTION_READ)
        likely = np.exp(found[:, :3] - found[:, :3].max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        bears, ends = _likely(found[:, 3:5].mean(axis=0)).tolist()
        return Fit(likely[:, 1], likely[:, 2], bears, ends)

    def _read_beside(self, words: str, other: str) -> Scores:
        return self._values(tuple(self._pieces(words)[:SAID_READ]), tuple(self._pieces(other)), (), OPTION_READ)

    def _logits(self, saying: Saying, request: str, options: Sequence[str], read: int) -> Scores:
        """Six values of each option: silent, for, against; and whether the saying bears, ends, replaces."""
        said, asked = tuple(saying_pieces(saying, self._pieces)), tuple(self._pieces(request))
        return np.stack([self._values(said, asked, tuple(self._pieces(option)), read) for option in options])

    def _values(self, said: tuple[int, ...], asked: tuple[int, ...], option: tuple[int, ...], read: int) -> Scores:
        made = alone(said, asked, option, read)
        given = {"pieces": piece_table(self.folder).embedded(made.rows[0]), "rows": made.rows, "marks": made.marks}
        (values,) = self._session.run(None, given)
        found: Scores = values[0].astype(np.float64)
        return found

    def _cut(self, text: str) -> list[int]:
        tokenizer = weights.opened(self.folder).tokenizer
        pieces: list[int] = tokenizer.encode(clipped(text), add_special_tokens=False).ids
        return pieces


def _likely(values: Scores) -> Scores:
    likely: Scores = 1 / (1 + np.exp(-np.asarray(values)))
    return likely


@lru_cache(maxsize=2)
def _opened(folder: Path) -> Any:
    manifest = weights.read_manifest(folder)
    return weights.open_session(weights.checked(folder / weights.JUDGE, manifest))


@lru_cache(maxsize=2)
def piece_table(folder: Path) -> PieceTable:
    """The word pieces of the reader in a folder."""
    shared = tensors(weights.checked(folder / weights.MODEL, weights.read_manifest(folder)), ("piece.q", "piece.s"))
    return PieceTable(shared["piece.q"].astype(np.int8), shared["piece.s"].astype(np.float32))
