"""Trust in the agent: it grows with what went well and shrinks with what did not, and changes how much is said."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from penchant.domain import Action, Question, Request
from penchant.errors import BadInput
from penchant.people.intent import Intent, Manner
from penchant.people.protocol import Character, Person
from penchant.people.traits.protocol import Trait, a_share
from penchant.people.traits.sayings import saying

MOST_VAGUE = 0.5
"""The share of answers that are vague where there is no trust left."""


@dataclass(frozen=True, slots=True)
class TrustInAgent:
    """How much somebody trusts the agent, from 0 to 1: at first, and what each thing it does adds or takes.

    Below ``low`` they say what they have to and no more, and the less they trust the oftener an answer is vague; above
    ``high`` they add a reason. They judge what they are shown, so of an agent that hears no reactions they think the
    same for ever.
    """

    start: float = 0.5
    rise: float = 0.05  # with what is right
    fall: float = 0.1  # with what is wrong
    low: float = 0.3
    high: float = 0.8

    def __post_init__(self) -> None:
        """Refuse what is no share."""
        for key in ("start", "rise", "fall", "low", "high"):
            a_share("trust", key, getattr(self, key))
        if self.low > self.high:
            raise BadInput(f"The trait 'trust' contradicts itself: low, {self.low:g}, is above high, {self.high:g}.")

    def wrap(self, character: Character, *, seed: int) -> Character:
        """Somebody who trusts the agent as far as it earned it."""
        return _Trusting(self, character, seed, self.start)

    def conflict(self, others: Mapping[str, Trait]) -> str | None:
        """Nothing stands against it."""
        return None


@dataclass(slots=True)
class _Trusting:
    trait: TrustInAgent
    character: Character
    seed: int
    trust: float

    @property
    def name(self) -> str:
        return self.character.name

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        manner: Manner = intent.manner
        if self.trust < self.trait.low:
            manner = "terse"
        elif self.trust > self.trait.high and manner == "usual":
            manner = "full"
        person = self.character.with_mind_on(replace(intent, manner=manner), moment)
        return _TrustingPerson(self, person, intent, moment)

    def remembered(self) -> Mapping[str, float]:
        return {"trust": self.trust}

    def remember(self, state: Mapping[str, float]) -> None:
        self.trust = state["trust"]


@dataclass(slots=True)
class _TrustingPerson:
    by: _Trusting
    person: Person
    intent: Intent
    moment: str
    asked: int = field(default=0)

    @property
    def name(self) -> str:
        return self.by.name

    def answer(self, request: Request, question: Question) -> str | None:
        """What they say when they are asked, as far as they trust whoever asks."""
        self.asked += 1
        rng = random.Random(f"{self.by.seed}/{self.name}/{self.moment}/answer {self.asked}/trust")
        low = self.by.trait.low
        if rng.random() * low < MOST_VAGUE * (low - self.by.trust):
            return saying("vague answer", rng)
        return self.person.answer(request, question)

    def react(self, request: Request, action: Action, because: str = "") -> str | None:
        """What they say to what was done, which they remember."""
        said, trait = self.person.react(request, action, because), self.by.trait
        change = trait.rise if self.intent.is_met_by(action) else -trait.fall
        self.by.trust = min(max(self.by.trust + change, 0.0), 1.0)
        return said
