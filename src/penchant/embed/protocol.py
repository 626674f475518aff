"""The seam for embedders, and a cache that any of them can stand behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from penchant.remembering import LONG

Vector = NDArray[np.float32]
Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors of one length: the same text always into the same vector, bit for bit."""

    @property
    def name(self) -> str:
        """Identifies the vectors: stores refuse to compare vectors of different names."""
        ...

    @property
    def size(self) -> int:
        """How long the vectors are."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text, each of length 1 (or all zeros for a text with nothing in it)."""
        ...


class cached:
    """An embedder that remembers the last ``keep`` texts; each text is embedded alone, so batches change nothing."""

    def __init__(self, embedder: Embedder, keep: int = 4_096) -> None:
        self._inner = embedder
        self._keep = keep
        self._kept: dict[str, Vector] = {}

    def __repr__(self) -> str:
        return f"<the embedder {self.name}, with a cache>"

    @property
    def name(self) -> str:
        """The name of the embedder inside."""
        return self._inner.name

    @property
    def size(self) -> int:
        """The length of its vectors."""
        return self._inner.size

    def one(self, text: str) -> Vector:
        """The vector of one text."""
        vector = self._kept.get(text)
        if vector is None:
            if len(self._kept) >= self._keep:
                for old in list(self._kept)[: self._keep // 2]:
                    self._kept.pop(old, None)  # another thread may have been here
            vector = self._inner.embed([text])[0]
            if len(text) <= LONG:
                self._kept[text] = vector
        return vector

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        if not texts:
            return np.zeros((0, self.size), dtype=np.float32)
        return np.stack([self.one(text) for text in texts])
