"""One FAISS index: vectors by label, searched among chosen labels only. Knows nothing of people, files or tables.

A label is the key of the row that keeps the vector in the records. Such keys grow and never come back, so labels lie in
ascending order in the index, and one that is both here and in the records stands for the same vector.
"""

from __future__ import annotations

from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from penchant.domain import PreferenceId
from penchant.embed import Vector, Vectors
from penchant.store.vectors import VectorTable

Labels = NDArray[np.int64]
_SPARE = 16
"""How many more than wanted FAISS is asked for, so that equal ones at the cut are mostly all there."""
_CHUNK = 2**20


class VectorIndex:
    """Normalised vectors under ascending labels, compared by inner product."""

    def __init__(self, size: int) -> None:
        import faiss

        self.size = size
        self.generation = 0  # grows when positions move
        self._flat = faiss.IndexFlatIP(size)
        self._index = faiss.IndexIDMap2(self._flat)

    @classmethod
    def load(cls, file: BinaryIO) -> VectorIndex:
        """The index that was dumped into ``file``; ValueError where it is another kind of index, or none."""
        import faiss

        try:
            index = faiss.read_index(faiss.PyCallbackIOReader(file.read, _CHUNK))
        except RuntimeError as error:
            raise ValueError(f"not a FAISS index: {error}") from error
        flat = faiss.downcast_index(index.index) if isinstance(index, faiss.IndexIDMap2) else None
        if not isinstance(index, faiss.IndexIDMap2) or not isinstance(flat, faiss.IndexFlatIP):
            raise ValueError("not an inner-product index with labels")
        loaded = cls.__new__(cls)
        loaded.size, loaded.generation, loaded._flat, loaded._index = index.d, 0, flat, index
        if (np.diff(loaded.labels) <= 0).any():
            raise ValueError("labels out of order")
        return loaded

    def dump(self, file: BinaryIO) -> None:
        """Write the index as FAISS itself writes it; ``faiss.read_index`` can read it."""
        import faiss

        faiss.write_index(self._index, faiss.PyCallbackIOWriter(file.write, _CHUNK))

    def __len__(self) -> int:
        return self._index.ntotal

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return len(self) * (4 * self.size + 8 + 48)  # a vector, its label, and FAISS's own way from label to place

    @property
    def labels(self) -> Labels:
        """All labels, ascending: a view, good until something is added or removed."""
        import faiss

        if not len(self):
            return np.empty(0, dtype=np.int64)
        return faiss.rev_swig_ptr(self._index.id_map.data(), len(self))

    def add(self, labels: Labels, packed: bytes) -> None:
        """Add little-endian float32 vectors under labels that ascend and are higher than any here."""
        if len(labels):
            units = VectorTable.of(self.size, labels.tolist(), [True] * len(labels), packed).block
            self._index.add_with_ids(units, labels)

    def remove(self, labels: Labels) -> None:
        """Remove these; those behind them move up."""
        if len(labels):
            self._index.remove_ids(labels)
            self.generation += 1

    def positions(self, labels: Labels) -> Labels:
        """Where these labels lie; KeyError where one of them does not."""
        ours = self.labels
        found = np.searchsorted(ours, labels)
        if len(labels) and (found[-1] >= len(ours) or (ours[found] != labels).any()):
            raise KeyError("a label that is not in the index")
        return found.astype(np.int64, copy=False)

    def nearest(
        self, vector: Vector, positions: Labels, ids: Labels, *, limit: int, threshold: float | None
    ) -> list[tuple[float, PreferenceId]]:
        """The ``limit`` most alike among ``positions`` as (cosine, id), best first, equal ones by lower id.

        FAISS narrows them down, looking at these positions and no others; the table then scores what is left with more
        digits, as every other store does. ``ids`` say what lies at the positions and ascend with them.
        """
        near = self._narrow(vector, positions, limit)
        table = VectorTable(ids[near], np.ones(len(near), dtype=np.bool_), self._rows(positions[near]), len(near))
        return table.nearest(vector, limit=limit, threshold=threshold, closed=True)

    def _narrow(self, vector: Vector, positions: Labels, limit: int) -> Labels:
        """Which of the positions can be among the best, ascending."""
        if limit == 0 or len(vector) != self.size:
            return np.empty(0, dtype=np.int64)  # the table refuses what does not fit
        if limit + _SPARE >= len(positions):
            return np.arange(len(positions))
        unit = VectorTable.of(self.size, [0], [True], vector.tobytes()).block
        slack = 2.0 * self.size * float(np.finfo(np.float32).eps)  # more than FAISS can be off by
        scores, found = self._search(unit, positions, limit + _SPARE)
        if scores[-1] >= scores[limit - 1] - slack:  # there may be more as good as the last
            scores, found = self._search(unit, positions, len(positions))
        kept = found[scores >= scores[limit - 1] - slack]
        return np.sort(np.searchsorted(positions, kept))

    def _search(self, unit: Vectors, positions: Labels, count: int) -> tuple[Vector, Labels]:
        import faiss

        # an array of positions: FAISS then visits these alone. Given labels it would visit everybody's, and in threads.
        chosen = faiss.SearchParameters(sel=faiss.IDSelectorArray(positions))
        scores, found = self._flat.search(unit, count, params=chosen)
        return scores[0], found[0]

    def _rows(self, positions: Labels) -> Vectors:
        import faiss

        if not len(positions):
            return np.empty((0, self.size), dtype=np.float32)
        return faiss.rev_swig_ptr(self._flat.get_xb(), len(self) * self.size).reshape(-1, self.size)[positions]
