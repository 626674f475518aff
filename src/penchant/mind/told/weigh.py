"""What told beliefs make of the options of an errand: how much each speaks for each, and how surely it bears on it.

A belief speaks where it holds: on its own occasion, and for whom it is of. What it says of an option is read off
numbers where it tells of any, else off names, and of whole answers by a judge of texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Preference, Request, Stance
from penchant.mind.likeness import Likeness
from penchant.mind.protocol import Held, Recalled, Scene
from penchant.mind.told.amounts import compared, starts
from penchant.mind.told.judge import Judge, VectorJudge
from penchant.mind.told.names import is_long, names_all, said_of
from penchant.mind.told.occasion import Beneficiary, beneficiary, holds

Numbers = NDArray[np.float64]

SPEAKS: dict[Stance, float] = {"wants": 1.0, "accepts": 0.6, "avoids": -1.0, "is": 0.5}
"""How much what a belief names speaks for an option that says it."""

RULE = 2.0
"""How many times as much a constraint speaks as a taste, of whole answers, which words alone rule out seldom."""

ELSEWHERE = 0.15
"""How much is left of what holds always, where something else is told for this very occasion."""

BY_NUMBER, BY_NAME, BY_TEXT = 0.95, 0.95, 0.8
"""How surely what is found bears on an errand: by numbers, by the words of names, by texts."""

EXCEPTED = 0.7
"""Where an exception is this surely the occasion of a request, what is excepted from does not speak there."""

UNTOLD = 0.4
"""How far a belief whose occasion a question does not tell of speaks of whole answers to it: these may be about it."""

NEAREST = 6.0
"""How much the belief nearest to a request and its answers outweighs the next, where options are texts."""

READ_AT_ONCE = 2
"""So many beliefs, the nearest, are held against whole answers."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """How beliefs bear on options: a row a belief, a column an option; and how surely each bears on them at all."""

    lifts: Numbers
    sure: Numbers

    @property
    def known(self) -> float:
        """How surely any of them bears on the errand."""
        return float(1 - np.prod(1 - self.sure))


class ToldScale:
    """Weighs what was told for one embedder, and one judge of texts."""

    def __init__(self, likeness: Likeness, judge: Judge | None = None) -> None:
        self._likeness = likeness
        self._judge: Judge = judge or VectorJudge(likeness)

    def weigh(self, request: Request, scene: Scene, recalled: Recalled, names: tuple[str, ...]) -> Bearing | None:
        """How what was told bears on the options; None where nothing of it does.

        The rows are what was told, in its order; behind it, where options are texts, what was chosen among texts
        before, and the constraints.
        """
        texts = is_long(names)
        held = [*recalled.told]
        if texts:
            held += [one for one in recalled.beliefs if _is_a_choice(one.preference)]
            held += [Held(rule, rule.confidence) for rule in recalled.constraints]
        if scene.placing or not held:
            return None
        every = [one.preference for one in held]
        whose = beneficiary(request.text, every)
        speaking = [holding(one, request.text, whose) for one in every]
        lifts, sure = np.zeros((len(every), len(names))), np.zeros(len(every))
        if texts:
            speaking = [max(each, UNTOLD * whose.speaks(one.whom)) for each, one in zip(speaking, every, strict=True)]
            for row, weight in self._nearest(request, names, every, speaking):
                one = every[row]
                lifts[row] = self._judge.fits(one, request.text, names) * (RULE if one.kind == "constraint" else 1.0)
                sure[row] = BY_TEXT * weight
        else:
            _compare_all(names, every, speaking, lifts, sure)
        sure *= np.array(speaking) * np.array([one.standing for one in held])
        _own_occasion_first(every, lifts, sure)
        return Bearing(lifts, sure) if sure.any() else None

    def _nearest(
        self, request: Request, names: tuple[str, ...], beliefs: Sequence[Preference], speaking: Sequence[float]
    ) -> list[tuple[int, float]]:
        """The beliefs nearest to a request and its options, and how much each weighs beside the nearest."""
        likeness = self._likeness
        about = np.stack([likeness.vector(request.text), *(likeness.vector(name) for name in names)])
        rows = [row for row, speaks in enumerate(speaking) if speaks]
        if not rows:
            return []
        values = np.stack([likeness.vector(beliefs[row].value) for row in rows])
        words = np.stack([likeness.vector(beliefs[row].words) for row in rows])
        near = (values @ about.T).max(axis=1) + (words @ about.T).max(axis=1)
        order = np.argsort(-near, kind="stable")[:READ_AT_ONCE].tolist()
        return [(rows[at], float(np.exp(NEAREST * (near[at] - near[order[0]])))) for at in order]


def _compare_all(
    names: tuple[str, ...],
    beliefs: Sequence[Preference],
    speaking: Sequence[float],
    lifts: Numbers,
    sure: Numbers,
) -> None:
    """What beliefs say of short names, by numbers and by words; what these do not tell is for the evidence to say."""
    values = [one.value for one, speaks in zip(beliefs, speaking, strict=True) if speaks]
    for row, one in enumerate(beliefs):
        if not speaking[row] or one.stance == "is" or one.kind == "instruction":
            continue
        found = _compare(one, names, values)
        if found is not None:
            lifts[row], sure[row] = found


def _compare(belief: Preference, names: tuple[str, ...], values: Sequence[str]) -> tuple[Numbers, float] | None:
    """What a belief says of short names by numbers or words, and how surely; None where that tells none apart."""
    speaks = SPEAKS[belief.stance]
    others = [value for value in values if value != belief.value]
    if (found := compared(belief.value, names, others)) is not None:
        if starts(belief.value, others):
            return np.zeros(len(names)), 0.0
        return (1.0 if speaks > 0 else -1.0) * np.array(found), BY_NUMBER
    said, spoken = said_of(belief.value, names)
    if belief.exception:
        said = np.where([names_all(belief.exception, name) for name in names], -1.0, said)
    return (speaks * said, BY_NAME * spoken**2) if said.any() else None


def _is_a_choice(belief: Preference) -> bool:
    """Whether a belief is about a text that was chosen, and not about a thing of some name."""
    return bool(belief.rather_than) and is_long([belief.value])


def holding(belief: Preference, said: str, whose: Beneficiary) -> float:
    """How surely a belief speaks on an errand: whether it is of whom this is for, and its occasion is this one."""
    if not whose.speaks(belief.whom):
        return 0.0
    if belief.exception and holds(belief.exception, said, belief.topic) >= EXCEPTED:
        return 0.0
    return 1.0 if _is_a_choice(belief) else holds(belief.situation, said, belief.topic)


def _own_occasion_first(beliefs: Sequence[Preference], lifts: Numbers, sure: Numbers) -> None:
    """Let what is told for this very occasion go before what holds always."""
    own = [bool(one.situation) and one.stance != "avoids" and sure[at] > 0 for at, one in enumerate(beliefs)]
    if not any(own):
        return
    for at, one in enumerate(beliefs):
        if not one.situation and one.stance != "avoids" and one.kind == "taste" and lifts[at].any():
            sure[at] *= ELSEWHERE
