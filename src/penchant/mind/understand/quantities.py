"""Numbers with units and times of day, in what is said and in the names of options: "€95 a night", "8 pm"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import pairwise
from types import MappingProxyType

from penchant.english import stem
from penchant.mind.understand import tables

BARE = "bare"
"""The kind of a number without a unit."""

CLOCK, HOUR = "clock", "hour"
"""The kinds of a time of day in minutes, and of an hour that may be in either half of the day: "after five"."""

Measures = Mapping[str, tuple[float, str]]
"""What an option tells in numbers: by kind, a value in its base unit and what it is counted by."""

_TOKEN = re.compile(
    r"(?<!\d)\d{1,2}(?:[:h][0-5]\d(?!\d)(?:\s?[ap]\.?m\b)?|(?:\.[0-5]\d)?\s?(?:[ap]\.?m\b|o['’]?clock\b))"
    r"|°\s?[cf]\b|[€$£¥₹°%★~+#/<>]|\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[-–—]|[,.;:!?()]",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"(\d{1,2})(?:[:h.]([0-5]\d))?(?:([ap])|o|$)")
_OF_DAY = re.compile(r"in the (?:morning|(?P<late>afternoon|evening))$")
_PLAIN = re.compile(r"\d+(?:[.,]\d+)*")
_DIGIT = re.compile(r"\d")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|[1-9]\d{0,2}(?:\.\d{3})+")
_DECIMAL = re.compile(r"\d+(?:[.,]\d{1,2})?")

_SMALL = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_ONES = {word: value for value, word in enumerate(_SMALL.split())}
_ROUND = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 10 * value for value, word in enumerate(_ROUND.split(), start=2)}
_HOURS = {"noon": 12, "midday": 12, "midnight": 24}
_SCALES = {"hundred": 100, "thousand": 1_000, "k": 1_000}
NUMBER_WORDS = frozenset({"half", *_ONES, *_TENS, *_HOURS, *_SCALES})
_HYPHENS = frozenset("-–")
RANGES = _HYPHENS | {"to", "—"}


MONEY = frozenset(("euro", "dollar", "pound", "yen", "rupee", "franc", "crown"))
_SIGNS = frozenset("€$£¥₹") | {"eur", "usd", "gbp", "chf"}
_words = partial(tables.words, "understand/amounts.txt")


@cache
def _units() -> Mapping[str, tuple[tuple[str, float], ...]]:
    """What each word for a unit is of, with the factor to the base unit."""
    made: dict[str, tuple[tuple[str, float], ...]] = {}
    for kind, units in tables.named_phrases("understand/amounts.txt", "units"):
        factor = float(units[0]) if units[0][0].isdigit() else 1.0
        for word in units[units[0][0].isdigit() :]:
            made[word] = (*made.get(word, ()), (kind, factor))
    return made


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text: its value, what it may be a number of (each with the factor to its base), and where."""

    value: float
    kinds: tuple[tuple[str, float], ...]  # empty: no unit was said
    rate: str  # "night" in "€95 a night"
    start: int
    end: int

    @property
    def is_bare(self) -> bool:
        """Whether no unit was said."""
        return not self.kinds

    @property
    def is_time(self) -> bool:
        """Whether it is a time of day."""
        return self.kinds[:1] in (((CLOCK, 1.0),), ((HOUR, 1.0),))

    def of_kind(self, kind: str) -> float | None:
        """Its value in the base unit of a kind, or None if it is of another."""
        return next((self.value * factor for each, factor in self.kinds if each == kind), None)


def cut(text: str) -> list[str]:
    """The words, numbers and signs of a text in lower case.

    >>> cut("Under €100 a night!")
    ['under', '€', '100', 'a', 'night', '!']
    """
    return [token for token, _, _ in spans(text)]


def spans(text: str) -> list[tuple[str, int, int]]:
    """The same, each with where it begins and ends in the text.

    >>> spans("Max 40!")
    [('max', 0, 3), ('40', 4, 6), ('!', 6, 7)]
    """
    return [(re.sub(r"\s", "", found[0].casefold()), *found.span()) for found in _TOKEN.finditer(text)]


