"""Drift: when tastes change, and whether people speak of it.

What a person wanted first and what they want in the end comes with the data: a request of the last two phases says
both. This trait decides which of the two holds at which moment; the exam is scored by what holds then, like any other
task. Nothing is drawn from what an agent does.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from penchant.domain import Request
from penchant.errors import BadInput
from penchant_lab.people.intent import Intent
from penchant_lab.people.protocol import Character
from penchant_lab.people.traits.protocol import TaskTime, Trait, no_less_than_zero, one_of_these

DriftKind = Literal["once", "gradual", "item-by-item", "recurring", "back", "never"]
KINDS: tuple[DriftKind, ...] = ("once", "gradual", "item-by-item", "recurring", "back", "never")
"""All at once; now the old and now the new, more and more the new; one taste after another; in turns; for a while."""


@dataclass(frozen=True, slots=True)
class Drift:
    """When tastes change, counted in passes from the moment at which the suite changes them.

    >>> tea = Intent("tea", formerly=Intent("coffee"))
    >>> monday = TaskTime("ana", seed=1, moment="phase3/1/0", since=0.0)
    >>> Drift(kind="never").holding(tea, Request("ana", "a drink", ["tea", "coffee"]), monday).thing
    'coffee'
    """

    kind: DriftKind = "once"
    over: float | None = None  # passes that it takes, that a turn lasts, or until they are back; 1 where not said
    apart: float = 0.0  # people begin up to so many passes later, each at a time of their own
    announced: bool | None = None  # whether they speak of it; they do where not said

    def __post_init__(self) -> None:
        """Refuse what cannot be, and what says two things at once."""
        one_of_these("drift", "kind", self.kind, KINDS)
        no_less_than_zero("drift", "apart", self.apart)
        if self.announced is not None and not isinstance(self.announced, bool):
            raise BadInput(f"The trait 'drift' takes announced as true or false, not {self.announced!r:.60}.")
        if self.over is not None:
            if self.kind in ("once", "never"):
                raise BadInput(
                    f"The trait 'drift' contradicts itself: what changes {self.kind} takes no time; leave out over."
                )
            if not no_less_than_zero("drift", "over", self.over):
                raise BadInput("The trait 'drift' takes over as a number above 0; for all at once take kind once.")
        if self.kind == "never" and (self.announced or self.apart):
            what = "announced" if self.announced else "apart"
            raise BadInput(
                f"The trait 'drift' contradicts itself: with kind never there is no change; leave out {what}."
            )

    def wrap(self, character: Character, *, seed: int) -> Character:
        """The same person: what they say follows from what they want."""
        return character

    def conflict(self, others: Mapping[str, Trait]) -> str | None:
        """Nothing that others would not say themselves."""
        return None

    def holding(self, intent: Intent, request: Request, when: TaskTime) -> Intent:
        """The new taste, or the one before; where that is not on offer any more, the new one."""
        former = intent.formerly
        if former is None or not _is_offered(former, request):
            return intent
        intent, former = (replace(each, announced=self.announced is not False) for each in (intent, former))
        since = when.since - self.apart * _drawn(when, "start")
        if self._is_new(intent, since, when):
            return intent
        back = self.kind in ("recurring", "back") and since >= 0
        return replace(former, detailed=intent.detailed, formerly=replace(intent, formerly=None) if back else None)

    def _is_new(self, intent: Intent, since: float, when: TaskTime) -> bool:
        over = 1.0 if self.over is None else self.over
        if self.kind == "never" or since < 0:
            return False
        if self.kind == "gradual":
            return _drawn(when, when.moment) < since / over
        if self.kind == "item-by-item":
            return _drawn(when, _item(intent)) * over <= since
        if self.kind == "recurring":
            return int(since / over) % 2 == 0
        return since < over if self.kind == "back" else True


def _drawn(when: TaskTime, what: str) -> float:
    return random.Random(f"{when.seed}/{when.person}/{what}/drift").random()


def _item(intent: Intent) -> str:
    """Which taste an intent is of: what changes from the same to the same is one, and changes at one time."""
    former = intent.formerly
    assert former is not None
    if intent.tastes is not None and former.tastes is not None:
        return repr([sorted(group) for each in (former.tastes, intent.tastes) for group in (each.wants, each.avoids)])
    if former.place != intent.place:
        return f"{former.place}/{intent.place}"
    return f"{former.thing}/{intent.thing}"


def _is_offered(intent: Intent, request: Request) -> bool:
    if intent.tastes is not None:
        return True  # to buy nothing is an answer, too
    in_sight = {*request.options, *request.places}
    return not in_sight or {name for name in (intent.thing, intent.place) if name} <= in_sight
