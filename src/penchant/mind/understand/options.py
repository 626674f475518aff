"""What is on offer, taken apart once and remembered: the words of each name, its head, what it is like."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from penchant.english import stem, verb_roots
from penchant.mind.lexicon import has_kin, hypernyms, is_descriptive, is_place, is_plant_milk, kinship, qualities
from penchant.mind.understand.shapes import vocabulary
from penchant.mind.understand.tokens import PAUSES, tokenise
from penchant.mind.understand.words import COMMON, FILLERS, JOINERS, one_of

_VESSELS = one_of(
    """
    glass cup bowl box bag bottle plate piece slice pot mug jar pack packet can pair bar set
    """
)
_BREAKS = one_of("of with in by on from for at near under next")
_SUFFIXES = frozenset(("", "s", "d", "ed", "ing", "y", "er", "en", "ie", "ey", "es", "r", "ish", "e", "n", "est"))
_WHERE = one_of("under behind beside by near next above on in inside at beneath")
_MOST_OPTIONS = 400
_EVERYDAY = 40  # as many options as people are seldom offered
_ROOT = 4  # how many letters a word and a form of it share at least


@dataclass(frozen=True, slots=True)
class Entry:
    """One option: its words in order, those that carry meaning, the one that says what it is, and what it is like."""

    spelled: tuple[str, ...]
    spellings: tuple[tuple[str, ...], ...]  # as it may be written in full: "ice cream", "icecream"
    joined: tuple[str, ...]  # any two words that follow each other, as one: "tshirt" of "black t-shirt"
    words: tuple[str, ...]
    head: str
    traits: tuple[tuple[str, float], ...]
    kinds: frozenset[str]
    is_place: bool


@lru_cache(maxsize=4_096)
def _entry(name: str) -> Entry:
    """The name taken apart; the same things are on offer in many a moment."""
    spelled = tuple(stem(token) for token in tokenise(name) if token not in PAUSES)
    if len(spelled) > 1 and spelled[0] in {"the", "a", "an"}:
        spelled = spelled[1:]
    words = tuple(dict.fromkeys(word for word in spelled if word not in JOINERS)) or spelled
    head = _head(spelled) or (words[-1] if words else "")
    said = [word for word in words if is_descriptive(word)]
    traits = dict.fromkeys(words, 2.0)
    kinds: set[str] = set()
    for word in words:
        plant = word == "milk" and any(map(is_plant_milk, words))
        kinds |= hypernyms(word) - ({"dairy"} if plant else set())
        for trait in sorted(qualities(word)):
            if plant and trait == "dairy":
                continue
            if not any(kinship(trait, own) == -1.0 for own in said):
                traits.setdefault(trait, 1.0)
    joined = tuple(first + second for first, second in pairwise(spelled))
    for word in joined:
        kinds |= hypernyms(word)
        for trait in sorted(qualities(word)):
            traits.setdefault(trait, 1.0)
    place = is_place(head) or (len(spelled) > 1 and spelled[0] in _WHERE)
    spellings = tuple(dict.fromkeys((spelled, ("".join(spelled),)))) if spelled else ()
    return Entry(spelled, spellings, joined, words, head, tuple(traits.items()), frozenset(kinds), place)


def _head(spelled: tuple[str, ...]) -> str:
    for at, word in enumerate(spelled):
        if at and word in _BREAKS:
            if word == "of" and spelled[at - 1] in _VESSELS:
                rest = [later for later in spelled[at + 1 :] if later not in JOINERS]
                return _head(tuple(rest))
            return spelled[at - 1]
    return spelled[-1] if spelled else ""


@dataclass(frozen=True, slots=True)
class _Sought:
    """What can be told of a token before any option is looked at."""

    plain: str
    is_small: bool  # it is too common or too short to stand for another word
    is_known: bool  # it is a word of ours, and so no slip of the keyboard
    forms: tuple[str, ...]  # itself, and what it may be a form of; none for a describing word
    stems: frozenset[str]  # of these forms
    has_kin: bool  # the lexicon knows near-synonyms of them


@lru_cache(maxsize=4_096)
def _sought(token: str) -> _Sought:
    plain = stem(token)
    forms = () if is_descriptive(token) else verb_roots(plain)
    return _Sought(
        plain,
        is_small=plain in COMMON or len(token) < 3,
        is_known=token in vocabulary() or token in FILLERS,
        forms=forms,
        stems=frozenset(stem(form) for form in forms),
        has_kin=any(has_kin(form) for form in forms),
    )


class OptionIndex:
    """The options of one moment and every way to find one of them by a word."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.entries = tuple(_entry(name) for name in names[:_MOST_OPTIONS])
        self.everything = tuple(range(len(self.entries)))
        self.number = {name: at for at, name in enumerate(names[:_MOST_OPTIONS])}
        self.by_first: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        owners: dict[str, list[int]] = {}
        for at, entry in enumerate(self.entries):
            for word in (*entry.words, *entry.joined):
                owners.setdefault(word, []).append(at)
            for spelling in entry.spellings:
                self.by_first.setdefault(spelling[0], []).append((spelling, at))
        self.by_word = {word: _numbers(tuple(found)) for word, found in owners.items()}
        for spellings in self.by_first.values():
            spellings.sort(key=lambda spelling: -len(spelling[0]))
        self.places = frozenset(at for at, entry in enumerate(self.entries) if entry.is_place)
        self._stems = {stem(word) for word in self.by_word if not is_descriptive(word)}
        self._beginnings = {word[:_ROOT] for word in self.by_word}
        self._seen: dict[str, str] = {}  # "" for a token that stands for no word

    def word(self, token: str) -> str | None:
        """The option word that a token stands for: itself, a synonym, a shortening or a misspelling of it."""
        if token in COMMON:
            return None
        found = self._seen.get(token)
        if found is None:
            if len(self._seen) > 5_000:
                self._seen.clear()
            found = self._seen[token] = self._look_up(token) or ""
        return found or None

    def _look_up(self, token: str) -> str | None:
        sought = _sought(token)
        plain = sought.plain
        if plain in self.by_word:
            return plain
        if sought.is_small:
            return None
        if sought.has_kin or not self._stems.isdisjoint(sought.stems):
            for word in self.by_word:
                if not is_descriptive(word) and any(kinship(form, word) == 1.0 for form in sought.forms):
                    return word
        if plain[:_ROOT] in self._beginnings:
            for word in self.by_word:
                if _same_root(plain, word):
                    return word
        if sought.is_known:
            return None
        close = [(slips, word) for word in self.by_word if (slips := _slips(token, plain, word)) is not None]
        return min(close)[1] if close else None

    def having(self, word: str) -> frozenset[int]:
        """The options whose name holds the word."""
        return self.by_word.get(word, frozenset())

    def like(self, trait: str) -> list[float]:
        """How far each option is what the describing word says: above 0 it is, below 0 it is the opposite."""
        return [_degree(trait, entry.traits) for entry in self.entries]

    def of_kind(self, kind: str) -> list[int]:
        """The options that are such things: every juice for "drink"."""
        plain = stem(kind)
        return [at for at, entry in enumerate(self.entries) if plain in entry.kinds or kind in entry.kinds]


