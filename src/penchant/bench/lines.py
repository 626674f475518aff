"""The reference lines every score stands beside, counted for one person's exams.

``chance``    a blind agent that knows what kind of action is asked for and draws one (its expected score, not a draw)
``constant``  always the same position in the list, whichever position does best in that phase
``stale``     a perfect memory of the first taste that never hears of the change
``oracle``    what the person has in mind, where that is on offer
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from penchant.bench.suites.protocol import Life, Suite
from penchant.domain import Action
from penchant.mind.protocol import Mind, Recalled

POSITIONS = 12


@dataclass(slots=True)
class LineCounts:
    """For one exam of one person: how many tasks, and what each line gets right."""

    tasks: int = 0
    chance: float = 0.0
    stale: int = 0
    oracle: int = 0
    constant: list[int] = field(default_factory=lambda: [0] * POSITIONS)


def count_lines(suite: Suite, life: Life, mind: Mind) -> dict[str, LineCounts]:
    """The reference lines of both exams."""
    return {"phase2": _count(suite, life, 1, mind), "phase4": _count(suite, life, 3, mind)}


def _count(suite: Suite, life: Life, phase: int, mind: Mind) -> LineCounts:
    counts = LineCounts()
    for task in life.phases[phase]:
        counts.tasks += 1
        scene = mind.survey(task.request)
        offered = scene.places if scene.placing else scene.things
        ways = {way.action for way in mind.weigh(task.request, scene, Recalled())}
        right = [suite.is_right(task, way) for way in _in_order(ways, offered)]
        if not right:
            continue
        counts.chance += sum(right) / len(right)
        counts.oracle += any(right)
        for position, is_right in enumerate(right[:POSITIONS]):
            counts.constant[position] += is_right
        known = task.intent.formerly or task.intent
        counts.stale += suite.is_right(task, Action(known.thing, known.place)) and any(right)
    return counts


def _in_order(ways: set[Action], offered: Sequence[str]) -> list[Action]:
    by_name = {way.place or way.thing: way for way in ways}
    return [by_name[name] for name in offered if name in by_name]
