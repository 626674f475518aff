"""The nouns the tables are written in, and the small notation that keeps them readable.

A thing is written with its article and its next of kin, ``"a lemon tart / a sharp lemon tart"``; character is a few
words from six pairs of opposites, so that the generator can tell what common sense would suggest from what would
surprise. Table rows are compared by identity: each is one of a kind. Nothing here chooses anything.
"""

from __future__ import annotations

from dataclasses import dataclass

OPPOSITE = {
    "hot": "cold",
    "calm": "lively",
    "plain": "festive",
    "light": "rich",
    "soft": "rough",
    "bright": "dim",
}
OPPOSITE |= {right: left for left, right in OPPOSITE.items()}

_ARTICLES = ("a ", "an ")


@dataclass(frozen=True, slots=True)
class Name:
    """What a thing is called, alone (``lemon tart``) and in a sentence (``a lemon tart``)."""

    bare: str
    spoken: str

    @property
    def single(self) -> bool:
        """Whether one speaks of it as *this* and *it* rather than *these* and *them*."""
        return self.bare != self.spoken


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """A family of near-identical things; whoever likes one likes its kin."""

    names: tuple[Name, ...]
    character: frozenset[str]
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A sort of thing one can ask for without saying which: ``asks`` are noun phrases, ``what`` a whole question."""

    label: str
    group: str
    purpose: str
    asks: tuple[str, ...]
    what: tuple[str, ...]
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Somewhere to put a thing: ``where`` is how one says it, ``on the mantelpiece``."""

    names: tuple[Name]
    where: str
    room: str
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Belonging:
    """Things that get put away; ``rooms`` could hold them, ``home`` is where most people would look first."""

    names: tuple[Name, ...]
    home: str
    rooms: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A moment one may ask from: said in the first person in many ways, and what common sense would suggest then."""

    label: str
    when: str
    suggests: frozenset[str]
    groups: frozenset[str]
    says: tuple[str, ...]


def name(spoken: str) -> Name:
    """Read ``"a lemon tart"`` or, where there is no article, ``"dried apricots"``."""
    for article in _ARTICLES:
        if spoken.startswith(article):
            return Name(spoken.removeprefix(article), spoken)
    return Name(spoken, spoken)


def things(*rows: tuple[str, str, str]) -> tuple[Thing, ...]:
    """Read rows of (names with slashes between, character, the reason its lovers give)."""
    return tuple(
        Thing(tuple(name(part) for part in names.split(" / ")), frozenset(character.split()), why)
        for names, character, why in rows
    )


def kind(label: str, group: str, purpose: str, asks: str, what: str, members: tuple[Thing, ...]) -> Kind:
    """Read a kind whose ``asks`` and ``what`` are written with slashes between."""
    return Kind(label, group, purpose, tuple(asks.split(" / ")), tuple(what.split(" / ")), members)


def situation(label: str, when: str, suggests: str, groups: str, *says: str) -> Situation:
    """Read a situation; ``suggests`` and ``groups`` are words with blanks between."""
    return Situation(label, when, frozenset(suggests.split()), frozenset(groups.split()), says)


def belonging(names: str, home: str, rooms: str) -> Belonging:
    """Read belongings whose names have slashes between."""
    return Belonging(tuple(name(part) for part in names.split(" / ")), home, frozenset(rooms.split()))


def place(bare: str, preposition: str, room: str, why: str) -> Place:
    """Read a place; ``place("mantelpiece", "on", ...)`` is spoken of as *on the mantelpiece*."""
    return Place((Name(bare, f"the {bare}"),), f"{preposition} the {bare}", room, why)
