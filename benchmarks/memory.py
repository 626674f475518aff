"""How fast memory is, on every backend, beside the published bank's algorithm measured in the same run.

    python benchmarks/memory.py                            everything; about twenty minutes
    python benchmarks/memory.py --quick                    small shapes, in seconds
    python benchmarks/memory.py --backends sqlite,memory   some backends only (the bank is always there)
    python benchmarks/memory.py --people 10000             fewer people in the largest shape

Figures are milliseconds a call: median / 95th percentile (processor time of this process, mean). A search gives ten
matches by the public path, Memory.search: `search` of people asked about before, `after a write` right after something
was added for that very person, `first search` of a person on a store that was just opened. Adds and updates are single
and durable; only what is there before anything is timed is kept in large transactions. Backends take turns, ten calls
each, on a disk at rest. No embedder is part of it: vectors are random and drawn beforehand. Goals are told as met or
not; the exit code is 0 either way.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast, get_args

from measure import OPERATIONS, Cell, Effort, Operation, TooMuch, fill, measure, same_answers, say
from memory_goals import goals
from sample import Lookup, Shape
from stopwatch import Figures, short
from subjects import Backend, Workshop

from penchant.errors import BadInput, PenchantError

BACKENDS: tuple[Backend, ...] = get_args(Backend)
ONE_PERSON = (100, 1_000, 10_000, 50_000)
FEW, SOME = Shape(100, 20), Shape(1_000, 20)


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one backend at one shape, and of the bank beside it."""

    backend: Backend
    shape: Shape
    took: dict[Operation, Figures | None]
    times_faster: dict[Operation, float]  # than the bank, by the median

    def as_json(self) -> dict[str, Any]:
        """The same as plain data."""
        took = {operation: figures and figures.as_json() for operation, figures in self.took.items()}
        shape = {"people": self.shape.people, "each": self.shape.each}
        return {"backend": self.backend, **shape, "ms": took, "times_faster": self.times_faster}


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure, and how patiently."""

    backends: Sequence[Backend]
    sizes: Sequence[int]
    middle: Shape
    few: Shape
    many: Shape
    effort: Effort
    patience: float


class Laboratory:
    """Runs a plan; ``rows`` and ``remarks`` grow as it goes."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.rows: list[Row] = []
        self.remarks: list[str] = []
        self._plan = plan
        self._folder = folder
        self._lookup = Lookup()
        self._seed = 0

    def run(self) -> None:
        """Measure everything: the shapes that all backends share, then a few people beside many, one by one."""
        for shape in (*(Shape(1, size) for size in self._plan.sizes), self._plan.middle):
            with self._shop() as shop:
                cells = self._filled(shop, [(backend, shape) for backend in (*self._plan.backends, "bank")])
                self._measure(cells)
                self._close(cells)
        with self._shop() as shop:
            sizes = (self._plan.few, self._plan.many)
            banks = self._filled(shop, [("bank", shape) for shape in sizes])
            for place, backend in enumerate(self._plan.backends):
                with self._shop() as own:
                    cells = self._filled(own, [(backend, shape) for shape in sizes])
                    beside = [Cell(bank.backend, bank.shape, bank.subject) for bank in banks]
                    self._measure([*cells, *beside], beside=beside if place else [])
                    self._close(cells)
            self._close(banks)

    @contextmanager
    def _shop(self) -> Iterator[Workshop]:
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        shop = Workshop(folder, self._lookup)
        try:
            yield shop
        finally:
            shop.close()
            shutil.rmtree(folder, ignore_errors=True)

    def _filled(self, shop: Workshop, wanted: Sequence[tuple[Backend, Shape]]) -> list[Cell]:
        cells = []
        for backend, shape in wanted:
            say(f"{shape} on {backend}: filling")
            try:
                subject = shop.make(backend, preferences=shape.people * shape.each)
                seconds = fill(subject, shape, self._plan.patience)
            except (TooMuch, PenchantError) as reason:
                self.remarks.append(f"{backend} at {shape} was left out: {reason}")
                say(f"  left out: {reason}")
                continue
            say(f"  {shape.people * shape.each:,} preferences kept in {seconds:.1f} s")
            cells.append(Cell(backend, shape, subject))
        return cells

    def _measure(self, cells: list[Cell], beside: Sequence[Cell] = ()) -> None:
        """Time these cells; those ``beside`` have been told of before and written to since, and get no row."""
        self._seed += 10
        told = [cell for cell in cells if cell not in beside]
        for shape in dict.fromkeys(cell.shape for cell in told):
            alike = [cell for cell in told if cell.shape == shape]
            if not same_answers(alike, self._lookup, self._seed):
                self.remarks.append(f"at {shape} the answers differ between {', '.join(c.backend for c in alike)}")
        say(f"timing {', '.join(f'{cell.backend} at {cell.shape}' for cell in cells)}")
        measure(cells, self._lookup, self._plan.effort, self._seed)
        self.rows.extend(_row(cell, cells) for cell in told)

    def _close(self, cells: Sequence[Cell]) -> None:
        for cell in cells:
            cell.subject.close()


