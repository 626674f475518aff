"""Vectors of sentences and names: what means something alike lies close together.

The encoder is all-MiniLM-L6-v2 with 8-bit weights; it shares the word pieces with the reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from penchant.mind.learned import weights
from penchant.mind.learned.fits import piece_table
from penchant.mind.learned.inputs import CLS, SEP, clipped
from penchant.remembering import remembered

Vectors = NDArray[np.float32]

PIECES_READ = 126
"""Word pieces of a text that are read, half of them from its end."""

KEPT = 8_192
"""Vectors that are remembered, of 1.5 KB each."""


class SentenceVectors:
    """Embeds texts one by one; the weights are loaded when the first one is read.

    >>> tea, coffee, tram = SentenceVectors().many(["a cup of tea", "a mug of coffee", "the tram to work"])
    >>> bool(tea @ coffee > tea @ tram)
    True
    """

    size = 384

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or weights.SHIPPED
        self.one = remembered(KEPT)(self._embed)

    def many(self, texts: Sequence[str]) -> Vectors:
        """The vectors of several texts, a row each, of length 1."""
        return np.stack([self.one(text) for text in texts]) if texts else np.zeros((0, self.size), dtype=np.float32)

    def _embed(self, text: str) -> Vectors:
        pieces: list[int] = weights.opened(self.folder).tokenizer.encode(clipped(text), add_special_tokens=False).ids
        if len(pieces) > PIECES_READ:
            pieces = [*pieces[: PIECES_READ // 2], *pieces[-PIECES_READ // 2 :]]
        rows = np.zeros((4, len(pieces) + 2), dtype=np.int64)
        rows[0], rows[1] = [CLS, *pieces, SEP], np.arange(len(pieces) + 2)
        given = {"pieces": piece_table(self.folder).embedded(rows[0]), "rows": rows}
        (made,) = _session(self.folder).run(None, given)
        vector: Vectors = made[0] / np.linalg.norm(made[0])
        return vector


@lru_cache(maxsize=2)
def _session(folder: Path) -> Any:
    manifest = weights.read_manifest(folder)
    return weights.open_session(weights.checked(folder / weights.VECTORS, manifest))
