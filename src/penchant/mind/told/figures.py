"""Numbers and clock times in the words of options, held against limits in a sentence and against past choices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Literal

from penchant.domain import Preference, Stance, Statement
from penchant.mind.told.matter import matter_of
from penchant.mind.understand.limits import Range, find_limits, is_negation
from penchant.mind.understand.quantities import CLOCK, HOUR, MONEY, NUMBER_WORDS, Quantity, cut, quantities, spans


@lru_cache(maxsize=4096)
def figures(text: str) -> tuple[Quantity, ...]:
    """The numbers of a text, in order.

    >>> [(one.value, one.kinds) for one in figures("Monday 17:30, 9.80 per kg, 8 pm")]
    [(1050.0, (('clock', 1.0),)), (9.8, ()), (1200.0, (('clock', 1.0),))]
    """
    return tuple(quantities(cut(text)))


def times(text: str) -> list[float]:
    """The times of day in a text, in minutes.

    >>> times("Monday 17:30, or 8 pm")
    [1050.0, 1200.0]
    """
    return [one.value for one in figures(text) if one.of_kind(CLOCK) is not None]


@lru_cache(maxsize=4096)
def bounds(words: str) -> tuple[Range, ...]:
    """The limits of a sentence, but for those it only aims at, and a range of what is not told.

    >>> [(one.low, one.high) for one in bounds("nothing before 9:00, and never after five; 60 tops")]
    [(540.0, None), (None, 5.0), (None, 60.0)]
    """
    found = find_limits(cut(words), guessed=True)
    limits = () if found is None else found.limits
    return tuple(one for one in limits if not (one.near or (one.quantity.is_bare and None not in (one.low, one.high))))


def whole_limit(text: str, start: int, end: int) -> tuple[int, int]:
    """Where a limit begins and ends of which a stretch of a text names the number, or is a part.

    >>> said = "I don't want to spend more than 80 quid a night on a hotel"
    >>> first, last = whole_limit(said, said.index("80"), said.index(" a night"))
    >>> said[first:last]
    'more than 80 quid a night'
    """
    places = [place[1:] for place in spans(text)]
    for one in bounds(text):
        first, last = places[one.start][0], places[one.end - 1][1]
        number = places[one.quantity.start][0], places[one.quantity.end - 1][1]
        if (first <= start and end <= last) or (start < number[1] and number[0] < end):
            return min(start, first), max(end, last)
    return start, end


@dataclass(frozen=True, slots=True)
class Limit:
    """What somebody may not go beyond: how it compares, how much, and in what unit."""

    comparison: Literal["at most", "at least"]
    amount: float | str  # a time of day as "9:00"
    unit: str = ""


def limit_of(value: str, stance: Stance) -> Limit | None:
    """The limit that a preference sets, if it sets one.

    >>> limit_of("more than 80 quid a night", "avoids")
    Limit(comparison='at most', amount=80.0, unit='quid a night')
    >>> limit_of("before 9am", "avoids").amount
    '9:00'
    """
    found = bounds(value)
    if len(found) != 1 or stance == "is" or (found[0].low is None) == (found[0].high is None):
        return None
    quantity, below = found[0].quantity, (found[0].low is None) == (stance != "avoids")
    comparison: Literal["at most", "at least"] = "at most" if below else "at least"
    if quantity.of_kind(CLOCK) is not None:
        return Limit(comparison, f"{int(quantity.value) // 60}:{int(quantity.value) % 60:02}")
    if (note := next((one for one in quantity.kinds if one[0] in MONEY and one[1] != 1), None)) is not None:
        return Limit(comparison, quantity.value * note[1], note[0])  # "a tenner"
    said = [value[first:last] for _, first, last in spans(value)[quantity.start : quantity.end]]
    unit = [token for token in said if not token[0].isdecimal() and token.casefold() not in NUMBER_WORDS]
    return Limit(comparison, quantity.value, " ".join(unit))


def limit_form(one: Preference | Statement) -> dict[str, Any] | None:
    """The limit that a preference sets, as JSON has it, with what it is a limit of.

    >>> from penchant.domain import Statement
    >>> limit_form(Statement("wants", "at most 80 a night", topic="hotels", kind="constraint"))
    {'comparison': 'at most', 'amount': 80.0, 'unit': 'a night', 'of': 'hotels'}
    """
    limit = limit_of(one.value, one.stance)
    return None if limit is None else {**asdict(limit), "of": limited(one)}


def limited(one: Preference | Statement) -> str:
    """What a limit is of: by its own words, else by its topic, else by the sentence that it is read from.

    >>> from penchant.domain import Statement
    >>> limited(Statement("wants", "at most 12 euros", kind="constraint", quote="My budget for lunch is 12 euros"))
    'lunch'
    """
    said = one.quote if isinstance(one, Statement) else one.words
    return matter_of(one.value) or one.topic or matter_of(said, one.value)


def within(words: str, options: Sequence[str]) -> list[float] | None:
    """Whether each option keeps to the limits of a sentence: 1, -1, or 0 where it tells no such number.

    >>> within("I refuse to get up before seven", ["the 6:30", "the 11:30"])
    [-1.0, 1.0]
    >>> within("Under 20 a main. Not under 10", ["mains 9", "mains 38", "mains 16"])
    [-1.0, -1.0, 1.0]
    """
    verdicts = []
    for limit in bounds(words):
        made = [[_verdict(limit, option, later) for option in options] for later in _halves(limit)]
        best = max(made, key=lambda each: len(set(each)))  # of two times of day, the one that tells options apart
        if any(best):
            verdicts.append(best)
    return [min(column, key=lambda each: (each >= 0, each == 0)) for column in zip(*verdicts, strict=True)] or None


def keeps(words: str, option: str) -> float:
    """The same of one option, where each time of day that a limit may mean says so.

    >>> keeps("after 5", "17:45"), keeps("after 5", "10:00"), keeps("before 9am", "8:30")
    (1.0, 0.0, 1.0)
    """
    found = [each for one in bounds(words) for each in {_verdict(one, option, later) for later in _halves(one)}]
    return found[0] if len(set(found)) == 1 else 0.0


def _halves(limit: Range) -> tuple[int, ...]:
    """How many hours later than it says a limit may be."""
    return (0, 12) if limit.quantity.of_kind(HOUR) is not None and limit.quantity.value < 12 else (0,)


def _verdict(limit: Range, option: str, later: int) -> float:
    told = figures(option)
    if limit.quantity.is_time:
        scale = 60 if limit.quantity.of_kind(HOUR) is not None else 1
        values = [value / scale - later for value in times(option)[:1]]
    else:
        values = [value for one in told if (value := _in_unit_of(limit.quantity, one)) is not None]
    if not values:
        return 0.0
    value = min(values, key=lambda one: abs(one - limit.quantity.value))
    return 1.0 if limit.allows(value, 1.0) else -1.0


def _in_unit_of(one: Quantity, other: Quantity) -> float | None:
    """The value of another quantity in the unit of one; None where they are of different kinds."""
    if one.is_time or other.is_time:
        return other.value if one.of_kind(CLOCK) is not None and other.of_kind(CLOCK) is not None else None
    known = dict(other.kinds)
    for kind, factor in one.kinds:
        if kind in known:
            return other.value * known[kind] / factor
    money = {kind for kind, _ in (*one.kinds, *other.kinds)} <= MONEY
    return other.value if one.is_bare or other.is_bare or money else None


def in_part_of_day(words: str, options: Sequence[str]) -> list[float] | None:
    """Whether each option is at the part of the day that words name and nothing else: 1, -1, or 0 where it has no time.

    >>> in_part_of_day("afternoons", ["10:00", "15:30", "any time"]), in_part_of_day("night trains", ["22:00"])
    ([-1.0, 1.0, 0.0], None)
    """
    named = _PART_OF_DAY.fullmatch(words.strip())
    if named is None:
        return None
    part = named["part"].casefold()
    told = [times(option) for option in options]
    return [(1.0 if part in parts_of_day(one[0]) else -1.0) if one else 0.0 for one in told] if any(told) else None


def fitting_times(words: str, options: Sequence[str]) -> list[bool] | None:
    """Which of several times of day fit what is said of times; None where nothing is, or they are no times.

    >>> fitting_times("afternoons suit me, but not after 5", ["9:00", "15:00", "17:30"])
    [False, True, False]
    """
    if not all(map(times, options)):
        return None
    verdicts = [found for found in (within(words, options), *_parts_named(words, options)) if found is not None]
    fit = [all(each >= 0 for each in column) for column in zip(*verdicts, strict=True)]
    return fit if any(fit) and not all(fit) else None


def _parts_named(words: str, options: Sequence[str]) -> Iterator[list[float] | None]:
    for named in _PART.finditer(words):
        sign = -1.0 if any(map(is_negation, _CLAUSE.split(words[: named.start()])[-1].casefold().split())) else 1.0
        found = in_part_of_day(named.group(), options)
        yield None if found is None else [sign * each for each in found]


_CLAUSE = re.compile(r"[.;!?]")
_PART = re.compile(r"\b(?:morning|afternoon|evening)s?\b", re.IGNORECASE)
PARTS_OF_DAY = {"morning": (4, 12), "afternoon": (12, 18), "evening": (17, 24), "night": (21, 28)}
"""When a part of the day begins and ends, in hours; the night ends on the next day."""


def parts_of_day(minutes: float) -> list[str]:
    """The parts of the day that a time is in.

    >>> parts_of_day(17.5 * 60), parts_of_day(2 * 60)
    (['afternoon', 'evening'], ['night'])
    """
    hour = minutes / 60
    return [part for part, (begins, ends) in PARTS_OF_DAY.items() if begins <= hour < ends or hour + 24 < ends]


_PART_OF_DAY = re.compile(
    rf"(?:(?:in|the|at|early|late|on|during)\s+)*(?P<part>{'|'.join(PARTS_OF_DAY)})s?", re.IGNORECASE
)


def between(took: str, passed: Sequence[str], options: Sequence[str]) -> list[float]:
    """How far each option is like what was taken, and not like what was passed over, in numbers, from -1 to 1.

    What is taken below all that is passed over is a sign that less will do, too.

    >>> between("A, 90 a night", ["B, 150 a night"], ["C, 60 a night", "D, 120 a night", "E, 180 a night"])
    [1.0, 0.0, -1.0]
    """
    found = [0.0] * len(options)
    for own in figures(took):
        values = [_in_unit_of(own, one) for name in passed for one in figures(name)]
        apart = [value for value in values if value is not None and value != own.value]
        if not apart:
            continue
        near = min(apart, key=lambda each: abs(each - own.value))
        one_sided = all((each > own.value) == (near > own.value) for each in apart)
        for at, option in enumerate(options):
            here = next((value for one in figures(option) if (value := _in_unit_of(own, one)) is not None), None)
            if here is None or found[at]:
                continue
            along = (here - own.value) / (near - own.value)  # 0 at what was taken, 1 at what was passed over
            found[at] = max(-1.0, min(1.0, 1 - 2 * (along if one_sided else abs(along))))
    return found
