"""What the load script keeps of people and asks about them: the same for every system, made without chance."""

from __future__ import annotations

from dataclasses import dataclass

_WORDS = (
    "strong mild iced spicy plain crunchy dark salted smoked sour quiet bright soft narrow heavy early",
    "coffee tea soup bread cheese olives crackers juice noodles salad films novels lamps blankets",
    "breakfast lunch dinner weekends holidays meetings exams winter summer birthdays travelling reading",
)
KINDS, THINGS, TIMES = (words.split() for words in _WORDS)
_OFFERED = 4


def name_of(person: int) -> str:
    """What a person is called."""
    return f"person-{person:05d}"


@dataclass(frozen=True, slots=True)
class Liking:
    """One thing that somebody likes at some time."""

    kind: str
    thing: str
    when: str

    @property
    def value(self) -> str:
        """What is liked."""
        return f"{self.kind} {self.thing}"

    @property
    def others(self) -> list[str]:
        """What may be offered besides."""
        at = KINDS.index(self.kind)
        return [f"{KINDS[(at + 3 * step) % len(KINDS)]} {self.thing}" for step in range(1, _OFFERED)]

    @property
    def words(self) -> str:
        """How it was said."""
        return f"For {self.when} I like {self.value} best"

    @property
    def request(self) -> str:
        """A request that it bears on."""
        return f"some {self.thing} for {self.when}"

    @property
    def options(self) -> list[str]:
        """What is offered then."""
        return sorted([self.value, *self.others])


def liking(person: int, number: int) -> Liking:
    """What this person likes, the first thing, the second and so on: no two are about the same thing and time."""
    place = 11 * person + 5 * number
    thing, when = THINGS[place % len(THINGS)], TIMES[(place // len(THINGS) + number) % len(TIMES)]
    return Liking(KINDS[(person + 7 * number) % len(KINDS)], thing, when)
