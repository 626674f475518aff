"""Numbers and clock times in the words of options, held against limits in a sentence and against past choices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from penchant.domain import Stance
from penchant.mind.understand.words import one_of

Kind = Literal["clock", "number"]

_SPELLED = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "noon": 12,
    "midday": 12,
    "midnight": 24,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
}
_FIGURE = re.compile(
    r"(?P<hour>\d{1,2})[:.h](?P<minute>[0-5]\d)(?!\d)\s*(?P<half>[ap]\.?m\b)?"
    r"|(?P<twelve>\d{1,2})\s*(?P<part>[ap]\.?m\b|o'?clock)"
    r"|(?P<number>\d+(?:[.,]\d+)*)(?P<unit>\s*(?:[%°]|[^\W\d_]+))?"
    rf"|\b(?P<word>{'|'.join(_SPELLED)})\b",
    re.IGNORECASE,
)
_BEFORE, _AFTER = "before|earlier than|by|until|till", "after|later than|past|from|since"
_UNDER = (
    "under|below|less than|fewer than|cheaper than|shorter than|max(?:imum)?(?: of)?|at most|up to|within"
    "|budget(?: is| of)?|upper bound|limit(?: is| of)?|no more than|can spend|have"
)
_OVER = (
    "over|above|more than|longer than|bigger than|at least|min(?:imum)?(?: of)?|starting (?:at|from)|upwards of|beyond"
)
_BOUND = re.compile(
    rf"\b(?:(?P<before>{_BEFORE})|(?P<after>{_AFTER})|(?P<under>{_UNDER})|(?P<over>{_OVER}))\s+(?:about\s+)?[€$£]?$",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"^\W*(?:[^\W\d_]+\W+){0,2}?(?:(?P<most>or less|or under|max(?:imum)?|tops|at (?:the )?most|is the limit|and not a)"
    r"|(?P<least>or more|or over|and up|or later|minimum|at least))\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|no|never|nothing|none|without|refuse|hate|avoid|can'?t|cannot|won'?t|don'?t|doesn'?t|isn'?t|nobody)\b[^.;!?]{0,40}$",
    re.IGNORECASE,
)
_NO_NUMBER = one_of("am pm st nd rd th")
_NO_UNIT = one_of("a an and at but for from if in is it just no not of off on or per so that the to tops with x")
_UNTURNED = frozenset({"no more than"})


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a text, in minutes if it is a time of day."""

    kind: Kind
    value: float
    unit: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit in a sentence: what is allowed lies below, or above."""

    figure: Figure
    below: bool
    of_time: bool  # "before" and "after" are said of times


@lru_cache(maxsize=4096)
def figures(text: str) -> tuple[Figure, ...]:
    """The numbers of a text, in order.

    >>> [(one.kind, one.value, one.unit) for one in figures("Monday 17:30, 9.80 per kg, 8 pm")]
    [('clock', 1050.0, ''), ('number', 9.8, ''), ('clock', 1200.0, '')]
    """
    found = []
    for match in _FIGURE.finditer(text):
        unit = (match["unit"] or "").strip().casefold()
        if match["hour"] and int(match["hour"]) < 25 and _is_time(match):
            value = 60.0 * _hour(int(match["hour"]), match["half"]) + int(match["minute"])
            found.append(Figure("clock", value, "", *match.span()))
        elif match["twelve"]:
            half = match["part"] if match["part"][0].casefold() in "ap" else None
            found.append(Figure("clock", 60.0 * _hour(int(match["twelve"]), half), "", *match.span()))
        elif match["word"]:
            found.append(Figure("number", float(_SPELLED[match["word"].casefold()]), "", *match.span()))
        elif unit not in _NO_NUMBER:
            written = match["number"] or match.group().strip()
            if (value_of := _value(written)) is not None:
                said = "" if unit in _NO_UNIT else unit
                found.append(Figure("number", value_of, said, match.start(), match.start() + len(written)))
    return tuple(found)


def _is_time(match: re.Match[str]) -> bool:
    return ":" in match.group() or "h" in match.group() or bool(match["half"])


def _hour(hour: int, half: str | None) -> int:
    return hour % 12 + 12 * half.casefold().startswith("p") if half else hour


def _value(written: str) -> float | None:
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", written):
        written = re.sub(r"[.,]", "", written)
    try:
        return float(written.replace(",", "."))
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def bounds(words: str) -> tuple[Bound, ...]:
    """The limits of a sentence.

    >>> [(one.figure.value, one.below) for one in bounds("nothing before 9:00, and never after five; 60 tops")]
    [(540.0, False), (5.0, True), (60.0, True)]
    """
    found = []
    for one in figures(words):
        ahead, behind = words[: one.start].rstrip("€$£ ") + " ", words[one.end :]
        bound, then = _BOUND.search(ahead), _THEN.match(behind)
        if bound is not None:
            said = bound.group().strip().casefold()
            below = bool(bound["before"] or bound["under"])
            turned = _NOT.search(ahead[: bound.start()]) is not None and said not in _UNTURNED
            found.append(Bound(one, below != turned, bool(bound["before"] or bound["after"])))
        elif then is not None:
            found.append(Bound(one, bool(then["most"]), of_time=False))
    return tuple(found)


def whole_limit(text: str, start: int, end: int) -> tuple[int, int]:
    """Where a limit begins and ends of which a stretch of a text names the number.

    >>> said = "I don't want to spend more than 80 quid a night on a hotel"
    >>> first, last = whole_limit(said, said.index("80"), said.index(" a night"))
    >>> said[first:last]
    'more than 80 quid a night'
    """
    inside = [one for one in figures(text) if start <= one.start and one.end <= end]
    if not inside:
        return start, end
    ahead, behind = _BOUND.search(text[: inside[0].start].rstrip("€$£ ") + " "), inside[-1].end
    if ahead is not None:
        start = min(start, ahead.start())
    if (unit := _UNIT.match(text, behind)) is not None:
        end = max(end, behind + len(unit.group().rstrip()))
    if bounds(text[start:end]):
        return start, end
    then = _THEN.match(text[inside[-1].end :])
    return start, end if then is None else max(end, inside[-1].end + then.end())


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
    if len(found) != 1 or stance == "is":
        return None
    figure, below = found[0].figure, found[0].below == (stance != "avoids")
    comparison: Literal["at most", "at least"] = "at most" if below else "at least"
    if figure.kind == "clock":
        return Limit(comparison, f"{int(figure.value) // 60}:{int(figure.value) % 60:02}")
    sign = value[: figure.start].rstrip()[-1:]
    unit = _UNIT.match(value, figure.end)
    said = unit.group().strip() if unit is not None else ""
    return Limit(comparison, figure.value, said if sign not in "€$£" or not sign else f"{sign} {said}".strip())


_UNIT = re.compile(
    r"(?:\s*(?:[%°]\w?|(?!(?:for|and|or|at|in|on|to|but|with|when|if|the|max|tops|unless|as|is|so|please)\b)[^\W\d_]+))?"
    r"(?:\s*(?:/|per|a|an|each|every)\s*[^\W\d_]+)?"
)


def within(words: str, options: Sequence[str]) -> list[float] | None:
    """Whether each option keeps to the limits of a sentence: 1, -1, or 0 where it tells no such number.

    >>> within("I refuse to get up before seven", ["the 6:30", "the 11:30"])
    [-1.0, 1.0]
    >>> within("Under 20 a main. Not under 10", ["mains 9", "mains 38", "mains 16"])
    [-1.0, -1.0, 1.0]
    """
    told = [figures(option) for option in options]
    verdicts = [verdict for bound in bounds(words) if (verdict := _verdicts(bound, told)) is not None]
    return [min(column, key=lambda each: (each >= 0, each == 0)) for column in zip(*verdicts, strict=True)] or None


def keeps(words: str, option: str) -> float:
    """The same of one option, where each time of day that a limit may mean says so.

    >>> keeps("after 5", "17:45"), keeps("after 5", "10:00"), keeps("before 9am", "8:30")
    (1.0, 0.0, 1.0)
    """
    found = [verdict for bound in bounds(words) for verdict in {_verdict(bound, *each, figures(option))
             for each in _readings(bound, clocks=True)}]  # fmt: skip
    return found[0] if len(set(found)) == 1 else 0.0


def _readings(bound: Bound, *, clocks: bool) -> list[tuple[float, Kind]]:
    """What a limit may mean: a number, or one or two times of day; nothing where there are none and it must be one."""
    limit = bound.figure
    if limit.kind == "clock":
        return [(limit.value, "clock")]
    if not bound.of_time:
        return [(limit.value, "number")]
    if not clocks or limit.value > 24:
        return []
    return [(60 * hour, "clock") for hour in ((limit.value, limit.value + 12) if limit.value < 12 else (limit.value,))]


def _verdicts(bound: Bound, told: Sequence[Sequence[Figure]]) -> list[float] | None:
    clocks = any(one.kind == "clock" for each in told for one in each)
    best: list[float] | None = None
    for reading, kind in _readings(bound, clocks=clocks):
        made = [_verdict(bound, reading, kind, each) for each in told]
        if any(made) and (best is None or len(set(made)) > len(set(best))):
            best = made  # of two times of day, the one that tells options apart
    return best


def _verdict(bound: Bound, limit: float, kind: Kind, told: Sequence[Figure]) -> float:
    same = [one for one in told if one.kind == kind]
    if kind == "number" and bound.figure.unit:
        same = [one for one in same if one.unit in ("", bound.figure.unit)] or ([] if len(same) > 1 else same)
    if not same:
        return 0.0
    value = min(same, key=lambda one: abs(one.value - limit)).value if kind == "number" else same[0].value
    return 1.0 if (value <= limit if bound.below else value >= limit) else -1.0


def in_part_of_day(words: str, options: Sequence[str]) -> list[float] | None:
    """Whether each option is at the part of the day that words name and nothing else: 1, -1, or 0 where it has no time.

    >>> in_part_of_day("afternoons", ["10:00", "15:30", "any time"]), in_part_of_day("night trains", ["22:00"])
    ([-1.0, 1.0, 0.0], None)
    """
    named = _PART_OF_DAY.fullmatch(words.strip())
    if named is None:
        return None
    part = named["part"].casefold()
    times = [next((one.value for one in figures(option) if one.kind == "clock"), None) for option in options]
    if all(time is None for time in times):
        return None
    return [0.0 if time is None else 1.0 if part in parts_of_day(time) else -1.0 for time in times]


def fitting_times(words: str, options: Sequence[str]) -> list[bool] | None:
    """Which of several times of day fit what is said of times; None where nothing is, or they are no times.

    >>> fitting_times("afternoons suit me, but not after 5", ["9:00", "15:00", "17:30"])
    [False, True, False]
    """
    if not all(any(one.kind == "clock" for one in figures(option)) for option in options):
        return None
    verdicts = [found for found in (within(words, options), *_parts_named(words, options)) if found is not None]
    fit = [all(each >= 0 for each in column) for column in zip(*verdicts, strict=True)]
    return fit if any(fit) and not all(fit) else None


def _parts_named(words: str, options: Sequence[str]) -> Iterator[list[float] | None]:
    for named in _PART.finditer(words):
        sign = -1.0 if _NOT.search(words[: named.start()]) else 1.0
        found = in_part_of_day(named.group(), options)
        yield None if found is None else [sign * each for each in found]


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
        apart = [one.value for name in passed for one in figures(name) if _alike(one, own) and one.value != own.value]
        if not apart:
            continue
        near = min(apart, key=lambda each: abs(each - own.value))
        one_sided = all((each > own.value) == (near > own.value) for each in apart)
        for at, option in enumerate(options):
            here = next((one for one in figures(option) if _alike(one, own)), None)
            if here is None or found[at]:
                continue
            along = (here.value - own.value) / (near - own.value)  # 0 at what was taken, 1 at what was passed over
            found[at] = max(-1.0, min(1.0, 1 - 2 * (along if one_sided else abs(along))))
    return found


def _alike(one: Figure, other: Figure) -> bool:
    return one.kind == other.kind and (one.unit == other.unit or not one.unit or not other.unit)
