"""What told preferences make of the options of an errand: how much each speaks for each, and how surely it bears on it.

A preference speaks where it holds: on its own occasion, and for whom it is of. What it says of an option is read off
numbers where it tells of any, else off names; what neither tells is for the evidence of the words to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from penchant.domain import Preference, Request, Stance
from penchant.mind.protocol import Held, Scene
from penchant.mind.told.amounts import compared, starts
from penchant.mind.told.figures import in_part_of_day, within
from penchant.mind.told.names import Numbers, is_long, names_all, said_of
from penchant.mind.told.occasion import Beneficiary, beneficiary, holds

SPEAKS: dict[Stance, float] = {"wants": 1.0, "accepts": 0.6, "avoids": -1.0, "is": 0.5}
"""How much what a belief names speaks for an option that says it."""

ELSEWHERE = 0.15
"""How much is left of what holds always, where something else is told for this very occasion."""

BY_NUMBER, BY_NAME = 0.95, 0.95
"""How surely what is found bears on an errand: by numbers, by the words of names."""

EXCEPTED = 0.7
"""Where an exception is this surely the occasion of a request, what is excepted from does not speak there."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """How beliefs bear on options: a row a belief, a column an option; and how surely each bears on them at all."""

    lifts: Numbers
    sure: Numbers

    @property
    def known(self) -> float:
        """How surely any of them bears on the errand."""
        return float(1 - np.prod(1 - self.sure))


def bearing_of(request: Request, scene: Scene, told: Sequence[Held], names: tuple[str, ...]) -> Bearing | None:
    """How what was told bears on options that have names, a row each; None where nothing of it does."""
    if scene.placing or not told or is_long(names):
        return None
    every = [one.preference for one in told]
    whose = beneficiary(request.text, every)
    speaking = np.array([holding(one, request.text, whose) for one in every])
    lifts, sure = np.zeros((len(every), len(names))), np.zeros(len(every))
    values = [one.value for one, speaks in zip(every, speaking, strict=True) if speaks]
    for row, one in enumerate(every):
        if not speaking[row] or one.stance == "is" or one.kind == "instruction":
            continue
        found = _compare(one, names, values)
        if found is not None:
            lifts[row], sure[row] = found
    sure *= speaking * np.array([one.standing for one in told])
    _own_occasion_first(every, lifts, sure)
    return Bearing(lifts, sure) if sure.any() else None


def _compare(belief: Preference, names: tuple[str, ...], values: Sequence[str]) -> tuple[Numbers, float] | None:
    """What a belief says of short names by numbers or words, and how surely; None where that tells none apart."""
    speaks = SPEAKS[belief.stance]
    others = [value for value in values if value != belief.value]
    if (found := in_part_of_day(belief.value, names) or compared(belief.value, names, others)) is not None:
        if starts(belief.value, others):
            return np.zeros(len(names)), 0.0
        return (1.0 if speaks > 0 else -1.0) * np.array(_less(found, belief.exception, names)), BY_NUMBER
    said, spoken = said_of(belief.value, names)
    if belief.exception:
        said = np.where([names_all(belief.exception, name) for name in names], -1.0, said)
    return (speaks * said, BY_NAME * spoken**2) if said.any() else None


def _less(found: Sequence[float], exception: str, names: Sequence[str]) -> list[float]:
    """How far options are what was asked for, but for those that an exception in numbers leaves out: "not after 5"."""
    left_out = within(exception, names) if exception else None
    return (
        [*found] if left_out is None else [-1.0 if out > 0 else one for one, out in zip(found, left_out, strict=True)]
    )


def holding(belief: Preference, said: str, whose: Beneficiary) -> float:
    """How surely a belief speaks on an errand: whether it is of whom this is for, and its occasion is this one."""
    if not whose.speaks(belief.whom):
        return 0.0
    if belief.exception and holds(belief.exception, said, belief.topic) >= EXCEPTED:
        return 0.0
    return holds(belief.situation, said, belief.topic)


def _own_occasion_first(beliefs: Sequence[Preference], lifts: Numbers, sure: Numbers) -> None:
    """Let what is told for this very occasion go before what holds always."""
    own = [bool(one.situation) and one.stance != "avoids" and sure[at] > 0 for at, one in enumerate(beliefs)]
    if not any(own):
        return
    for at, one in enumerate(beliefs):
        if not one.situation and one.stance != "avoids" and one.kind == "taste" and lifts[at].any():
            sure[at] *= ELSEWHERE