def _row(cell: Cell, cells: Sequence[Cell]) -> Row:
    """The figures of a cell beside those of the bank of the same shape."""
    took = cell.figures()
    bank = next((one.figures() for one in cells if one.backend == "bank" and one.shape == cell.shape), {})
    ratios = {
        operation: theirs.median / ours.median
        for operation in OPERATIONS
        if (ours := took[operation]) is not None and (theirs := bank.get(operation)) is not None
    }
    return Row(cell.backend, cell.shape, took, ratios)


def table(rows: Sequence[Row]) -> Iterator[str]:
    """The figures, one block a shape."""
    for shape in dict.fromkeys(row.shape for row in rows):
        heads = "".join(f"{operation:>25}" for operation in OPERATIONS)
        yield f"\n{f'{shape} preferences':24}{heads}"
        for row in (row for row in rows if row.shape == shape):
            cells = "".join(f"{_told(row.took[operation]):>25}" for operation in OPERATIONS)
            yield f"{row.backend:24}{cells}"
        for row in (row for row in rows if row.shape == shape and row.backend != "bank"):
            ratios = "".join(f"{_ratio(row.times_faster.get(operation)):>25}" for operation in OPERATIONS)
            yield f"{f'bank / {row.backend}':24}{ratios}"


def _told(figures: Figures | None) -> str:
    return "-" if figures is None else str(figures)


def _ratio(number: float | None) -> str:
    return "-" if number is None else f"{short(number)} x"


def _parsed(argv: Sequence[str] | None) -> tuple[Plan, argparse.Namespace]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small shapes, in seconds; says nothing about the goals")
    parser.add_argument("--backends", default=",".join(BACKENDS[:-1]), help="default: all of them")
    parser.add_argument("--sizes", help="preferences of one person, such as 100,1000 (default: up to 50,000)")
    parser.add_argument("--people", type=int, help="people in the largest shape (default: 100,000)")
    parser.add_argument("--patience", type=float, default=900, help="seconds to fill one memory (default: 900)")
    parser.add_argument("--folder", type=Path, help="where the memories lie meanwhile; up to 15 GB (default: /tmp)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--out", type=Path, help="write the JSON there too")
    args = parser.parse_args(argv)
    backends = [name.strip() for name in args.backends.split(",") if name.strip()]
    for name in backends:
        if name not in BACKENDS[:-1]:
            raise BadInput(f"No backend is called {name!r}. Known: {', '.join(BACKENDS[:-1])}.")
    many = args.people or (200 if args.quick else 100_000)
    if many < 2:
        raise BadInput(f"--people counts the people of the largest shape, so {many} means nothing.")
    few = Shape(min(100, many // 2), 20)
    plan = Plan(
        backends=cast("list[Backend]", backends),
        sizes=_numbers(args.sizes) if args.sizes is not None else (50, 100) if args.quick else ONE_PERSON,
        middle=Shape(10, 20) if args.quick else SOME,
        few=few,
        many=Shape(many, 20),
        effort=Effort(20, 1.0) if args.quick else Effort(300, 6.0),
        patience=args.patience,
    )
    return plan, args


def _numbers(text: str) -> list[int]:
    try:
        return [int(number) for number in text.split(",") if number.strip()]
    except ValueError:
        raise BadInput(f"--sizes takes whole numbers with commas between them, not {text!r}.") from None


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    try:
        plan, args = _parsed(argv)
    except BadInput as mistake:
        print(f"memory.py: {mistake}", file=sys.stderr)
        return 2
    began = datetime.now(UTC)
    load = os.getloadavg()
    with tempfile.TemporaryDirectory(prefix="penchant-memory-", dir=args.folder) as folder:
        laboratory = Laboratory(plan, Path(folder))
        laboratory.run()
    judged = [] if args.quick else list(goals({(row.backend, row.shape): row for row in laboratory.rows}, plan.many))
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    loads = f"{load[0]:.1f} when it began, {os.getloadavg()[0]:.1f} when it ended"
    document = {
        "began": began.isoformat(timespec="seconds"),
        "machine": machine,
        "load": loads,
        "rows": [row.as_json() for row in laboratory.rows],
        "remarks": laboratory.remarks,
        "goals": [{"goal": goal.text, "met": goal.met, "measured": goal.measured} for goal in judged],
    }
    if args.out:
        args.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if args.json:
        print(json.dumps(document, indent=1))
        return 0
    print(f"{began:%Y-%m-%d %H:%M} UTC, {machine}, load {loads}")
    print("ms a call: median / 95th percentile (processor); below, how many times faster than the bank")
    print(*table(laboratory.rows), sep="\n")
    print(*(f"\n{remark}" for remark in laboratory.remarks))
    for goal in judged:
        print(f"{'met    ' if goal.met else 'NOT MET'}  {goal.text}: {goal.measured}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
