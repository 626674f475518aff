"""Which option somebody picks by naming it, whatever else they say: "oat, dairy upsets my stomach"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from penchant.mind.learned.reader import ALL_READ
from penchant.mind.understand.words import one_of

_WORD = re.compile(r"\w+")
_FIRST_PART = re.compile(r"[^.,;:!?\n–—]{1,80}")
_CORRECTS = re.compile(r"\W*(?:(?:oh|sorry|no|nope|nah|wait)\b\W+)+", re.IGNORECASE)
_TURNING = one_of(
    """not no never nothing none neither without except but anything hate dislike avoid don doesn isn can won wouldn
    allergic allergy intolerant sick bored had skip if unless when instead rather than less or and either because what
    which how why"""
)
_LONGEST = 5
"""The first part of an answer that has more words is more than a name."""


def named_first(words: str, options: Sequence[str]) -> str | None:
    """The option that an answer begins by naming, in words that no other has.

    >>> named_first("oat, dairy upsets my stomach", ("whole milk", "oat milk"))
    'oat milk'
    >>> named_first("not the oat, please", ("whole milk", "oat milk"))
    """
    first = _FIRST_PART.match(words.strip())
    if first is None or len(options) > ALL_READ:
        return None
    said = _WORD.findall(first.group().casefold())
    if len(said) > _LONGEST or not _TURNING.isdisjoint(said):
        return None
    cut = [set(_WORD.findall(option.casefold())) for option in options]
    own = [name for name, has in zip(options, cut, strict=True) if any(w in has for w in said if _tells(w, cut))]
    return own[0] if len(own) == 1 else None


def corrected_to(words: str, options: Sequence[str]) -> str | None:
    """The option that a correction names behind its "no".

    >>> corrected_to("no, oat, dairy upsets my stomach", ("whole milk", "oat milk"))
    'oat milk'
    """
    begins = _CORRECTS.match(words)
    return None if begins is None else named_first(words[begins.end() :], options)


def titled(words: str, options: Sequence[str]) -> str | None:
    """The option that words name by what comes before the first comma of its name, and by nothing else.

    >>> titled("Hotel A.", ("Hotel A, 90, private bathroom", "Hotel C, 220"))
    'Hotel A, 90, private bathroom'
    """
    said = words.strip().rstrip(".!").casefold()
    found = [name for name in options[:ALL_READ] if "," in name and name.partition(",")[0].strip().casefold() == said]
    return found[0] if len(found) == 1 else None


def _tells(word: str, options: Sequence[set[str]]) -> bool:
    """Whether only one option has a word, and it is no small one."""
    return (len(word) > 2 or word.isdigit()) and sum(word in has for has in options) == 1
