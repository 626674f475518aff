"""More and less, most and least: "a bit warmer", "too far", "the cheapest", held against numbers of the right kind."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Literal, NamedTuple

from penchant.english import plain_degrees
from penchant.mind.understand.limits import is_negation
from penchant.mind.understand.quantities import BARE, MONEY, Measures
from penchant.mind.understand.words import one_of

_DIMENSIONS: dict[str, tuple[str, ...]] = {
    "price": tuple(sorted(MONEY)),
    "heat": ("celsius", "fahrenheit"),
    "distance": ("length", "time"),
    "duration": ("time", "length"),
    "size": ("length", "volume", "mass", "data"),
    "weight": ("mass",),
    "rating": ("stars", "percent"),
}
_SCALE = {
    "cheap": ("price", -1), "inexpensive": ("price", -1), "affordable": ("price", -1),
    "dear": ("price", 1), "expensive": ("price", 1), "pricey": ("price", 1), "costly": ("price", 1),
    "steep": ("price", 1),
    "warm": ("heat", 1), "hot": ("heat", 1), "cool": ("heat", -1), "cold": ("heat", -1), "chilly": ("heat", -1),
    "far": ("distance", 1), "distant": ("distance", 1), "close": ("distance", -1), "near": ("distance", -1),
    "long": ("duration", 1), "short": ("duration", -1), "quick": ("duration", -1), "fast": ("duration", -1),
    "slow": ("duration", 1), "big": ("size", 1), "large": ("size", 1), "tall": ("size", 1), "wide": ("size", 1),
    "small": ("size", -1), "little": ("size", -1), "tiny": ("size", -1), "narrow": ("size", -1),
    "heavy": ("weight", 1), "light": ("weight", -1),
}  # fmt: skip
_ODD = {"farther": "far", "farthest": "far", "further": "far", "furthest": "far"}
_LITTLE = (("a", "bit"), ("a", "little"), ("a", "touch"), ("a", "tad"), ("slightly",), ("somewhat",))
_SECOND = one_of("second third fourth next 2nd 3rd 4th")
_BEST = one_of("best highest top better higher")
_WORST = one_of("worst lowest lower")
_RATED = one_of("rated rating reviewed")
_PRICE = one_of("price prices cost rate fare")
_THIS = one_of("this that it these those")
_EXCEPT = (
    ("anything", "but"),
    ("all", "but"),
    ("everything", "but"),
    ("apart", "from"),
    ("other", "than"),
    ("except",),
)


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
    if word not in _SCALE:
        return None
    dimension, way = _SCALE[word]
    return _DIMENSIONS[dimension], way


def _degree_at(tokens: Sequence[str], at: int) -> Degree | None:
    token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else ""
    if token == "too" and after in _SCALE:
        return _degree(tokens, "more", after, -1, at, at + 2)
    if token == "too" and after == "much" and _may_be_price(tokens, at + 2):
        return _degree(tokens, "more", "dear", -1, at, at + 2)
    if is_negation(token) and after in _SCALE and tokens[at + 2 : at + 3] == ["enough"]:
        return _degree(tokens, "more", after, 1, at, at + 3)
    if token in {"more", "less"} and after in _SCALE:
        return _degree(tokens, "more", after, 1 if token == "more" else -1, at, at + 2)
    if token in {"most", "least"} and after in _SCALE:
        return _degree(tokens, "most", after, 1 if token == "most" else -1, at, at + 2)
    if token in _BEST | _WORST:
        form: Literal["more", "most"] = "more" if token.endswith("er") else "most"
        end = at + 2 if after not in {"-", "–"} else at + 3
        said = tokens[end - 1] if end <= len(tokens) else ""
        if said in _RATED:
            return _made(tokens, form, _DIMENSIONS["rating"], 1 if token in _BEST else -1, at, end)
        if said in _PRICE and token in {"lowest", "lower", "highest", "higher", "best", "better"}:
            way = 1 if token in {"highest", "higher"} else -1
            return _made(tokens, form, _DIMENSIONS["price"], way, at, end)
        return None
    if not token.endswith(("er", "est")):
        return None
    base = next((word for word in (*plain_degrees(token), _ODD.get(token, "")) if word in _SCALE), "")
    return _degree(tokens, "most" if token.endswith("est") else "more", base, 1, at, at + 1)


def _may_be_price(tokens: Sequence[str], at: int) -> bool:
    return at >= len(tokens) or not tokens[at][0].isalpha() or tokens[at] in {"money", "for", "to"}


def _degree(
    tokens: Sequence[str], form: Literal["more", "most"], word: str, sign: int, start: int, end: int
) -> Degree | None:
    if word not in _SCALE:
        return None
    dimension, way = _SCALE[word]
    return _made(tokens, form, _DIMENSIONS[dimension], sign * way, start, end)


def _made(
    tokens: Sequence[str], form: Literal["more", "most"], kinds: tuple[str, ...], way: int, start: int, end: int
) -> Degree | None:
    if form == "more" and tokens[end : end + 1] == ["than"]:
        if tokens[end + 1 : end + 2] and tokens[end + 1] not in _THIS:
            return None  # than something that is named
        end += 2
    slightly = any(tuple(tokens[max(start - len(phrase), 0) : start]) == phrase for phrase in _LITTLE)
    before = list(tokens[max(start - 5, 0) : start])
    if form == "most" and before and before[-1] in _SECOND:
        return None
    negated = any(map(is_negation, before)) or any(
        tuple(before[at : at + len(phrase)]) == phrase for phrase in _EXCEPT for at in range(len(before))
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
