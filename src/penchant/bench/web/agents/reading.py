"""Reads a request without a language model: which function it wants, what to search by, which opinion it holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from penchant.bench.web.agents import cues
from penchant.bench.web.shop.functions import RECOMMEND, REVIEW, SEARCH
from penchant.mind.remarks import EMPTY, pleases, without_refusals
from penchant.mind.writing import sentences

_WORD = re.compile(r"[A-Za-z0-9][\w'’.,/-]*[\w]|[A-Za-z0-9]")
_LITTLE = frozenset(" ".join(cues.LITTLE).split())
_CAPITALS = ("US", "IT")  # a size and a trade, where the little words are "us" and "it"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskReading:
    """What a request comes to."""

    function: str
    words: tuple[str, ...] = ()  # to search by, as they stand, in order
    price: float | None = None  # about what it may cost, where that is said
    opinion: tuple[str, ...] = ()  # sentences of opinion, in a plea for a review
    stars: int | None = None  # how well it pleased, in a plea for a review


@lru_cache(maxsize=4096)
def read(instruction: str) -> TaskReading:
    """What a request wants, from its words alone."""
    lines = sentences(instruction)
    function = wanted(lines)
    if function == REVIEW:
        opinion = tuple(line for line in lines if not _any(cues.WRITING, line) and not _any(cues.STYLE, line))
        return TaskReading(function=function, opinion=opinion, stars=_said_stars(instruction) or stars(opinion))
    if function == RECOMMEND:
        return TaskReading(function=function, words=tuple(word for line in lines for word in _about(line)))
    if _compiled(cues.CORRECTED).search(instruction):
        lines = tuple(_without_advising(line) for line in lines)
    kept = [line for line in lines if not _is_chatter(line)] or list(lines)
    return TaskReading(
        function=function,
        words=tuple(word for line in kept for word in content_words(line)),
        price=price_in(instruction),
    )


def price_in(text: str) -> float | None:
    """What it may cost, where a request says so: "$50", "about $50", "under 50 dollars"."""
    found = cues.PRICE.search(text)
    if found is None:
        return None
    return float((found["price"] or found["bare"] or found["worded"]).replace(",", ""))


def wanted(lines: Sequence[str]) -> str:
    """The function that these sentences want: to write, else to advise, else to search."""
    for change in _compiled(cues.CORRECTED).finditer(text := " ".join(lines)):
        lines = sentences(text[change.end() :])
    now = [line for line in lines if not _any(cues.REPORTED, line)]
    if any(_any(cues.WRITING, line) for line in now):
        return REVIEW
    if any(_any(cues.ADVICE, line) for line in now):
        return RECOMMEND
    return SEARCH


def stars(opinion: Sequence[str]) -> int | None:
    """How many stars an opinion is worth; None where nothing tells."""
    for text in (*opinion[:1], " ".join(opinion)):
        for number, words in cues.STARS:
            if any(word in text.lower() for word in words):
                return number
    return None


def content_words(text: str) -> list[str]:
    """The words of a sentence that say what it is about; ways of asking and little words left out."""
    for pattern in cues.ASKING:
        text = _compiled(rf"\b({pattern})(?!\w)").sub(" | ", text)
    text = cues.PRICE.sub(" ", text)
    return [word for word in _WORD.findall(text) if word.lower() not in _LITTLE or word in _CAPITALS]


def heard_words(reply: str) -> list[str]:
    """The words of a reply for what somebody wants; of one that is pleased, none."""
    if pleases(reply):
        return []
    return [word for word in content_words(without_refusals(reply)) if word.lower() not in EMPTY]


def _about(line: str) -> list[str]:
    """What a request for advice is about; remarks on oneself and the asking itself left out."""
    if _any(cues.IDLE, line):
        return []
    return content_words(_without_advising(line))


def _without_advising(line: str) -> str:
    for pattern in cues.ADVISING:
        line = _compiled(pattern).sub(" | ", line)
    return line


def _said_stars(text: str) -> int | None:
    """How many stars somebody says that it should get."""
    found = cues.SO_MANY_STARS.search(text)
    return None if found is None else cues.NUMBERS.get(found["number"].lower()) or int(found["number"])


def _is_chatter(line: str) -> bool:
    """Whether a sentence has nothing to search by; one that asks for something has, whatever else it says."""
    if _any(cues.REPORTED, line) or _any(cues.HABIT, line):
        return True
    return _any(cues.CHATTER, line) and not _compiled(cues.REQUEST).search(line)


def _any(patterns: Sequence[str], text: str) -> bool:
    return any(_compiled(pattern).search(text) for pattern in patterns)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.I)
