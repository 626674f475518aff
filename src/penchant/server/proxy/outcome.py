"""What memory did for a request to the model, as a header tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal


@dataclass(frozen=True, slots=True)
class MemoryOutcome:
    """Whether memory was used, skipped or failed, and details.

    >>> str(MemoryOutcome.used(3).with_detail("learning", "queued"))
    'used; beliefs=3; learning=queued'
    """

    state: Literal["used", "skipped", "failed"]
    details: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def used(cls, beliefs: int) -> MemoryOutcome:
        """So many beliefs were put before the conversation."""
        return cls("used", {"beliefs": str(beliefs)})

    @classmethod
    def skipped(cls, reason: str) -> MemoryOutcome:
        """Memory had nothing to do with it."""
        return cls("skipped", {"reason": reason})

    @classmethod
    def failed(cls, reason: str) -> MemoryOutcome:
        """The model was asked without what is known."""
        return cls("failed", {"reason": reason})

    def with_detail(self, name: str, value: str) -> MemoryOutcome:
        """The same with one detail more."""
        return replace(self, details={**self.details, name: value})

    @property
    def has_place(self) -> bool:
        """Whether a place to be learned from is reserved."""
        return self.details.get("learning") == "queued"

    def __str__(self) -> str:
        """The value of the header."""
        return "; ".join((self.state, *(f"{name}={value}" for name, value in self.details.items())))
