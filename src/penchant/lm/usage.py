"""Sums over calls: how many, how many tokens, how much money."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls took; ``cost`` is None as soon as one of them had no known price."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            None if self.cost is None or other.cost is None else self.cost + other.cost,
        )

    @classmethod
    def together(cls, parts: Iterable[Usage]) -> Usage:
        """All of them."""
        return sum(parts, cls())


class UsageSum:
    """A sum that grows call by call; making a new :class:`Usage` for each would take most of the time."""

    def __init__(self) -> None:
        self._calls = self._input = self._output = 0
        self._cost: float | None = 0.0

    def add(self, input_tokens: int, output_tokens: int, cost: float | None) -> None:
        """One call more."""
        self._calls += 1
        self._input += input_tokens
        self._output += output_tokens
        self._cost = None if self._cost is None or cost is None else self._cost + cost

    def paid(self) -> Usage:
        """What they took so far."""
        return Usage(self._calls, self._input, self._output, self._cost)
