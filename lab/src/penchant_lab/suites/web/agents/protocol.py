"""The seam for agents of the web shop: they are handed an environment and bring a task to its end in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from penchant_lab.suites.web.scores import TaskUsage
from penchant_lab.suites.web.shop.protocol import Environment, Observation, Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTask:
    """How a task was brought to its end."""

    completions: int | None = None  # steps, where they are more than calls of functions; reflections are none
    usage: TaskUsage = field(default_factory=TaskUsage)
    messages: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Afterword:
    """What a person says once a task is over, in the track where agents learn from it."""

    observation: Observation
    answer: Outcome | None  # the last one that was given
    words: str


class WebAgent(Protocol):
    """Whoever does the tasks. One agent serves many people; what it keeps of each stays apart."""

    @property
    def name(self) -> str:
        """What it is called on the command line and in tables."""
        ...

    def play(self, environment: Environment) -> PlayedTask:
        """Bring a task to its end: call functions, speak to the person where that is possible, and stop."""
        ...

    def hear(self, heard: Afterword) -> None:
        """Learn from what a person says afterwards; most agents do nothing with it."""
        ...
