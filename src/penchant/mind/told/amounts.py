"""Numbers that were told of, held against options that carry numbers: "under 100 a night", "a bit warmer"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import exp

from penchant.domain import Request, Stance
from penchant.mind.told.figures import keeps, times
from penchant.mind.told.names import names_all
from penchant.mind.understand.degrees import Degree, along, find_degree, kind_among, leaning, most
from penchant.mind.understand.limits import Range, find_limits, value_of, values_of
from penchant.mind.understand.quantities import Measures, Quantity, cut, measured

_LONGEST = 200
_EXACT = 0.02
"""How far a number that was told may be off, as a part of it, and still be the one that was meant."""

_LEANS = 0.6
"""How much a plain word ("cheap") says against one that compares ("the cheapest")."""

_LONGEST_TASK = 400
_NUMBERS = re.compile(r"[^\w\s]|\d+\s*\w*")
_LOOKED_AT = 24
"""In the names of so many options it is looked for what a limit is of."""


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
    if not found and degree is not None:
        kind = kind_among(degree.kinds, told)
        scored = along(degree, told, _told_before(kind, others) if kind else None)
        found += [] if scored is None else [scored]
    if not found and leans is not None and (scored := most(*leans, told)) is not None:
        found.append([_LEANS * each for each in scored])
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
    if times(option):
        return keeps(value, option) == (1.0 if stance == "avoids" else -1.0)
    asked = _asked(value)
    if asked is None:
        return False
    told = measured(option)
    limits = [limit for limit in asked[0] if not limit.near]
    verdicts = [limit.allows(*found) for limit in limits if (found := value_of(limit, told)) is not None]
    return bool(verdicts) and (all(verdicts) if stance == "avoids" else not all(verdicts))


def speaks_of(matter: str, request: Request) -> bool:
    """Whether a request or its options name the matter of a limit: £80 for a coat says nothing of flights.

    >>> flights = Request("ana", "a flight", ("BA, £90", "LH, £70"))
    >>> speaks_of("coat", flights), speaks_of("flights", flights)
    (False, True)
    """
    return names_all(matter, " ".join((request.text, *request.options[:_LOOKED_AT])))


def in_words(request: Request) -> str:
    """A request and what is on offer, without the numbers.

    >>> in_words(Request("ana", "a flight", ("BA, £90", "LH, 2 hours")))
    'a flight: BA, LH'
    """
    names = [" ".join(_NUMBERS.sub(" ", name).split()) for name in request.options[:_LOOKED_AT]]
    return f"{request.text}: {', '.join(names)}"[:_LONGEST_TASK]


def is_rated_alike(value: str, request: Request) -> bool:
    """Whether a limit is of what is counted as the options are, which says what it is of: "80 a night".

    >>> is_rated_alike("at most 80 a night", Request("ana", "somewhere in Oslo", ("Plaza, 120 a night", "Inn, 60")))
    True
    """
    rates = {limit.quantity.rate for limit in (_asked(value) or ((),))[0]} - {""}
    return any(rate in rates for option in request.options[:_LOOKED_AT] for _, rate in measured(option).values())


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


def _within(limit: Range, told: Sequence[Measures]) -> list[float] | None:
    found = values_of(limit, told)
    if found is None:
        return None
    if limit.near:
        return [0.0 if each is None else _closeness(limit, *each) for each in found]
    return [0.0 if each is None else 1.0 if limit.allows(*each) else -1.0 for each in found]


def _closeness(limit: Range, value: float, factor: float) -> float:
    assert limit.low is not None
    assert limit.high is not None
    low, high = limit.low * factor, limit.high * factor
    reach = max((high - low) / 2, _EXACT * abs(high), 1e-9)
    return 2 * exp(-abs(value - (low + high) / 2) / reach) - 1


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
