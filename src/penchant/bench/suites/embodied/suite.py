"""The embodied world as a suite: a household robot that fetches things and puts things away.

The rule: an action is right when its thing and, for a placement, its place are the person's intent, letter for letter.
The agent is shown the request and what is in the scene; the label of the situation, the intent and the index stay here.
A task whose intent is not in its scene stays in, and nothing the agent can do there is right.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from penchant.bench.suites.embodied import files
from penchant.bench.suites.embodied.generate import generate
from penchant.bench.suites.embodied.records import PICK_UP, LifeData, Record
from penchant.bench.suites.protocol import Life, Task
from penchant.domain import Action, Request
from penchant.errors import BadInput
from penchant.people import Intent

BUNDLED_PEOPLE = 40


def write(seed: int, people: int, folder: Path) -> None:
    """Write people of our own to a folder, in the public layout."""
    files.save((generate(seed, index) for index in range(people)), folder)


class EmbodiedSuite:
    """People of our own, made one by one from a seed, or those of a folder in the public layout."""

    name = "embodied"

    def __init__(self, *, data: Path | None = None, people: int | None = None, seed: int = 0) -> None:
        if people is not None and people < 1:
            raise BadInput(f"A study needs at least one person, not {people}.")
        self.seed = seed
        self._folder = data
        self._read: list[LifeData] | None = None
        if data is None:
            self._count = people or BUNDLED_PEOPLE
            return
        self._read = files.load(data)
        if people is not None and people > len(self._read):
            raise BadInput(f"{data} holds {len(self._read)} people, not {people}; ask for fewer, or leave out --data.")
        self._count = people or len(self._read)

    def __len__(self) -> int:
        return self._count

    def life(self, index: int) -> Life:
        """One person's tasks; in the later phases each intent also says what it was before the change."""
        made = self._read[index] if self._read is not None else generate(self.seed, index)
        before = [[_intent(record) for record in phase] for phase in made.phases[:2]]
        phases = []
        for number, phase in enumerate(made.phases):
            former = before[number - 2] if number >= 2 else [None] * len(phase)
            phases.append(tuple(_task(record, old) for record, old in zip(phase, former, strict=True)))
        personas = "\n".join(made.persona_before), "\n".join(made.persona_after)
        return Life(made.person, tuple(phases), personas if all(personas) else None)

    def is_right(self, task: Task, action: Action) -> bool:
        """Thing and, for a placement, place equal the intent."""
        return task.intent.is_met_by(action)

    def fingerprint(self) -> str:
        """A hash of the data read, or of what makes it: the generator's own text, the seed and the number of people."""
        if self._read is not None:
            return files.fingerprint(self._read[: self._count])
        digest = hashlib.sha256(f"{self.seed}/{self._count}".encode())
        for source in sorted(Path(__file__).parent.rglob("*.py")):
            digest.update(source.read_bytes())
        return digest.hexdigest()


def _intent(record: Record, formerly: Intent | None = None) -> Intent:
    place = None if record.user_intent_location == PICK_UP else record.user_intent_location
    return Intent(record.user_intent_object, place, formerly)


def _task(record: Record, former: Intent | None) -> Task:
    intent = _intent(record)
    if former is not None and former != intent:
        intent = _intent(record, former)
    return Task(Request(record.user, record.task, record.scene_objects), intent)
