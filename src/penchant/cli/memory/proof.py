"""The proof that something was forgotten: every place where it could still be, looked at through a fresh store."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from penchant.cli.memory.files import files_of, needles, still_in, texts_of
from penchant.domain import Evidence, PersonId, Preference, PreferenceId, TranscriptEntry
from penchant.embed import Vector
from penchant.memory import Memory
from penchant.memory.memory import sentence
from penchant.memory.transfer import Record, take_out
from penchant.store import Sweeping
from penchant.store.migrate import migrations
from penchant.store.vectors import VectorTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Going:
    """What is about to be forgotten of a person; ``whole`` if nothing of them stays."""

    person: PersonId
    preferences: list[Preference]
    evidence: list[Evidence]
    transcript: list[TranscriptEntry]
    vectors: list[bytes]
    whole: bool


def going(record: Record, these: Sequence[PreferenceId] | None) -> Going:
    """Some preferences of a person, with all that belongs to them, or the whole of the record."""
    ids = {one.id for one in record.preferences} if these is None else {*these}
    preferences = [one for one in record.preferences if one.id in ids]
    evidence = [one for one in record.evidence if one.preference in ids]
    heard_in = {one.episode for one in preferences} | {one.episode for one in evidence}
    return Going(
        person=record.person,
        preferences=preferences,
        evidence=evidence,
        transcript=[one for one in record.transcript if these is None or one.episode in heard_in],
        vectors=[form for which, vector in record.vectors.items() if which in ids for form in _forms(vector)],
        whole=these is None,
    )


def _forms(vector: Vector) -> set[bytes]:
    """The bytes of a vector as it was written, and of length 1, as an index keeps it."""
    unit = VectorTable.of(len(vector), [1], [True], vector.tobytes()).block
    return {vector.tobytes(), unit.tobytes()}


def places(memory: Memory, gone: Going, path: Path | None) -> Iterator[tuple[str, bool]]:
    """Each place where it could be, and whether anything of it is there."""
    person, ids = gone.person, {one.id for one in gone.preferences}
    left = memory.list(person, closed=True)
    yield "beliefs", any(one.id in ids for one in left) or any(memory.store.get(person, id) for id in ids)
    yield "history", any(one.replaces in ids for one in left)
    yield "evidence", any(one.preference in ids for one in memory.evidence(person))
    if gone.transcript:
        said = {(one.episode, one.number) for one in gone.transcript}
        yield "transcript", any((one.episode, one.number) in said for one in memory.store.transcript(person))
    found = (memory.search(person, sentence(one), limit=len(left) + 1, closed=True) for one in gone.preferences)
    yield "search", any(match.preference.id in ids for matches in found for match in matches)
    if gone.whole:
        yield "people", person in memory.people() or memory.store.revision(person) != 0
    if isinstance(memory.store, Sweeping):
        yield "the tables' files", not memory.store.sweep(person)
    if path is not None:
        texts = texts_of(gone.preferences, [*gone.evidence, *gone.transcript]) | ({person} if gone.whole else set())
        there = still_in(files_of(path), needles(texts, gone.vectors))
        yield "the file's bytes", bool(there and _strays(memory, there))


def _strays(memory: Memory, found: set[bytes]) -> set[bytes]:
    """Those that are part of nothing that stays: no other belief, nobody's name, nor the file's own making."""
    strays = set(found)
    for kept in _kept(memory):
        strays -= {needle for needle in strays if needle in kept}
        if not strays:
            break
    return strays


def _kept(memory: Memory) -> Iterator[bytes]:
    """The bytes that may be there, one person after the other. Compared and let go; nothing of them is ever shown."""
    yield "\0".join((*migrations(), memory.embedder.name)).encode()
    for person in memory.people():
        record = take_out(memory, person)
        texts = texts_of(record.preferences, [*record.evidence, *record.transcript]) | {person}
        yield b"".join(form for vector in record.vectors.values() for form in _forms(vector))
        yield "\0".join(form for text in texts for form in (text, json.dumps(text, ensure_ascii=False))).encode()
