"""How things and places are called in a sentence: articles, it or them, on or in, and shorter names.

Only grammar lives here, decided from the last word of a name and the table ``nouns.txt``. What is said about a thing is
in ``voices/``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from penchant.english import is_plural, listed
from penchant.tables import one_of, read_file

_OWN_ARTICLE = re.compile(
    r"(?:the|an?|my|your|our|his|her|their|some|one|two|three|four|five|several|multiple|many|various|both|any|no|"
    r"this|that|these|those)\s",
    re.IGNORECASE,
)
_OWN_PREPOSITION = re.compile(
    r"(?:on|in|at|by|under|behind|near|beside|inside|above|below|over|next to|in front of|on top of)\s"
    r"+(?:the|an?|my|your|our|his|her|their|top|front)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:\w+ )?[A-Z0-9]{1,2}")  # "B", "option C" and "shelf 3" go without an article
_AFTER_THE_HEAD = re.compile(r"\s(?:of|with|without|in|for|on|from|by|at|to|under|near)\s|\s*[,;:(/]", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_PREPOSITIONS = ("in", "on", "at", "by")


@dataclass(frozen=True, slots=True)
class NounTable:
    """What ``nouns.txt`` says of last words."""

    prepositions: Mapping[str, str]
    pairs: Mapping[str, str]  # by the last two words
    uncounted: frozenset[str]
    families: Mapping[str, frozenset[str]]  # by each of their words


@cache
def noun_table() -> NounTable:
    """The words that come with penchant."""
    return read_noun_table(resources.files(__package__) / "nouns.txt")


def read_noun_table(path: Traversable) -> NounTable:
    """The words of a file, or :class:`BadData`, which names the line to mend."""
    sections = read_file(path)
    words = {name: " ".join(one_of(sections, name, path).texts).split() for name in (*_PREPOSITIONS, "uncounted")}
    pairs = {}
    for line in one_of(sections, "pairs", path).lines:
        pair, colon, preposition = line.text.partition(": ")
        if not colon or len(pair.split()) != 2 or preposition not in _PREPOSITIONS:
            raise line.refused(f"should be two words, a colon and one of {listed(_PREPOSITIONS)}")
        pairs[pair] = preposition
    families = [frozenset(line.text.split()) for line in one_of(sections, "families", path).lines]
    return NounTable(
        {word: preposition for preposition in _PREPOSITIONS for word in words[preposition]},
        pairs,
        frozenset(words["uncounted"]),
        {word: family for family in families for word in family},
    )


@dataclass(frozen=True, slots=True)
class Noun:
    """A name made ready for a sentence: ``the`` one in sight, ``any`` of its kind, and whether it is many."""

    the: str
    any: str
    plural: bool
    preposition: str  # "" where the name brings its own


@lru_cache(maxsize=8192)
def noun(name: str) -> Noun:
    """The forms of a name.

    >>> noun("herbal tea with honey").the, noun("walnuts").any, noun("bottle of wine").plural
    ('the herbal tea with honey', 'walnuts', False)
    """
    words = _head_words(name)
    last = words[-1] if words else ""
    plural = is_plural(last)
    own_preposition = bool(_OWN_PREPOSITION.match(name))
    if own_preposition or _OWN_ARTICLE.match(name) or _LABEL.fullmatch(name):
        the = kind = name
    else:
        the = f"the {name}"
        kind = name if plural or last in noun_table().uncounted else the
    return Noun(the, kind, plural, "" if own_preposition else _preposition(words))


@lru_cache(maxsize=8192)
def shorter(name: str, known: frozenset[str]) -> str | None:
    """A shorter name that still singles it out among all that are known, if there is one.

    >>> shorter("herbal tea", frozenset({"black coffee"})), shorter("herbal tea", frozenset({"black tea"}))
    ('tea', 'herbal one')
    """
    words = name.split()
    if len(words) < 2 or not all(word.isalpha() for word in words) or _OWN_ARTICLE.match(name):
        return None
    others = [other.casefold() for other in known if other != name]
    first, last = words[0].casefold(), words[-1].casefold()
    family = noun_table().families.get(last)
    if family is None:
        return None
    if not _heard_in(family, others):
        return words[-1]
    contrast = any(other.split()[-1:] == [last] for other in others)
    if len(words) == 2 and contrast and not _heard_in((first,), others):
        return f"{words[0]} {'ones' if noun(name).plural else 'one'}"
    return None


def _heard_in(words: Iterable[str], names: list[str]) -> bool:
    return any(word in name for word in words for name in names)


def _head_words(name: str) -> list[str]:
    head = _AFTER_THE_HEAD.split(name.strip(), maxsplit=1)[0]
    return [word.casefold() for word in _WORD.findall(head or name)]


def _preposition(words: list[str]) -> str:
    table, pair = noun_table(), " ".join(words[-2:])
    if pair in table.pairs:
        return table.pairs[pair]
    return next((table.prepositions[word] for word in reversed(words) if word in table.prepositions), "at")
