"""Which of two readings stands: the built-in reader's, or the model's.

Where the words are plain, nobody else is asked. Where they are not, a model that has shown that it can read is
believed, unless what it says cannot be squared with what stands there in so many letters.
"""

from __future__ import annotations

import re

from penchant.domain import Reading
from penchant.mind.understand.hearsay import ANYBODY, KIN
from penchant.mind.understand.tokens import tokenise
from penchant.mind.understand.words import one_of

_THIRD = KIN | ANYBODY | one_of("he she they him her them his hers their theirs somebody someone")
_NAMED = re.compile(r"\b[A-Z][a-z]+ (?:wants|likes|loves|prefers|hates|says|said|thinks|drinks|eats|wears|uses|has)\b")
_SPOKEN_FIRST = re.compile(r"\s*(?:no|nope|not|nah)\b", re.IGNORECASE)


def stands(own: Reading, theirs: Reading, words: str) -> Reading:
    """The reading to go by, of words that are not plain."""
    return own if _cannot_be(theirs, own, words) else theirs


def _cannot_be(theirs: Reading, own: Reading, words: str) -> bool:
    if _says_nothing(theirs) and own.wants + own.accepts + own.avoids and not _speaks_of_others(words):
        return True  # a name stands there, and nobody but the person is spoken of
    turned = theirs.verdict == "right" and own.verdict == "wrong"
    return turned and _SPOKEN_FIRST.match(words) is not None  # "no, the tea" praises nothing


def _says_nothing(reading: Reading) -> bool:
    said = reading.wants + reading.accepts + reading.avoids + reading.unlisted
    return not said and not reading.also and reading.verdict == "unclear"


def _speaks_of_others(words: str) -> bool:
    return not _THIRD.isdisjoint(tokenise(words)) or _NAMED.search(words) is not None