def quantities(tokens: Sequence[str]) -> list[Quantity]:
    """Every number that is a quantity: no ordinal, no number of a platform or an option.

    >>> [(found.value, found.kinds, found.rate) for found in quantities(cut("€95 a night, half a litre, at 4 pm"))]
    [(95.0, (('euro', 1.0),), 'night'), (0.5, (('volume', 1.0),), ''), (960.0, (('clock', 1.0),), '')]
    """
    found: list[Quantity] = []
    at = 0
    while at < len(tokens):
        if (minutes := _clock(tokens[at])) is not None:
            found.append(Quantity(minutes, ((CLOCK, 1.0),), "", at, at + 1))
            at += 1
            continue
        number = _number(tokens, at)
        if number is None:
            at += 1
            continue
        value, end, spelled = number
        quantity = _with_unit(tokens, value, at, end)
        if quantity is not None and not (spelled and quantity.is_bare and value < 10):  # "one", "two" stand for things
            found.append(quantity)
            end = quantity.end
        at = max(end, at + 1)
    return found


@lru_cache(maxsize=16_384)
def measured(name: str) -> Measures:
    """What an option's name tells in numbers, but for times of day; nothing of a kind of which it tells two.

    >>> dict(measured("Hotel Alpha, 4 stars, €95 a night"))
    {'stars': (4.0, ''), 'euro': (95.0, 'night')}
    >>> dict(measured("iPhone 15")), dict(measured("€50-80")), dict(measured("Plaza, 120"))
    ({}, {}, {'bare': (120.0, '')})
    """
    tokens = cut(name[:400])
    found: dict[str, tuple[float, str]] = {}
    twice: set[str] = set()
    numbers = [quantity for quantity in quantities(tokens) if not quantity.is_time]
    for one, other in pairwise(numbers):
        if one.end + 1 == other.start and tokens[one.end] in RANGES:
            twice.update(kind for kind, _ in (*one.kinds, *other.kinds))  # "€50-80"
    for quantity in numbers:
        if quantity.is_bare and not quantity.rate and not (_stands_alone(tokens, quantity) and _DIGIT.search(name)):
            continue  # a number of something else: "iPhone 15"
        for kind, factor in quantity.kinds or ((BARE, 1.0),):
            if kind in found:
                twice.add(kind)
            found[kind] = (quantity.value * factor, quantity.rate)
    return MappingProxyType({kind: value for kind, value in found.items() if kind not in twice})


def _stands_alone(tokens: Sequence[str], quantity: Quantity) -> bool:
    """Whether nothing stands beside a number between two commas: "Plaza, 120"."""
    before, after = tokens[: quantity.start][-1:], tokens[quantity.end :][:1]
    return before in ([], [","]) and after in ([], [","])


def _clock(token: str) -> float | None:
    """The minutes of a time of day."""
    found = None if not token[0].isdecimal() or _PLAIN.fullmatch(token) else _CLOCK.match(token)
    if found is None or (hour := int(found[1])) > 24:
        return None
    return 60.0 * (hour % 12 + 12 * (found[3] == "p") if found[3] else hour) + int(found[2] or 0)


def _number(tokens: Sequence[str], at: int) -> tuple[float, int, bool] | None:
    """The number that begins here, where it ends, and whether it is spelled out."""
    token = tokens[at]
    if token[0].isdecimal():
        value = _figures(token)
        if value is None:
            return None
        if tokens[at + 1 : at + 2] in (["k"], ["thousand"]):
            return value * 1_000, at + 2, False
        return value, at + 1, False
    if token in _HOURS:
        return (float(_HOURS[token]), at + 1, True) if _leads_to_time(tokens, at) else None
    if token == "half" and tokens[at + 1 : at + 2] in (["a"], ["an"]):
        return 0.5, at + 2, True
    if token in {"a", "an"}:
        after = tokens[at + 1] if at + 1 < len(tokens) else ""
        if after in _SCALES and after != "k":
            return _spelled(tokens, at + 1)
        if (
            after in _units()
            and len(after) > 1
            and after not in _words("rates") | {"second", "pound", "foot", "star", "degree"}
        ):
            return 1.0, at + 1, True  # "a litre"; but "a night", "a star"
        if after == "hour" and (at == 0 or not _number_before(tokens, at)):
            return 1.0, at + 1, True
        return None
    return _spelled(tokens, at)


