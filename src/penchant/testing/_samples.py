"""What the checks are made of: a draft to open, moments that differ, and ways to say what was expected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from penchant.domain import (
    BeliefKind,
    Draft,
    EntryKind,
    EpisodeId,
    Evidence,
    PersonId,
    PreferenceId,
    Source,
    Stance,
    TranscriptEntry,
)
from penchant.embed import Vector
from penchant.store import Open, Store

ANA = PersonId("ana")
BEN = PersonId("ben")
MISSING = PreferenceId(999)


def moment(minute: int = 0) -> datetime:
    """A moment, so many minutes after the first."""
    return datetime(2026, 3, 4, 5, 6, 7, 89, tzinfo=UTC) + timedelta(minutes=minute)


def direction(*numbers: float) -> Vector:
    """A vector of eight numbers that begins with these."""
    return np.array([*numbers, *[0.0] * (8 - len(numbers))], dtype=np.float32)


def opening(
    value: str,
    *,
    vector: Vector | None = None,
    situation: str = "when drowsy",
    topic: str = "something to drink",
    stance: Stance = "wants",
    rather_than: tuple[str, ...] = ("black coffee",),
    confidence: float = 0.8,
    words: str = "the tea, please",
    episode: str = "episode-1",
    source: Source = "answer",
    at: datetime | None = None,
    replaces: PreferenceId | None = None,
    kind: BeliefKind = "taste",
) -> Open:
    """A change that opens a preference for ``value``; everything else has a sensible sample."""
    draft = Draft(
        situation=situation,
        topic=topic,
        stance=stance,
        value=value,
        rather_than=rather_than,
        confidence=confidence,
        words=words,
        episode=EpisodeId(episode),
        kind=kind,
    )
    vector = direction(1.0) if vector is None else vector
    return Open(draft=draft, vector=vector, source=source, at=at or moment(), replaces=replaces)


def forced(**parts: object) -> Open:
    """A change with a draft such as no draft of ours can be: what a store is handed by somebody who went around it."""
    change = opening("x")
    for name, value in parts.items():
        object.__setattr__(change.draft, name, value)
    return change


def heard(id: PreferenceId, words: str, *, minute: int = 1, supports: bool = True) -> Evidence:
    """A piece of evidence for or against a preference."""
    return Evidence(
        preference=id,
        episode=EpisodeId(f"episode-{minute}"),
        source="praise" if supports else "correction",
        supports=supports,
        words=words,
        at=moment(minute),
    )


def line(episode: str, number: int, words: str, *, kind: EntryKind = "heard", minute: int = 0) -> TranscriptEntry:
    """One line of a transcript."""
    return TranscriptEntry(episode=EpisodeId(episode), number=number, kind=kind, words=words, at=moment(minute))


def values(store: Store, person: PersonId, *, closed: bool = False) -> Sequence[str]:
    """What is kept for a person, in order."""
    return [one.value for one in store.list(person, closed=closed)]


def same(got: object, wanted: object, what: str) -> None:
    """Raise unless both are equal."""
    if got != wanted:
        raise AssertionError(f"{what}: expected {_short(wanted)}, got {_short(got)}")


def true(holds: bool, what: str) -> None:
    """Raise unless it holds."""
    if not holds:
        raise AssertionError(what)


def raises(error: type[Exception], what: str, call: Callable[..., object], /, *given: object, **named: object) -> None:
    """Raise unless the call with what is given does, with this error and a message of one line."""
    try:
        call(*given, **named)
    except error as raised:
        true(bool(str(raised)) and "\n" not in str(raised), f"{what}: the message should be one line, not {raised!s}")
    else:
        raise AssertionError(f"{what}: expected {error.__name__}")


def _short(thing: object) -> str:
    text = repr(thing)
    return text if len(text) <= 400 else f"{text[:200]} ... {text[-200:]}"
