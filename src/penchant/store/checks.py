"""What may enter a store: the same rules for every store of ours, each broken one told in one line.

A moment needs a time zone (a naive one is refused rather than guessed at) and is kept in UTC. A confidence lies between
0 and 1, a vector is a row of finite numbers, and a text can be written as UTF-8.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

import numpy as np

from penchant.domain import (
    BeliefKind,
    Draft,
    EntryKind,
    Origin,
    PersonId,
    Preference,
    Source,
    Stance,
    TranscriptEntry,
    Use,
)
from penchant.embed import Vector
from penchant.errors import BadInput, WriteConflict
from penchant.store.protocol import Adopt, Change, Close, Erase, EraseLines, Open, Transcribe, Trust, Witness

_STANCES = frozenset(get_args(Stance))
_KINDS = frozenset(get_args(BeliefKind))
_ORIGINS = frozenset(get_args(Origin))
_USES = frozenset(get_args(Use))
_SOURCES = frozenset(get_args(Source))
_ENTRIES = frozenset(get_args(EntryKind))
LONGEST_PERSON = 1_000
_LAST_ID = 2**53
"""No id or number lies beyond it: the largest number that every reader of JSON keeps whole."""
LAST_ADOPTED = 2**52
"""No id that comes from elsewhere lies beyond it: those that follow it have to fit in as well."""


def checked_person(person: PersonId) -> PersonId:
    """The same id, once it is known to be usable: any text but an empty or a very long one."""
    if not isinstance(person, str) or not person:
        raise BadInput(f"A person needs a name of at least one character, not {person!r}.")
    if len(person) > LONGEST_PERSON:
        raise BadInput(f"A person's name has {LONGEST_PERSON:,} characters at most, and this one has {len(person):,}.")
    if not person.isascii():
        _check_texts(person)
    return person


def checked_vector(vector: Vector) -> Vector:
    """The same vector as little-endian float32 in one row."""
    with np.errstate(over="ignore"):
        row = np.ascontiguousarray(vector, dtype="<f4")
    if row.ndim != 1 or not row.size:
        raise BadInput(f"A vector is one row of numbers, not an array of shape {np.shape(vector)}.")
    if not np.isfinite(row).all():
        raise BadInput("A vector holds numbers only: this one has NaN or infinity in it.")
    return row


def check_count(count: int | None, name: str) -> None:
    """Refuse a count below 0; None is no count, and fine."""
    if count is not None and count < 0:
        raise BadInput(f"{name} counts from 0 up, so {count} means nothing.")


def check_revision(person: PersonId, found: int, expected: int | None) -> None:
    """WriteConflict where a person's memory is no longer at the revision that a write rests on; None is any."""
    if expected is not None and found != expected:
        raise WriteConflict(
            f"Somebody else wrote about {person!r:.80} in the meantime. Nothing was changed: read again, and try again."
        )


def checked(change: Change) -> Change:
    """The same change with its moments in UTC and its vector ready to keep."""
    match change:
        case Open(draft=draft, vector=vector, source=source, at=at):
            _check_draft(draft)
            _check_source(source)
            row = checked_vector(vector)
            return change if row is vector and at.tzinfo is UTC else replace(change, vector=row, at=_utc(at))
        case Close(id, at):
            return change if at.tzinfo is UTC else Close(id, _utc(at))
        case Trust(id, confidence, confirmed):
            _check_confidence(confidence)
            if confirmed is None or confirmed.tzinfo is UTC:
                return change
            return Trust(id, confidence, _utc(confirmed))
        case Witness(evidence):
            _check_source(evidence.source)
            _check_texts(evidence.episode, evidence.words)
            return change if evidence.at.tzinfo is UTC else Witness(replace(evidence, at=_utc(evidence.at)))
        case Adopt(preference, vector):
            return Adopt(_checked_preference(preference), checked_vector(vector))
        case Transcribe(entry):
            _check_entry(entry)
            return change if entry.at.tzinfo is UTC else Transcribe(replace(entry, at=_utc(entry.at)))
        case EraseLines(episode):
            _check_texts(episode)
            return change
        case Erase():
            return change


def _checked_preference(one: Preference) -> Preference:
    if not 0 < one.id <= LAST_ADOPTED:
        raise BadInput(f"A preference that is adopted is numbered from 1 to 2^52, so {one.id} cannot be its id.")
    _check_draft(one)
    return replace(
        one,
        confidence=float(one.confidence),
        rather_than=tuple(one.rather_than),
        since=_utc(one.since),
        confirmed=_utc(one.confirmed),
        until=None if one.until is None else _utc(one.until),
    )


def _check_entry(entry: TranscriptEntry) -> None:
    if entry.kind not in _ENTRIES:
        raise BadInput(f"No entry of a transcript is called {entry.kind!r}. Known: {', '.join(sorted(_ENTRIES))}.")
    if not 0 <= entry.number < _LAST_ID:
        raise BadInput(f"The lines of an episode are numbered from 0 up, so {entry.number} cannot be one.")
    _check_texts(entry.episode, entry.words)


def _check_draft(draft: Draft | Preference) -> None:
    if draft.stance not in _STANCES:
        raise BadInput(f"No stance is called {draft.stance!r}. Known: {', '.join(sorted(_STANCES))}.")
    if draft.kind not in _KINDS:
        raise BadInput(f"No kind of preference is called {draft.kind!r}. Known: {', '.join(sorted(_KINDS))}.")
    if draft.origin not in _ORIGINS:
        raise BadInput(f"No origin of a preference is called {draft.origin!r}. Known: {', '.join(sorted(_ORIGINS))}.")
    if draft.use not in _USES:
        raise BadInput(f"No use of a preference is called {draft.use!r}. Known: {', '.join(sorted(_USES))}.")
    _check_confidence(draft.confidence)
    _check_texts(draft.situation, draft.topic, draft.value, draft.words, draft.episode, draft.whom, draft.exception)
    _check_texts(*draft.rather_than)


def _check_source(source: Source) -> None:
    if source not in _SOURCES:
        raise BadInput(f"No source is called {source!r}. Known: {', '.join(sorted(_SOURCES))}.")


def _check_confidence(confidence: float) -> None:
    if not 0.0 <= confidence <= 1.0:  # NaN is neither
        raise BadInput(f"A confidence lies between 0 and 1, so {confidence} cannot be one.")


def _check_texts(*texts: str) -> None:
    for text in texts:
        if not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError as error:
                raise BadInput(f"This text is not valid Unicode at character {error.start}: {text[:40]!a}") from None


def _utc(at: datetime) -> datetime:
    if at.tzinfo is UTC:
        return at
    if at.utcoffset() is None:
        raise BadInput(f"The moment {at.isoformat()} names no time zone. Use datetime.now(UTC) or add a tzinfo.")
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise BadInput(f"The moment {at.isoformat()} lies beyond the calendar in UTC.") from None
