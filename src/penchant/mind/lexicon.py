"""General English word knowledge: which words mean much the same, which are opposites, what is a kind of what.

Only everyday words for everyday things, in the table ``lexicon.txt``; nothing about any person, option list or study.
Words are lower case and single; how they inflect is in :mod:`penchant.english`, phrases and grammar belong to
:mod:`penchant.mind.understand`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from penchant.english import stem
from penchant.tables import TableLine, one_of, read_file


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The table, each part by the words it is looked up with."""

    ends: Mapping[str, Mapping[int, int]]  # by word and by stem: the scales it is on, and at which end
    synonyms: Mapping[str, frozenset[int]]  # by stem: the groups it is in
    hypernyms: Mapping[str, frozenset[str]]  # by stem
    qualities: Mapping[str, frozenset[str]]  # by stem
    kinds: frozenset[str]
    plant_milks: frozenset[str]
    places: frozenset[str]


@cache
def lexicon() -> Lexicon:
    """The lexicon that comes with penchant."""
    return read_lexicon(resources.files(__package__) / "lexicon.txt")


def read_lexicon(path: Traversable) -> Lexicon:
    """The lexicon of a file, or :class:`BadData`, which names the line to mend."""
    sections = read_file(path)
    scales, synonyms, kinds, qualities, milks, places = (
        one_of(sections, name, path).lines
        for name in ("scales", "synonyms", "kinds", "qualities", "plant milks", "places")
    )
    hypernyms = _by_member(kinds)
    return Lexicon(
        _by_end(scales),
        _by_group(synonyms),
        hypernyms,
        _by_member(qualities),
        frozenset(kind for found in hypernyms.values() for kind in found),
        frozenset(word for line in milks for word in line.text.split()),
        frozenset(word for line in places for word in line.text.split()),
    )


def _by_end(lines: Sequence[TableLine]) -> dict[str, dict[int, int]]:
    ends: dict[str, dict[int, int]] = {}
    for scale, line in enumerate(lines):
        for end, words in enumerate(line.parts(least=2, of="ends", by="|")):
            for word in words.split():
                ends.setdefault(word, {}).setdefault(scale, end)
                ends.setdefault(stem(word), {}).setdefault(scale, end)
    return ends


def _by_group(lines: Sequence[TableLine]) -> dict[str, frozenset[int]]:
    groups: dict[str, set[int]] = {}
    for group, line in enumerate(lines):
        for word in line.text.split():
            groups.setdefault(stem(word), set()).add(group)
    return {word: frozenset(found) for word, found in groups.items()}


def _by_member(lines: Sequence[TableLine]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in lines:
        names, members = line.parts(least=2, of="sides", by=":")
        for member in members.split():
            found.setdefault(stem(member), set()).update(names.split())
    return {member: frozenset(kinds) for member, kinds in found.items()}


@lru_cache(maxsize=16_384)
def kinship(a: str, b: str) -> float | None:
    """1.0 for the same or near-synonyms, -1.0 for opposites, None when the words are strangers.

    >>> kinship("iced", "cold"), kinship("hot", "chilled"), kinship("couch", "sofa"), kinship("tea", "couch")
    (1.0, -1.0, 1.0, None)
    """
    first, second = stem(a), stem(b)
    if a == b or first == second:
        return 1.0
    groups = lexicon().synonyms.get(first)
    if groups and groups & lexicon().synonyms.get(second, frozenset()):
        return 1.0
    by_end = lexicon().ends
    ends, others = by_end.get(a) or by_end.get(first), by_end.get(b) or by_end.get(second)
    if not ends or not others:
        return None
    shared = [ends[scale] == others[scale] for scale in ends if scale in others]
    if not shared:
        return None
    return 1.0 if any(shared) else -1.0


def has_kin(word: str) -> bool:
    """Whether the word has near-synonyms or opposites here; any other is kin to nothing but its own forms."""
    plain, known = stem(word), lexicon()
    return plain in known.synonyms or word in known.ends or plain in known.ends


def is_descriptive(word: str) -> bool:
    """Whether the word is one of the describing words this lexicon can compare (cold, sweet, big...)."""
    return word in lexicon().ends


def is_kind(word: str) -> bool:
    """Whether the word names a kind of thing: "drink", "snack", "fruit"."""
    return word in lexicon().kinds


def is_place(word: str) -> bool:
    """Whether the word is the head noun of a place where one puts things in a home or an office."""
    return word in lexicon().places


def is_plant_milk(word: str) -> bool:
    """Whether a milk can be made of it, and then is no dairy."""
    return word in lexicon().plant_milks


@lru_cache(maxsize=4_096)
def hypernyms(word: str) -> frozenset[str]:
    """The kinds a thing belongs to: ``hypernyms("latte")`` holds "coffee" and "drink"; empty when unknown."""
    return lexicon().hypernyms.get(stem(word), frozenset())


@lru_cache(maxsize=4_096)
def qualities(word: str) -> frozenset[str]:
    """What such a thing usually is: ``qualities("soup")`` holds "hot"; empty when unknown."""
    return lexicon().qualities.get(stem(word), frozenset())
