"""Feedback quality: of what somebody says, a share is wrong, missing, vague, or about something else.

Whether an answer or a reaction is good is drawn from the seed, the person, the moment and what kind of moment it is,
and from nothing that an agent does: two methods hear the same people slip at the same moments.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from penchant.domain import Action, Question, Request
from penchant.errors import BadInput
from penchant_lab.people.intent import Intent
from penchant_lab.people.protocol import Character, Person
from penchant_lab.people.shopper import asked_about
from penchant_lab.people.traits.mistakes import HOWS, How, mistaken, mistaken_about, mistaken_of
from penchant_lab.people.traits.protocol import Trait, a_share, one_of_these
from penchant_lab.people.traits.sayings import saying

_Slip = Literal["wrong", "missing", "vague", "off_topic"]
_SLIPS: tuple[_Slip, ...] = ("wrong", "missing", "vague", "off_topic")


@dataclass(frozen=True, slots=True)
class FeedbackQuality:
    """Shares of answers and reactions that are not good; the rest is as it would be without this trait.

    >>> FeedbackQuality(wrong=0.1, missing=0.05).slip(random.Random("a lucky moment"))
    """

    goes_with: ClassVar[Mapping[str, str]] = {"how": "wrong"}

    wrong: float = 0.0  # as if something else were right
    how: How = "random"  # what they take to be right then
    missing: float = 0.0  # nothing is said
    vague: float = 0.0  # something, but not what is wanted
    off_topic: float = 0.0  # about something else

    def __post_init__(self) -> None:
        """Refuse shares that cannot be."""
        for key in _SLIPS:
            a_share("feedback", key, getattr(self, key))
        one_of_these("feedback", "how", self.how, HOWS)
        if (total := sum(getattr(self, key) for key in _SLIPS)) > 1 + 1e-9:
            raise BadInput(
                f"The trait 'feedback' has shares that add up to {total:g}; "
                f"{', '.join(_SLIPS)} together are one at most."
            )

    def wrap(self, character: Character, *, seed: int) -> Character:
        """Somebody whose feedback is of this quality."""
        return _Slipping(self, character, seed)

    def conflict(self, others: Mapping[str, Trait]) -> str | None:
        """Who never changes their mind has no old taste to fall back into."""
        if self.how == "old" and self.wrong and getattr(others.get("drift"), "kind", None) == "never":
            return "feedback is wrong by the old taste, but with drift never there is none"
        return None

    def slip(self, rng: random.Random) -> _Slip | None:
        """How what is said next fails, None where it does not: one draw, so that more noise keeps the slips of less."""
        drawn, upto = rng.random(), 0.0
        for key in _SLIPS:
            upto += getattr(self, key)
            if drawn < upto:
                return key
        return None


@dataclass(frozen=True, slots=True)
class _Slipping:
    """A character whose words fail now and then."""

    quality: FeedbackQuality
    character: Character
    seed: int

    @property
    def name(self) -> str:
        return self.character.name

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        return _SlippingPerson(self, intent, moment)


@dataclass(slots=True)
class _SlippingPerson:
    by: _Slipping
    intent: Intent
    moment: str
    asked: int = 0  # at this moment; a second question is another chance to be right
    shown: int = 0

    @property
    def name(self) -> str:
        return self.by.name

    def answer(self, request: Request, question: Question) -> str | None:
        """What they say when they are asked, good or not."""
        self.asked += 1
        rng = self._drawn(f"answer {self.asked}")
        slip = self.by.quality.slip(rng)
        if slip == "missing":
            return None
        if slip == "vague":
            return saying("vague answer", rng)
        if slip == "off_topic":
            return saying("something else", rng)
        intent = self._mistaken(request, rng) if slip == "wrong" else self.intent
        if intent is not self.intent and self.by.quality.how != "old":
            intent = mistaken_of(asked_about(request, question), intent, self.intent, rng)
        return self.by.character.with_mind_on(intent, self.moment).answer(request, question)

    def react(self, request: Request, action: Action, because: str = "") -> str | None:
        """What they say to what was done, good or not."""
        self.shown += 1
        rng = self._drawn("reaction" if self.shown == 1 else f"reaction {self.shown}")
        slip = self.by.quality.slip(rng)
        if slip == "missing":
            return None
        if slip == "vague":
            return saying("vague praise" if self.intent.is_met_by(action) else "vague correction", rng)
        if slip == "off_topic":
            return saying("something else", rng)
        intent = self._mistaken(request, rng) if slip == "wrong" else self.intent
        if intent is not self.intent and self.by.quality.how != "old":
            intent = mistaken_about(intent, self.intent)
        return self.by.character.with_mind_on(intent, self.moment).react(request, action, because)

    def _drawn(self, kind: str) -> random.Random:
        return random.Random(f"{self.by.seed}/{self.name}/{self.moment}/{kind}/feedback")

    def _mistaken(self, request: Request, rng: random.Random) -> Intent:
        return mistaken(self.intent, request, self.by.quality.how, rng) or self.intent
