"""How far a run is, for whoever wants to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penchant_lab.run.study import UnitResult


class Progress:
    """Told of every finished unit, and keeps quiet about it; the command line shows it, tests count it."""

    def tell(self, what: str) -> None:
        """Something that takes a while begins."""

    def start(self, total: int, done: int, counted: str) -> None:
        """So many episodes in all, so many done before, and what they are called."""

    def lived(self, episodes: int) -> None:
        """So many episodes were lived since the start, in units that are not finished too."""

    def step(self, result: UnitResult, episodes: int) -> None:
        """One more unit is kept, of so many episodes."""

    def stop(self) -> None:
        """Nothing more will come."""
