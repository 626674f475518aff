"""One person's memory as one document to keep, to read and to carry to another store, without loss.

The document is JSON, described in ``docs/memory.md``: every preference, open and closed, with its dates and its vector,
every piece of evidence in the order it was heard, and the transcript. What a document says is checked here, before a
store is touched; then a single write takes it in.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, get_args

import numpy as np

from penchant.domain import (
    BeliefKind,
    EntryKind,
    Evidence,
    Origin,
    PersonId,
    Preference,
    PreferenceId,
    Source,
    Stance,
    TranscriptEntry,
    Use,
)
from penchant.embed import Vector
from penchant.errors import AlreadyKnown, BadData, StoreError, WriteConflict
from penchant.memory.memory import Memory
from penchant.store import Adopt, Change, Transcribe, Vectored, Witness
from penchant.store.checks import LAST_ADOPTED, checked_person

FORMAT = "penchant-memory"
VERSION = 5
_FIRST = 1
"""The version before transcripts were kept; read on."""
_TRIES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """All that is kept about one person; a vector that is missing is made anew where the record is taken in."""

    person: PersonId
    embedder: str  # that made the vectors
    preferences: Sequence[Preference]
    vectors: Mapping[PreferenceId, Vector]
    evidence: Sequence[Evidence]
    transcript: Sequence[TranscriptEntry] = ()


def take_out(memory: Memory, person: str) -> Record:
    """All that is kept about a person, as of one moment."""
    store, id = memory.store, PersonId(person)
    for _ in range(_TRIES):
        revision = store.revision(id)
        found, evidence, transcript = store.list(id, closed=True), store.evidence(id), store.transcript(id)
        vectors = store.vectors(id) if isinstance(store, Vectored) else {}
        if store.revision(id) == revision:
            name = memory.embedder.name
            vectors |= _embedded(memory, [one for one in found if one.id not in vectors])
            return Record(
                person=id,
                embedder=name,
                preferences=found,
                vectors=vectors,
                evidence=evidence,
                transcript=transcript,
            )
    raise StoreError(f"{person} is being written about all the time; try again when it is quieter.")


def take_in(memory: Memory, record: Record) -> bool:
    """Keep a record in a store that knows nothing of this person, all of it or none; tells if vectors were made anew.

    They are where the record's come from another embedder, are missing, or do not have its size.
    """
    known = (
        f"Something is known of {record.person} already, and a record comes in only where nothing is. "
        "Erase that first, or bring it in under another name."
    )
    if memory.store.revision(record.person):
        raise AlreadyKnown(known)
    if any(one.id > LAST_ADOPTED for one in record.preferences):  # those that follow must have room as well
        record = _renumbered(record)
    fitting = with_vectors_of(memory, record)
    try:
        memory.apply(record.person, changes_of(fitting), expected=0)
    except WriteConflict as error:
        raise AlreadyKnown(known) from error
    return fitting is not record


def with_vectors_of(memory: Memory, record: Record) -> Record:
    """The same record, or where its vectors cannot stand in this memory, one with vectors that can."""
    vectors = [vector for vector in record.vectors.values() if len(vector) == memory.embedder.size]
    if record.embedder == memory.embedder.name and len(vectors) >= len(record.preferences):
        return record
    return replace(record, embedder=memory.embedder.name, vectors=_embedded(memory, record.preferences))


def changes_of(record: Record) -> list[Change]:
    """What has to be written where nothing is known of this person: the preferences first, every vector is there."""
    changes: list[Change] = [Adopt(one, record.vectors[one.id]) for one in record.preferences]
    changes += [Witness(one) for one in record.evidence]
    return changes + [Transcribe(one) for one in record.transcript]


def _renumbered(record: Record) -> Record:
    """The same with its preferences counted from 1."""
    ids = {one.id: PreferenceId(number) for number, one in enumerate(record.preferences, 1)}
    return replace(
        record,
        preferences=[
            replace(one, id=ids[one.id], replaces=None if one.replaces is None else ids[one.replaces])
            for one in record.preferences
        ],
        vectors={ids[id]: vector for id, vector in record.vectors.items()},
        evidence=[replace(one, preference=ids[one.preference]) for one in record.evidence],
    )


def written(record: Record) -> str:
    """The document of a record: the same text for the same record, always."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "person": record.person,
        "embedder": record.embedder,
        "preferences": [
            {key: _plain(getattr(one, key, None)) for key in _PREFERENCE} | {"vector": _packed(record.vectors[one.id])}
            for one in record.preferences
        ],
        "evidence": [{key: _plain(getattr(one, key)) for key in _EVIDENCE} for one in record.evidence],
        "transcript": [{key: _plain(getattr(one, key)) for key in _ENTRY} for one in record.transcript],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def read(text: str | bytes, *, name: str | None = None) -> Record:
    """The record a document holds, under another ``name`` if one is given; BadData says in a line where it errs."""
    try:
        document = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadData(f"This is no JSON document: {error}.") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadData(f'This is no exported memory: its "format" is not "{FORMAT}".')
    version = document.get("version")
    if type(version) is not int or not _FIRST <= version <= VERSION:
        raise BadData(
            f"This memory is of version {version!r:.40}, and this penchant reads versions {_FIRST} to "
            f"{VERSION}. Upgrade: pip install --upgrade penchant"
        )
    shape = _DOCUMENT if version == _FIRST else _DOCUMENT | {"transcript": _LIST}
    whole = _fields(document, shape, "The document")
    of_preference = {key: kind for key, kind in _PREFERENCE.items() if version >= _SINCE.get(key, _FIRST)}
    person = checked_person(PersonId(whole["person"] if name is None else name))
    vectors: dict[PreferenceId, Vector] = {}
    kept: dict[PreferenceId, Preference] = {}
    for number, item in enumerate(whole["preferences"], 1):
        fields = _fields(item, of_preference, f"Preference number {number}")
        id, vector, replaces = fields["id"], fields.pop("vector"), fields["replaces"]
        if kept and id <= max(kept):
            raise BadData(f"Preference number {number} has the id {id}; ids go up from each to the next.")
        if replaces is not None and replaces not in kept:
            raise BadData(f"Preference {id} replaces {replaces}, which does not come before it.")
        kept[id] = Preference(person=person, **fields)
        if vector is not None:
            vectors[id] = vector
    heard = [
        Evidence(**_fields(item, _EVIDENCE, f"Evidence number {number}"))
        for number, item in enumerate(whole["evidence"], 1)
    ]
    for one in heard:
        if one.preference not in kept:
            raise BadData(f"There is evidence for preference {one.preference}, which the document does not have.")
    return Record(
        person=person,
        embedder=whole["embedder"],
        preferences=list(kept.values()),
        vectors=vectors,
        evidence=heard,
        transcript=_read_transcript(whole.get("transcript", [])),
    )


