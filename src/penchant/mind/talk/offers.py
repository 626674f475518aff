"""What a person takes or turns down of what the assistant offered just before."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from penchant.domain import Message, Reading, Utterance
from penchant.english import stem
from penchant.mind.understand.words import JOINERS, WORD, common, one_of

Judge = Callable[[Utterance], Reading]
"""What reads a reply about options: the mind itself."""

LONGEST_REPLY = 400
"""A longer message says more than which of the offers is taken."""

_MOST_OPTIONS, _REMEMBERED = 12, 500
_ITEM = re.compile(r"(?m)^[ \t]*(?:[-*•]|\(?(?:\d{1,2}|[A-Ha-h])[.):])[ \t]+(?P<item>[^\n]{2,300})$")
_LABELLED = re.compile(
    r"(?:^|[\s(])\(?(?:\d|[A-Ha-h])\)[ \t]+(?P<item>[^()\n]{2,120}?)"
    r"(?=[,;]? (?:or |and )?\(?(?:\d|[A-Ha-h])\)|[.?!\n]|$)"
)
_SENTENCE = re.compile(r"[^?!\n]+?(?:[?!\n]|\.(?=\s|$)|$)")
_LEAD = re.compile(
    r"^.*?\b(?:suggest|recommend|recommends|propose|offer|book|order|try|visit|enjoy|like|prefer|want|fancy|have|found|got|is|"
    r"are|there's|be|do|take|learn|about|play|get|choose|pick|between|from|with|buy|watch|read|see|cook|make|rent|at|use|"
    r"forward|stay|go|hear|wear|listen to|write it)\b[ :]+(?:you )?(?:for )?",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?:i|you|we|he|she|they)\s", re.IGNORECASE)
"""How a part of a sentence begins that is a clause, and no thing on offer: "You love opera, I hear"."""

_TIE = re.compile(r",\s*(?:or|and)\s+|\s+or\s+|,\s+|;\s+")
_AND = re.compile(r"\s+and\s+")
_ARTICLE = re.compile(r"^(?:either|both|the|an?|some|maybe|perhaps|to|try|have|as|or|and|one)\s+", re.IGNORECASE)
_LONGEST_NAME = 12
_SHORT = 15
_EITHER = re.compile(
    r"\b(?:either\b.*\b(?:fine|ok(?:ay)?|good|works?|do)|whichever|whatever|no (?:real |strong )?preference|"
    r"(?:do not|don['’]?t) (?:mind|care)|(?:doesn['’]?t|does not) matter|up to you)\b",
    re.IGNORECASE,
)
_POINTING = one_of(
    "a b c d e f g h 1 2 3 4 5 6 7 8 9 first second third fourth fifth last former latter other others another both "
    "neither either none all any one ones two three it that this those these them option number top bottom middle "
    "yes no yeah yep nope sure ok okay fine perfect great good sounds please nothing everything same"
)
"""Words by which a short reply takes something up, or turns it down, without naming it."""


def options_of(offer: str) -> tuple[str, ...]:
    """The things that are offered in a text: the items of a list, or those named with "or" between them.

    >>> options_of("Would you like the oat flat white or the chai latte?")
    ('oat flat white', 'chai latte')
    >>> options_of("I found three novels: Stoner, Circe and The Secret History.")
    ('Stoner', 'Circe', 'The Secret History')
    """
    items = [match["item"].strip() for match in _ITEM.finditer(offer)]
    if len(items) < 2:
        items = [match["item"].strip() for match in _LABELLED.finditer(offer)]
    if len(items) < 2:
        items = max((_named(match[0]) for match in _SENTENCE.finditer(offer[-1_500:])), key=len, default=[])
    return tuple(dict.fromkeys(item.strip(" .,;:*?!") for item in items))[:_MOST_OPTIONS]


def _named(sentence: str) -> list[str]:
    """The things that one sentence names with "or", "and" or commas between them."""
    text = re.sub(r"\s*\([^)]*\)", "", sentence.strip(" .?!\n"))
    _, colon, rest = text.partition(": ")
    parts = _TIE.split(rest if colon else text)
    if " and " in parts[-1] and (len(parts) > 1 or colon or re.search(r"\band (?:an?|the|one)\b", parts[-1])):
        parts[-1:] = _AND.split(parts[-1])
    if len(parts) < 2:
        return []
    if not colon:
        shorter = _without_lead(parts[0])
        if shorter == parts[0] and len(parts[0].split()) > 5:
            return []
        parts[0] = shorter
    named = [re.sub(r"^(?:which|who|that) .*", "", part.strip()) for part in parts]
    named = [_bare(name) for name in named if name]
    if any(_CLAUSE.match(name) for name in named):
        return []
    return named if all(0 < len(name.split()) <= _LONGEST_NAME for name in named) else []


def _without_lead(part: str) -> str:
    """The first thing without what leads to it: "a walk" of "how about a walk"."""
    found = _LEAD.match(part)
    return part[found.end() :] if found and found.end() < len(part) else part


def _bare(name: str) -> str:
    if name[:4] == "The " and name[4:5].isupper():
        return name  # a title
    while (shorter := _ARTICLE.sub("", name)) != name and shorter:
        name = shorter
    return name


def offered(before: Sequence[Message]) -> str:
    """What the assistant said last; nothing where somebody else did."""
    return before[-1].content if before and before[-1].role == "assistant" else ""


def taken(words: str, offer: str, judge: Judge) -> Reading | None:
    """What a reply says of what was offered; None where nothing was offered, or it says nothing of that."""
    if not offer or len(words) > LONGEST_REPLY:
        return None
    options = options_of(offer[:6_000])
    if len(options) < 2 or not _may_speak_of(words, options):
        return None
    if _EITHER.search(words) and not _names(words, options):
        return None
    reading = judge(Utterance(words, options, said_before=offer[-_REMEMBERED:]))
    return reading if reading.wants or reading.accepts or reading.avoids else None


def _may_speak_of(words: str, options: Sequence[str]) -> bool:
    """Whether a reply may be about one of these: it has a word of one, or is short and points at something.

    Most of what follows an offer is about something else, and to read it closely takes far longer than to see that.
    """
    said = WORD.findall(words.casefold())
    short = len(said) <= _SHORT
    return (short and not _POINTING.isdisjoint(said)) or _names(words, options, JOINERS if short else common())


def _names(words: str, options: Sequence[str], small: frozenset[str] = JOINERS) -> bool:
    """Whether a reply has a word of one of these that says something."""
    named = {stem(word) for name in options for word in WORD.findall(name.casefold()) if word not in small}
    return any(stem(word) in named for word in WORD.findall(words.casefold()) if word not in small)
