"""Somebody who has things bought for them: answers what was asked about, and reacts by rule, in words from a seed.

What to say is decided here, from the person's tastes; the sentences are in ``remarks.py``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from penchant.domain import Action, Question, Request
from penchant_lab.people.intent import Intent
from penchant_lab.people.remarks import Remarks
from penchant_lab.people.tastes import Tastes


@dataclass(frozen=True, slots=True)
class Shopper:
    """A person with one request for a described thing on their mind."""

    name: str
    intent: Intent
    tastes: Tastes
    moment: str
    remarks: Remarks

    def answer(self, request: Request, question: Question) -> str:
        """What they think of each feature they were asked about and no other; who is terse tells the best alone."""
        rng = random.Random(f"{self.moment}/answer{' again' if question.back else ''}")
        asked = asked_about(request, question)
        groups = (self.tastes.wants, self.tastes.accepts, self.tastes.avoids)
        most, fine, unwanted = ([value for value in asked if value in group] for group in groups)
        if self.intent.manner == "terse":
            fine, unwanted = [] if most else fine, [] if most or fine else unwanted
        return self.remarks.answer(most, fine, unwanted, rng)

    def react(self, request: Request, action: Action, because: str = "") -> str:
        """Praise, what would have been right, or what is wrong with what was bought: the first thing and no more."""
        rng = random.Random(f"{self.moment}/reaction")
        right = self.intent.thing
        if self.intent.is_met_by(action):
            return self.remarks.praise(rng) if right else self.remarks.praise_of_nothing(rng)
        if action.thing is None or action.thing not in request.options:
            return self.remarks.would_have_worked(right, rng) if right else self.remarks.wanted_nothing(rng)
        bought = request.features[request.options.index(action.thing)]
        unwanted = [value for value in bought if value in self.tastes.avoids]
        former = self.intent.told_former.tastes if self.intent.told_former else None
        if unwanted and former is not None and former.fits(bought):
            return self.remarks.changed(unwanted[0], rng)
        if unwanted:
            return self.remarks.unwanted(action.thing, unwanted[0], rng)
        return self.remarks.better(action.thing, right, self._reason(request, bought, right), rng)

    def _reason(self, request: Request, bought: Sequence[str], right: str) -> str | None:
        """In detail: a feature wanted most that the right option has and the bought one lacks."""
        if not (self.intent.detailed or self.intent.manner == "full") or right not in request.options:
            return None
        offered = request.features[request.options.index(right)]
        return next((v for v in offered if v in self.tastes.wants and v not in bought), None)


def asked_about(request: Request, question: Question) -> tuple[str, ...]:
    """The features that a question is about: its alternatives, or those that it names."""
    return question.alternatives or tuple(v for v in _values(request) if v.casefold() in question.text.casefold())


def _values(request: Request) -> list[str]:
    return list(dict.fromkeys(value for each in request.features for value in each))