def _read_transcript(items: Sequence[Any]) -> list[TranscriptEntry]:
    found = [
        TranscriptEntry(**_fields(item, _ENTRY, f"Line number {at} of the transcript"))
        for at, item in enumerate(items, 1)
    ]
    seen = set()
    for one in found:
        if (one.episode, one.number) in seen:
            raise BadData(f"The transcript has the number {one.number} of the episode {one.episode[:40]!r} twice.")
        seen.add((one.episode, one.number))
    return found


def _embedded(memory: Memory, preferences: Sequence[Preference]) -> dict[PreferenceId, Vector]:
    return {one.id: memory.embedder.embed([memory.compared(one)])[0] for one in preferences}


def _plain(value: object) -> object:
    return value.isoformat(timespec="microseconds") if isinstance(value, datetime) else value


def _packed(vector: Vector) -> str:
    return base64.b64encode(vector.astype("<f4").tobytes()).decode("ascii")


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


_Kind = tuple[str, Callable[[Any], Any]]  # what it is called, and what reads it or raises


def _fields(item: Any, shape: Mapping[str, _Kind], where: str) -> dict[str, Any]:
    """The values of an object that has exactly these names."""
    if not isinstance(item, dict):
        raise BadData(f"{where} is not an object with names and values.")
    for key in (*shape, *item):
        if key not in item:
            raise BadData(f'{where} has no "{key}".')
        if key not in shape:
            raise BadData(f'{where} has a "{key:.40}", which means nothing here.')
    found = {}
    for key, (kind, reader) in shape.items():
        try:
            found[key] = reader(item[key])
        except (ValueError, TypeError, AttributeError, OverflowError) as error:
            raise BadData(f'{where}: its "{key}" is not {kind}.') from error
    return found


