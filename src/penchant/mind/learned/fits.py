"""Whether what was said speaks for an option, against it, or not at all; and whether it matters for a task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Relation, Saying
from penchant.mind.learned.encoder import Encoder, shared, softmax
from penchant.mind.learned.inputs import OPTION_READ, SAID_READ, alone, saying_pieces
from penchant.remembering import remembered

Scores = NDArray[np.float64]

RELATIONS: tuple[Relation, ...] = ("same", "refines", "exception", "replaces", "beside")
"""What later words may do to earlier ones, in the order of the head."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What a saying says of options: how likely it speaks for each, and against each, and bears on the request."""

    favours: Scores
    opposes: Scores
    bears: float


class FitReader:
    """Reads sayings beside options, and beside one another, with the encoder.

    >>> loud = FitReader().fit(Saying("I can't stand loud places"), "Where to?", ("a noisy club", "a quiet library"))
    >>> bool(loud.opposes[0] > loud.opposes[1])
    True
    """

    def __init__(self, encoder: Encoder | None = None) -> None:
        self.encoder = encoder or shared()
        self._fitted = remembered(4096)(self._read)
        self._beside = remembered(8192)(self._read_beside)

    def fit(self, saying: Saying, request: str, options: tuple[str, ...]) -> Fit:
        """What a saying says of the options of a request."""
        return self._fitted(
            Saying(saying.words, saying.asked, saying.took, saying.passed, saying.now), request, options
        )

    def bears(self, words: str, task: str) -> float:
        """How likely a sentence has to be known for a task."""
        return self._beside(words, task)[0]

    def meant(self, request: str, words: str) -> float:
        """How likely a sentence is meant by a request to forget.

        >>> reader = FitReader()
        >>> reader.meant("forget about my health", "I'm on metformin twice a day") > 0.5
        True
        """
        return self._beside(words, request)[2]

    def relates(self, newer: str, older: str) -> Mapping[Relation, float]:
        """How likely what was said later does each thing to what was said earlier."""
        return self._beside(newer, older)[1]

    def _read(self, saying: Saying, request: str, options: tuple[str, ...]) -> Fit:
        found = self._logits(saying, request, options, OPTION_READ)
        likely = softmax(found[:, :3])
        return Fit(likely[:, 1], likely[:, 2], _likely(found[:, 3].mean()))

    def _read_beside(self, words: str, other: str) -> tuple[float, Mapping[Relation, float], float]:
        said, beside = (self.encoder.pieces(text) for text in (words, other))
        made = alone(said[:SAID_READ], beside, (), OPTION_READ)
        bears, relate, meant = self.encoder.said(made, "bears", "relate", "meant")
        found = softmax(relate)[0].tolist()
        return _likely(bears[0, 0]), dict(zip(RELATIONS, found, strict=True)), _likely(meant[0, 0])

    def _logits(self, saying: Saying, request: str, options: Sequence[str], read: int) -> Scores:
        """Four values of each option: silent, for, against; and whether the saying bears on the request."""
        said, asked = saying_pieces(saying, self.encoder.pieces), self.encoder.pieces(request)
        return np.stack([self._values(said, asked, self.encoder.pieces(option), read) for option in options])

    def _values(self, said: Sequence[int], asked: Sequence[int], option: Sequence[int], read: int) -> Scores:
        fit, bears = self.encoder.said(alone(said, asked, option, read), "fit", "bears")
        found: Scores = np.concatenate([fit[0], bears[0]]).astype(np.float64)
        return found


def _likely(value: float) -> float:
    return float(1 / (1 + np.exp(-value)))
