"""Trust in the agent: it grows with what went well and shrinks with what did not, and changes how much is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from penchant.domain import Action, Question, Request
from penchant.errors import BadInput
from penchant_lab.people.intent import Intent, Manner
from penchant_lab.people.protocol import Character, Person
from penchant_lab.people.traits.mood import Moody, MoodyPerson
from penchant_lab.people.traits.protocol import Trait, a_share
from penchant_lab.people.traits.sayings import saying

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
class _Trusting(Moody[TrustInAgent]):
    """Their mood is how far they trust the agent."""

    trait_name = "trust"
    mood_name = "trust"

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        manner: Manner = intent.manner
        if self.mood < self.trait.low:
            manner = "terse"
        elif self.mood > self.trait.high and manner == "usual":
            manner = "full"
        person = self.character.with_mind_on(replace(intent, manner=manner), moment)
        return _TrustingPerson(self, person, moment, intent=intent)


@dataclass(slots=True)
class _TrustingPerson(MoodyPerson[_Trusting]):
    intent: Intent = field(kw_only=True)

    def answer(self, request: Request, question: Question) -> str | None:
        """What they say when they are asked, as far as they trust whoever asks."""
        rng, low = self.drawn(), self.by.trait.low
        if rng.random() * low < MOST_VAGUE * (low - self.by.mood):
            return saying("vague answer", rng)
        return self.person.answer(request, question)

    def react(self, request: Request, action: Action, because: str = "") -> str | None:
        """What they say to what was done, which they remember."""
        said, trait = self.person.react(request, action, because), self.by.trait
        change = trait.rise if self.intent.is_met_by(action) else -trait.fall
        self.by.mood = min(max(self.by.mood + change, 0.0), 1.0)
        return said
