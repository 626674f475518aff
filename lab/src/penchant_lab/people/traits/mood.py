"""A mood: one number of somebody that changes with what happens to them, and with it how they answer.

What traits with a mood share: it is remembered between two phases, and whatever is drawn for an answer is drawn from
the seed, the person, the moment, which answer it is there, and the trait.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from penchant.domain import Action, Request
from penchant_lab.people.protocol import Character, Person
from penchant_lab.people.traits.protocol import Trait

T = TypeVar("T", bound=Trait)
C = TypeVar("C", bound="Moody[Any]")


@dataclass(slots=True)
class Moody(Generic[T]):
    """Somebody with a trait that goes by their mood; how they have something in mind is for the trait to say."""

    trait_name: ClassVar[str]
    mood_name: ClassVar[str]  # under which the mood is remembered

    trait: T
    character: Character
    seed: int
    mood: float

    @property
    def name(self) -> str:
        """That of the person."""
        return self.character.name

    def remembered(self) -> Mapping[str, float]:
        """Their mood."""
        return {self.mood_name: self.mood}

    def remember(self, state: Mapping[str, float]) -> None:
        """Be in the mood of then."""
        self.mood = state[self.mood_name]


@dataclass(slots=True)
class MoodyPerson(Generic[C]):
    """The same with something in mind; how they answer is for the trait to say."""

    by: C
    person: Person  # without the trait
    moment: str
    asked: int = 0  # at this moment

    @property
    def name(self) -> str:
        """That of the person."""
        return self.by.name

    def drawn(self) -> random.Random:
        """What the next answer is drawn from."""
        self.asked += 1
        return random.Random(f"{self.by.seed}/{self.name}/{self.moment}/answer {self.asked}/{self.by.trait_name}")

    def react(self, request: Request, action: Action, because: str = "") -> str | None:
        """What they say to what was done, whatever their mood."""
        return self.person.react(request, action, because)
