"""Limits as they are said: "no more than 20 euros", "between 50 and 80", "about an hour", "not after 5"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Literal, NamedTuple, get_args

from penchant.mind.understand import tables
from penchant.mind.understand.quantities import BARE, MONEY, RANGES, Measures, Quantity, quantities
from penchant.mind.understand.words import PAUSES

_NEAR = 0.11
"""How far "around" reaches, as a part of the number."""

_NEAR_DEGREES = 1.5
_NEGATION_REACHES = 5

Bound = Literal["under", "over", "at most", "at least", "around"]


_words = partial(tables.words, "understand/amounts.txt")


@cache
def _phrases(*names: str) -> list[tuple[Bound, tuple[str, ...]]]:
    """Phrases as tokens, the longest first, each with its bound."""
    every = [each for name in names for each in tables.named_phrases("understand/amounts.txt", name)]
    bounds: dict[str, Bound] = {bound: bound for bound in get_args(Bound)}
    return sorted(((bounds[name], phrase) for name, phrase in every), key=lambda each: -len(each[1]))


_TURNED: dict[Bound, Bound] = {"over": "at most", "under": "at least"}


@dataclass(frozen=True, slots=True)
class Range:
    """What a number of some kind may be: from ``low`` to ``high``, in the unit that was said, by which tokens."""

    quantity: Quantity
    low: float | None = None
    high: float | None = None
    strict: bool = False  # whether the edges themselves are out
    near: bool = False  # whether it is an aim more than a limit
    start: int = 0
    end: int = 0

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


def find_limits(tokens: Sequence[str], *, guessed: bool = False) -> FoundLimits | None:
    """Every limit of a text; None where one of them may mean either, unless the likelier is to be ``guessed``.

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
            limits.append(Range(unit, low, high, start=quantity.start - opening, end=after.end))
            used.update(range(quantity.start - opening, after.end))
            at += 2
            continue
        at += 1
        bound, start, end = _bound(tokens, quantity)
        if bound is None and quantity.is_time:
            continue
        used.update(range(start, end))
        if bound is None:
            loose.append(quantity)
            continue
        negations = _negations(tokens, start)
        if not guessed and (negations > 1 or (negations and bound not in _TURNED)):
            return None
        meant = _TURNED.get(bound, bound) if negations else bound
        limits.append(replace(_limit(quantity, meant), start=start, end=end))
    return FoundLimits(tuple(limits), frozenset(used), tuple(loose))


def values_of(limit: Range, told: Sequence[Measures]) -> list[tuple[float, float] | None] | None:
    """What each option tells of what a limit is of, with the factor to the same unit; None where none tells it.

    A number without a unit is of the one kind in which options fall on both sides of it.
    """
    found = [value_of(limit, numbers) for numbers in told]
    if limit.quantity.is_bare and not any(found):
        kinds = sorted({kind for numbers in told for kind in numbers})
        parting = [
            kind for kind in kinds if len({limit.allows(each[kind][0], 1.0) for each in told if kind in each}) == 2
        ]
        kinds = parting if len(parting) == 1 else [kind for kind in parting if kind in MONEY]
        if len(kinds) == 1:
            found = [
                (each[kinds[0]][0], 1.0) if kinds[0] in each and _same_rate(limit, each[kinds[0]]) else None
                for each in told
            ]
    return found if any(found) else None


def value_of(limit: Range, numbers: Measures) -> tuple[float, float] | None:
    """What an option surely tells of what a limit is of, and the factor that brings the limit to the same unit."""
    quantity = limit.quantity
    if quantity.is_time:
        return None
    for kind, factor in quantity.kinds:
        if kind in numbers and _same_rate(limit, numbers[kind]):
            return numbers[kind][0], factor
    if BARE in numbers and _same_rate(limit, numbers[BARE]) and (quantity.rate or len(numbers) == 1):
        return numbers[BARE][0], 1.0
    if quantity.is_bare and quantity.rate:
        same = [value for value, rate in numbers.values() if rate == quantity.rate]
        return (same[0], 1.0) if len(same) == 1 else None
    return None


def _same_rate(limit: Range, told: tuple[float, str]) -> bool:
    return not limit.quantity.rate or told[1] in ("", limit.quantity.rate)


def _is_range(tokens: Sequence[str], one: Quantity, other: Quantity) -> bool:
    between = tokens[one.end : other.start]
    if len(between) != 1:
        return False
    return between[0] in RANGES or (between[0] == "and" and one.start > 0 and tokens[one.start - 1] == "between")


def _bound(tokens: Sequence[str], quantity: Quantity) -> tuple[Bound | None, int, int]:
    """How a quantity is limited, and where the words that limit it begin and end, with itself among them."""
    start, end, ahead = quantity.start, quantity.end, None
    for _ in range(2):  # "up to about 100"
        here, size = next(
            (
                (bound, len(phrase))
                for bound, phrase in _phrases("before", *["before times of day"] * quantity.is_time)
                if tuple(tokens[max(start - len(phrase), 0) : start]) == phrase
            ),
            (ahead, 0),
        )
        start, ahead = start - size, here
    for bound, phrase in _phrases("after"):
        if tuple(tokens[end : end + len(phrase)]) == phrase:
            opening = 1 if start == quantity.start and start and tokens[start - 1] == "from" else 0
            return bound, start - opening, end + len(phrase)  # "from 60 cm upwards"
    return ahead, start, end


def _limit(quantity: Quantity, bound: Bound) -> Range:
    value = quantity.value
    if bound == "around":
        degrees = any(kind in {"celsius", "fahrenheit"} for kind, _ in quantity.kinds)
        slack = _NEAR_DEGREES if degrees else abs(value) * _NEAR
        return Range(quantity, value - slack, value + slack, near=True)
    if bound in {"under", "at most"}:
        return Range(quantity, high=value, strict=bound == "under" and not quantity.is_time)
    return Range(quantity, low=value, strict=bound == "over" and not quantity.is_time)


def _negations(tokens: Sequence[str], start: int) -> int:
    """How many words before a limit turn it round."""
    found = 0
    for token in reversed(tokens[max(start - _NEGATION_REACHES, 0) : start]):
        if token in PAUSES or token in _words("no further"):
            break
        found += is_negation(token)
    return found


def is_negation(token: str) -> bool:
    """Whether a word turns round what comes after it."""
    return token in _words("noes") or token.endswith(("n't", "n’t"))
