"""What only the laboratory can count, since it knows the truth: beliefs lost to noise, and how a change is learned.

It looks on after each episode; no agent is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from penchant.domain import Action, Preference, PreferenceId
from penchant.memory import Memory
from penchant_lab.choice.life import Errand, JudgedEpisode
from penchant_lab.people import Intent
from penchant_lab.suites.protocol import Life, Task

RELEARN, RELEARN_KEY = 2, "phase3"
Wanted = tuple[str, str | None]


def is_true(belief: Preference, task: Task) -> bool | None:
    """Whether a belief is so, by what the person has in mind for this request; None where that does not tell."""
    intent = task.intent
    if intent.tastes is not None and belief.value in (known := _known(intent)):
        return belief.stance in known[belief.value]
    wanted, on_offer = _named(task)
    if belief.value not in on_offer:
        return None
    return (belief.value in wanted) == (belief.stance != "avoids")


def _known(intent: Intent) -> dict[str, set[str]]:
    """By feature: the stances that are true of it. What is wanted is accepted, too."""
    assert intent.tastes is not None
    tastes, found = intent.tastes, dict[str, set[str]]()
    for stances, values in (("wants accepts", tastes.wants), ("accepts", tastes.accepts), ("avoids", tastes.avoids)):
        found |= {value: set(stances.split()) for value in values}
    return found


def _named(task: Task) -> tuple[set[str], set[str]]:
    """What a belief may call the right option, and any: by its name, as an action, or by all that it is like."""
    intent, request = task.intent, task.request
    if intent.place is not None:
        places = request.places or request.options
        return _called(intent.thing, [intent.place]), _called(intent.thing, places)
    described = dict(zip(request.options, map(", ".join, request.features), strict=False))
    told = {name: {name, described.get(name, name)} for name in request.options}
    if request.may_decline:
        told[""] = {str(Action())}
    return told.get(intent.thing, set()), set().union(*told.values())


def _called(thing: str, places: Any) -> set[str]:
    return {name for place in places for name in (place, str(Action(thing, place)))}


@dataclass(slots=True)
class ClosedBeliefs:
    """How many beliefs were opened that were true then, and how many of all were closed while they were."""

    opened: int = 0
    closed: int = 0
    falsely: int = 0


@dataclass(slots=True)
class Recovery:
    """One matter after its taste changed: what was heard of it until it was done right without a question."""

    met: int = 0
    feedbacks: int = 0
    right: bool = False

    @property
    def at_once(self) -> bool:
        """Right when it was first met after the change: learned from like ones, or luck."""
        return self.right and self.met == 1

    @property
    def shown(self) -> bool:
        """Whether it could be seen to be right again: what was met once and corrected was not."""
        return self.right or self.met > 1


class Observer:
    """Looks on at one life."""

    def __init__(self, life: Life, memory: Memory) -> None:
        self._memory, self._person = memory, life.person
        self._before = [_wanted(task.intent.formerly or task.intent) for task in life.phases[RELEARN]]
        self._open: dict[PreferenceId, bool] = {}  # every belief met so far, and whether it was open
        self._closed = ClosedBeliefs()
        self._affected: dict[int, Recovery] = {}

    def see(self, errand: Errand, judged: JudgedEpisode, place: tuple[str, int]) -> Mapping[str, Any]:
        """Look at what was believed and done; the record of the episode gets what would have been right."""
        thing, where = _wanted(errand.task.intent)
        seen: dict[str, Any] = {"wanted": {"thing": thing or None, "place": where}}
        if errand.teaching and judged.episode.broke is None:
            if falsely := self._look_at_beliefs(errand.task):
                seen["closed_though_true"] = falsely
            if place[0] == RELEARN_KEY:
                self._follow(errand, judged)
        return seen

    def _look_at_beliefs(self, task: Task) -> list[str]:
        """Count what was opened and closed; gives those that were closed though they were true."""
        beliefs = self._memory.list(self._person, closed=True)
        kept = [belief for belief in beliefs if belief.is_open and is_true(belief, task)]
        falsely = []
        for belief in beliefs:
            was_open = self._open.get(belief.id)
            if was_open is None:
                self._closed.opened += is_true(belief, task) is True
            if was_open is not False and not belief.is_open:
                self._closed.closed += 1
                if is_true(belief, task) and not any(_makes_up_for(other, belief) for other in kept):
                    self._closed.falsely += 1
                    falsely.append(f"{belief.stance} {belief.value}")
            self._open[belief.id] = belief.is_open
        return falsely

    def _follow(self, errand: Errand, judged: JudgedEpisode) -> None:
        """Where another thing is wanted than before the change: count what is heard until it is done unasked."""
        if errand.n not in self._affected:
            if _wanted(errand.task.intent) == self._before[errand.n]:
                return
            self._affected[errand.n] = Recovery()
        matter, episode = self._affected[errand.n], judged.episode
        if matter.right:
            return
        matter.met += 1
        if judged.right and not episode.heard:
            matter.right = True
        else:
            matter.feedbacks += len(episode.heard) + episode.corrected

    def counts(self) -> dict[str, Any]:
        """What was counted in the whole life."""
        closed, matters = self._closed, [matter for matter in self._affected.values() if matter.shown]
        return {
            "true": closed.opened,
            "closed": closed.closed,
            "falsely": closed.falsely,
            "at_once": sum(matter.at_once for matter in matters),
            "recovered": sorted(matter.feedbacks for matter in matters if matter.right and not matter.at_once),
            "not_recovered": sum(not matter.right for matter in matters),
        }


def _makes_up_for(true: Preference, closed: Preference) -> bool:
    """Whether nothing is lost: the same was opened again, or something that is true as well took its place."""
    same = (true.topic, true.stance, true.value) == (closed.topic, closed.stance, closed.value)
    return same or true.replaces == closed.id


def _wanted(intent: Intent) -> Wanted:
    return intent.thing, intent.place
