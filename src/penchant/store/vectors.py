"""Finding the most alike: one person's vectors in one matrix. Knows nothing of files, or of anybody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from penchant.domain import PreferenceId
from penchant.embed import Vector, Vectors
from penchant.embed.products import products
from penchant.errors import BadInput

_Number = TypeVar("_Number", bound=np.generic)
_FEW = 32
"""So many rows are scored one by one straight away."""
_ROWS = 256
_EPSILON = float(np.finfo(np.float32).eps)


@dataclass(frozen=True, slots=True)
class VectorTable:
    """One person's vectors in order of id. Never changes: each change gives another table.

    Tables made from one another by :meth:`with_row` share arrays with room to grow, so appending copies nothing most of
    the time. Only the latest of them may be appended to; the earlier ones stay readable.
    """

    ids: NDArray[np.int64]
    believed: NDArray[np.bool_]  # whether each is open
    block: Vectors  # rows of length 1 (or all zeros)
    count: int  # of rows; what lies beyond, in all three, is spare

    @classmethod
    def of(cls, size: int, ids: Sequence[int], believed: Sequence[bool], packed: bytes) -> VectorTable:
        """The table of ``packed`` little-endian float32 rows of ``size`` numbers, one for each id."""
        rows = np.frombuffer(packed, dtype="<f4").reshape(len(ids), size)
        return cls(np.asarray(ids, dtype=np.int64), np.asarray(believed, dtype=np.bool_), _units(rows), len(ids))

    @property
    def nbytes(self) -> int:
        """How much memory it holds."""
        return self.ids.nbytes + self.believed.nbytes + self.block.nbytes

    def with_row(self, id: PreferenceId, vector: Vector, *, believed: bool = True) -> VectorTable:
        """The table with one more row; ``id`` is higher than any in it."""
        ids, standing, block = self.ids, self.believed, self.block
        if self.count == len(ids):
            ids, standing, block = _roomier(ids), _roomier(standing), _roomier(block)
        ids[self.count] = id
        standing[self.count] = believed
        block[self.count] = _units(vector[np.newaxis])[0]
        return VectorTable(ids, standing, block, self.count + 1)

    def with_closed(self, id: PreferenceId) -> VectorTable:
        """The table with one believed no longer."""
        believed = self.believed.copy()
        believed[np.searchsorted(self.ids[: self.count], id)] = False
        return VectorTable(self.ids, believed, self.block, self.count)

    def without(self, id: PreferenceId) -> VectorTable:
        """The table with one row less."""
        others = np.flatnonzero(self.ids[: self.count] != id)
        return VectorTable(self.ids[others], self.believed[others], self.block[others], len(others))

    def nearest(
        self, vector: Vector, *, limit: int, threshold: float | None, closed: bool
    ) -> list[tuple[float, PreferenceId]]:
        """The ``limit`` most alike as (cosine, id), best first, equal ones by lower id; a zero vector is 0 to all.

        One fast pass narrows the rows down; those are scored again one by one with more digits. So equal vectors score
        equal wherever they lie, and the order depends neither on the size of the matrix nor on the machine's threads.
        """
        size = self.block.shape[1]
        if len(vector) != size:
            raise BadInput(f"This store compares vectors of {size} numbers; the one looked for has {len(vector)}.")
        query = _units(vector[np.newaxis])[0]
        near = np.arange(self.count) if closed else np.flatnonzero(self.believed[: self.count])
        if len(near) > _FEW:
            slack = 2.0 * size * _EPSILON  # more than the fast pass can be off by
            rough = products(self.block[: self.count], query)
            scores = rough if len(near) == len(rough) else rough[near]
            if threshold is not None:
                above = scores > threshold - slack
                near, scores = near[above], scores[above]
            if limit < len(near):
                cut = np.partition(scores, len(near) - limit)[len(near) - limit] if limit else np.inf
                near = near[scores >= cut - slack]
        exact = _cosines(self.block[near], query)
        if threshold is not None:
            near, exact = near[exact > threshold], exact[exact > threshold]
        best = np.lexsort((near, -exact))[:limit]
        return list(zip(exact[best].tolist(), map(PreferenceId, self.ids[near[best]].tolist()), strict=True))


def _roomier(full: NDArray[_Number]) -> NDArray[_Number]:
    """The same with as much room again; most people have few, so there is little at first."""
    roomier = np.zeros((max(2, 2 * len(full)), *full.shape[1:]), dtype=full.dtype)
    roomier[: len(full)] = full
    return roomier


def _units(rows: Vectors) -> Vectors:
    units: Vectors = np.empty(rows.shape, dtype=np.float32)
    for start in range(0, len(rows), _ROWS):  # a few at a time: so much room is quicker to reuse than to get
        part = slice(start, start + _ROWS)
        wide = rows[part].astype(np.float64)
        lengths = np.sqrt((wide * wide).sum(axis=1, keepdims=True))
        lengths[lengths == 0.0] = 1.0
        units[part] = wide / lengths
    return units


def _cosines(rows: Vectors, query: Vector) -> NDArray[np.float64]:
    wide, sought = rows.astype(np.float64), query.astype(np.float64)
    lengths = np.sqrt((wide * wide).sum(axis=1) * (sought * sought).sum())
    lengths[lengths == 0.0] = 1.0
    cosines: NDArray[np.float64] = np.clip((wide * sought).sum(axis=1) / lengths, -1.0, 1.0)
    return cosines
