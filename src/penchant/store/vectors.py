"""Finding the most alike: one person's vectors in one matrix. Knows nothing of files, or of anybody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from penchant.domain import PreferenceId
from penchant.embed import Vector, Vectors
from penchant.errors import BadInput

_FEW = 32
"""So many rows are scored one by one straight away."""
_PIECE = 8192
"""How many numbers OpenBLAS multiplies with a vector without calling other threads (it does from 9216 on)."""
_ROWS = 256
_EPSILON = float(np.finfo(np.float32).eps)


@dataclass(frozen=True, slots=True)
class VectorTable:
    """One person's vectors in order of id. Never changes: each change gives another table.

    Tables made from one another by :meth:`with_row` share one block of rows with room to grow, so appending copies
    nothing most of the time. Only the latest of them may be appended to; the earlier ones stay readable.
    """

    ids: NDArray[np.int64]
    believed: NDArray[np.bool_]  # whether each is open
    block: Vectors  # rows of length 1 (or all zeros); those after the last id are spare

    @classmethod
    def of(cls, size: int, ids: Sequence[int], believed: Sequence[bool], packed: bytes) -> VectorTable:
        """The table of ``packed`` little-endian float32 rows of ``size`` numbers, one for each id."""
        rows = np.frombuffer(packed, dtype="<f4").reshape(len(ids), size)
        return cls(np.asarray(ids, dtype=np.int64), np.asarray(believed, dtype=np.bool_), _units(rows))

    @property
    def nbytes(self) -> int:
        """How much memory it holds."""
        return self.ids.nbytes + self.believed.nbytes + self.block.nbytes

    def with_row(self, id: PreferenceId, vector: Vector, *, believed: bool = True) -> VectorTable:
        """The table with one more row; ``id`` is higher than any in it."""
        count, block = len(self.ids), self.block
        if count == len(block):
            block = np.zeros((max(16, 2 * count), self.block.shape[1]), dtype=np.float32)
            block[:count] = self.block
        block[count] = _units(vector[np.newaxis])[0]
        return VectorTable(np.append(self.ids, id), np.append(self.believed, believed), block)

    def with_closed(self, id: PreferenceId) -> VectorTable:
        """The table with one believed no longer."""
        believed = self.believed.copy()
        believed[np.searchsorted(self.ids, id)] = False
        return VectorTable(self.ids, believed, self.block)

    def without(self, id: PreferenceId) -> VectorTable:
        """The table with one row less."""
        others = self.ids != id
        return VectorTable(self.ids[others], self.believed[others], self.block[: len(self.ids)][others])

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
        near = np.arange(len(self.ids)) if closed else np.flatnonzero(self.believed)
        if len(near) > _FEW:
            slack = 2.0 * size * _EPSILON  # more than the fast pass can be off by
            rough = _products(self.block[: len(self.ids)], query)
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


def _products(rows: Vectors, query: Vector) -> Vectors:
    """The product of each row with the query, on one thread.

    A single `@` would be shared out among threads that wait for one another, ten times as long on a machine that is
    busy otherwise. So it is done in pieces that are too small to be shared out.
    """
    piece = max(1, _PIECE // len(query))
    whole = len(rows) - len(rows) % piece
    products = np.empty(len(rows), dtype=np.float32)
    np.matmul(rows[:whole].reshape(-1, piece, len(query)), query, out=products[:whole].reshape(-1, piece))
    np.einsum("ij,j->i", rows[whole:], query, out=products[whole:])
    return products


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