def _leads_to_time(tokens: Sequence[str], at: int) -> bool:
    """Whether a bare number that begins here is an hour: "after five"."""
    return at > 0 and (
        tokens[at - 1] in _words("before times") or tokens[at - 2 : at] in (["earlier", "than"], ["later", "than"])
    )


def _number_before(tokens: Sequence[str], at: int) -> bool:
    before = tokens[at - 1]
    return before[0].isdecimal() or before in _ONES or before in _TENS or before in _SCALES or before in _units()


def _figures(token: str) -> float | None:
    if _THOUSANDS.fullmatch(token):
        return float(re.sub(r"[.,](?=\d{3}(?!\d))", "", token))
    return float(token.replace(",", ".")) if len(token) < 16 and _DECIMAL.fullmatch(token) else None


def _spelled(tokens: Sequence[str], at: int) -> tuple[float, int, bool] | None:
    """A number in words: "twenty-one", "two hundred and fifty", "a hundred"."""
    total, current, end = 0, 0, at
    while end < len(tokens):
        token = tokens[end]
        if token in _ONES and current % 10 == 0 and (current % 100 == 0 or _ONES[token] < 10):
            current += _ONES[token]
        elif token in _TENS and current % 100 == 0:
            current += _TENS[token]
        elif token == "hundred":
            current = max(current, 1) * 100
        elif token == "thousand":
            total, current = total + max(current, 1) * 1_000, 0
        elif end > at and token in {"and", *_HYPHENS} and _goes_on(tokens, end, total + current):
            pass
        else:
            break
        end += 1
    return (float(total + current), end, True) if end > at else None


def _goes_on(tokens: Sequence[str], at: int, value: int) -> bool:
    after = tokens[at + 1] if at + 1 < len(tokens) else ""
    if tokens[at] == "and":
        return value >= 100 and value % 100 == 0 and (after in _ONES or after in _TENS)
    return after in _ONES and 0 < _ONES[after] < 10 and 20 <= value % 100 <= 90 and value % 10 == 0


def _with_unit(tokens: Sequence[str], value: float, start: int, end: int) -> Quantity | None:
    before = tokens[start - 1] if start else ""
    after = tokens[end] if end < len(tokens) else ""
    if after in {"am", "pm", "o'clock", "o’clock"} and value <= 12:
        return Quantity(60 * (value % 12 + 12 if after == "pm" else value), ((CLOCK, 1.0),), "", start, end + 1)
    part = " ".join(tokens[end : end + 3])
    if value <= 12 and (in_part := _OF_DAY.match(part)) is not None:  # "6 in the evening"
        hour = value % 12 + 12 * (in_part["late"] is not None)
        return Quantity(60 * hour, ((CLOCK, 1.0),), "", start, end + len(in_part.group().split()))
    if after in _words("no quantity after") or (before in _words("numbered") and after not in _units()):
        return None
    kinds: tuple[tuple[str, float], ...] = ()
    first = start
    if before in _SIGNS:
        kinds, first = _units()[before], start - 1
    else:
        unit = end + 1 if after in _HYPHENS and tokens[end + 1 : end + 2] and tokens[end + 1][0].isalpha() else end
        word = tokens[unit] if unit < len(tokens) else ""
        if word == "/" and tokens[unit + 1 : unit + 2] == ["5"]:
            kinds, end = _units()["stars"], unit + 2
        elif word in _units():
            kinds, end = _units()[word], unit + 1
            scale = tokens[end] if end < len(tokens) else ""
            if word in {"°", "degree", "degrees"} and scale in {"c", "f", "celsius", "fahrenheit"}:
                kinds, end = _units()[scale], end + 1
        elif word[:1].isalpha() and word not in _words("not counted"):
            kinds, end = ((f"count of {stem(word)}", 1.0),), unit + 1  # "280 pages"
    rate, end = _rate(tokens, end)
    if not kinds and not rate and value <= 24 and _leads_to_time(tokens, start):
        kinds = ((HOUR, 1.0),)
    return Quantity(value, kinds, rate, first, end)


def _rate(tokens: Sequence[str], end: int) -> tuple[str, int]:
    """What a number is counted by, after it: "a night"."""
    if end + 1 < len(tokens) and tokens[end] in _words("per") and stem(tokens[end + 1]) in _words("rates"):
        return stem(tokens[end + 1]), end + 2
    return "", end
