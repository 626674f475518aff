"""How far a study is, while it is under way."""

from __future__ import annotations

import mmap
from contextlib import nullcontext

from penchant.bench.run.executor import context

_WIDTH = 8


class Ticks:
    """Counts the episodes that were lived, with ``together`` in all processes that are forked from here.

    With a model, a single life may take hours; without one, lives are over before anybody asks.
    """

    def __init__(self, *, together: bool) -> None:
        self._lock = context().Lock() if together else nullcontext()
        self._count = mmap.mmap(-1, _WIDTH) if together else bytearray(_WIDTH)  # shared memory that needs no file

    @property
    def count(self) -> int:
        """How many there were so far."""
        return int.from_bytes(self._count[:_WIDTH], "little")

    def add(self) -> None:
        """One more."""
        with self._lock:
            self._count[:_WIDTH] = (self.count + 1).to_bytes(_WIDTH, "little")
