"""Aversions that are said to be strong or to last: "never ever coffee", "coffee makes me ill".

Beside a wish, "not coffee" only tells what the other is preferred to. These tell more: the thing is not wanted on any
other day either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from penchant.mind.understand.mention import Mention
from penchant.mind.understand.mentions import find_names
from penchant.mind.understand.options import option_index
from penchant.mind.understand.tokens import PAUSES, tokenise
from penchant.mind.understand.words import ARTICLES, one_of

_STRONG = re.compile(
    r"\b(?:never(?! mind| said| wanted| asked| ordered| meant| chose)|ever|hate(?! to)|loathe|detest|despise|abhor"
    r"|allerg(?:y|ic|ies)|intolerant|phobia|poison|(?:no|whatever the|any) circumstances?|on no account|at all costs"
    r"|(?:can|could) not (?:really )?(?:stand|bear|stomach|abide|tolerate|digest|have|eat|drink)|not allowed"
    r"|(?:makes?|made|gets?|turns?) me (?:\w+ )?(?:sick|ill|nauseous|vomit|retch|gag|puke)|sick to my|throw up"
    r"|gives? me (?:\w+ )?(?:rash|rashes|hives|migraines?)|disgust(?:s|ing)|revolting|vile|repulsive)\b"
)
_JOINING = one_of("and but because since so as")
_POINTING = one_of("it that this them those they these")


def lasting_aversions(words: str, avoided: Sequence[str]) -> tuple[str, ...]:
    """Of what the words are known to turn down, those that they turn down for good.

    >>> lasting_aversions("tea please, and never ever coffee", ["black coffee"])
    ('black coffee',)
    >>> lasting_aversions("tea, not coffee", ["black coffee"])
    ()
    """
    if not avoided:
        return ()
    tokens, shelf = tokenise(words), option_index(tuple(dict.fromkeys(avoided)))
    mentions = find_names(tokens, shelf)
    found: set[int] = set()
    before: set[int] = set()
    for start, end in _stretches(tokens, mentions):
        named = {option for each in mentions if start <= each.start < end for option in each.options}
        pointed = before if not named and not _POINTING.isdisjoint(tokens[start:end]) else set[int]()
        if _STRONG.search(" ".join(tokens[start:end])):
            found |= named or pointed  # "not coffee, it makes me ill"
        before = named
    return tuple(name for number, name in enumerate(shelf.names) if number in found)


def _stretches(tokens: Sequence[str], mentions: Sequence[Mention]) -> Iterator[tuple[int, int]]:
    """Where the stretches between pauses and joining words begin and end; a list of names is not parted."""
    starts = {mention.start for mention in mentions}
    start = 0
    for at, token in enumerate(tokens):
        named = at + 1 in starts or (at + 2 in starts and tokens[at + 1] in ARTICLES)
        if token in PAUSES or (token in _JOINING and not named):
            if at > start:
                yield start, at
            start = at + 1
    if start < len(tokens):
        yield start, len(tokens)
