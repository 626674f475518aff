"""Sentences from shapes: every gap is filled from what is at hand, or by a line of the section it is named after."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache

from penchant.english import capital

_BEFORE_A_VOWEL = re.compile(r"\b([Aa]) (?=[aeio](?!ne\b))")


def fill(shape: str, slots: Mapping[str, str], lines: Mapping[str, tuple[str, ...]], rng: random.Random) -> str:
    """The shape with its gaps filled: by a slot, else by a line of the section of that name, filled in turn."""
    parts: list[str] = []
    for literal, gap in _parsed(shape):
        parts.append(literal)
        if gap in slots:
            parts.append(slots[gap])
        elif gap:
            found = lines[gap]
            parts.append(fill(found[int(rng.random() * len(found))], slots, lines, rng))
    return "".join(parts)


def articled(text: str) -> str:
    """The text with "an" where "a" stands before a vowel."""
    return _BEFORE_A_VOWEL.sub(r"\1n ", text)


def sentence(text: str) -> str:
    """The text with a capital, its articles right, and a full stop where it has none."""
    said = articled(capital(text))
    return said if said[-1] in ".!?" else said + "."


@cache
def _parsed(shape: str) -> tuple[tuple[str, str], ...]:
    """What is written out, and the name of the gap that follows it."""
    pieces = [*re.split(r"\{([^{}]+)\}", shape), ""]
    return tuple(zip(pieces[::2], pieces[1::2], strict=True))
