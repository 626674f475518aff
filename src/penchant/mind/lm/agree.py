"""Which of two readings stands: the built-in reader's, or the model's.

Where the built-in reader is beyond doubt, nobody else is asked. Where it is not, a model that has shown that it can
read is believed, also when it hears nothing, for what others want is nothing to go by; unless what it says cannot be
squared with what stands there in so many letters.
"""

from __future__ import annotations

import re

from penchant.domain import Reading

BEYOND_DOUBT = 0.95
"""A reading that is this sure needs no second reader."""

_SPOKEN_FIRST = re.compile(r"\s*(?:no|nope|not|nah)\b", re.IGNORECASE)


def beyond_doubt(own: Reading) -> bool:
    """Whether the built-in reader hears something, and so surely that nobody else needs to read it."""
    return own.sure >= BEYOND_DOUBT and not _says_nothing(own)


def stands(own: Reading, theirs: Reading, words: str) -> Reading:
    """The reading to go by, where a model was asked as well."""
    if _says_nothing(theirs) and beyond_doubt(own):
        return own  # "I want the tea; my guests are late" says something
    turned = theirs.verdict == "right" and own.verdict == "wrong"
    return own if turned and _SPOKEN_FIRST.match(words) else theirs  # "no, the tea" praises nothing


def _says_nothing(reading: Reading) -> bool:
    said = reading.wants + reading.accepts + reading.avoids + reading.unlisted
    return not (said or reading.also or reading.lasting) and reading.verdict == "unclear"
