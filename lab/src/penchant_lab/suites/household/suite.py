"""The embodied world as a suite: a household robot that fetches things and puts things away.

The rule: an action is right when its thing and, for a placement, its place are the person's intent, letter for letter.
The agent is shown the request and what is in the scene; the label of the situation, the intent and the index stay here.
A task whose intent is not in its scene stays in, and nothing the agent can do there is right.
"""

from __future__ import annotations

from pathlib import Path

from penchant_lab.people import Intent
from penchant_lab.suites.gathered import GatheredSuite, Source
from penchant_lab.suites.household import files
from penchant_lab.suites.household.content import household
from penchant_lab.suites.household.generate import generate
from penchant_lab.suites.household.records import PICK_UP, EmbodiedLife, HouseholdErrand, request
from penchant_lab.suites.protocol import Life, Task

BUNDLED_PEOPLE = 40


def write(seed: int, people: int, folder: Path) -> None:
    """Write people of our own to a folder, in the public layout."""
    files.save((generate(seed, index) for index in range(people)), folder)


class EmbodiedSuite(GatheredSuite[EmbodiedLife]):
    """People of our own, made one by one from a seed, or those of a folder in the public layout."""

    name = "embodied"

    def __init__(self, *, data: Path | None = None, people: int | None = None, seed: int = 0) -> None:
        super().__init__(SOURCE, data=data, people=people, seed=seed)


def _life(made: EmbodiedLife) -> Life:
    before = [[_intent(record) for record in phase] for phase in made.phases[:2]]
    phases = []
    for number, phase in enumerate(made.phases):
        former = before[number - 2] if number >= 2 else [None] * len(phase)
        phases.append(tuple(_task(record, old) for record, old in zip(phase, former, strict=True)))
    personas = "\n".join(made.persona_before), "\n".join(made.persona_after)
    return Life(made.person, tuple(phases), personas if all(personas) else None)


def _intent(record: HouseholdErrand, formerly: Intent | None = None) -> Intent:
    place = None if record.user_intent_location == PICK_UP else record.user_intent_location
    return Intent(record.user_intent_object, place, formerly)


def _task(record: HouseholdErrand, former: Intent | None) -> Task:
    intent = _intent(record)
    if former is not None and former != intent:
        intent = _intent(record, former)
    return Task(request(record), intent)


SOURCE = Source(
    bundled=BUNDLED_PEOPLE,
    make=generate,
    load=files.load,
    life=_life,
    fingerprint=files.fingerprint,
    content=household,
    generator=Path(__file__).parent,
)
