"""Sums over calls: how many, how many tokens, how much money."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paid:
    """What calls took; ``cost`` is None as soon as one of them had no known price."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0

    def __add__(self, other: Paid) -> Paid:
        """Both together."""
        return Paid(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            None if self.cost is None or other.cost is None else self.cost + other.cost,
        )

    @classmethod
    def together(cls, parts: Iterable[Paid]) -> Paid:
        """All of them."""
        return sum(parts, cls())
