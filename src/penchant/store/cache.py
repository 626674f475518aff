"""A cache of what has been read lately, person by person, within a bound on memory."""

from __future__ import annotations

import threading
from collections import OrderedDict

from penchant.domain import PersonId
from penchant.store.snapshot import Snapshot


class SnapshotCache:
    """Snapshots of the people asked about last; the longest unused go first.

    Bounded by ``limit`` bytes, except that the one used last always stays. Whoever takes a snapshot out compares its
    revision with the file's before believing it.
    """

    def __init__(self, limit: int) -> None:
        self.lock = threading.Lock()
        self._limit = limit
        self._held = 0
        self._snapshots: OrderedDict[PersonId, Snapshot] = OrderedDict()

    @property
    def nbytes(self) -> int:
        """About how much memory it holds."""
        return self._held

    def get(self, person: PersonId) -> Snapshot | None:
        """The snapshot of this person, if there is one."""
        with self.lock:
            snapshot = self._snapshots.get(person)
            if snapshot is not None:
                self._snapshots.move_to_end(person)
            return snapshot

    def put(self, person: PersonId, snapshot: Snapshot) -> None:
        """Keep this snapshot, unless a later revision is here already."""
        with self.lock:
            old = self._snapshots.get(person)
            if old is not None and old.revision > snapshot.revision:
                return
            self._held += snapshot.nbytes - (old.nbytes if old is not None else 0)
            self._snapshots[person] = snapshot
            self._snapshots.move_to_end(person)
            while self._held > self._limit and len(self._snapshots) > 1:
                _, gone = self._snapshots.popitem(last=False)
                self._held -= gone.nbytes

    def drop(self, person: PersonId) -> None:
        """Keep nothing of this person."""
        with self.lock:
            gone = self._snapshots.pop(person, None)
            if gone is not None:
                self._held -= gone.nbytes
