"""What one person likes: drawn so that it surprises, can be told apart, and can change.

A taste ties a moment to something wanted in it, before and after a change of heart. What common sense would suggest is
known from the tables and never is the first taste, though it is often on offer. A life keeps to a few kinds of things
and one house, so that the same options come up at different moments and the moment decides. No word of what is wanted
ever occurs in what is said, so that no request gives its answer away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TypeVar

from penchant_lab.suites.household.content import OPPOSITE, Belonging, Occasion, Spot, Thing, ThingKind, household

_T = TypeVar("_T")
_BYSTANDERS = 4  # other things (or places) a taste's scenes are furnished with
_SPOTS = 2  # places a house has in each room
_SMALL_WORDS = {"and", "the", "with", "for", "from", "two", "three", "under"}


@dataclass(frozen=True, slots=True)
class ThingTaste:
    """A thing to be brought: which of a kind, at which moment."""

    moment: Occasion
    kind: ThingKind
    before: Thing
    after: Thing
    others: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class SpotTaste:
    """A thing to be put away: where, at which moment."""

    moment: Occasion
    goods: Belonging
    before: Spot
    after: Spot
    others: tuple[Spot, ...]


def draw_wishes(rng: Random, count: int) -> list[ThingTaste]:
    """Draw tastes for things to bring; any two differ in the moment or in the sort of thing."""
    wishes: list[ThingTaste] = []
    taken: set[tuple[str, str]] = set()
    every = household().kinds
    kinds = rng.sample(every, min(len(every), 2 + count * 2 // 5))
    while len(wishes) < count:
        kind = rng.choice(kinds)
        moment = rng.choice(_moments(kind))
        key = (moment.label, kind.group)
        if key not in taken:
            taken.add(key)
            wishes.append(_wish(rng, moment, kind))
    return wishes


def draw_habits(rng: Random, count: int) -> list[SpotTaste]:
    """Draw tastes for where things go; any two differ in the moment."""
    goods = rng.sample(household().belongings, 1 + count // 3)
    house = {place for room in _rooms() for place in rng.sample(room, _SPOTS)}
    return [_habit(rng, moment, rng.choice(goods), house) for moment in rng.sample(household().occasions, count)]


def reason(rng: Random, moment: Occasion, thing: Thing) -> str:
    """Why somebody would want this thing at this moment, in their own words."""
    against = [trait for trait in sorted(thing.character) if OPPOSITE[trait] in moment.suggests]
    if against and rng.random() < 0.4:
        return rng.choice(household().against_the_grain[rng.choice(against)])
    return thing.why


def _wish(rng: Random, moment: Occasion, kind: ThingKind) -> ThingTaste:
    sensible, surprising = _by_sense(moment, kind)
    before = rng.choice(surprising)
    after = _another(rng, sensible if sensible and rng.random() < 0.35 else sensible + surprising, before)
    rest = [thing for thing in kind.things if thing is not before and thing is not after]
    return ThingTaste(moment, kind, before, after, tuple(rng.sample(rest, _BYSTANDERS)))


def _habit(rng: Random, moment: Occasion, goods: Belonging, house: set[Spot]) -> SpotTaste:
    usual, unusual = (tuple(place for place in places if place in house) for places in _by_room(moment, goods))
    before = rng.choice(unusual)
    after = _another(rng, usual if usual and rng.random() < 0.25 else usual + unusual, before)
    rest = [place for place in usual + unusual if place is not before and place is not after]
    others = rng.sample(rest, _BYSTANDERS)
    if usual and after.room != goods.home:
        others[0] = rng.choice(usual)
    return SpotTaste(moment, goods, before, after, tuple(dict.fromkeys(others)))


def _another(rng: Random, among: tuple[_T, ...], than: _T) -> _T:
    while True:
        drawn = rng.choice(among)
        if drawn is not than:
            return drawn


@cache
def _moments(kind: ThingKind) -> tuple[Occasion, ...]:
    """The moments that fit a kind and leave room for at least two surprises."""
    return tuple(m for m in household().occasions if kind.group in m.groups and len(_by_sense(m, kind)[1]) > 1)


@cache
def _by_sense(moment: Occasion, kind: ThingKind) -> tuple[tuple[Thing, ...], tuple[Thing, ...]]:
    """Split a kind into what common sense suggests at this moment and what would surprise."""
    said = _said_at(moment) | _said_for(kind)
    fair = [thing for thing in kind.things if said.isdisjoint(_called(thing))]
    sensible = tuple(thing for thing in fair if _pull(moment, thing) > 0)
    return sensible, tuple(thing for thing in fair if thing not in sensible)


def _pull(moment: Occasion, thing: Thing) -> int:
    """How much more a thing agrees with the moment than it goes against it."""
    return sum((trait in moment.suggests) - (OPPOSITE[trait] in moment.suggests) for trait in thing.character)


@cache
def _rooms() -> tuple[tuple[Spot, ...], ...]:
    names = dict.fromkeys(place.room for place in household().spots)
    return tuple(tuple(place for place in household().spots if place.room == name) for name in names)


@cache
def _by_room(moment: Occasion, goods: Belonging) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """Split the places fit for some goods into those in the room where most would keep them and the rest."""
    said = _said_at(moment) | words(household().put) | _called(goods)
    fit = [place for place in household().spots if place.room in goods.rooms and said.isdisjoint(_called(place))]
    return (
        tuple(place for place in fit if place.room == goods.home),
        tuple(place for place in fit if place.room != goods.home),
    )


@cache
def _said_at(moment: Occasion) -> frozenset[str]:
    """The words that may be said of a moment."""
    return words(moment.says)


@cache
def _said_for(kind: ThingKind) -> frozenset[str]:
    """The words in which a kind of thing may be asked for."""
    return words((*kind.asks, *kind.what, *household().bring))


@cache
def _called(row: Thing | Belonging | Spot) -> frozenset[str]:
    """The words of the names of something in the tables."""
    return words(name.bare for name in row.names)


def words(texts: Iterable[str]) -> frozenset[str]:
    """The words that carry meaning, without their plural endings.

    >>> sorted(words(["Two lemon halves", "a tart with lemons"]))
    ['halve', 'lemon', 'tart']
    """
    found = re.findall(r"[a-z]{3,}", " ".join(texts).lower())
    return frozenset(word.removesuffix("s") for word in found if word not in _SMALL_WORDS)
