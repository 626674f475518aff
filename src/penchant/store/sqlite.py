"""The store in a file: durable, shared by threads and processes, quick where one person is asked about often.

What has been read of a person is cached as a :class:`~penchant.store.snapshot.Snapshot` for as long as the person's
revision in the file stays the same. The rows are in ``rows.py``, the file and its locks in ``database.py``.
"""

from __future__ import annotations

import builtins
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import NamedTuple

import numpy as np

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId, TranscriptEntry
from penchant.embed import Vector
from penchant.errors import StoreError
from penchant.store import rows
from penchant.store.at_fork import pause_at_fork
from penchant.store.cache import SnapshotCache
from penchant.store.checks import check_count, check_revision, checked, checked_person, checked_vector
from penchant.store.database import Database
from penchant.store.embedding import QUERY, KeptEmbedding
from penchant.store.place import aside, settle_file
from penchant.store.protocol import Change, Erase, EraseLines, Match, StoredPerson, Transcribe, Writes
from penchant.store.snapshot import Snapshot, Step, ids_of, no_entry, plan, size_of
from penchant.store.vectors import VectorTable

_CACHE_BYTES = 32 * 2**20
_MOST_AUDITED = 100_000
"""Of so many people it is remembered that their rows were counted; then all are counted anew."""
_FEW = 100
"""Of somebody with so few preferences all are remembered, from their first write here or from the second search on."""


class _Written(NamedTuple):
    """What has been done to one person's rows, from which revision to which."""

    person: PersonId
    before: int
    latest: int
    steps: Sequence[Step]


