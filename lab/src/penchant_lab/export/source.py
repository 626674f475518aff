"""Where judgements come from: the seam between what was kept and whoever writes training examples of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol

from penchant_lab.export.judgement import Judgement


class TrainingSource(Protocol):
    """A run or a store, read one person at a time."""

    @property
    def described(self) -> str:
        """What it is, for the data card; no password in it."""
        ...

    @property
    def limits(self) -> Sequence[str]:
        """What a reader of its examples should know, a sentence each."""
        ...

    @property
    def left_out(self) -> Counter[str]:
        """What made no judgement so far: the reason, and how often."""
        ...

    def people(self) -> Sequence[str]:
        """Whose judgements there are, in order; those who are never exported are not among them."""
        ...

    def judgements(self, person: str) -> Iterator[Judgement]:
        """What this person said of what was done for them, oldest first."""
        ...
