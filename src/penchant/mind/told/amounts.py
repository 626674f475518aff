"""Numbers that were told of, held against options that carry numbers: "under 100 a night", "a bit warmer"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from statistics import median

from penchant.domain import Stance
from penchant.mind.told.figures import figures, keeps
from penchant.mind.understand.degrees import Degree, find_degree, leaning
from penchant.mind.understand.limits import Range, find_limits
from penchant.mind.understand.quantities import BARE, Quantity, cut, measured

Measures = Mapping[str, tuple[float, str]]
"""What an option tells in numbers: by kind, a value in its base unit and what it is counted by."""

_LONGEST = 200
_EXACT = 0.02
"""How far a number that was told may be off, as a part of it, and still be the one that was meant."""

_LEANS = 0.6
"""How much a plain word ("cheap") says against one that compares ("the cheapest")."""


def compared(value: str, options: Sequence[str], others: Sequence[str] = ()) -> list[float] | None:
    """How far each option is what a value asks for in numbers, from -1 to 1; None where it asks for nothing such.

    What is more or less is more or less than what is told of the same kind in ``others``, else than the middle of what
    is on offer. An option that tells no such number stands at 0.

    >>> compared("under 100 a night", ["A, 92 a night", "B, 120 a night", "C"])
    [1.0, -1.0, 0.0]
    >>> compared("a bit warmer", ["19 degrees", "21 degrees", "23 degrees"], ["around 20 degrees"])
    [-1.0, 1.0, 0.3]
    """
    asked = _asked(value)
    if asked is None:
        return None
    told = [measured(option) for option in options]
    if not any(told):
        return None
    limits, exact, degree, leans = asked
    found = [
        scored
        for each in (*limits, *(Range(one, one.value, one.value, near=True) for one in exact))
        if (scored := _within(each, told)) is not None
    ]
    if not found and degree is not None and (along := _along(degree, told, others)) is not None:
        found.append(along)
    if not found and leans is not None and (along := _most(leans, told)) is not None:
        found.append([_LEANS * each for each in along])
    if not found:
        return None
    return [min(column) if min(column) < 0 else sum(column) / len(column) for column in zip(*found, strict=True)]


def breaks(stance: Stance, value: str, option: str) -> bool:
    """Whether an option is known to be outside a limit that is kept to: the unit, or what it is counted by, is there.

    >>> breaks("wants", "under 100 a night", "Hotel B, 120 a night"), breaks("wants", "under 100 a night", "Hotel B")
    (True, False)
    >>> breaks("avoids", "before 9am", "Monday at 8:30"), breaks("avoids", "after 5", "17:45")
    (True, True)
    """
    if stance not in ("wants", "avoids"):
        return False
    if any(one.kind == "clock" for one in figures(option)):
        return keeps(value, option) == (1.0 if stance == "avoids" else -1.0)
    asked = _asked(value)
    if asked is None:
        return False
    verdicts = [
        within
        for limit in asked[0]
        if not limit.near
        for within in [_is_within(limit, measured(option))]
        if within is not None
    ]
    return bool(verdicts) and (all(verdicts) if stance == "avoids" else not all(verdicts))


def starts(value: str, others: Sequence[str]) -> bool:
    """Whether a value is only where something said later starts from: "around 20 degrees", then "a bit warmer".

    >>> starts("around 20 degrees", ["a bit warmer"]), starts("around 20 degrees", ["under 100 a night"])
    (True, False)
    """
    degrees = [asked[2] for other in others if (asked := _asked(other)) is not None]
    kinds = {kind for degree in degrees if degree is not None and degree.form == "more" for kind in degree.kinds}
    return any(_told_before(kind, [value]) is not None for kind in kinds)


@lru_cache(maxsize=4096)
def _asked(
    value: str,
) -> tuple[tuple[Range, ...], tuple[Quantity, ...], Degree | None, tuple[tuple[str, ...], int] | None] | None:
    if len(value) > _LONGEST:
        return None
    tokens = cut(value)
    limits, degree = find_limits(tokens), find_degree(tokens)
    leans = next((found for token in tokens if (found := leaning(token)) is not None), None)
    exact = tuple(one for one in limits.loose if not one.is_bare) if limits is not None else ()
    if limits is None or not (limits.limits or exact or degree or leans):
        return None
    return limits.limits, exact, degree, leans


def _of_kind(limit: Range, numbers: Measures) -> tuple[float, float] | None:
    """What an option tells of what a limit is about, and the factor that brings the limit to the same unit."""
    quantity = limit.quantity
    for kind, factor in quantity.kinds:
        if kind in numbers and _same_rate(quantity.rate, numbers[kind][1]):
            return numbers[kind][0], factor
    if BARE in numbers and _same_rate(quantity.rate, numbers[BARE][1]) and (quantity.rate or len(numbers) == 1):
        return numbers[BARE][0], 1.0
    if quantity.is_bare and quantity.rate:
        same = [value for value, rate in numbers.values() if rate == quantity.rate]
        return (same[0], 1.0) if len(same) == 1 else None
    return None


def _same_rate(one: str, other: str) -> bool:
    return not one or not other or one == other


def _is_within(limit: Range, numbers: Measures) -> bool | None:
    found = _of_kind(limit, numbers)
    return None if found is None else limit.allows(*found)


def _within(limit: Range, told: Sequence[Measures]) -> list[float] | None:
    found = [_of_kind(limit, numbers) for numbers in told]
    if all(each is None for each in found) and limit.quantity.is_bare:
        found = _guessed(limit, told)
    if all(each is None for each in found):
        return None
    if limit.near:
        return [0.0 if each is None else _closeness(limit, *each) for each in found]
    return [0.0 if each is None else 1.0 if limit.allows(*each) else -1.0 for each in found]


def _guessed(limit: Range, told: Sequence[Measures]) -> list[tuple[float, float] | None]:
    """What a number without a unit is about: the one kind in which the options fall on both sides of it."""
    kinds = sorted({kind for numbers in told for kind in numbers})
    parting = [kind for kind in kinds if len({limit.allows(each[kind][0], 1.0) for each in told if kind in each}) == 2]
    if len(parting) != 1:
        return [None] * len(told)
    return [(numbers[parting[0]][0], 1.0) if parting[0] in numbers else None for numbers in told]


def _closeness(limit: Range, value: float, factor: float) -> float:
    assert limit.low is not None
    assert limit.high is not None
    low, high = limit.low * factor, limit.high * factor
    reach = max((high - low) / 2, _EXACT * abs(high), 1e-9)
    return 2 * exp(-abs(value - (low + high) / 2) / reach) - 1


def _along(degree: Degree, told: Sequence[Measures], others: Sequence[str]) -> list[float] | None:
    kind = _kind_among(degree.kinds, told)
    if kind is None:
        return None
    if degree.form == "most":
        scored = _most((degree.kinds, degree.way), told)
        return [-each for each in scored] if degree.negated and scored else scored
    values = [degree.way * numbers[kind][0] if kind in numbers else None for numbers in told]
    known = [each for each in values if each is not None]
    before = _told_before(kind, others)
    start = median(known) if before is None else degree.way * before
    above = sorted({each for each in known if each > start})
    if not above:
        return None
    return [
        0.0 if each is None else -1.0 if each <= start else 1.0 if each == above[0] or not degree.slightly else 0.3
        for each in values
    ]


def _told_before(kind: str, others: Sequence[str]) -> float | None:
    """The number of this kind that was told of, last."""
    for value in reversed(others):
        asked = _asked(value)
        if asked is None:
            continue
        limits, exact, _, _ = asked
        for quantity in (*(limit.quantity for limit in limits), *exact):
            if (found := quantity.of_kind(kind)) is not None:
                return found
    return None


def _most(leans: tuple[tuple[str, ...], int], told: Sequence[Measures]) -> list[float] | None:
    """How far along each option is: 1 for the most, -1 for the least."""
    kinds, way = leans
    kind = _kind_among(kinds, told)
    values = [way * numbers[kind][0] for numbers in told if kind in numbers] if kind else []
    if not values or min(values) == max(values):
        return None
    low, high = min(values), max(values)
    return [
        2 * (way * numbers[kind][0] - low) / (high - low) - 1 if kind is not None and kind in numbers else 0.0
        for numbers in told
    ]


def _kind_among(kinds: Sequence[str], told: Sequence[Measures]) -> str | None:
    there = {kind for numbers in told for kind in numbers}
    if found := [kind for kind in kinds if kind in there]:
        return found[0]  # of degrees that may be either, both are the same
    bare = {rate for numbers in told if BARE in numbers for rate in [numbers[BARE][1]]}
    return BARE if kinds and "euro" in kinds and bare and "" not in bare else None
