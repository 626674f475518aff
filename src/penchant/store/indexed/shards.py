"""Which index serves whom: one for all people, or one for each of those asked about lately.

An index and what is known about what lies in it is a shard. All of this lives in memory and belongs to one process; it
is brought up to date from the records, within one look at them, before it answers.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from sqlite3 import Connection
from typing import NamedTuple

import numpy as np

from penchant.domain import PreferenceId
from penchant.embed import Vector
from penchant.store.indexed import records
from penchant.store.indexed.index import Labels, VectorIndex
from penchant.store.indexed.records import Holdings, Stamp
from penchant.store.indexed.saved import SavedIndexes
from penchant.store.rows import PersonRow

ALL = "all"
"""What the index of everybody is saved under."""


def name_of(key: int) -> str:
    """What the index of one person is saved under; their key says nothing about them."""
    return f"person-{key}"


class _Placed(NamedTuple):
    """What a person has, and where it lies in the index until positions move."""

    holdings: Holdings
    positions: Labels
    generation: int


class Shard:
    """The vectors of one person (``key``), or of everybody (None)."""

    def __init__(self, connection: Connection, key: int | None, saved: SavedIndexes) -> None:
        self.key = key
        self.name = ALL if key is None else name_of(key)
        self.unsaved = 0  # how many vectors came or went since it was last saved, or tried to be
        self.is_behind = False  # whether what is saved could be better
        self._people: dict[int, _Placed] = {}
        self._index, self._mark = VectorIndex(records.vector_size(connection)), 0
        stamp = None
        loaded = saved.load(connection, self.name)
        if loaded is not None:
            self._index, stamp = loaded
            self._mark = int(self._index.labels[-1]) if len(self._index) else 0
        if stamp != self._stamp(connection) and self.catch_up(connection).removed:
            saved.discard(self.name)  # somebody was killed before they could

    @property
    def index(self) -> VectorIndex:
        """The index as it is."""
        return self._index

    @property
    def nbytes(self) -> int:
        """About how much memory it takes; the rest is for what is known of the people in it."""
        return 4096 + self._index.nbytes + 25 * len(self._index)

    def nearest(
        self,
        connection: Connection,
        owner: PersonRow,
        vector: Vector,
        *,
        limit: int,
        threshold: float | None,
        closed: bool,
    ) -> list[tuple[float, PreferenceId]]:
        """The most alike of this person's as (cosine, id), as of the moment ``connection`` looks at."""
        try:
            holdings, positions, _ = self._place(connection, owner)
        except KeyError:  # the index lacks what the records have, so it is not worth keeping
            self._index, self._mark, self._people = VectorIndex(self._index.size), 0, {}
            holdings, positions, _ = self._place(connection, owner)
        ids = holdings.ids
        if not closed:
            positions, ids = positions[holdings.believed], ids[holdings.believed]
        return self._index.nearest(vector, positions, ids, limit=limit, threshold=threshold)

    def catch_up(self, connection: Connection) -> CaughtUp:
        """Make the index hold exactly the vectors the records hold."""
        self._add_new(connection)
        wanted = records.read_labels(connection, self.key)
        gone = np.setdiff1d(self._index.labels, wanted, assume_unique=True)
        self.remove(gone)
        if len(self._index) != len(wanted):
            self._index, self._mark, self._people = VectorIndex(self._index.size), 0, {}
            self._add_new(connection)
        return CaughtUp(self._stamp(connection), len(gone))

    def remove(self, labels: Labels) -> None:
        """Let go of vectors that have been erased."""
        self._index.remove(labels)
        self._changed(len(labels))

    def _place(self, connection: Connection, owner: PersonRow) -> _Placed:
        placed = self._people.get(owner.key)
        if placed is None or placed.holdings.revision != owner.revision:
            self._add_new(connection)
            known = placed.holdings if placed is not None else None
            holdings = records.read_holdings(connection, owner.key, owner.revision, known)
            if known is not None and not np.array_equal(holdings.labels[: len(known.labels)], known.labels):
                self.remove(np.setdiff1d(known.labels, holdings.labels, assume_unique=True))
        elif placed.generation != self._index.generation:
            holdings = placed.holdings
        else:
            return placed
        placed = _Placed(holdings, self._index.positions(holdings.labels), self._index.generation)
        self._people[owner.key] = placed
        return placed

    def _add_new(self, connection: Connection) -> None:
        for labels, packed in records.read_new(connection, self.key, self._mark):
            self._index.add(labels, packed)
            self._changed(len(labels))
        self._mark = records.highest_label(connection)

    def _changed(self, count: int) -> None:
        self.unsaved += count
        self.is_behind = self.is_behind or count > 0

    def _stamp(self, connection: Connection) -> Stamp:
        return records.stamp_of_all(connection) if self.key is None else records.stamp_of(connection, self.key)


class CaughtUp(NamedTuple):
    """That an index holds all there was at one moment, and how many vectors it had to let go for that."""

    stamp: Stamp
    removed: int


class Shards:
    """The shards in memory: one of everybody, or those of the people asked about last, within ``limit`` bytes.

    The one used last always stays, however large.
    """

    def __init__(self, saved: SavedIndexes, *, one_index: bool, limit: int) -> None:
        self._saved = saved
        self._one_index = one_index
        self._limit = limit
        self._shards: OrderedDict[int | None, Shard] = OrderedDict()
        self._sizes: dict[int | None, int] = {}
        self._held = 0

    def __iter__(self) -> Iterator[Shard]:
        return iter([*self._shards.values()])

    def serving(self, connection: Connection, key: int) -> Shard:
        """The shard with this person's vectors, loaded or made where there is none."""
        whose = None if self._one_index else key
        shard = self._shards.get(whose)
        if shard is None:
            shard = self._shards[whose] = Shard(connection, whose, self._saved)
        self._shards.move_to_end(whose)
        return shard

    def push_out(self) -> list[Shard]:
        """Let go of the longest unused where they take too much, and give those; the one used last may have grown."""
        last = next(reversed(self._shards))
        size = self._shards[last].nbytes
        self._held += size - self._sizes.get(last, 0)
        self._sizes[last] = size
        out = []
        while self._held > self._limit and len(self._shards) > 1:
            whose, shard = self._shards.popitem(last=False)
            self._held -= self._sizes.pop(whose)
            out.append(shard)
        return out

    def remove(self, key: int, labels: Labels) -> None:
        """Let go of vectors of this person that have been erased."""
        shard = self._shards.get(None if self._one_index else key)
        if shard is not None:
            shard.remove(labels)
            shard.is_behind = True

    def clear(self) -> None:
        """Let go of everything."""
        self._shards.clear()
        self._sizes.clear()
        self._held = 0
