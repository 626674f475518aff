"""Patience: so many questions are answered gladly, then shortly, then not at all; it comes back with time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from penchant.domain import Question, Request
from penchant_lab.people.intent import Intent
from penchant_lab.people.protocol import Character, Person
from penchant_lab.people.traits.mood import Moody, MoodyPerson
from penchant_lab.people.traits.protocol import Trait, a_share, no_less_than_zero
from penchant_lab.people.traits.sayings import saying


@dataclass(frozen=True, slots=True)
class Patience:
    """A budget of questions, of which every question takes one and every request of theirs brings some back.

    Once the share ``short`` of it is spent, answers are short and tell of annoyance, the oftener the more is spent.
    Once all is spent, no question is answered: they say that they want no more of them or, if it goes on, nothing.
    """

    budget: float
    recovery: float = 0.0  # of the budget, in questions, with every request
    short: float = 0.5

    def __post_init__(self) -> None:
        """Refuse a budget below zero, and what is no share."""
        no_less_than_zero("patience", "budget", self.budget)
        no_less_than_zero("patience", "recovery", self.recovery)
        a_share("patience", "short", self.short)

    def wrap(self, character: Character, *, seed: int) -> Character:
        """Somebody whose patience ends."""
        return _Patient(self, character, seed, mood=0.0)

    def conflict(self, others: Mapping[str, Trait]) -> str | None:
        """Nothing stands against it."""
        return None

    def annoyance(self, spent: float) -> float:
        """How annoyed somebody is: 1 where nothing of the budget is left, more where they were asked beyond it."""
        return spent / self.budget if self.budget else 1.0


@dataclass(slots=True)
class _Patient(Moody[Patience]):
    """Their mood is how much of their patience is spent, in questions."""

    trait_name = "patience"
    mood_name = "spent"

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        self.mood = max(0.0, self.mood - self.trait.recovery)
        if self.annoyance >= self.trait.short:
            intent = replace(intent, manner="terse")
        return _PatientPerson(self, self.character.with_mind_on(intent, moment), moment)

    @property
    def annoyance(self) -> float:
        return self.trait.annoyance(self.mood)


@dataclass(slots=True)
class _PatientPerson(MoodyPerson[_Patient]):
    def answer(self, request: Request, question: Question) -> str | None:
        """What they say when they are asked, as far as their patience goes."""
        by, trait, rng = self.by, self.by.trait, self.drawn()
        left, beyond = trait.budget - by.mood, by.annoyance - 1
        by.mood = min(by.mood + 1, 2 * trait.budget)  # beyond what they would bear, it takes longer to come back
        if left < 1:
            return None if rng.random() < beyond else saying("enough", rng)
        said = self.person.answer(request, question)
        if said and rng.random() < by.annoyance >= trait.short:
            return f"{said} {saying('annoyed', rng)}"
        return said