class SQLiteStore:
    """Memory in one file (or, with the path ``:memory:``, in none).

    ``embedder`` and ``size`` are kept when the file is made, and compared whenever they are given: vectors of different
    embedders must not meet. After a fork each process opens the file anew; of ``:memory:`` each has its own copy.
    Forgetting empties the words out of the file and its log; the file grows no smaller by it. While another process is
    reading, the log cannot be emptied: then ``lingering`` says so, and the next write or closing does it, by whomever.

    >>> store = SQLiteStore(":memory:")
    >>> store.people()
    []
    """

    usual_place = "memory.db"

    def __init__(self, path: str | Path, *, embedder: str = "", size: int | None = None) -> None:
        self._database = Database(path)
        self._cache = SnapshotCache(_CACHE_BYTES)
        self._audited: set[int] = set()
        try:
            self._size = self._agree_on_vectors(embedder, size)
        except BaseException:
            self._database.close()
            raise
        pause_at_fork(self)

    def __repr__(self) -> str:
        return f"SQLiteStore({self._database.path!r})"

    @staticmethod
    def exists(path: str | Path) -> bool:
        """Whether there is something to open at this path; an empty file holds no memory, though opening makes one."""
        return os.path.isdir(path) or (os.path.exists(path) and os.path.getsize(path) > 0)

    @staticmethod
    def staged(path: str | Path) -> str:
        """The file in which a copy is written until it is whole."""
        return aside(path)

    @staticmethod
    def settle(path: str | Path) -> None:
        """Put the copy, which is closed, in its place."""
        if SQLiteStore.exists(path):
            raise StoreError(f"There is a memory at {path} by now; the copy is left at {aside(path)}.")
        settle_file(path)

    def people(self) -> builtins.list[PersonId]:
        """Everyone something is kept about, sorted."""
        with self._database.reading() as connection:
            return sorted(rows.read_people(connection))

    def revision(self, person: PersonId) -> int:
        """A number that grows with every write about this person, whichever process made it; 0 for a stranger."""
        checked_person(person)
        with self._database.reading() as connection:
            owner = rows.find(connection, person)
        return owner.revision if owner else 0

    def epoch(self, person: PersonId) -> int:
        """A number that is another one once this person was forgotten, whichever process did it."""
        checked_person(person)
        with self._database.reading() as connection:
            owner = rows.find(connection, person)
            return owner.epoch if owner else rows.read_epoch(connection, person)

    def write(
        self, person: PersonId, changes: Sequence[Change], *, expected: int | None = None
    ) -> builtins.list[PreferenceId]:
        """Apply all changes in order, or none; gives the ids of what was opened or adopted, in order.

        Without any changes nothing is written, not even that there is such a person.
        """
        return self._write_all({person: changes}, expected)[person]

    def write_many(self, writes: Writes) -> dict[PersonId, builtins.list[PreferenceId]]:
        """Apply all changes to all of these people in one transaction, or none."""
        return self._write_all(writes)

    def _write_all(self, writes: Writes, expected: int | None = None) -> dict[PersonId, builtins.list[PreferenceId]]:
        ready = {checked_person(person): [checked(change) for change in changes] for person, changes in writes.items()}
        if not any(ready.values()):
            return {person: [] for person in ready}
        with self._database.writing() as connection:
            meta = rows.read_meta(connection)
            revision, size = meta.revision, meta.size
            written = []
            for person, changes in ready.items():
                if changes:
                    revision += 1
                    written.append(self._write(connection, person, changes, revision, size, expected))
                    size = size or size_of(written[-1].steps)
            meta = rows.read_meta(connection)  # there may be more people now
            erased = meta.erased + any(isinstance(step, Erase | EraseLines) for one in written for step in one.steps)
            rows.write_meta(connection, meta._replace(revision=revision, size=size, erased=erased))
            self._database.scrub_after(erased)
        ids: dict[PersonId, builtins.list[PreferenceId]] = {person: [] for person in ready}
        for one in written:
            self._remember(one)
            ids[one.person] = ids_of(one.steps)
        return ids

    def get(self, person: PersonId, id: PreferenceId) -> Preference | None:
        """One preference of this person, open or closed; None where there is none (another person's counts as none)."""
        checked_person(person)
        with self._database.reading() as connection:
            owner = self._owner(connection, person)
            if owner is None:
                return None
            known = self._snapshot(person, owner).preferences
            return rows.read_preference(connection, person, owner.key, id) if known is None else known.get(id)

    def list(self, person: PersonId, *, closed: bool = False) -> builtins.list[Preference]:
        """The open ones in order of id; with ``closed`` the closed ones too."""
        checked_person(person)
        with self._database.reading() as connection:
            owner = self._owner(connection, person)
            if owner is None:
                return []
            snapshot = self._snapshot(person, owner)
            if snapshot.preferences is None:
                snapshot = snapshot.with_preferences(rows.read_preferences(connection, person, owner))
                self._cache.put(person, snapshot)
        return snapshot.read(closed=closed)

    def nearest(
        self, person: PersonId, vector: Vector, *, limit: int, threshold: float | None = None, closed: bool = False
    ) -> builtins.list[Match]:
        """The ``limit`` most alike by cosine, best first, ties by lower id; only those strictly above ``threshold``."""
        checked_person(person)
        check_count(limit, "limit")
        sought = checked_vector(vector)
        with self._database.reading() as connection:
            owner = self._owner(connection, person)
            size = self._known_size(connection)
            if owner is None or size is None:
                return []
            snapshot, few = self._snapshot(person, owner), owner.next_preference <= _FEW
            table, known = snapshot.vectors, snapshot.preferences

            made: Callable[[PreferenceId], Preference] | None = None
            if table is None and known is None and few:  # once: the winners are all we make of what was read
                table, made = rows.read_both(connection, person, owner, size)
                self._cache.put(person, replace(snapshot, vectors=table))
            elif table is None:
                table = rows.read_vectors(connection, owner, size)
                self._cache.put(person, replace(snapshot, vectors=table))
            elif known is None and few:  # twice: it will be asked again
                snapshot = snapshot.with_preferences(rows.read_preferences(connection, person, owner))
                known = snapshot.preferences
                self._cache.put(person, snapshot)
            matches = []
            for score, which in table.nearest(sought, limit=limit, threshold=threshold, closed=closed):
                if made is not None:
                    one: Preference | None = made(which)
                else:
                    one = known[which] if known else rows.read_preference(connection, person, owner.key, which)
                assert one is not None  # its vector was read with it
                matches.append(Match(score, one))
            return matches

    def evidence(
        self, person: PersonId, id: PreferenceId | None = None, *, latest: int | None = None
    ) -> builtins.list[Evidence]:
        """Evidence for one preference, or for all of this person's, oldest first; ``latest`` keeps the last so many.

        The whole, or the latest, is remembered once it was asked for; that of one preference is read by itself.
        """
        checked_person(person)
        check_count(latest, "latest")
        with self._database.reading() as connection:
            owner = self._owner(connection, person)
            if owner is None:
                return []
            snapshot = self._snapshot(person, owner)
            if not snapshot.can_witness(id, latest):
                found = rows.read_evidence(connection, owner.key, id, latest)
                if id is None:
                    self._cache.put(person, snapshot.with_evidence(found, latest))
                return found
        return snapshot.witnesses(id, latest)

    def transcript(
        self, person: PersonId, episode: EpisodeId | None = None, *, latest: int | None = None
    ) -> builtins.list[TranscriptEntry]:
        """The transcript of one episode, or of all, oldest first; ``latest`` keeps the last so many."""
        checked_person(person)
        check_count(latest, "latest")
        with self._database.reading() as connection:
            owner = self._owner(connection, person)
            return rows.read_transcript(connection, owner.key, episode, latest) if owner else []

    def read_person(self, person: PersonId, *, evidence: int, lines: int) -> StoredPerson:
        """All preferences, and the latest evidence and lines of the transcript, as of one moment."""
        checked_person(person)
        check_count(evidence, "evidence")
        check_count(lines, "lines")
        with self._database.reading() as connection:
            owner = self._owner(connection, person)
            if owner is None:
                epoch = rows.read_epoch(connection, person)
                return StoredPerson(revision=0, epoch=epoch, preferences=(), evidence=(), transcript=())
            snapshot = found = self._snapshot(person, owner)
            if snapshot.preferences is None:
                snapshot = snapshot.with_preferences(rows.read_preferences(connection, person, owner))
            if not snapshot.can_witness(None, evidence):
                snapshot = snapshot.with_evidence(rows.read_evidence(connection, owner.key, None, evidence), evidence)
            transcript = rows.read_transcript(connection, owner.key, None, lines)
        if snapshot is not found:
            self._cache.put(person, snapshot)
        return StoredPerson(
            revision=owner.revision,
            epoch=owner.epoch,
            preferences=snapshot.read(closed=True),
            evidence=snapshot.witnesses(None, evidence),
            transcript=transcript,
        )

    def vectors(self, person: PersonId) -> dict[PreferenceId, Vector]:
        """The vector of every preference of this person, open or closed, as it was written."""
        checked_person(person)
        with self._database.reading() as connection:
            owner = self._owner(connection, person)
            found = rows.read_packed(connection, owner) if owner else []
        return {PreferenceId(id): np.frombuffer(packed, dtype="<f4").copy() for id, _, packed, _ in found}

    def next_id(self, person: PersonId) -> PreferenceId:
        """The id that this person's next preference will get."""
        checked_person(person)
        with self._database.reading() as connection:
            owner = self._owner(connection, person)
        return PreferenceId(owner.next_preference if owner else 1)

    def forget_person(self, person: PersonId) -> int:
        """Erase everything about a person, for good; gives how many preferences that were."""
        checked_person(person)
        with self._database.writing() as connection:
            owner = self._owner(connection, person)
            count = rows.remove_person(connection, person, owner.key) if owner else 0
            self._database.scrub_after(rows.read_meta(connection).erased)
        self._cache.drop(person)
        return count

    @property
    def lingering(self) -> str:
        """Where bytes of what was erased here still lie because somebody is reading them, in words; else nothing."""
        return self._database.lingering

    def close(self) -> None:
        """Let go of the file; calling it again does nothing."""
        self._database.close()

    def before_fork(self) -> None:
        """Finish what other threads are doing and let go of the file."""
        self._database.before_fork()
        self._cache.lock.acquire()

    def after_fork(self) -> None:
        """Go on; the file is opened again on the next call."""
        self._cache.lock.release()
        self._database.after_fork()

    def _write(
        self,
        connection: Connection,
        person: PersonId,
        ready: Sequence[Change],
        latest: int,
        size: int | None,
        expected: int | None,
    ) -> _Written:
        owner = self._owner(connection, person)
        key, before = (owner.key, owner.revision) if owner else (0, 0)
        check_revision(person, before, expected)
        has_lines = any(isinstance(one, Transcribe) for one in ready) and rows.has_transcript(connection, key)
        steps = plan(
            person,
            ready,
            next_id=owner.next_preference if owner else 1,
            has=lambda wanted: rows.has_preference(connection, key, wanted),
            has_entry=partial(rows.has_entry, connection, key) if has_lines else no_entry,
            size=size,
        )
        counted = rows.carry_out(connection, owner or rows.add_person(connection, person), steps)
        rows.write_person(connection, person, counted._replace(revision=latest))
        return _Written(person, before, latest, steps)

    def _owner(self, connection: Connection, person: PersonId) -> rows.PersonRow | None:
        """The row of this person, whose other rows are counted when this process first comes by them."""
        owner = rows.find(connection, person)
        if owner is not None and owner.key not in self._audited:
            rows.audit(connection, person, owner)
            if len(self._audited) >= _MOST_AUDITED:
                self._audited.clear()
            self._audited.add(owner.key)
        return owner

    def _remember(self, written: _Written) -> None:
        """Carry what is remembered of somebody on; of a stranger, remember all there is: it need not be read then."""
        person, before, latest, steps = written
        snapshot = self._cache.get(person)
        if snapshot is None and before == 0 and len(steps) <= _FEW:
            size = size_of(steps)
            table = None if size is None else VectorTable.of(size, (), (), b"")
            snapshot = Snapshot(0, preferences={}, evidence=(), vectors=table)
        if snapshot is not None and snapshot.revision == before:
            after = snapshot.after(steps, latest)
            if snapshot.count <= _FEW < after.count:  # from here on only whoever asks for them pays for keeping them
                after = replace(after, preferences=None, evidence=None, text=0)
            self._cache.put(person, after)

    def _snapshot(self, person: PersonId, owner: rows.PersonRow) -> Snapshot:
        """What is remembered of this person as of now, which may be nothing yet."""
        snapshot = self._cache.get(person)
        return snapshot if snapshot is not None and snapshot.revision == owner.revision else Snapshot(owner.revision)

    def _agree_on_vectors(self, embedder: str, size: int | None) -> int | None:
        """Keep the embedder's name and size where none is known yet, and refuse to open with others."""
        with self._database.reading() as connection:
            kept = _kept_vectors(connection)
            self._database.scrub_after(rows.read_meta(connection).erased)
        if kept.lacks(embedder, size):
            with self._database.writing() as connection:
                kept = _kept_vectors(connection)  # another process may have been quicker
                meta = rows.read_meta(connection)
                named = meta.embedder or embedder if kept.is_empty else meta.embedder
                rows.write_meta(
                    connection, meta._replace(embedder=named, size=size if meta.size is None else meta.size)
                )
                kept = _kept_vectors(connection)
        kept.refuse_others(embedder, size, place=str(self._database.path), kind="file")
        return kept.size

    def _known_size(self, connection: Connection) -> int | None:
        if self._size is None:  # the first vector decides, in whichever process
            self._size = rows.read_meta(connection).size
        return self._size


def _kept_vectors(connection: Connection) -> KeptEmbedding:
    rows.read_meta(connection)  # StoreDamaged where it is not as it was written
    return KeptEmbedding._make(connection.execute(QUERY).fetchone())