@lru_cache(maxsize=1_024)
def _numbers(options: tuple[int, ...]) -> frozenset[int]:
    """These numbers as a set, shared: the same few stand in every index."""
    return frozenset(options)


def _degree(trait: str, traits: Iterable[tuple[str, float]]) -> float:
    best = 0.0
    for own, weight in traits:
        kin = kinship(trait, own)
        if kin is not None and abs(kin * weight) > abs(best):
            best = kin * weight
    return best


def _same_root(token: str, word: str) -> bool:
    shared = 0
    for mine, theirs in zip(token, word, strict=False):
        if mine != theirs:
            break
        shared += 1
    if shared < _ROOT:
        return False
    if shared == len(token) and len(word) >= shared + 3:  # "choc" for "chocolate"
        return True
    rest, other = token[shared:], word[shared:]
    if rest and rest[0] == token[shared - 1]:  # knit, knitted
        rest = rest[1:]
    return rest in _SUFFIXES and other in _SUFFIXES and min(len(rest), len(other)) <= 1


def _slips(token: str, plain: str, word: str) -> int | None:
    """How many slips of the keyboard lie between the two, or None when too many for words of that length."""
    if word[:1] not in plain[:2] and word[1:] != plain[1:]:
        return None  # nearly every pair: the first letters agree, are swapped, or one of them is the slip
    longest = max(len(plain), len(word))
    if min(len(plain), len(word)) < 3 or longest < 4 or abs(len(plain) - len(word)) > 2:
        return None
    if plain[0] != word[0] and sorted(plain[:2]) != sorted(word[:2]) and (longest < 5 or plain[1:] != word[1:]):
        return None
    allowed = 2 if longest >= 7 else 1
    slips = _distance(plain, word)
    if slips > allowed or slips == 0:
        return None
    if longest == 4 and len(plain) == len(word) and sorted(plain) != sorted(word):
        return None  # "cake" is not a slip of "coke"
    if longest < 5 and len(plain) < len(word) and token != plain:
        return None
    return slips


def _distance(first: str, second: str) -> int:
    """Letters added, dropped, changed or swapped with their neighbour."""
    before: list[int] = []
    last = list(range(len(second) + 1))
    for i, mine in enumerate(first, 1):
        now = [i]
        for j, theirs in enumerate(second, 1):
            cost = min(last[j] + 1, now[j - 1] + 1, last[j - 1] + (mine != theirs))
            if i > 1 and j > 1 and mine == second[j - 2] and first[i - 2] == theirs:
                cost = min(cost, before[j - 2] + 1)
            now.append(cost)
        before, last = last, now
    return last[-1]


_everyday = lru_cache(maxsize=1_024)(OptionIndex)
_long = lru_cache(maxsize=128)(OptionIndex)


def option_index(names: tuple[str, ...]) -> OptionIndex:
    """The index of these options, built once.

    Where many people live side by side their options come in turns, so many are remembered; fewer of the long ones,
    which hold as much as a hundred others.
    """
    return _everyday(names) if len(names) <= _EVERYDAY else _long(names)
