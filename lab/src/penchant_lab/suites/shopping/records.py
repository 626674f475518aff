"""One purchase, one person's likings and four phases of purchases, as the public data lays them out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from penchant.domain import Request
from penchant_lab.people import Tastes

LETTERS = ("A", "B", "C")


@dataclass(frozen=True, slots=True)
class Liking:
    """What a person thinks of the values of one category of a product."""

    like_most: str
    like_second: tuple[str, ...]
    dislike: tuple[str, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """Every value there is an opinion on."""
        return (self.like_most, *self.like_second, *self.dislike)


Likings = Mapping[str, Mapping[str, Liking]]
"""By product, then by category."""


@dataclass(frozen=True, slots=True)
class Order:
    """One purchase: what is said and what is on offer, each option with its features in the order they are read."""

    product: str
    task: str
    user: str
    options: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ShoppingLife:
    """One person: what they like before and after a change of heart, and what they want bought in four phases."""

    person: str
    before: Likings
    after: Likings
    phases: tuple[tuple[Order, ...], tuple[Order, ...], tuple[Order, ...], tuple[Order, ...]]
    personas: tuple[str, str] | None = None  # who they are, in words, before and after; nothing is decided by it

    def likings(self, phase: int) -> Likings:
        """What holds in a phase, counted from 0."""
        return self.before if phase < 2 else self.after


def tastes(likings: Mapping[str, Liking]) -> Tastes:
    """What a person thinks of the features of one product, whatever their category."""
    return Tastes(
        frozenset(liking.like_most for liking in likings.values()),
        frozenset(value for liking in likings.values() for value in liking.like_second),
        frozenset(value for liking in likings.values() for value in liking.dislike),
    )


def right_letter(record: Order, likings: Likings) -> str | None:
    """The rule, decided from the likings: the letter of the right option, or None where none fits."""
    best = tastes(likings[record.product]).best(record.options)
    return None if best is None else LETTERS[best]


def called(letter: str | None) -> str:
    """What an option is called where the agent sees it; "" for none of them."""
    return "" if letter is None else f"option {letter}"


def request(record: Order) -> Request:
    """What the agent is shown of a purchase."""
    options = [called(letter) for letter in LETTERS]
    return Request(record.user, record.task, options, features=record.options, may_decline=True)
