"""Times of single calls, on the clock and on the processor, and what is told of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figures:
    """What calls of one kind took, in milliseconds; ``cpu`` is the mean time this process had on the processors."""

    median: float
    p95: float
    cpu: float
    calls: int

    def __str__(self) -> str:
        """The median, the 95th percentile and the processor time."""
        return f"{short(self.median)} / {short(self.p95)} ({short(self.cpu)})"

    def as_json(self) -> dict[str, float]:
        """The same with names."""
        return asdict(self)


@dataclass(slots=True)
class Stopwatch:
    """Collects the times of calls of one kind."""

    walls: list[float] = field(default_factory=list)
    cpus: list[float] = field(default_factory=list)

    def time(self, call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What the call gives; how long it took is noted."""
        cpu, wall = time.process_time(), time.perf_counter()
        result = call(*args, **named)
        self.walls.append(time.perf_counter() - wall)
        self.cpus.append(time.process_time() - cpu)
        return result

    def figures(self) -> Figures | None:
        """The figures so far; None where nothing was timed."""
        if not self.walls:
            return None
        cpu = sum(self.cpus) / len(self.cpus)
        return Figures(
            1000 * percentile(self.walls, 50), 1000 * percentile(self.walls, 95), 1000 * cpu, len(self.walls)
        )


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that so many per cent do not exceed, between neighbours in proportion."""
    ranked = sorted(values)
    place = (len(ranked) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ranked) - 1)
    return ranked[low] + (ranked[high] - ranked[low]) * (place - low)


def short(number: float) -> str:
    """Three digits that count."""
    for digits in (3, 2, 1):
        if abs(number) < 10 ** (3 - digits):
            return f"{number:.{digits}f}"
    return f"{number:,.0f}"
