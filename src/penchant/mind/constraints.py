"""What a constraint rules out, by the words of an option: nuts rule out an almond croissant, vegetarian a steak.

What is known not to fit is ruled out; what is unknown is not. The table ``constraints.txt`` knows allergies, diets,
faiths and access needs; of anything else an option is ruled out by its own words, and by the kinds of the lexicon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise

from penchant.domain import Stance
from penchant.english import stem
from penchant.mind.lexicon import hypernyms, is_kind, is_plant_milk, kinship
from penchant.mind.understand.words import WORD
from penchant.tables import TableLine, one_of, read_file

_BEFORE = frozenset({"without", "no", "non", "sans", "minus", "zero", "not"})
"""Words that take away what they stand before."""
_BETWEEN = 2
"""So many words may stand between them and it: "without any added sugar"."""
_AFTER = frozenset({"free", "alternative", "substitute", "replacement"})
_JOINED = frozenset({"with", "of", "in", "from", "for", "and", "on", "made"})
_OF_MILK = frozenset({"dairy", "lactose", "milk", "cheese"})
_KNOWN = 8_192

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConstraintTable:
    """What is known of constraints, each part by the words it goes by, stemmed and with blanks between."""

    members: Mapping[str, frozenset[Words]]  # of each kind of food or thing, by every name: what holds it
    food: frozenset[str]  # which of them are food
    diets: Mapping[str, frozenset[str]]  # by every name: the kinds ruled out
    conditions: Mapping[str, tuple[Stance, str]]  # what somebody is or has, and what follows
    exceptions: Mapping[Words, int]  # names, and which of their words means nothing of the kind there
    not_food: frozenset[str]
    substitutes: Mapping[str, frozenset[str]]  # by a word anywhere in a name: the kinds it holds none of
    made_of: Mapping[str, frozenset[str]]  # the same by the word right before


@cache
def table() -> ConstraintTable:
    """The table that comes with penchant."""
    path = resources.files(__package__) / "constraints.txt"
    sections = read_file(path)

    def lines(name: str) -> tuple[TableLine, ...]:
        return one_of(sections, name, path).lines

    food, things = (
        {name: frozenset({*names, *members}) for names, members in _sides(lines(kind)) for name in names}
        for kind in ("food", "things")
    )
    diets, substitutes, made_of = (
        {name: frozenset(kinds) for names, kinds in _sides(lines(kind)) for name in names}
        for kind in ("diets", "substitutes", "made of")
    )
    known = food | things
    return ConstraintTable(
        members={name: frozenset(map(_split, _all_of(name, known))) for name in known},
        food=frozenset(food),
        diets=diets,
        conditions=dict(map(_condition, lines("conditions"))),
        exceptions=dict(_exception(word) for line in lines("exceptions") for word in line.text.split()),
        not_food=frozenset(stem(word) for line in lines("not food") for word in line.text.split()),
        substitutes=substitutes,
        made_of=made_of,
    )


def _sides(lines: Iterable[TableLine]) -> Iterator[tuple[list[str], list[str]]]:
    """The words on both sides of the colon of each line."""
    for line in lines:
        names, members = line.parts(least=2, of="sides", by=":")
        yield [*map(_plain, names.split())], [*map(_plain, members.split())]


def _all_of(name: str, known: Mapping[str, Iterable[str]]) -> set[str]:
    """A name with all that it stands for, also by the names of other lines."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += known.get(one, ())
    return found


def _condition(line: TableLine) -> tuple[str, tuple[Stance, str]]:
    name, follows = line.parts(least=2, of="sides", by=":")
    stance, _, value = follows.partition(" ")
    if stance not in ("wants", "avoids") or not value:
        raise line.refused("should read: condition: wants VALUE, or avoids VALUE")
    return name.replace("-", " "), ("wants" if stance == "wants" else "avoids", value.replace("-", " "))


def _exception(word: str) -> tuple[Words, int]:
    parts = word.split("-")
    return tuple(stem(part.strip("*")) for part in parts), next(at for at, part in enumerate(parts) if part[0] == "*")


def _plain(word: str) -> str:
    return " ".join(stem(part) for part in word.split("-"))


def _split(name: str) -> Words:
    return tuple(name.split())


@lru_cache(maxsize=_KNOWN)
def named(value: str) -> str:
    """The name as the table has it; the words in one form where it has none."""
    return " ".join(map(stem, WORD.findall(value.lower())))


def is_known(value: str) -> bool:
    """Whether the table has a line for it: a kind of food or thing, or a diet."""
    name = named(value)
    return name in table().members or name in table().diets


def is_member(value: str) -> bool:
    """Whether it is such a kind, or one of what belongs to one: pork, bacon."""
    name = _split(named(value))
    return is_known(value) or any(name in members for members in table().members.values())


