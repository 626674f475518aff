"""Limits as they are said: "no more than 20 euros", "at least four stars", "between 50 and 80", "about an hour"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from penchant.mind.understand.quantities import Quantity, quantities
from penchant.mind.understand.words import one_of

_NEAR = 0.11
"""How far "around" reaches, as a part of the number."""

_NEAR_DEGREES = 1.5
_PAUSES = frozenset(",.;:!?()—")
_NOT = one_of("no not nothing never without none avoid avoiding skip hate refuse cannot cant dont wont isnt shouldnt")
_NO_FURTHER = one_of("but as if because and or")
_NEGATION_REACHES = 5
_RANGES = (["and"], ["to"], ["-"], ["–"], ["—"])

Bound = Literal["under", "over", "at most", "at least", "around"]


def _phrases(*texts: str) -> tuple[tuple[str, ...], ...]:
    """Phrases as tokens, the longest first."""
    return tuple(sorted((tuple(text.split()) for text in texts), key=len, reverse=True))


_UNDER = _phrases(
    "under", "below", "<", "less than", "lower than", "fewer than", "cheaper than", "shorter than", "closer than",
    "nearer than", "smaller than", "cooler than", "colder than", "lighter than", "quicker than", "faster than",
)  # fmt: skip
_OVER = _phrases(
    "over", "above", ">", "more than", "higher than", "greater than", "longer than", "bigger than", "larger than",
    "warmer than", "hotter than", "heavier than", "farther than", "further than", "beyond", "exceeding",
    "better than", "dearer than", "pricier than", "more expensive than",
)  # fmt: skip
_AT_MOST = _phrases(
    "at most", "at the most", "up to", "max", "maximum", "maximum of", "a maximum of", "max of", "a max of", "within",
    "budget is", "budget of", "limit is", "limit of", "can spend", "can afford", "could spend", "as much as",
    "capped at", "budget is around", "budget is about",
)  # fmt: skip
_AT_LEAST = _phrases(
    "at least", "minimum", "minimum of", "a minimum of", "min", "min of", "starting at", "starting from", "upwards of",
    "at the very least", "as many as",
)  # fmt: skip
_AROUND = _phrases(
    "around", "about", "roughly", "approximately", "approx", "circa", "~", "close to", "somewhere around"
)
_THEN_AT_MOST = _phrases(
    "or less", "or under", "or below", "or cheaper", "or fewer", "max", "maximum", "tops", "at most", "at the most",
    "at the outside", "or closer", "or shorter", "or lower", "at the very most", "and under", "and below",
)  # fmt: skip
_THEN_AT_LEAST = _phrases(
    "or more", "or over", "or above", "or higher", "or up", "and up", "and above", "and over", "or better", "plus", "+",
    "upwards", "and upwards", "minimum", "min", "at least", "or longer", "or bigger", "or larger", "or warmer", "up",
    "and higher", "and more", "on up",
)  # fmt: skip
_THEN_AROUND = _phrases("or so", "ish", "- ish", "or thereabouts", "give or take")


_BEFORE: tuple[tuple[Bound, tuple[tuple[str, ...], ...]], ...] = (
    ("over", _OVER),
    ("under", _UNDER),
    ("at most", _AT_MOST),
    ("at least", _AT_LEAST),
    ("around", _AROUND),
)
_AFTER: tuple[tuple[Bound, tuple[tuple[str, ...], ...]], ...] = (
    ("at most", _THEN_AT_MOST),
    ("at least", _THEN_AT_LEAST),
    ("around", _THEN_AROUND),
)
_TURNED: dict[Bound, Bound] = {"over": "at most", "under": "at least"}


@dataclass(frozen=True, slots=True)
class Range:
    """What a number of some kind may be: from ``low`` to ``high``, in the unit that was said."""

    quantity: Quantity
    low: float | None = None
    high: float | None = None
    strict: bool = False  # whether the edges themselves are out
    near: bool = False  # whether it is an aim more than a limit

    def allows(self, value: float, factor: float) -> bool:
        """Whether a value in the base unit is within it; ``factor`` brings its own unit to the base."""
        low, high = (None if edge is None else edge * factor for edge in (self.low, self.high))
        slack = 1e-9 * max(abs(value), 1.0)
        if self.strict:
            slack = -slack
        return (low is None or value >= low - slack) and (high is None or value <= high + slack)


class FoundLimits(NamedTuple):
    """The limits of a text, the tokens they are made of, and the quantities that limit nothing."""

    limits: tuple[Range, ...]
    used: frozenset[int]
    loose: tuple[Quantity, ...]


def find_limits(tokens: Sequence[str]) -> FoundLimits | None:
    """Every limit of a text; None where one of them is said in a way that may mean either.

    >>> from penchant.mind.understand.quantities import cut
    >>> [(one.low, one.high) for one in find_limits(cut("nothing over 50 euros, at least four stars")).limits]
    [(None, 50.0), (4.0, None)]
    """
    limits: list[Range] = []
    loose: list[Quantity] = []
    used: set[int] = set()
    found = quantities(tokens)
    at = 0
    while at < len(found):
        quantity = found[at]
        after = found[at + 1] if at + 1 < len(found) else None
        if after is not None and _is_range(tokens, quantity, after):
            opening = 1 if quantity.start and tokens[quantity.start - 1] in {"between", "from"} else 0
            unit = after if not after.is_bare else quantity
            low, high = sorted((quantity.value, after.value))
            limits.append(Range(unit, low, high))
            used.update(range(quantity.start - opening, after.end))
            at += 2
            continue
        at += 1
        start, end = _around(tokens, quantity)
        bound = _bound(tokens, quantity, start, end)
        used.update(range(start, end))
        if bound is None:
            loose.append(quantity)
            continue
        negations = _negations(tokens, start)
        if negations > 1 or (negations and bound not in _TURNED):
            return None
        limits.append(_limit(quantity, _TURNED[bound] if negations else bound))
    return FoundLimits(tuple(limits), frozenset(used), tuple(loose))


def _is_range(tokens: Sequence[str], one: Quantity, other: Quantity) -> bool:
    joint = list(tokens[one.end : other.start])
    if joint not in _RANGES:
        return False
    return joint != ["and"] or (one.start > 0 and tokens[one.start - 1] == "between")


def _around(tokens: Sequence[str], quantity: Quantity) -> tuple[int, int]:
    """Where the words begin and end that make a limit of a quantity."""
    start, end = quantity.start, quantity.end
    for _ in range(2):  # "up to about 100"
        start -= max((_ending(tokens, start, phrases) for _, phrases in _BEFORE), default=0)
    if end == quantity.end:
        end += max((_beginning(tokens, end, phrases) for _, phrases in _AFTER), default=0)
    if start == quantity.start and start and tokens[start - 1] == "from" and end > quantity.end:
        start -= 1  # "from 60 cm upwards"
    return start, end


def _bound(tokens: Sequence[str], quantity: Quantity, start: int, end: int) -> Bound | None:
    if end > quantity.end:
        return next(
            bound for bound, phrases in _AFTER if _beginning(tokens, quantity.end, phrases) == end - quantity.end
        )
    if start == quantity.start:
        return None
    return next((b for b, phrases in _BEFORE for p in phrases if tuple(tokens[start : start + len(p)]) == p), None)


def _limit(quantity: Quantity, bound: Bound) -> Range:
    value = quantity.value
    if bound == "around":
        degrees = any(kind in {"celsius", "fahrenheit"} for kind, _ in quantity.kinds)
        slack = _NEAR_DEGREES if degrees else abs(value) * _NEAR
        return Range(quantity, value - slack, value + slack, near=True)
    if bound in {"under", "at most"}:
        return Range(quantity, high=value, strict=bound == "under")
    return Range(quantity, low=value, strict=bound == "over")


def _negations(tokens: Sequence[str], start: int) -> int:
    """How many words before a limit turn it round."""
    found = 0
    for token in reversed(tokens[max(start - _NEGATION_REACHES, 0) : start]):
        if token in _PAUSES or token in _NO_FURTHER:
            break
        found += is_negation(token)
    return found


def is_negation(token: str) -> bool:
    """Whether a word turns round what comes after it."""
    return token in _NOT or token.endswith(("n't", "n’t"))


def _ending(tokens: Sequence[str], end: int, phrases: Sequence[tuple[str, ...]]) -> int:
    return next((len(p) for p in phrases if len(p) <= end and tuple(tokens[end - len(p) : end]) == p), 0)


def _beginning(tokens: Sequence[str], start: int, phrases: Sequence[tuple[str, ...]]) -> int:
    return next((len(p) for p in phrases if tuple(tokens[start : start + len(p)]) == p), 0)
