"""The marks of what was forgotten: they keep it from being inferred again, and name nothing.

A mark is the digest of a word's stem, keyed by the person. It is a line of the person's transcript, so every store
keeps it, an export carries it along, and it goes when the person is forgotten.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from itertools import count

from penchant.domain import EpisodeId, Statement, TranscriptEntry
from penchant.memory import Memory
from penchant.mind.protocol import Weighed
from penchant.mind.told.names import is_long
from penchant.terms import terms

BARRED = EpisodeId("forgotten")
"""The episode of the marks."""

SAID = 0.2
"""How much less likely an answer is for each word in it that was to be forgotten."""


def marks_of(person: str, text: str) -> frozenset[str]:
    """The marks of a text: one for each of its words that says something."""
    key = blake2b(person.encode(), digest_size=32).digest()
    return frozenset(blake2b(term.stem.encode(), digest_size=12, key=key).hexdigest() for term in terms(text))


def barred(memory: Memory, person: str) -> dict[str, datetime]:
    """What must not be inferred about a person: marks, each with when it was last made."""
    return {line.words: line.at for line in memory.transcript(person, BARRED)}


def is_barred(person: str, statement: Statement, marks: Mapping[str, datetime], at: datetime) -> bool:
    """Whether a statement says what was to be forgotten, and is not said outright since then."""
    if not marks:
        return False
    made = marks_of(person, statement.value)
    if not made or not made <= marks.keys():
        return False
    return statement.origin != "stated" or at <= max(marks[mark] for mark in made)


def reticent(person: str, ways: Sequence[Weighed], marks: Collection[str]) -> list[Weighed]:
    """Ways to act, of which those that would say what was to be forgotten are the less likely the more they say of it.

    Only whole answers say things; the name of an option is what was asked for.
    """
    names = [way.action.thing or "" for way in ways]
    if not marks or not is_long(names):
        return list(ways)
    said = [len(marks_of(person, name).intersection(marks)) for name in names]
    likely = [way.likelihood * SAID**many for way, many in zip(ways, said, strict=True)]
    total = sum(likely) or 1.0
    quiet = [replace(way, likelihood=each / total) for way, each in zip(ways, likely, strict=True)]
    return sorted(quiet, key=lambda way: -way.likelihood)


def marking(memory: Memory, person: str, texts: Iterable[str], at: datetime) -> list[TranscriptEntry]:
    """The lines that bar these texts from now on."""
    known = memory.transcript(person, BARRED)
    there = {line.words for line in known if line.at >= at}
    fresh = sorted({mark for text in texts for mark in marks_of(person, text)} - there)
    taken = {line.number for line in known}
    free = (number for number in count() if number not in taken)
    return [
        TranscriptEntry(episode=BARRED, number=number, kind="barred", words=mark, at=at)
        for mark, number in zip(fresh, free, strict=False)
    ]