def rules_out(stance: Stance, value: str, option: str) -> bool:
    """Whether somebody who never wants the value (or wants only it) cannot have an option of that name.

    >>> rules_out("avoids", "nuts", "almond croissant"), rules_out("avoids", "nuts", "walnut desk")
    (True, False)
    >>> rules_out("wants", "vegetarian", "steak"), rules_out("wants", "vegetarian", "veggie burger")
    (True, False)
    """
    if stance == "accepts":
        return False
    return _lacks(value, option) if stance == "wants" else _holds(value, option)


def covers(stance: Stance, value: str, other: str) -> bool:
    """Whether somebody who has the other again no longer keeps to this at all: meat, and vegetarian.

    >>> covers("wants", "vegetarian", "meat"), covers("avoids", "fish", "seafood"), covers("avoids", "nuts", "almonds")
    (True, True, False)
    """
    if stance == "wants":
        return named(other) in table().diets.get(named(value), ())
    return named(other) in _wider(named(value))


@lru_cache(maxsize=_KNOWN)
def _lacks(value: str, option: str) -> bool:
    """Whether an option is known to be no such thing."""
    name, words = named(value), _words_of(option)
    excluded = table().diets.get(name)
    if excluded is None and name.endswith(" free"):
        excluded = frozenset({name.removesuffix(" free")})
    if excluded is None:
        return any(kinship(word, other) == -1.0 for word in words for other in name.split())
    if any(
        diet.split()[0] in words and _at(_split(diet), words)
        for diet, ruled in table().diets.items()
        if excluded <= ruled
    ):
        return False
    return any(_holds(kind, option) for kind in excluded)


@lru_cache(maxsize=_KNOWN)
def _holds(value: str, option: str) -> bool:
    """Whether an option is known to hold the value."""
    name, words, known = named(value), _words_of(option), table()
    if not name:
        return False
    if name in known.food and _head(words) in known.not_food:
        return False
    members = known.members.get(name, frozenset({_split(name)}))
    if any(_taken_away(kind, words) for kind in {name, *_wider(name)}):
        return False
    if name in known.members:
        words = _without(known.exceptions, words)
    present = frozenset(words)
    for member in members:
        if member[0] in present and any(_is_there(name, words, at, len(member)) for at in _at(member, words)):
            return True
    if " " in name or not is_kind(name):
        return False
    return any(name in hypernyms(word) and _is_there(name, words, at, 1) for at, word in enumerate(words))


@lru_cache(maxsize=_KNOWN)
def _wider(name: str) -> frozenset[str]:
    """The names of kinds that hold all of this one: what is free of dairy has no lactose."""
    members = table().members
    own = members.get(name, frozenset()) - {_split(name)}
    return frozenset(kind for kind, every in members.items() if own and own <= every)


def _taken_away(name: str, words: Words) -> bool:
    """Whether a name says itself that it has none: "gluten-free bread", "bread without gluten"."""
    size = len(name.split())
    return any(_is_negated(words, at, size) for at in _at(_split(name), words))


def _words_of(option: str) -> Words:
    return tuple(map(stem, WORD.findall(option.lower())))


def _head(words: Words) -> str:
    """The word that says what a name is about: the last, or the last before "with walnut legs"."""
    about = next((at for at, word in enumerate(words) if at and word in _JOINED), len(words))
    return words[about - 1] if words else ""


def _at(member: Words, words: Words) -> list[int]:
    """Where words begin with these."""
    size = len(member)
    return [at for at in range(len(words) - size + 1) if words[at : at + size] == member]


def _without(exceptions: Mapping[Words, int], words: Words) -> Words:
    """The words without those that mean nothing of the kind."""
    present = frozenset(words)
    for one, misleading in exceptions.items():
        for at in _at(one, words) if one[0] in present else ():
            words = (*words[: at + misleading], "", *words[at + misleading + 1 :])
    return words


def _is_negated(words: Words, at: int, size: int) -> bool:
    """Whether what stands at this place is taken away by the words around it."""
    before, after = words[max(at - 1 - _BETWEEN, 0) : at], words[at + size : at + size + 1]
    if any(word == "0" and not then.isdigit() for word, then in pairwise((*before, ""))):  # "0 g sugar", not "0.5 g"
        return True
    return not _BEFORE.isdisjoint(before) or not _AFTER.isdisjoint(after) or before[-2:] == ("free", "of")


def _is_there(name: str, words: Words, at: int, size: int) -> bool:
    """Whether what stands at this place is what it says: not taken away, and no substitute."""
    if _is_negated(words, at, size):
        return False
    if name in _OF_MILK and any(map(is_plant_milk, words[max(at - 1 - _BETWEEN, 0) : at])):
        return False
    marks = (*words, *map(" ".join, pairwise(words)))
    if any(_is_part(name, table().substitutes.get(mark, ())) for mark in marks):
        return False
    return at == 0 or not _is_part(name, table().made_of.get(words[at - 1], ()))


def _is_part(name: str, kinds: Iterable[str]) -> bool:
    """Whether it is one of the kinds of the table, or belongs to one; a decaf coffee is a coffee all the same."""
    return name in table().members and any(_split(name) in table().members.get(kind, ()) for kind in kinds)
