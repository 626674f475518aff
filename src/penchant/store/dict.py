"""A store in memory: nothing survives it. Good for tests and for trying things out."""

from __future__ import annotations

import builtins
import itertools
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId, TranscriptEntry
from penchant.embed import Vector
from penchant.errors import StoreError
from penchant.store.at_fork import pause_at_fork
from penchant.store.checks import check_count, check_revision, checked, checked_person, checked_vector
from penchant.store.protocol import Change, Erase, Match, Writes
from penchant.store.snapshot import Opened, Snapshot, Step, ids_of, plan, size_of
from penchant.store.transcript import Transcript
from penchant.store.vectors import VectorTable


class DictStore:
    """Keeps everything in one dict of people.

    >>> DictStore().people()
    []
    """

    def __init__(self) -> None:
        self._snapshots: dict[PersonId, Snapshot] = {}
        self._next_ids: dict[PersonId, int] = {}
        self._vectors: dict[PersonId, dict[PreferenceId, Vector]] = {}  # as they came; a snapshot has them at length 1
        self._revisions = itertools.count(1)
        self._epochs: Counter[int] = Counter()  # how often somebody of a bucket was forgotten; names nobody
        self._met: dict[PersonId, int] = {}  # the epoch that each person was first met in
        self._size: int | None = None
        self._closed = False
        self._lock = threading.Lock()
        pause_at_fork(self)

    def __repr__(self) -> str:
        return "<DictStore, closed>" if self._closed else f"<DictStore of {len(self._snapshots)} people>"

    def people(self) -> list[PersonId]:
        """Everyone something is kept about, sorted."""
        with self._lock:
            return sorted(self._open_snapshots())

    def revision(self, person: PersonId) -> int:
        """A number that grows with every write about this person; 0 for a stranger."""
        snapshot = self._snapshot(person)
        return snapshot.revision if snapshot else 0

    def epoch(self, person: PersonId) -> int:
        """A number that is another one once this person was forgotten."""
        with self._lock:
            self._open_snapshots()
            return self._met.get(checked_person(person), self._epochs[_bucket(person)])

    def write(self, person: PersonId, changes: Sequence[Change], *, expected: int | None = None) -> list[PreferenceId]:
        """Apply all changes in order, or none; gives the ids of what was opened or adopted, in order."""
        return self._write({person: changes}, expected)[person]

    def write_many(self, writes: Writes) -> dict[PersonId, builtins.list[PreferenceId]]:
        """Apply all changes to all of these people, or none."""
        return self._write(writes)

    def _write(self, writes: Writes, expected: int | None = None) -> dict[PersonId, builtins.list[PreferenceId]]:
        ready = {checked_person(person): [checked(change) for change in changes] for person, changes in writes.items()}
        with self._lock:
            size, planned = self._size, {}
            for person, changes in ready.items():
                snapshot = self._open_snapshots().get(person)
                check_revision(person, snapshot.revision if snapshot else 0, expected)
                kept = snapshot.preferences if snapshot and snapshot.preferences else {}
                next_id = self._next_ids.get(person, 1)
                spoken = snapshot.transcript if snapshot and snapshot.transcript else Transcript()
                steps = plan(person, changes, next_id=next_id, has=kept.__contains__, has_entry=spoken.has, size=size)
                size = size or size_of(steps)
                planned[person] = steps
            self._size = size
            return {person: self._carry_out(person, steps) for person, steps in planned.items()}

    def get(self, person: PersonId, id: PreferenceId) -> Preference | None:
        """One preference of this person, open or closed; None where there is none."""
        snapshot = self._snapshot(person)
        return snapshot.preferences.get(id) if snapshot and snapshot.preferences else None

    def list(self, person: PersonId, *, closed: bool = False) -> list[Preference]:
        """The open ones in order of id; with ``closed`` the closed ones too."""
        snapshot = self._snapshot(person)
        return snapshot.read(closed=closed) if snapshot else []

    def nearest(
        self, person: PersonId, vector: Vector, *, limit: int, threshold: float | None = None, closed: bool = False
    ) -> builtins.list[Match]:
        """The ``limit`` most alike by cosine, best first, ties by lower id; only those strictly above ``threshold``."""
        snapshot, sought = self._searchable(person), checked_vector(vector)
        check_count(limit, "limit")
        if not snapshot or snapshot.vectors is None or not snapshot.preferences:
            return []
        found = snapshot.vectors.nearest(sought, limit=limit, threshold=threshold, closed=closed)
        return [Match(score, snapshot.preferences[which]) for score, which in found]

    def evidence(
        self, person: PersonId, id: PreferenceId | None = None, *, latest: int | None = None
    ) -> builtins.list[Evidence]:
        """Evidence for one preference, or for all of this person's, oldest first; ``latest`` keeps the last so many."""
        snapshot = self._snapshot(person)
        check_count(latest, "latest")
        return snapshot.witnesses(id, latest) if snapshot else []

    def transcript(
        self, person: PersonId, episode: EpisodeId | None = None, *, latest: int | None = None
    ) -> builtins.list[TranscriptEntry]:
        """The transcript of one episode, or of all, oldest first; ``latest`` keeps the last so many."""
        snapshot = self._snapshot(person)
        check_count(latest, "latest")
        return snapshot.transcript.read(episode, latest) if snapshot and snapshot.transcript else []

    def vectors(self, person: PersonId) -> dict[PreferenceId, Vector]:
        """The vector of every preference of this person, open or closed, as it was written."""
        checked_person(person)
        with self._lock:
            self._open_snapshots()
            return {id: vector.copy() for id, vector in self._vectors.get(person, {}).items()}

    def next_id(self, person: PersonId) -> PreferenceId:
        """The id that this person's next preference will get."""
        checked_person(person)
        with self._lock:
            self._open_snapshots()
            return PreferenceId(self._next_ids.get(person, 1))

    def forget_person(self, person: PersonId) -> int:
        """Erase everything about a person, for good; gives how many preferences that were."""
        checked_person(person)
        with self._lock:
            snapshot = self._open_snapshots().pop(person, None)
            self._next_ids.pop(person, None)
            self._vectors.pop(person, None)
            if snapshot:
                self._met.pop(person, None)
                self._epochs[_bucket(person)] += 1
        return len(snapshot.preferences or {}) if snapshot else 0

    def close(self) -> None:
        """Let go of everything; calling it again does nothing."""
        with self._lock:
            self._closed = True
            self._snapshots = {}
            self._vectors = {}

    def before_fork(self) -> None:
        """Finish what other threads are writing."""
        self._lock.acquire()

    def after_fork(self) -> None:
        """Go on, each process with its own copy."""
        self._lock.release()

    def _carry_out(self, person: PersonId, steps: Sequence[Step]) -> builtins.list[PreferenceId]:
        if not steps:
            return []
        snapshot = self._snapshots.get(person)
        if snapshot is None:
            snapshot = Snapshot(0, {}, [], transcript=Transcript())
            self._met[person] = self._epochs[_bucket(person)]
        self._snapshots[person] = snapshot.after(steps, next(self._revisions))
        vectors = self._vectors.setdefault(person, {})
        for step in steps:
            if isinstance(step, Opened):
                vectors[step.preference.id] = step.vector.copy()
            elif isinstance(step, Erase):
                del vectors[step.id]
        ids = ids_of(steps)
        if ids:
            self._next_ids[person] = ids[-1] + 1
        return ids

    def _snapshot(self, person: PersonId) -> Snapshot | None:
        checked_person(person)
        with self._lock:
            return self._open_snapshots().get(person)

    def _searchable(self, person: PersonId) -> Snapshot | None:
        """The snapshot with its vectors in a table, which is made where they are first searched: most never are."""
        checked_person(person)
        with self._lock:
            snapshot = self._open_snapshots().get(person)
            if snapshot is not None and snapshot.vectors is None and snapshot.preferences:
                believed = [one.is_open for one in snapshot.preferences.values()]
                vectors = [self._vectors[person][id] for id in snapshot.preferences]
                packed = b"".join(vector.tobytes() for vector in vectors)
                table = VectorTable.of(len(vectors[0]), list(snapshot.preferences), believed, packed)
                snapshot = self._snapshots[person] = replace(snapshot, vectors=table)
            return snapshot

    def _open_snapshots(self) -> dict[PersonId, Snapshot]:
        if self._closed:
            raise StoreError("This store has been closed. Open another: DictStore().")
        return self._snapshots


def _bucket(person: PersonId) -> int:
    return hash(person) & 0xFFFF
