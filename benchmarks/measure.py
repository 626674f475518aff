"""Filling memories of one shape and timing them side by side, in blocks that take turns."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal, get_args

from sample import Lookup, Shape, directions, name, text
from stopwatch import Figures, Stopwatch
from subjects import Backend, Batch, Subject

Operation = Literal["add", "search", "after a write", "first search", "update"]
OPERATIONS: tuple[Operation, ...] = get_args(Operation)
_BATCH = 5000
_BLOCK = 10  # calls before it is the next one's turn: one call of a slow one would leave the caches empty for each
_COLD_ROUNDS = 5
_MEMORY_SHARE = 0.6


class TooMuch(Exception):
    """This memory would take longer to fill, or more of the machine, than the reader has patience for."""


@dataclass(slots=True, eq=False)
class Cell:
    """One memory of one shape, and the times of what was done with it."""

    backend: Backend
    shape: Shape
    subject: Subject
    clocks: dict[Operation, Stopwatch] = field(default_factory=lambda: {one: Stopwatch() for one in OPERATIONS})

    def figures(self) -> dict[Operation, Figures | None]:
        """What there is to tell."""
        return {operation: clock.figures() for operation, clock in self.clocks.items()}


@dataclass(frozen=True, slots=True)
class Effort:
    """How often each call is timed: so often, or for so many seconds, whichever comes first."""

    calls: int
    seconds: float


def fill(subject: Subject, shape: Shape, patience: float) -> float:
    """Keep everything of this shape; gives the seconds it took. Raises TooMuch as soon as that is foreseen."""
    began, before, done, total = time.monotonic(), _own_bytes(), 0, shape.people * shape.each
    available = _free_bytes()
    for batches in _batches(shape):
        subject.load(batches)
        done += sum(len(batch.values) for batch in batches)
        elapsed = time.monotonic() - began
        if elapsed > 2 and elapsed * total / done > patience:
            raise TooMuch(f"filling it would take about {elapsed * total / done:,.0f} s (--patience {patience:.0f})")
        needed = (_own_bytes() - before) * total / done
        if done > 20 * _BATCH and needed > _MEMORY_SHARE * available:
            raise TooMuch(f"it would need about {needed / 2**30:.1f} GB of the {available / 2**30:.1f} GB free")
        if done % (20 * _BATCH) == 0:
            say(f"  {done:,} of {total:,} kept, {elapsed:.0f} s")
    subject.settle()
    return time.monotonic() - began


def measure(cells: list[Cell], lookup: Lookup, effort: Effort, seed: int) -> None:
    """Time every operation on all of these memories, in turns, on the same people, values and queries."""
    random = Random(seed)
    people = {cell.shape: _some_people(cell.shape, seed) for cell in cells}
    queries = [f"query {seed} {number}" for number in range(effort.calls)]
    kinds = ("added", "looked for", "updated")
    fresh = {kind: [f"{kind} {seed} {number}" for number in range(effort.calls)] for kind in kinds}
    lookup.learn(queries, seed)
    lookup.learn([text(value) for values in fresh.values() for value in values], seed + 1)

    for _ in range(_COLD_ROUNDS):
        for cell in cells:
            cell.subject.reopen()
            for person in people[cell.shape][:20]:
                cell.clocks["first search"].time(cell.subject.search, person, random.choice(queries))
    for cell in cells:
        for person in people[cell.shape]:
            cell.subject.search(person, queries[0])

    def search(cell: Cell, number: int) -> None:
        person = _turn(people[cell.shape], number)
        cell.clocks["search"].time(cell.subject.search, person, queries[number])

    def add(cell: Cell, number: int) -> None:
        person, value = _turn(people[cell.shape], number), fresh["added"][number]
        cell.clocks["add"].time(cell.subject.add, person, value)

    def look(cell: Cell, number: int) -> None:
        person = _turn(people[cell.shape], number)
        cell.subject.add(person, fresh["looked for"][number])
        cell.clocks["after a write"].time(cell.subject.search, person, queries[number])

    ids: dict[tuple[int, str], list[int]] = {}

    def update(cell: Cell, number: int) -> None:
        person, value = _turn(people[cell.shape], number), fresh["updated"][number]
        known = ids.setdefault((id(cell), person), [])
        known.extend(() if known else cell.subject.ids(person))
        which = known.pop()
        cell.clocks["update"].time(cell.subject.update, person, which, value)

    # few enough writes that the shape stays what it is called
    writes = min(effort.calls, *(max(10, cell.shape.each * len(people[cell.shape]) // 3) for cell in cells))
    _in_turns(cells, search, effort, effort.calls)
    _in_turns(cells, add, effort, writes)
    _in_turns(cells, look, effort, writes)
    _in_turns(cells, update, effort, writes)


def same_answers(cells: list[Cell], lookup: Lookup, seed: int) -> bool:
    """Whether all of these memories, fresh and of one shape, answer alike."""
    queries = [f"question {seed} {number}" for number in range(5)]
    lookup.learn(queries, seed + 2)
    person = _some_people(cells[0].shape, seed)[0]
    answers = [[cell.subject.search(person, query) for query in queries] for cell in cells]
    return all(answer == answers[0] for answer in answers)


def say(line: str) -> None:
    """Tell how far it is."""
    print(line, file=sys.stderr, flush=True)


def _in_turns(cells: list[Cell], work: Callable[[Cell, int], None], effort: Effort, calls: int) -> None:
    """Do the work so many times with each, a block at a time; who has used up the time is left out from then on.

    The disk comes to rest before each block: nobody waits for what another has left it to do.
    """
    spent = [0.0] * len(cells)
    for start in range(0, calls, _BLOCK):
        for place, cell in enumerate(cells):
            os.sync()
            for number in range(start, min(start + _BLOCK, calls)):
                if spent[place] < effort.seconds:
                    began = time.monotonic()
                    work(cell, number)
                    spent[place] += time.monotonic() - began


def _turn(people: list[str], number: int) -> str:
    return people[number % len(people)]


def _some_people(shape: Shape, seed: int) -> list[str]:
    picked = Random(seed).sample(range(shape.people), min(100, shape.people))
    return [name(person) for person in picked]


def _batches(shape: Shape) -> Iterator[list[Batch]]:
    """Everything to keep, some thousand preferences at a time."""
    together: list[Batch] = []
    held = 0
    for person in range(shape.people):
        for start in range(0, shape.each, _BATCH):
            count = min(_BATCH, shape.each - start)
            values = [f"drink {person} {start + number}" for number in range(count)]
            together.append(Batch(name(person), values, directions(count, person, start)))
            held += count
            if held >= _BATCH:
                yield together
                together, held = [], 0
    if together:
        yield together


def _own_bytes() -> int:
    return _read_kilobytes(Path("/proc/self/status"), "VmRSS:")


def _free_bytes() -> int:
    return _read_kilobytes(Path("/proc/meminfo"), "MemAvailable:")


def _read_kilobytes(path: Path, field_name: str) -> int:
    """A figure of the system in bytes; 0 where it tells none."""
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(field_name)), 0)
