"""A text cut into stretches: the words between two pauses or joining words, with X for what is named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from penchant.mind.understand.mention import Mention
from penchant.mind.understand.shapes import Shape, shape_of
from penchant.mind.understand.tokens import BAD, GOOD, PAUSES, STOPS
from penchant.mind.understand.words import FILLERS, one_of

CONDITIONS = one_of("if when whenever unless until")
REASONS = one_of("because since while so though although")
_TURNING = one_of(
    """
    not no never nothing hardly without less he she they you we everyone everybody people who whoever would could should
    was were where used had stop hate than X E
    """
)
"""Before a wish these may make something else of it."""
_SMALL = one_of("i to for the a")
_NEGATIONS = one_of("not no never none")
_SIGNS: dict[str, Shape] = {GOOD: "praise", BAD: "refuse"}
_JOINING = {"and", "but"} | CONDITIONS | REASONS
_LIST = re.compile(
    r"X[\d_]+(?: , (?:the |a )?X[\d_]+)+ ,? ?(?:and|or|nor) (?:the |a )?X[\d_]+"
    r"|X[\d_]+ (?:and|or|nor) (?:the |a |also )?X[\d_]+(?! (?:if|when))"
)
_ALL_OTHERS = one_of("others rest remaining")
_NAMED = re.compile(r"X[\d_]+")
ONCE = re.compile(
    r"\b(?:(?:just|only|just for|only for|for) (?:today|tonight|this once|this time|this one time|now|a change)"
    r"|(?:today|tonight|this time|one time) only|this once|for once|just the once|this one time"
    r"|for the time being|(?:at|for) the moment|as a (?:special )?(?:treat|one off)|as an exception)\b"
)
"""Words that say that a wish holds this one time."""
_OF_TIME = re.compile(
    r"\b(?:from (?:now|here) on|these days|nowadays|lately|(?:next|this) time|today|tonight|now|usually|normally"
    r"|anymore)\b"
)


class Stretch(NamedTuple):
    """The words of a stretch, what they say, and what is named in them."""

    opener: str  # the pause or the joining word before it
    words: str
    shape: Shape | None
    certain: bool  # nothing had to be passed over to find the shape
    named: tuple[tuple[Mention, ...], ...]  # for each X, what it names; a list of things is one X
    asks: bool

    @property
    def depends(self) -> bool:
        """Whether it is what something else depends on: "if there is any"."""
        return self.opener in CONDITIONS


def stretches(tokens: Sequence[str], mentions: Sequence[Mention]) -> list[Stretch]:
    """The stretches of a text, in order."""
    text = _LIST.sub(lambda found: "X" + "_".join(re.findall(r"\d+", found[0])), _woven(tokens, mentions))
    found: list[Stretch] = []
    opener, row = ".", list[str]()
    for word in [*text.split(), "."]:
        follows = word == "then" and opener in CONDITIONS and row  # "if there is no tea then coffee"
        if word not in PAUSES and not follows and (word not in _JOINING or row[-1:] in (["E"], ["nothing"])):
            row.append(word)
            continue
        if row:
            found.append(_stretch(opener, row, mentions, asks=word == "?"))
            opener, row = word, []
        elif word in STOPS or word in _JOINING:
            opener = word
    return found


def _stretch(opener: str, row: Sequence[str], mentions: Sequence[Mention], *, asks: bool) -> Stretch:
    words = _NAMED.sub("X", " ".join(row))
    named = tuple(
        tuple(mentions[int(number)] for number in word[1:].split("_")) for word in row if _NAMED.fullmatch(word)
    )
    shape = shape_of(words)
    certain = shape is not None
    if shape is None:
        plainly = _without_asides(words)
        shape = _SIGNS.get(words) or shape_of(plainly) or _wish_at_the_end(plainly.split())
    return Stretch(opener, words, None if opener in CONDITIONS else shape, certain, named, asks)


def _wish_at_the_end(words: Sequence[str]) -> Shape | None:
    """The shape of the wish that more words lead to: "on a day like this I could only ask for the tea"."""
    for at in range(1, len(words) - 1):
        if not _TURNING.isdisjoint(words[:at]):
            return None
        if words[at] not in _SMALL and shape_of(" ".join(["i", *words[at:]])) == "wish":
            return "wish"
    return None


def _without_asides(words: str) -> str:
    """The words without those that tell when it holds, and without fillers."""
    rest = _OF_TIME.sub("", ONCE.sub("", words)).split()
    return " ".join(word for word in rest if word not in FILLERS or not _NEGATIONS.isdisjoint(rest))


def _woven(tokens: Sequence[str], mentions: Sequence[Mention]) -> str:
    """The text with X0, X1 ... for what is named, and E for all or any of what is on offer."""
    starts = {mention.start: (number, mention) for number, mention in enumerate(mentions)}
    words: list[str] = []
    at = 0
    while at < len(tokens):
        number, mention = starts.get(at, (-1, None))
        if mention is None or mention.kind in {"it", "there", "none"} or tokens[at] in _ALL_OTHERS:
            words += (",", tokens[at], ",") if tokens[at] in _SIGNS else (tokens[at],)
            at += 1
            continue
        words.append("E" if mention.kind in {"either", "both"} else f"X{number}")
        at = max(mention.end, at + 1)
    return " ".join(words)
