"""Who judges whole answers: vectors alone, or weights that learned to beside them."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Preference
from penchant.mind.learned.fits import FitReader
from penchant.mind.likeness import Likeness
from penchant.mind.told.clauses import advised

Numbers = NDArray[np.float64]

LONGEST_SAID = 400
"""What was said in more characters than this says more than the belief; then it is put plainly."""

PLAINLY = {"wants": "I prefer", "accepts": "I am fine with", "avoids": "I avoid", "is": "About me:"}

VECTORS = 10.0
"""What a cosine is worth beside the scores of the weights."""

HEAT = 3.0
"""By which both together are divided, so that their differences are likelihoods once they are weighed."""

MOST = 1.5
"""No answer is lifted or lowered by more."""


class Judge(Protocol):
    """Tells of whole answers how far each fits what somebody said."""

    def fits(self, belief: Preference, question: str, answers: tuple[str, ...]) -> Numbers:
        """For each answer, about -1 where it goes against it, and 1 where it fits."""
        ...


class VectorJudge:
    """Judges texts by vectors alone: what an answer is about, less what it turns down."""

    def __init__(self, likeness: Likeness) -> None:
        self._likeness = likeness

    def fits(self, belief: Preference, question: str, answers: tuple[str, ...]) -> Numbers:
        """How much nearer than the others each answer is to what is wanted, or farther from what is avoided."""
        near = self.nearness(belief, answers)
        spread = float(near.max() - near.min())
        return near / spread if spread > 1e-6 else near

    def nearness(self, belief: Preference, answers: tuple[str, ...]) -> Numbers:
        """The same in cosines, around 0."""
        vectors = np.stack([self._likeness.vector(advised(answer)) for answer in answers])
        near = vectors @ self._likeness.vector(belief.value)
        if belief.rather_than:
            passed = np.stack([self._likeness.vector(name) for name in belief.rather_than[:8]])
            near = near - (vectors @ passed.T).mean(axis=1)
        sign = -1.0 if belief.stance == "avoids" else 1.0
        centred: Numbers = sign * (near - near.mean()).astype(np.float64)
        return centred


class LearnedJudge:
    """Judges by weights that learned from answers people wrote, and by vectors beside them."""

    def __init__(self, likeness: Likeness, reader: FitReader) -> None:
        self._vectors = VectorJudge(likeness)
        self._reader = reader

    def fits(self, belief: Preference, question: str, answers: tuple[str, ...]) -> Numbers:
        """How much better than the others each answer goes with what was said."""
        scores = self._reader.scores(said_by(belief), question, answers)
        both = scores - scores.mean() + VECTORS * self._vectors.nearness(belief, answers)
        lifts: Numbers = MOST * np.tanh(both / (HEAT * MOST))  # and none is cut to the height of another
        return lifts


def said_by(belief: Preference) -> str:
    """A belief as the person said it, and plainly; what was chosen speaks for itself."""
    if belief.rather_than:
        return belief.value
    when = f" ({belief.situation})" if belief.situation else ""
    plain = f"{PLAINLY[belief.stance]} {belief.value}{when}."
    words = belief.words.strip()
    return f"{words} {plain}" if 0 < len(words) <= LONGEST_SAID else plain
