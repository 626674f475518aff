"""The seam for whoever an agent talks with: a live person at a terminal, or a simulated one of the laboratory."""

from __future__ import annotations

from typing import Protocol

from penchant.domain.episode import Action, Question, Request


class Person(Protocol):
    """Someone the agent talks with, simulated or live; speaks in words only. ``None`` means: says nothing."""

    @property
    def name(self) -> str:
        """What they are called, as requests spell it."""
        ...

    def answer(self, request: Request, question: Question) -> str | None:
        """What they say when they are asked before the agent acts."""
        ...

    def react(self, request: Request, action: Action, because: str = "") -> str | None:
        """What they say when they see what the agent did, and hear why."""
        ...
