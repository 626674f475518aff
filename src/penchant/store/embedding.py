"""Which vectors a database was made for: those of different embedders, or sizes, must not meet in it."""

from __future__ import annotations

from typing import NamedTuple

from penchant.errors import OtherEmbedder, StoreError

QUERY = "select embedder, size, not exists (select 1 from preference) from meta"


class KeptEmbedding(NamedTuple):
    """What a database says of its vectors: a row of ``QUERY``."""

    embedder: str  # empty where none was named
    size: int | None  # None until there is one
    is_empty: bool

    def lacks(self, embedder: str, size: int | None) -> bool:
        """Whether something is given here that the database can still be told."""
        return bool((embedder and not self.embedder and self.is_empty) or (size and self.size is None))

    def refuse_others(self, embedder: str, size: int | None, *, place: str, kind: str) -> None:
        """Raise where another embedder or size is given than there is; ``place`` is a ``kind``, a file or database."""
        if embedder and self.embedder and embedder != self.embedder:
            raise OtherEmbedder(
                f"{place} holds vectors of the embedder {self.embedder!r}, not {embedder!r}. "
                f"Open it with that one, or start a new {kind}.",
                self.embedder,
            )
        if size and size != self.size:
            raise StoreError(
                f"{place} holds vectors of {self.size} numbers, not {size}. "
                f"Open it with the embedder it was made with, or start a new {kind}."
            )
