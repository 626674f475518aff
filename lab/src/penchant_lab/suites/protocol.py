"""The seam for suites: where lives of tasks come from, and the rule that says what is right."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from penchant.domain import Action, Request
from penchant_lab.people import Intent


@dataclass(frozen=True, slots=True)
class Task:
    """A request, and what the person has in mind: the agent is shown the first, never the second."""

    request: Request
    intent: Intent


@dataclass(frozen=True, slots=True)
class Life:
    """One person's tasks in each of the four phases."""

    person: str
    phases: tuple[tuple[Task, ...], ...]
    personas: tuple[str, str] | None = None  # who they are, in words, before and after their tastes change


class Suite(Protocol):
    """A world to study. Made by its plugin as ``Suite(data=folder or None, people=number or None, seed=seed)``.

    People share nothing, so a suite gives them one by one; a life depends on the suite's arguments and its index alone.
    A suite says what people have in mind; how they put it is left to whichever kind of person plays them.
    """

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        ...

    def __len__(self) -> int:
        """How many people there are."""
        ...

    def life(self, index: int) -> Life:
        """One person's tasks."""
        ...

    def is_right(self, task: Task, action: Action) -> bool:
        """The rule: whether an action is what the person had in mind."""
        ...

    def fingerprint(self) -> str:
        """Identifies the data: the same text for the same tasks."""
        ...


class SuiteMaker(Protocol):
    """How a suite's plugin is called."""

    def __call__(self, *, data: Path | None, people: int | None, seed: int) -> Suite:
        """Open the world."""
        ...
