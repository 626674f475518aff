"""Which of two readings stands: the built-in reader's, or the model's.

Where the words are plain, nobody else is asked. Where they are not, a model that has shown that it can read is
believed, also when it hears nothing, for what others want is nothing to go by; unless what it says cannot be squared
with what stands there in so many letters.
"""

from __future__ import annotations

import re

from penchant.domain import Reading
from penchant.mind.understand import is_own_wish

_SPOKEN_FIRST = re.compile(r"\s*(?:no|nope|not|nah)\b", re.IGNORECASE)


def stands(own: Reading, theirs: Reading, words: str) -> Reading:
    """The reading to go by, of words that are not plain."""
    return own if _cannot_be(theirs, own, words) else theirs


def _cannot_be(theirs: Reading, own: Reading, words: str) -> bool:
    if _says_nothing(theirs) and is_own_wish(words, own.wants + own.accepts + own.avoids):
        return True  # "the tea, please" says something, and so does "I want the tea; my guests are late"
    turned = theirs.verdict == "right" and own.verdict == "wrong"
    return turned and _SPOKEN_FIRST.match(words) is not None  # "no, the tea" praises nothing


def _says_nothing(reading: Reading) -> bool:
    said = reading.wants + reading.accepts + reading.avoids + reading.unlisted
    return not (said or reading.also or reading.lasting) and reading.verdict == "unclear"
