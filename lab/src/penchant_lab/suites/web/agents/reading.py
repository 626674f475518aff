"""Reads a request without a language model: which function it wants, what to search by, which opinion it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from penchant.english import capital
from penchant.mind.remarks import EMPTY, pleases, without_refusals
from penchant.mind.writing import sentences
from penchant_lab.suites.web.agents import cues
from penchant_lab.suites.web.agents.wanting import LIKELY, RequestWord, Want, liked, want
from penchant_lab.suites.web.shop.functions import REVIEW, RIGHT

_WORD = re.compile(r"[A-Za-z0-9][\w'’.,/-]*[\w]|[A-Za-z0-9]")
_LITTLE = frozenset(" ".join(cues.LITTLE).split())
_CAPITALS = ("US", "IT")  # a size and a trade, where the little words are "us" and "it"
_SOME = 0.25  # of a sentence is opinion: then all of it is told
_OWN = re.compile(r"^(this|these|the|my|our|an?) ", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskReading:
    """What a request comes to."""

    function: str
    words: tuple[str, ...] = ()  # to search by, as they stand, in order
    price: float | None = None  # about what it may cost, where that is said
    opinion: tuple[str, ...] = ()  # what a review should tell: of what it is, and what was said of it
    stars: int | None = None  # how well it pleased, in a plea for a review
    about: str = ""  # what is to be reviewed


@lru_cache(maxsize=4096)
def read(instruction: str) -> TaskReading:
    """What a request wants, from its words alone."""
    found = want(instruction)
    function = RIGHT[found.type]
    stretches = list(_stretches(_unpriced(instruction), found.words))
    if function == REVIEW:
        told = list(_told(instruction, found))
        thought = [line for line, share in told if share >= _SOME] or [line for line, _ in told]
        stars = _said_stars(instruction) or liked(" ".join(thought))
        first = [capital(stretches[0].rstrip(".,;:!? ")) + "."] if stretches else []
        about = _OWN.sub("", first[0].rstrip(".")) if first else ""
        opinion = (*first, *(line for line, _ in told))
        return TaskReading(function=function, opinion=opinion or (instruction,), stars=stars, about=about)
    words = tuple(word for stretch in stretches for word in content_words(stretch))
    return TaskReading(function=function, words=words or tuple(content_words(instruction)), price=price_in(instruction))


def price_in(text: str) -> float | None:
    """What it may cost, where a request says so: "$50", "about $50", "under 50 dollars"."""
    found = cues.PRICE.search(text)
    if found is None:
        return None
    return float((found["price"] or found["bare"] or found["worded"]).replace(",", ""))


def content_words(text: str) -> list[str]:
    """The words of a text that say what it is about; prices and little words left out."""
    text = _unpriced(text)
    return [word for word in _WORD.findall(text) if word.lower() not in _LITTLE or word in _CAPITALS]


def _unpriced(text: str) -> str:
    """The text with blanks where it names a price: everything else stays where it is."""
    return cues.PRICE.sub(lambda found: " " * len(found[0]), text)


def heard_words(reply: str) -> list[str]:
    """The words of a reply for what somebody wants; of one that is pleased, none."""
    if pleases(reply):
        return []
    return [word for word in content_words(without_refusals(reply)) if word.lower() not in EMPTY]


def _stretches(text: str, words: Sequence[RequestWord]) -> Iterator[str]:
    """Words in a row that say what is wanted."""
    start = end = -1
    for word in words:
        if word.wanted >= LIKELY:
            start, end = (word.start, word.end) if start < 0 else (start, word.end)
        elif start >= 0:
            yield text[start:end]
            start = -1
    if start >= 0:
        yield text[start:end]


def _told(text: str, found: Want) -> Iterator[tuple[str, float]]:
    """Sentences to go into a review, and how much of each is opinion: all but those about the writing itself."""
    at = 0
    for line in sentences(text):
        start = max(at, text.find(line.split()[0], at))
        at = start + len(line)
        inside = [word.opinion >= LIKELY for word in found.words if start <= word.start < at]
        share = sum(inside) / max(1, len(inside))
        if share >= _SOME or not cues.WRITING.search(line):
            yield line, share


def _said_stars(text: str) -> int | None:
    """How many stars somebody says that it should get."""
    found = cues.SO_MANY_STARS.search(text)
    return None if found is None else cues.NUMBERS.get(found["number"].lower()) or int(found["number"])
