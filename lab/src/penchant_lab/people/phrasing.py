"""Fills the gaps of a sentence shape: what is wanted, what was wanted before and what was done.

``voices/plain.txt`` explains the gaps. Names are shortened ("the tea") only where everyone in sight of the options
knows which one is meant.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from penchant.english import in_number
from penchant_lab.people.nouns import Noun, noun, shorter

SHORTENING = 0.25
"""How often a name that can be shortened is."""

_GAPS = {"it": "them", "they": "it"} | {gap: gap for gap in ("its", "is", "was", "one", "thats", "goes", "belongs")}
"""The gaps that agree with the thing spoken of in number, and the small word that fills each."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a sentence speaks of: a thing, a place, or a thing in a place."""

    thing: str | None = None
    place: str | None = None


def fill(
    want: Named,
    rng: random.Random,
    *,
    it: str,
    in_sight: frozenset[str],
    old: Named | None = None,
    got: Named | None = None,
) -> dict[str, str]:
    """The gaps that can be filled; ``it`` is the thing that "it" and "them" stand for."""
    agreeing = in_number(plural=noun(it).plural)
    words = {gap: agreeing[word] for gap, word in _GAPS.items()}
    known = in_sight.union(name for each in (old, got) if each for name in (each.thing, each.place) if name)
    for prefix, each in (("", want), ("old_", old), ("got_", got)):
        if each is None:
            continue
        tail = ""
        if each.place is not None:
            place = _referred(each.place, in_sight, known, rng)
            words[f"{prefix}spot"] = place.the
            words[f"{prefix}there"] = there = f"{place.preposition} {place.the}".strip()
            tail = f" {there}"
        if each.thing is not None:
            thing = _referred(each.thing, in_sight, known, rng)
            words[prefix.rstrip("_") or "want"] = thing.the + tail
            words[f"{prefix}any"] = thing.any + tail
    return words


def _referred(name: str, in_sight: frozenset[str], known: frozenset[str], rng: random.Random) -> Noun:
    full = noun(name)
    if rng.random() >= SHORTENING or name not in in_sight:
        return full
    short = shorter(name, known)
    return full if short is None else Noun(noun(short).the, noun(short).any, full.plural, full.preposition)
