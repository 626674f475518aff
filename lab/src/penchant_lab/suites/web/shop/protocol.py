"""The seam between agents and a world of functions. Others can put another world behind it.

An agent sees an :class:`Environment` and nothing else: no target, no score, nothing that happened after the task came.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from penchant_lab.suites.web.records import Event, Product
from penchant_lab.suites.web.shop.functions import Call, Function


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What an agent is told at the start."""

    text: str  # as the original words it
    person: str
    instruction: str
    at: int  # Unix milliseconds
    about: Product | None = None  # the product to review, in a request for a review


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came back from a call, as text to read and as products to compute with."""

    function: str
    text: str
    asins: tuple[str, ...] = ()
    failed: bool = False
    ended: bool = False  # nothing more can be called
    answers: bool = False  # counted as an answer to the task


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a call would cost, before it is made."""

    steps: int = 1
    interruptions: int = 0  # of the person
    ends: bool = False  # there is no way back


class Listener(Protocol):
    """The person as the shop knows them: somebody who answers when spoken to."""

    def reply(self, said: str, shown: Sequence[Outcome]) -> str:
        """What they say to the agent's words; ``shown`` is what answers brought so far (the original showed none)."""
        ...


class Environment(Protocol):
    """A task in a world of functions."""

    def observe(self) -> Observation:
        """What the person asks."""
        ...

    @property
    def functions(self) -> Sequence[Function]:
        """What can be called."""
        ...

    @property
    def history(self) -> Sequence[Event]:
        """What this person did before the task came, oldest first."""
        ...

    @property
    def ended(self) -> bool:
        """Whether nothing more can be called."""
        ...

    def cost(self, call: Call) -> Cost:
        """What a call would cost, without making it."""
        ...

    def step(self, call: Call) -> Outcome:
        """Make a call."""
        ...

    def undo(self) -> bool:
        """Take back the last answer, so that the one before it stands; False where nothing can be taken back."""
        ...
