"""The run of a four-phase study on disk: its configuration, and the lives that are whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from penchant.bench.folder import RunFolder
from penchant.bench.life import LifeResult
from penchant.bench.memories import IN_PROCESS

Feedback = Literal["minimal", "detailed"]
"""Whether a reaction that likes another option better also tells for which feature."""

Chooser = Literal["code", "lm"]
"""Who chooses among the options: code, by the typed beliefs, or a language model with that as a check."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What makes a run: the same configuration on the same data gives the same report."""

    suite: str
    data: str | None
    methods: tuple[str, ...]
    people: int | None  # None: as many as the suite has
    passes: int
    seed: int
    mind: str
    embedder: str
    kind: str = "simulated"  # of person; runs from before it could be chosen had this one
    feedback: Feedback = "minimal"
    shuffle: int | None = None  # the seed of the order of tasks; None: as the suite gives them
    model: str | None = None  # the language model of the mind, and of people unless they have their own
    people_model: str | None = None
    choose: Chooser = "code"
    phrase: bool = False  # whether the language model words questions and reasons
    base_url: str | None = None  # where it is, or "local"; resuming may name another place
    replay: str | None = None  # the run whose recorded calls answer; then nobody is asked, when resumed neither
    memory: str = IN_PROCESS  # where lives keep what is learned, without a password; resuming may name another place


class RunDirectory(RunFolder[Config]):
    """The run of a four-phase study on disk."""

    @staticmethod
    def read_config(raw: dict[str, Any]) -> Config:
        """The configuration that was written down."""
        config = Config(**{**raw, "methods": tuple(raw["methods"])})
        if not all(isinstance(number, int) for number in (config.passes, config.seed)):
            raise TypeError("passes and seed must be whole numbers")
        return config

    def finished(self) -> dict[tuple[str, str], LifeResult]:
        """The units that are whole, or whole so far; what an interruption left half-written after them is cut off."""
        return {(life.method, life.person): life for life in self.units(LifeResult.from_closing_line)}

    def keep(self, result: LifeResult) -> None:
        """Add one whole unit; it is on disk when this returns."""
        self.keep_unit(result.lines, result.closing_line())
