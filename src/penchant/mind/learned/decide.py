"""What the encoder says of each option, into one reading, with how likely it is right.

For every option there are three ways: it is wanted (or will do), it is avoided, or nothing is said of it. The encoder
gives a probability for each; that the words name an option, or others than it, makes one of the three likelier, by as
much as it turned out to be worth on sentences that it was not trained on (``training/calibrate.py`` fits the figures
below). What is likely enough is read; of the rest nothing is learned. The verdict on what was done is found likewise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Reading, Verdict
from penchant.mind.learned.encoder import softmax
from penchant.mind.learned.reader import ACCEPTS, AVOIDS, NOTHING, WANTS, Scores

Naming = Literal["named", "beside", "silent"]
"""Whether the words name an option, others than it, or none."""

SIDES = (0, 1, -1)
"""Nothing is said of it; it is wanted or will do; it is avoided."""

_VERDICTS: tuple[Verdict, ...] = ("unclear", "right", "wrong")

STANCE_SCALE = 0.92
NOTHING_SAID: dict[Naming, float] = {"named": -1.11, "beside": 1.70, "silent": 0.36}
VERDICT_SCALE = 1.02
"""How much what the encoder says counts, and how much likelier (as a logarithm) it is that nothing is said."""

SURE_SLOPE, SURE_SHIFT = 1.19, 0.00
"""From the odds of all parts together to how often the whole was right."""

ENOUGH_NAMED, ENOUGH = 0.7, 0.8
"""How likely a stance or a verdict has to be to be read: of an option that the words name, and of any other."""

LONG_NAME, CHOSEN, CLEARLY, BESIDE_THE_CHOSEN = 4, 0.15, 1.0, 0.97
"""Of options of so many words, one that is so likely and so much likelier (as a logarithm) than the next is chosen.

Another beside it is wanted only where that is as good as certain.
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """One reading, which says how sure it is, and the likelihoods of all its parts together."""

    reading: Reading
    product: float


def decide(scores: Scores, named: frozenset[str]) -> Decision:
    """What to make of the scores; ``named`` are the options that the words name, whatever they say of them."""
    naming = [naming_of(name, named, scores.acted) for name in scores.options]
    likely = [
        pooled(STANCE_SCALE * logits_of(row), NOTHING_SAID[told])
        for row, told in zip(scores.stances, naming, strict=True)
    ]
    chosen = _chosen(scores, likely)
    read: dict[int, list[str]] = {WANTS: [], ACCEPTS: [], AVOIDS: []}
    odds: list[tuple[str, float]] = []
    product = 1.0
    for at, (name, row) in enumerate(zip(scores.options, scores.stances, strict=True)):
        best = _read_as(likely[at], naming[at], is_chosen=at == chosen, is_other=chosen is not None and at != chosen)
        if best:
            read[AVOIDS if best < 0 else WANTS if row[WANTS] >= row[ACCEPTS] else ACCEPTS].append(name)
        held = float(likely[at][SIDES.index(best)])
        odds.append((name, held))
        product *= held
    verdict, held = _verdict(scores)
    product *= held
    reading = Reading(
        wants=tuple(read[WANTS]),
        accepts=tuple(read[ACCEPTS]),
        avoids=tuple(read[AVOIDS]),
        changed=scores.changed > 0.5,
        verdict=verdict,
        once=any(read.values()) and scores.once > 0.5,
        sure=_calibrated(product),
        odds=tuple(odds),
    )
    return Decision(reading, product)


def naming_of(name: str, named: frozenset[str], acted: Sequence[str]) -> Naming:
    """Whether words that name these options name this one; what was just done is spoken of in any case."""
    return "named" if name in named or name in acted else "beside" if named else "silent"


def logits_of(row: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logarithms of nothing, for and against, from the probabilities of nothing, wants, accepts and avoids."""
    made: NDArray[np.float64] = np.log(np.maximum([row[NOTHING], row[WANTS] + row[ACCEPTS], row[AVOIDS]], 1e-6))
    return made


def pooled(values: NDArray[np.float64], nothing: float) -> NDArray[np.float64]:
    """Likelihoods from logarithms, the first of which is so much likelier."""
    return softmax(values + np.array([nothing, 0.0, 0.0]))


def side(reading: Reading, name: str) -> int:
    """1 for what is wanted or will do, -1 for what is avoided, 0 for what is not spoken of."""
    if name in reading.wants or name in reading.accepts:
        return 1
    return -1 if name in reading.avoids else 0


def _chosen(scores: Scores, likely: Sequence[NDArray[np.float64]]) -> int | None:
    """Of long options, of which people choose one and tell why: the one that is far likelier wanted than the others."""
    lengths = [len(name.split()) for name in scores.options]
    if scores.acted or len(lengths) < 2 or sum(lengths) < LONG_NAME * len(lengths):
        return None
    wanted = np.clip([each[SIDES.index(1)] for each in likely], 1e-6, 1 - 1e-6)
    second, first = np.sort(np.log(wanted / (1 - wanted)))[-2:]
    return int(wanted.argmax()) if wanted.max() >= CHOSEN and first - second >= CLEARLY else None


def _read_as(likely: NDArray[np.float64], naming: Naming, *, is_chosen: bool, is_other: bool) -> int:
    """1, -1 or 0, where it is not likely enough."""
    if is_chosen:
        return 1
    best = SIDES[int(likely.argmax())]
    needed = ENOUGH_NAMED if naming == "named" else ENOUGH
    if is_other and best > 0:
        needed = BESIDE_THE_CHOSEN
    return best if likely.max() >= needed else 0


def _verdict(scores: Scores) -> tuple[Verdict, float]:
    if not scores.acted:
        return "unclear", 1.0
    likely = softmax(VERDICT_SCALE * np.log(np.maximum(scores.verdict, 1e-6)))
    best = _VERDICTS[int(likely.argmax())] if likely.max() >= ENOUGH else "unclear"
    return best, float(likely[_VERDICTS.index(best)])


def _calibrated(product: float) -> float:
    held = min(max(product, 1e-6), 1 - 1e-6)
    return 1 / (1 + exp(-(SURE_SLOPE * log(held / (1 - held)) + SURE_SHIFT)))
