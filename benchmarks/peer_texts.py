"""The texts and questions that every system gets, the same for all: made up from lists of words, without chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_WORDS = (
    "strong mild iced spicy plain crunchy dark salted smoked sour quiet bright soft narrow heavy early late bitter",
    "coffee tea soup bread cheese olives crackers juice noodles salad films novels lamps blankets seats shelves music",
    "breakfast lunch dinner weekends holidays meetings exams rain winter summer birthdays travelling running reading",
)
_KINDS, _THINGS, _TIMES = (words.split() for words in _WORDS)


@dataclass(frozen=True, slots=True)
class Kept:
    """A text about a person, and a question that only this one answers."""

    person: str
    text: str
    question: str


@dataclass(frozen=True, slots=True)
class Shape:
    """How many people with how many texts each, and how many searches."""

    name: str
    people: int
    each: int
    searches: int

    def __str__(self) -> str:
        """Such as ``A: 1 x 1,000, 200 searches``."""
        return f"{self.name}: {self.people:,} x {self.each:,}, {self.searches:,} searches"

    def texts(self) -> Iterator[Kept]:
        """Everybody's first text, then everybody's second: as they would come in."""
        for number in range(self.each):
            for person in range(self.people):
                yield _kept(person, number)

    def searched(self) -> list[Kept]:
        """Which of them are looked for, far from one another."""
        total = self.people * self.each
        places = [(7919 * turn) % total for turn in range(self.searches)]
        return [_kept(place % self.people, place // self.people) for place in places]


def _kept(person: int, number: int) -> Kept:
    pick = 7 * person + number
    kind, pick = _KINDS[pick % len(_KINDS)], pick // len(_KINDS)
    thing, pick = _THINGS[(pick + number) % len(_THINGS)], pick // len(_THINGS)
    when = _TIMES[(pick + number + person) % len(_TIMES)]
    return Kept(
        f"person-{person:05d}",
        f"At {when} they like {kind} {thing} best, note {number}",
        f"Which {thing} for {when}: {kind}? note {number}",
    )
