"""The reference lines every score stands beside, counted for one person's exams. Decided by the data alone.

``chance``    a blind agent that knows what kind of action is asked for and draws one (its expected score, not a draw):
              any thing in sight to bring; anywhere in sight, but for the thing itself, to put it
``constant``  always the same position in that list, whichever position does best in that phase
``stale``     a perfect memory of the first taste that never hears of the change
``oracle``    what the person has in mind, where that is on offer
"""

from __future__ import annotations

from dataclasses import dataclass, field

from penchant.bench.suites.protocol import Life, Suite, Task
from penchant.domain import Action

POSITIONS = 12
"""Of longer lists, the first so many positions are tried as a constant answer."""


@dataclass(slots=True)
class LineCounts:
    """For one exam of one person: how many tasks, and what each line gets right."""

    tasks: int = 0
    chance: float = 0.0
    stale: int = 0
    oracle: int = 0
    constant: list[int] = field(default_factory=lambda: [0] * POSITIONS)


def count_lines(suite: Suite, life: Life) -> dict[str, LineCounts]:
    """The reference lines of both exams."""
    return {"phase2": _count(suite, life.phases[1]), "phase4": _count(suite, life.phases[3])}


def _count(suite: Suite, tasks: tuple[Task, ...]) -> LineCounts:
    counts = LineCounts()
    for task in tasks:
        counts.tasks += 1
        ways = _ways(task)
        right = [suite.is_right(task, way) for way in ways]
        counts.chance += sum(right) / max(len(right), 1)
        counts.oracle += any(right)
        for position, is_right in enumerate(right[:POSITIONS]):
            counts.constant[position] += is_right
        known = task.intent.formerly or task.intent
        counts.stale += any(right) and suite.is_right(task, Action(known.thing, known.place))
    return counts


def _ways(task: Task) -> list[Action]:
    """What a blind agent could do, in the order of the scene."""
    request, intent = task.request, task.intent
    if intent.place is None:
        return [Action(name) for name in request.options]
    if intent.thing not in request.options:
        return []
    places = request.places or [name for name in request.options if name != intent.thing]
    return [Action(intent.thing, place) for place in places]
