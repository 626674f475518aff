"""What the default store is meant to reach, and whether it did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from measure import Operation
from sample import Shape
from stopwatch import Figures, short
from subjects import Backend

ADD: Operation = "add"
FIRST: Operation = "first search"
AGAIN: tuple[Operation, ...] = ("search", "after a write")
FEW, SOME = Shape(100, 20), Shape(1_000, 20)
THOUSAND, TEN_THOUSAND = Shape(1, 1_000), Shape(1, 10_000)


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal, what was measured, and whether that is enough."""

    text: str
    measured: str
    met: bool


class Row(Protocol):
    """The figures of one backend at one shape."""

    @property
    def took(self) -> Mapping[Operation, Figures | None]:
        """What each kind of call took."""
        ...

    @property
    def times_faster(self) -> Mapping[Operation, float]:
        """How many times faster than the bank each is."""
        ...


def goals(rows: Mapping[tuple[Backend, Shape], Row], many: Shape) -> Iterator[Goal]:
    """Each goal of the SQLite store for which there are figures."""
    ours = {shape: row for (backend, shape), row in rows.items() if backend == "sqlite"}
    if TEN_THOUSAND in ours:
        row = ours[TEN_THOUSAND]
        for operation in AGAIN:
            ratio, median = row.times_faster[operation], _of(row, operation).median
            yield Goal(
                f"{operation} at 1 x 10,000 at least 20 times faster than the bank, median under 2 ms",
                f"{short(ratio)} times, {short(median)} ms",
                ratio >= 20 and median < 2,
            )
    if FEW in ours and many in ours:
        for operation in (*AGAIN, FIRST):
            small, large = _of(ours[FEW], operation).median, _of(ours[many], operation).median
            yield Goal(
                f"{operation} at {many} within 1.5 times of the same at {FEW}",
                f"{short(large)} ms and {short(small)} ms, {large / small:.2f} times",
                large <= 1.5 * small,
            )
    if ours:
        medians = {shape: _of(row, ADD).median for shape, row in ours.items()}
        worst = max(medians, key=lambda shape: medians[shape])
        yield Goal(
            "a durable add under 1 ms median at every shape",
            f"{short(medians[worst])} ms at {worst}, the slowest",
            medians[worst] < 1,
        )
    for shape in (THOUSAND, SOME):
        if shape in ours:
            tails = {operation: _of(ours[shape], operation).p95 for operation in (ADD, *AGAIN)}
            told = ", ".join(f"{operation} {short(tail)} ms" for operation, tail in tails.items())
            yield Goal(f"add and search under 5 ms at the 95th percentile at {shape}", told, max(tails.values()) < 5)


def _of(row: Row, operation: Operation) -> Figures:
    figures = row.took[operation]
    assert figures is not None  # everything of the default store is always timed
    return figures
