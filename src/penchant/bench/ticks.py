"""How far a study is, while it is under way."""

from __future__ import annotations

from penchant.bench.workers import context


class Ticks:
    """Counts the episodes that were lived, in all processes together: with a model, a single life may take hours."""

    def __init__(self) -> None:
        self._count = context().Value("Q", 0)

    @property
    def count(self) -> int:
        """How many there were so far."""
        return int(self._count.value)

    def add(self) -> None:
        """One more."""
        with self._count.get_lock():
            self._count.value += 1
