"""The baselines every score stands beside, counted for one person's exams. Decided by the data alone.

``chance``    a blind agent that knows what kind of action is asked for and draws one (its expected score, not a draw):
              any thing in sight to bring; anywhere in sight, but for the thing itself, to put it
``constant``  always the same position in that list, whichever position does best in that phase
``stale``     a perfect memory of the first taste that never hears of the change
``oracle``    what the person has in mind, where that is on offer

Where options are described and none of them need be taken, ``chance`` may also take none, and for ``constant`` stand:

``always-none``  never takes any
``liked-only``   knows which options fit and draws one of them (its expected score), not which the person likes most
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from penchant.domain import Action
from penchant_lab.suites.protocol import Life, Suite, Task

POSITIONS = 12
"""Of longer lists, the first so many positions are tried as a constant answer."""


@dataclass(slots=True)
class BaselineCounts:
    """For one exam of one person: how many tasks, and what each baseline gets right."""

    tasks: int = 0
    chance: float = 0.0
    stale: int = 0
    oracle: int = 0
    none: int = 0
    liked: float = 0.0
    may_decline: int = 0  # tasks in which taking none is an answer
    constant: list[int] = field(default_factory=lambda: [0] * POSITIONS)
    none_right: dict[str, float] = field(default_factory=dict)  # by baseline: right where taking none is


def count_baselines(
    suite: Suite, life: Life, exams: Sequence[Sequence[Task]] | None = None
) -> dict[str, BaselineCounts]:
    """The baselines of both exams; a task whose rule fails is left out.

    ``exams`` are the tasks of both as they are posed, where that is not as the suite has them.
    """
    posed = (life.phases[1], life.phases[3]) if exams is None else exams
    return {
        "phase2": _count(suite, posed[0], life.phases[1]),
        "phase4": _count(suite, posed[1], life.phases[3]),
    }


def _count(suite: Suite, posed: Sequence[Task], tasks: Sequence[Task]) -> BaselineCounts:
    counts = BaselineCounts()
    for task, told in zip(posed, tasks, strict=True):
        try:
            right = [suite.is_right(task, way) for way in _ways(task)]
            known = told.intent.formerly or told.intent
            stale = any(right) and suite.is_right(task, Action(known.thing or None, known.place))
            liked, none = _liked(suite, task), suite.is_right(task, Action())
        except Exception:  # the rule of a plugin failed: so do the task's episodes, which tell why
            continue
        chance = sum(right) / max(len(right), 1)
        counts.tasks += 1
        counts.chance += chance
        counts.oracle += any(right)
        for position, is_right in enumerate(right[:POSITIONS]):
            counts.constant[position] += is_right
        counts.stale += stale
        counts.may_decline += task.request.may_decline
        counts.liked += liked
        if none:
            counts.none += 1
            gained = {"chance": chance, "stale": stale, "liked-only": liked, "oracle": any(right), "always-none": 1}
            for name, share in gained.items():
                counts.none_right[name] = counts.none_right.get(name, 0) + share
    return counts


def _liked(suite: Suite, task: Task) -> float:
    """What somebody gets right on average who knows which options fit, and no more."""
    request, tastes = task.request, task.intent.tastes
    if tastes is None:
        return 0.0
    pairs = zip(request.options, request.features, strict=True)
    fitting = [Action(name) for name, features in pairs if tastes.fits(features)] or [Action()]
    return sum(suite.is_right(task, way) for way in fitting) / len(fitting)


def _ways(task: Task) -> list[Action]:
    """What a blind agent could do, in the order of the scene."""
    request, intent = task.request, task.intent
    if intent.place is None:
        return [Action(name) for name in request.options] + [Action()] * request.may_decline
    if intent.thing not in request.options:
        return []
    places = request.places or [name for name in request.options if name != intent.thing]
    return [Action(intent.thing, place) for place in places]
