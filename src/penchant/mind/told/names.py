"""What was told of, held against the names of options: whether a name says it, says the opposite, or says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from penchant.english import stem
from penchant.mind.lexicon import has_kin, hypernyms, is_kind, kinship
from penchant.mind.understand import tables
from penchant.mind.understand.words import CONTRACTED

Numbers = NDArray[np.float64]

_TAKEN_AWAY = frozenset({"no", "not", "without", "non", "minus", "free"})
OPPOSED = -0.8
"""What a word that means the opposite says against."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Some names, by the words they are made of."""

    names: tuple[str, ...]
    at: dict[str, NDArray[np.intp]]  # of each word, which names have it


@lru_cache(maxsize=512)
def offer(names: tuple[str, ...]) -> Offer:
    """The names, read once."""
    found: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        for word in dict.fromkeys(words_of(name)):
            found.setdefault(word, []).append(number)
    return Offer(names, {word: np.array(at) for word, at in found.items()})


@lru_cache(maxsize=8192)
def words_of(text: str) -> tuple[str, ...]:
    """The words that say something, in one form; what is taken away ("sugar-free") is not there."""
    words = CONTRACTED.findall(text.casefold())
    kept = []
    for at, word in enumerate(words):
        if word in tables.words("told/occasions.txt", "little in names") or word in _TAKEN_AWAY:
            continue
        if words[at + 1 : at + 2] == ["free"] or (at and words[at - 1] in {"no", "without", "non", "minus", "not"}):
            continue
        kept.append(stem(word))
    return tuple(kept)


def said_of(value: str, names: tuple[str, ...]) -> tuple[Numbers, float]:
    """How far each name says the value (-1 the opposite, 1 all of it), and how much of the value is spoken of at all.

    A word that every name has tells them apart no more and counts as said: of window and aisle seats, "seat".

    >>> said_of("window seats", ("window seat", "aisle seat"))[0].tolist()
    [1.0, 0.0]
    """
    wanted = tuple(dict.fromkeys(words_of(value)))
    if not wanted or not names:
        return np.zeros(len(names)), 0.0
    rows = np.stack([_word(word, offer(names)) for word in wanted])
    spoken = rows.any(axis=1)
    if not spoken.any():
        return np.zeros(len(names)), 0.0
    telling = spoken & (rows.min(axis=1) < rows.max(axis=1))
    said: Numbers = rows[telling].mean(axis=0) if telling.any() else np.zeros(len(names))
    return said, float(spoken.mean())


def names_all(value: str, name: str) -> bool:
    """Whether a name says all that a value does; an empty value is said by none.

    >>> names_all("Luigi's", "Luigi's, Italian, ££"), names_all("on Mondays", "sushi"), names_all("", "sushi")
    (True, False, False)
    """
    said, spoken = said_of(value, (name, ""))
    return bool(spoken == 1.0 and said[0] == 1.0)


def _word(word: str, on_offer: Offer) -> Numbers:
    row = np.zeros(len(on_offer.names))
    if (at := on_offer.at.get(word)) is not None:
        row[at] = 1.0
    kindred, kind = has_kin(word), is_kind(word)
    if kindred or kind:
        for other, at in on_offer.at.items():
            if kind and word in hypernyms(other):
                row[at] = 1.0
            elif kindred and (kin := kinship(word, other)) is not None:
                row[at] = np.where(row[at] == 0, OPPOSED if kin < 0 else 1.0, row[at])
    return row


def is_long(names: Sequence[str]) -> bool:
    """Whether options are whole answers more than names."""
    return bool(names) and sum(len(name) for name in names) / len(names) >= LONG


LONG = 80
"""From so many characters on, on average, options are texts."""
