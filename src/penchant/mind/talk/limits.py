"""Limits that somebody keeps to: "under 70 a night", "rent can't go over 1200 a month"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penchant.mind.talk.words import Word
from penchant.mind.understand.limits import find_limits, is_negation
from penchant.mind.understand.quantities import MONEY, spans
from penchant.mind.understand.words import one_of

_SPENDING = one_of(
    "budget rent spend spending pay paying afford price prices cost costs cheap salary bill bills fee fare"
)
_AFTER_FOR = 5
_REACH = 5


@dataclass(frozen=True, slots=True)
class KeptLimit:
    """A limit as it is written, whether it is one of money, and what it is for."""

    value: str
    money: bool
    situation: str = ""


def kept_limit(text: str, words: Sequence[Word]) -> KeptLimit | None:
    """The one limit that the words name; None where there is none, or more than one."""
    start, end = words[0].start, words[-1].end
    tokens = spans(text[start:end])
    found = find_limits([token for token, _, _ in tokens])
    if found is None or len(found.limits) != 1:
        return None
    quantity = found.limits[0].quantity
    first = min(at for at in found.used if at >= quantity.start - 3)
    last = max(at for at in found.used if at <= quantity.end + 3)
    for at in range(first - 1, max(first - 1 - _REACH, -1), -1):  # "can't go over 1200"
        if tokens[at][0] in {",", ";", ":"}:
            break
        if is_negation(tokens[at][0]):
            first = at
            break
    money = any(kind in MONEY for kind, _ in quantity.kinds) or any(word.text in _SPENDING for word in words)
    rest = tokens[last + 1 : last + 2 + _AFTER_FOR]
    situation = ""
    if rest and rest[0][0] == "for" and len(rest) > 1 and rest[1][0] not in {"me", "us", "now", "it"}:
        stop = next((at for at, each in enumerate(rest) if at and not each[0][0].isalnum()), len(rest))
        situation = text[start + rest[1][1] : start + rest[stop - 1][2]]
    return KeptLimit(text[start + tokens[first][1] : start + tokens[last][2]], money, situation)
