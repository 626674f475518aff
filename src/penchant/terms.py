"""The words of a text that search goes by: lower case, no small words, and one stem for all forms of a word."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from penchant.english import base_form

if TYPE_CHECKING:
    from Stemmer import Stemmer

LONGEST = 20_000
"""So many characters of a text are read for its words."""

_SMALL = """
    a an the and or but if so of to in on at by for with from into about as than then too very also just not no nor
    is are was were be been being am do does did doing done have has had having will would can could shall should may
    might must ought i you he she it we they me him her us them my your his its our their mine yours hers ours theirs
    myself yourself himself herself itself themselves this that these those there here what which who whom whose when
    where why how some any such s t d m ll re ve don didn doesn isn aren wasn weren haven hasn hadn won wouldn couldn
    shouldn ain ok okay yes yeah please oh hey hi hello really quite lot lots much
"""


class Term(NamedTuple):
    """A word of a text: what all of its forms share, and how it was written."""

    stem: str
    word: str


@lru_cache(maxsize=8_192)
def stems(text: str) -> frozenset[str]:
    """What the words of a text share with all of their forms."""
    return frozenset(term.stem for term in terms(text))


def terms(text: str) -> list[Term]:
    """The words of a text in order, without those that say nothing by themselves.

    >>> [term.stem for term in terms("What did the children bake? They baked two loaves.")]
    ['child', 'bake', 'bake', 'two', 'loaf']
    """
    low = text[:LONGEST].lower()
    if "'" in low or "’" in low:
        low = low.replace("’", "'").replace("'s", " ")
    return [term for term in map(_term, _words().findall(low)) if term is not None]


@lru_cache(maxsize=16_384)
def _term(word: str) -> Term | None:
    """The word as search knows it; None for one that says nothing by itself."""
    return None if word in _small() else Term(_stemmer().stemWord(base_form(word)), word)


@cache
def _words() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+")


@cache
def _small() -> frozenset[str]:
    return frozenset(_SMALL.split())


@cache
def _stemmer() -> Stemmer:
    from Stemmer import Stemmer

    return Stemmer("english", 0)  # no cache of its own: ours is of whole words, by thread
