"""Whether a belief speaks on an errand at all: when it holds, and whom it is of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from operator import mul

from penchant.domain import Preference
from penchant.english import stem
from penchant.mind.lexicon import kinship
from penchant.mind.told.figures import parts_of_day, times
from penchant.mind.understand import tables
from penchant.mind.understand.words import one_of as words

_FILE = "told/occasions.txt"
_WORD = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")

ENOUGH = 0.5
"""So much of what a situation names has to be told of for it to hold."""

KIND = 0.5
"""What the last word of several counts, which names a kind of thing: "flight" of "night flight"."""

HINTED = 0.7
"""How far an occasion that is only hinted at holds: who asks for breakfast is likely to ask in the morning."""


@dataclass(frozen=True, slots=True)
class _Occasions:
    """The table: by word or pair of words, the occasions it names and those it hints at."""

    names: Mapping[str, frozenset[int]]
    hints: Mapping[str, frozenset[int]]


@cache
def _occasions() -> _Occasions:
    names: dict[str, set[int]] = {}
    hints: dict[str, set[int]] = {}
    for number, line in enumerate(tables.section(_FILE, "occasions").lines):
        named, hinted = line.parts(least=2, of="sides", by=":")
        for word in named.split():
            names.setdefault(_plain(word), set()).add(number)
        for word in hinted.split():
            hints.setdefault(_plain(word), set()).add(number)
    return _Occasions(
        {word: frozenset(found) for word, found in names.items()},
        {word: frozenset(found) for word, found in hints.items()},
    )


def _plain(word: str) -> str:
    return " ".join(map(stem, word.split("-")))


@lru_cache(maxsize=4096)
def _said(text: str) -> tuple[str, ...]:
    """The words of a text in one form, and pairs of them; clock times as the part of the day they are in."""
    said = [stem(word) for word in _WORD.findall(text.casefold().replace("’", "'"))]
    return (*said, *map(" ".join, pairwise(said)), *(part for time in times(text) for part in parts_of_day(time)))


@lru_cache(maxsize=4096)
def holds(situation: str, said: str, topic: str = "") -> float:
    """How surely a situation is the one a request tells of (0 to 1); one that tells of none is no such situation.

    Words that only say what it is about (``topic``) are no sign of it: every flight is a flight, not a night flight.

    >>> holds("", "a drink"), holds("drowsy", "a drink, I'm so sleepy"), holds("drowsy", "a drink before my run")
    (1.0, 1.0, 0.0)
    """
    wanted = [word for word in _content(situation) if word not in _content(topic)] or list(_content(situation))
    if not wanted:
        return 1.0
    told = _said(said)
    turned = _is_negated(situation)
    found = [_is_told(word, told) for word in wanted]
    weights = [1.0] * (len(found) - 1) + [1.0 if len(found) == 1 else KIND]
    share = sum(map(mul, weights, found)) / sum(weights)
    if min(found) < 0 or share < ENOUGH:
        share = 0.0
    return 1.0 - share if turned and share else float(turned) if turned else share


def _content(text: str) -> tuple[str, ...]:
    said = _WORD.findall(text.casefold().replace("’", "'"))
    return tuple(dict.fromkeys(stem(word) for word in said if word not in tables.words(_FILE, "little") | _noes()))


def _noes() -> frozenset[str]:
    return tables.words(_FILE, "noes")


def _is_negated(situation: str) -> bool:
    return not _noes().isdisjoint(_WORD.findall(situation.casefold().replace("’", "'")))


def _is_told(word: str, told: tuple[str, ...]) -> float:
    """How surely a request tells of what a word of a situation names; -1 where it tells of the opposite."""
    if word in told:
        return 1.0
    table = _occasions()
    named = table.names.get(word, frozenset())
    best = 0.0
    for other in told:
        if named & table.names.get(other, frozenset()):
            return 1.0
        if named & table.hints.get(other, frozenset()):
            best = max(best, HINTED)
        kin = kinship(word, other) if " " not in other else None
        if kin == 1.0:
            return 1.0
        if kin == -1.0 and not best:
            best = -1.0
    return best


RELATIONS = words(
    """mother mom father dad parent sister brother sibling son daughter child kid wife husband partner spouse girlfriend
    boyfriend fiance fiancee aunt uncle cousin niece nephew grandmother grandma grandfather grandpa granny nan friend
    colleague coworker boss manager neighbor neighbour roommate flatmate teacher twin mother-in-law father-in-law
    stepmother stepfather stepson stepdaughter baby toddler"""
)
_FOR = re.compile(
    r"\b(?:for|to)\s+(?:(?P<my>my|our)\s+)?(?P<who>[^\W\d_][\w-]*(?:\s+[A-Z][\w-]*)?)"
    r"|\b(?:my|our)\s+(?P<owner>[^\W\d_][\w-]*)(?:['’]s|\s+(?:would|will|might|could|should|likes?|wants?|needs?|is|turns))\b"
    r"|\b(?P<name>[A-Z][\w-]*)(?:['’]s\s+(?:birthday|wedding|party|graduation|dinner|room|trip|flight)|\s+(?:would|might|likes?|wants?|needs?))\b"
)
_SUBJECT = re.compile(r"(?:\w+[,:]?\s+)?(?:my|our)\s+(?P<who>[^\W\d_][\w-]*)\b", re.IGNORECASE)
_OF_ONESELF = re.compile(r"\b(?:[Ii]|[Mm]e|[Ww]e|[Uu]s)\b")
_BESIDE = re.compile(r"\b(?:for|with)\s+(?:me|us|both|myself)\b|\b(?:me|us|myself)\s+and\b|\band\s+(?:me|I|myself)\b")


@dataclass(frozen=True, slots=True)
class Beneficiary:
    """Whom an errand is for, as far as the request tells: names and relations in one form; none is the person."""

    others: frozenset[str] = frozenset()
    too: bool = True  # whether it is for the person as well

    def speaks(self, whom: str) -> bool:
        """Whether what is believed of somebody ("" is the person) bears on the errand."""
        if not whom:
            return self.too
        return not self.others.isdisjoint(_persons(whom))


def is_for_another(request: str, earlier: str) -> bool:
    """Whether a request is for somebody else of whom nothing was said earlier.

    >>> is_for_another("My wife needs a drink, which?", "tea for me"), is_for_another("a gift for dad", "my dad sails")
    (True, False)
    """
    whose = beneficiary(request, ())
    return bool(whose.others) and not whose.too and whose.others.isdisjoint(persons(earlier))


def beneficiary(text: str, known: Iterable[Preference]) -> Beneficiary:
    """Whom a request is for, given the names and relations that are known.

    >>> beneficiary("a gift for my sister", ()).speaks(""), beneficiary("a drink for me", ()).speaks("")
    (False, True)
    """
    beliefs = tuple(known)
    return _beneficiary(
        text,
        frozenset(one.whom for one in beliefs if one.whom),
        frozenset((one.topic, one.value) for one in beliefs if one.kind == "relation" and one.value),
    )


@lru_cache(maxsize=4096)
def _beneficiary(text: str, named: frozenset[str], relations: frozenset[tuple[str, str]]) -> Beneficiary:
    known = {name for whom in named for name in _persons(whom)}
    known |= {name for pair in relations for name in (_name(pair[0]), _name(pair[1]))}
    found: set[str] = set()
    for match in _FOR.finditer(text):
        who = _name(match["who"] or match["owner"] or match["name"])
        first = who.split()[0] if who else ""
        found |= {one for one in (who, first) if one in known or one in RELATIONS}
    subject = _SUBJECT.match(text)
    if subject is not None and not _OF_ONESELF.search(text) and (who := _name(subject["who"])) in RELATIONS:
        found.add(who)
    for relation, name in relations:
        if found & {_name(relation), _name(name)}:
            found |= {_name(relation), _name(name)}
    if not found:
        return Beneficiary()
    beside = _BESIDE.search(text)
    return Beneficiary(frozenset(found), too=beside is not None)


_NAMED = re.compile(r"(?<=[^\W\d_,;)] )[A-Z][a-z]{2,}")
_ALSO_CALLED = {"mum": "mother", "mom": "mother", "mama": "mother", "dad": "father", "papa": "father", "kid": "child"}


@lru_cache(maxsize=4096)
def persons(text: str) -> frozenset[str]:
    """Who is spoken of: names inside a sentence, and what people are to somebody.

    >>> sorted(persons("a present for Rosa, my sister; mum pays"))
    ['mom', 'mother', 'rosa', 'sister']
    """
    found = {name.casefold() for name in _NAMED.findall(text)}
    for word in map(stem, _WORD.findall(text.casefold())):
        called = _ALSO_CALLED.get(word, word)
        if called in RELATIONS:
            found |= {called, word}
    return frozenset(found)


def _persons(whom: str) -> frozenset[str]:
    name = _name(whom)
    return frozenset({name, *name.split()}) - {"my", "our", "the"}


def _name(text: str) -> str:
    return " ".join(stem(word) for word in text.casefold().split() if word not in {"my", "our", "the", "a"})
