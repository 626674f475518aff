"""How far whole answers fit what somebody said, by weights of our own: an encoder that reads all of them at once.

It shares the vocabulary and the embeddings of word pieces with the reader, and has layers of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from penchant.mind.learned import weights
from penchant.mind.learned.inputs import ANSWER_READ, clipped, sequence
from penchant.mind.learned.tensors import tensors
from penchant.remembering import remembered

AT_ONCE = 8
"""More answers are read in several sequences of like size."""

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class JudgeWeights:
    """An opened model, and the embeddings of word pieces that it shares with the reader."""

    session: Any  # onnxruntime.InferenceSession
    pieces: NDArray[np.int8]
    scales: NDArray[np.float32]

    def embedded(self, pieces: NDArray[np.int64]) -> NDArray[np.float32]:
        """The embeddings of these pieces."""
        return self.pieces[pieces] * self.scales[pieces]


class AnswerReader:
    """Scores answers; its weights are loaded when the first ones are read.

    >>> reader = AnswerReader()
    >>> first, second = reader.scores("I can't stand loud places", "Where to?", ("a noisy club", "a quiet library"))
    >>> bool(first < second)
    True
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or weights.SHIPPED
        self._scored = remembered(1024)(self._score)
        self._pieces = remembered(1024)(self._cut)

    def scores(self, said: str, question: str, answers: tuple[str, ...]) -> Scores:
        """For each answer, how well it goes with what was said; only how they differ means anything."""
        return self._scored(said, question, answers)

    @cached_property
    def _weights(self) -> JudgeWeights:
        return _opened(self.folder)

    def _score(self, said: str, question: str, answers: tuple[str, ...]) -> Scores:
        found = np.zeros(len(answers))
        size = -(-len(answers) // max(-(-len(answers) // AT_ONCE), 1)) or 1
        for first in range(0, len(answers), size):
            part = [self._pieces(answer) for answer in answers[first : first + size]]
            made = sequence(
                self._pieces(said), self._pieces(question), part, [False] * len(part), option_read=ANSWER_READ
            )
            given = {"pieces": self._weights.embedded(made.rows[0]), "rows": made.rows, "marks": made.marks}
            (values,) = self._weights.session.run(None, given)
            found[first : first + len(part)] = values[:, 0]
        return found

    def _cut(self, text: str) -> list[int]:
        tokenizer = weights.opened(self.folder).tokenizer
        pieces: list[int] = tokenizer.encode(clipped(text), add_special_tokens=False).ids
        return pieces


@lru_cache(maxsize=2)
def _opened(folder: Path) -> JudgeWeights:
    manifest = weights.read_manifest(folder)
    shared = tensors(weights.checked(folder / weights.MODEL, manifest), ("piece.q", "piece.s"))
    session = weights.open_session(weights.checked(folder / weights.JUDGE, manifest))
    return JudgeWeights(session, shared["piece.q"].astype(np.int8), shared["piece.s"].astype(np.float32))