def _is(kind: type, holds: Callable[[Any], bool] = lambda value: True) -> Callable[[Any], Any]:
    def reader(value: Any) -> Any:
        if type(value) is not kind or not holds(value):  # a truth value is no number
            raise ValueError
        return value

    return reader


def _maybe(kind: _Kind) -> _Kind:
    return f"{kind[0]} or null", lambda value: None if value is None else kind[1](value)


def _read_moment(value: Any) -> datetime:
    moment = datetime.fromisoformat(value)
    if moment.utcoffset() is None:
        raise ValueError
    return moment.astimezone(UTC)


def _read_vector(value: Any) -> Vector:
    vector: Vector = np.frombuffer(base64.b64decode(value, validate=True), dtype="<f4").copy()
    if not len(vector) or not np.isfinite(vector).all():
        raise ValueError
    return vector


def _read_share(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= 1:
        raise ValueError
    return float(value)


_TEXT: _Kind = "a text", _is(str, lambda text: text.encode() is not None)  # half a surrogate pair is none
_DATE: _Kind = "a moment with its time zone", _read_moment
_ID: _Kind = "a whole number from 1 up", _is(int, lambda id: 0 < id < 2**53)
_LIST: _Kind = "a list", _is(list)
_STANCE: _Kind = f"one of {', '.join(get_args(Stance))}", _is(str, get_args(Stance).__contains__)
_SOURCE: _Kind = f"one of {', '.join(get_args(Source))}", _is(str, get_args(Source).__contains__)
_KIND: _Kind = f"one of {', '.join(get_args(EntryKind))}", _is(str, get_args(EntryKind).__contains__)
_DOCUMENT: dict[str, _Kind] = {
    "format": _TEXT,
    "version": ("a whole number", _is(int)),
    "person": _TEXT,
    "embedder": _TEXT,
    "preferences": _LIST,
    "evidence": _LIST,
}
_PREFERENCE: dict[str, _Kind] = {
    "id": _ID,
    "situation": _TEXT,
    "topic": _TEXT,
    "stance": _STANCE,
    "value": _TEXT,
    "rather_than": ("a list of texts", lambda texts: tuple(_TEXT[1](text) for text in _LIST[1](texts))),
    "confidence": ("a number from 0 to 1", _read_share),
    "words": _TEXT,
    "episode": _TEXT,
    "since": _DATE,
    "confirmed": _DATE,
    "until": _maybe(_DATE),
    "replaces": _maybe(_ID),
    "kind": (f"one of {', '.join(get_args(BeliefKind))}", _is(str, get_args(BeliefKind).__contains__)),
    "whom": _TEXT,
    "origin": (f"one of {', '.join(get_args(Origin))}", _is(str, get_args(Origin).__contains__)),
    "use": (f"one of {', '.join(get_args(Use))}", _is(str, get_args(Use).__contains__)),
    "exception": _TEXT,
    "vector": _maybe(("float32 numbers in base64", _read_vector)),
}
_SINCE = {"kind": 3, "whom": 4, "origin": 4, "use": 4, "exception": 5}
"""From which version on a preference says this of itself."""

_EVIDENCE: dict[str, _Kind] = {
    "preference": _ID,
    "episode": _TEXT,
    "source": _SOURCE,
    "supports": ("true or false", _is(bool)),
    "words": _TEXT,
    "at": _DATE,
}
_ENTRY: dict[str, _Kind] = {
    "episode": _TEXT,
    "number": ("a whole number from 0 up", _is(int, lambda number: 0 <= number < 2**53)),
    "kind": _KIND,
    "words": _TEXT,
    "at": _DATE,
}
