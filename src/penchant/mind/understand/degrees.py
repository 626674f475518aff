"""More and less, most and least: "a bit warmer", "too far", "the cheapest", held against numbers of the right kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from statistics import median
from typing import Literal, NamedTuple

from penchant.english import plain_degrees
from penchant.mind.understand import tables
from penchant.mind.understand.limits import is_negation
from penchant.mind.understand.quantities import BARE, Measures

_FILE = "understand/amounts.txt"
_words = partial(tables.words, _FILE)


@cache
def _scale() -> Mapping[str, tuple[str, int]]:
    """Words for much or little, each with what it is of."""
    sides = (("much", 1), ("little", -1))
    return {
        word: (name, way) for side, way in sides for name, words in tables.named_phrases(_FILE, side) for word in words
    }


@cache
def _dimensions() -> Mapping[str, tuple[str, ...]]:
    return dict(tables.named_phrases(_FILE, "dimensions"))


class Degree(NamedTuple):
    """Which way along what: ``way`` is 1 for more and -1 for less of the number."""

    form: Literal["more", "most"]
    kinds: tuple[str, ...]
    way: int
    slightly: bool
    negated: bool
    start: int
    end: int


def find_degree(tokens: Sequence[str]) -> Degree | None:
    """The one comparison or superlative of a text; None where there is none, two, or one with something else.

    >>> found = find_degree(["a", "bit", "warmer", "please"])
    >>> found.form, found.kinds, found.way, found.slightly
    ('more', ('celsius', 'fahrenheit'), 1, True)
    """
    found: list[Degree] = []
    at = 0
    while at < len(tokens):
        degree = _degree_at(tokens, at)
        if degree is not None:
            found.append(degree)
        at = degree.end if degree is not None else at + 1
    return found[0] if len(found) == 1 else None


def leaning(word: str) -> tuple[tuple[str, ...], int] | None:
    """What a plain word is a word for much or little of, and which of the two: "cheap", "warm"."""
    if word not in _scale():
        return None
    dimension, way = _scale()[word]
    return _dimensions()[dimension], way


def _degree_at(tokens: Sequence[str], at: int) -> Degree | None:
    token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else ""
    if token == "too" and after in _scale():
        return _degree(tokens, "more", after, -1, at, at + 2)
    if token == "too" and after == "much" and _may_be_price(tokens, at + 2):
        return _degree(tokens, "more", "dear", -1, at, at + 2)
    if is_negation(token) and after in _scale() and tokens[at + 2 : at + 3] == ["enough"]:
        return _degree(tokens, "more", after, 1, at, at + 3)
    if token in {"more", "less"} and after in _scale():
        return _degree(tokens, "more", after, 1 if token == "more" else -1, at, at + 2)
    if token in {"most", "least"} and after in _scale():
        return _degree(tokens, "most", after, 1 if token == "most" else -1, at, at + 2)
    if token in _words("best") | _words("worst"):
        form: Literal["more", "most"] = "more" if token.endswith("er") else "most"
        end = at + 2 if after not in {"-", "–"} else at + 3
        said = tokens[end - 1] if end <= len(tokens) else ""
        if said in _words("rated"):
            return _made(tokens, form, _dimensions()["rating"], 1 if token in _words("best") else -1, at, end)
        if said in _words("price") and token in {"lowest", "lower", "highest", "higher", "best", "better"}:
            way = 1 if token in {"highest", "higher"} else -1
            return _made(tokens, form, _dimensions()["price"], way, at, end)
        return None
    if not token.endswith(("er", "est")):
        return None
    base = next((word for word in (*plain_degrees(token), token) if word in _scale()), "")
    return _degree(tokens, "most" if token.endswith("est") else "more", base, 1, at, at + 1)


def _may_be_price(tokens: Sequence[str], at: int) -> bool:
    return at >= len(tokens) or not tokens[at][0].isalpha() or tokens[at] in {"money", "for", "to"}


def _degree(
    tokens: Sequence[str], form: Literal["more", "most"], word: str, sign: int, start: int, end: int
) -> Degree | None:
    if word not in _scale():
        return None
    dimension, way = _scale()[word]
    return _made(tokens, form, _dimensions()[dimension], sign * way, start, end)


def _made(
    tokens: Sequence[str], form: Literal["more", "most"], kinds: tuple[str, ...], way: int, start: int, end: int
) -> Degree | None:
    if form == "more" and tokens[end : end + 1] == ["than"]:
        if tokens[end + 1 : end + 2] and tokens[end + 1] not in _words("this"):
            return None  # than something that is named
        end += 2
    slightly = any(
        tuple(tokens[max(start - len(phrase), 0) : start]) == phrase for phrase in tables.phrases(_FILE, "slightly")
    )
    before = list(tokens[max(start - 5, 0) : start])
    if form == "most" and before and before[-1] in _words("not the first"):
        return None
    negated = any(map(is_negation, before)) or any(
        tuple(before[at : at + len(phrase)]) == phrase
        for phrase in tables.phrases(_FILE, "but not")
        for at in range(len(before))
    )
    return Degree(form, kinds, way, slightly, negated, start, end)


def along(degree: Degree, told: Sequence[Measures], start: float | None) -> list[float] | None:
    """How far each option is along, from -1 to 1; what is more is more than ``start``, or than most on offer."""
    kind = kind_among(degree.kinds, told)
    if kind is None:
        return None
    if degree.form == "most":
        scored = most(degree.kinds, degree.way, told)
        return [-each for each in scored] if degree.negated and scored else scored
    values = [degree.way * numbers[kind][0] if kind in numbers else None for numbers in told]
    known = [each for each in values if each is not None]
    least = median(known) if start is None else degree.way * start
    above = min((each for each in known if each > least), default=None)
    if above is None:
        return None
    return [
        0.0 if each is None else -1.0 if each <= least else 1.0 if each == above or not degree.slightly else 0.3
        for each in values
    ]


def most(kinds: Sequence[str], way: int, told: Sequence[Measures]) -> list[float] | None:
    """How far along each option is: 1 for the most, -1 for the least."""
    kind = kind_among(kinds, told)
    values = [way * numbers[kind][0] for numbers in told if kind in numbers] if kind else []
    if not values or min(values) == max(values):
        return None
    low, high = min(values), max(values)
    return [
        2 * (way * numbers[kind][0] - low) / (high - low) - 1 if kind is not None and kind in numbers else 0.0
        for numbers in told
    ]


def kind_among(kinds: Sequence[str], told: Sequence[Measures]) -> str | None:
    """The first of some kinds that options tell of; of prices, also a bare number that is counted by something."""
    there = {kind for numbers in told for kind in numbers}
    if found := [kind for kind in kinds if kind in there]:
        return found[0]  # of degrees that may be either, both are the same
    bare = {rate for numbers in told if BARE in numbers for rate in [numbers[BARE][1]]}
    return BARE if "euro" in kinds and bare and "" not in bare else None
