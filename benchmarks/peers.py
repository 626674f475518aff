"""Our memory beside other people's, in one run: the same texts, questions and embedder, each in a process of its own.

    python benchmarks/peers.py                    mem0, LangGraph and ours; makes a venv for each peer the first time
    python benchmarks/peers.py --quick            tiny shapes
    python benchmarks/peers.py --systems penchant-sqlite,mem0
    python benchmarks/peers.py --patience 60      give a slow one a minute for its adds and one for its searches

Milliseconds a call: median / 95th percentile (processor time of its process, mean). Systems take turns, a block each.
The embedder is a signed feature hash of 384 numbers, and every text is embedded before the clock starts. recall@10 is
how often the one text that a question is about is among the ten found: it shows that a search is exact, not that it is
clever. No telemetry, no network: a worker that tries to connect is stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from peer_texts import Kept, Shape
from peer_venvs import CACHE, NoVenv, python_of
from stopwatch import Figures, Stopwatch, short

WORKER = Path(__file__).parent / "peer_worker.py"
OURS = "penchant-sqlite"
DURABLE = (OURS, "penchant-faiss", "langgraph-sqlite", "mem0")
SYSTEMS = (*DURABLE, "penchant-memory", "langgraph-memory")
SHAPES = (Shape("A", 1, 1_000, 200), Shape("B", 1_000, 20, 1_000))
QUICK = (Shape("A", 1, 40, 10), Shape("B", 10, 4, 10))
_SILENCE = {
    "MEM0_TELEMETRY": "False",
    "ANONYMIZED_TELEMETRY": "False",
    "DO_NOT_TRACK": "1",
    "LANGSMITH_TRACING": "false",
    "HF_HUB_OFFLINE": "1",
}


class Broke(Exception):
    """A system ended before its time; says what it said last."""


@dataclass(slots=True, eq=False)
class Entrant:
    """One system at one shape: its process, and the times so far."""

    system: str
    process: subprocess.Popen[str]
    folder: Path
    log: Path
    clocks: dict[str, Stopwatch] = field(default_factory=lambda: {"add": Stopwatch(), "search": Stopwatch()})
    stored: set[Kept] = field(default_factory=set)
    looked_for: int = 0
    found: int = 0
    disk: int = 0
    megabytes: float = 0.0

    def ask(self, order: dict[str, Any]) -> dict[str, Any]:
        """What the worker answers to an order."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # the log says why
            print(json.dumps(order), file=self.process.stdin, flush=True)
        return self.answer()

    def answer(self) -> dict[str, Any]:
        """The next line it has to say."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            said = self.log.read_text(errors="replace").strip().splitlines() or ["nothing"]
            raise Broke(f"{self.system} ended, and its last words were: {said[-1]}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def spent(self, kind: str) -> float:
        """Seconds it has taken for calls of this kind."""
        return sum(self.clocks[kind].walls)


@dataclass(frozen=True, slots=True)
class Row:
    """What is told of one system at one shape."""

    system: str
    shape: Shape
    stored: int
    add: Figures
    search: Figures
    recall: float
    disk: int
    megabytes: float

    def as_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "system": self.system,
            "shape": self.shape.name,
            "stored": self.stored,
            "durable": self.system in DURABLE,
            "add": self.add.as_json(),
            "search": self.search.as_json(),
            "recall@10": self.recall,
            "disk_bytes": self.disk,
            "peak_megabytes": self.megabytes,
        }


def compete(shape: Shape, pythons: dict[str, Path], folder: Path, patience: float) -> tuple[list[Row], list[str]]:
    """Every system at one shape, in turns; and remarks on those that broke."""
    remarks: list[str] = []
    entrants: list[Entrant] = []

    def each(work: Callable[[Entrant], object]) -> None:
        for entrant in list(entrants):
            try:
                work(entrant)
            except Broke as reason:
                remarks.append(str(reason))
                entrants.remove(entrant)

    try:
        for system, python in pythons.items():
            say(f"{shape}: {system} opens")
            entrants.append(_entrant(system, python, folder / f"{shape.name}-{system}"))
        each(Entrant.answer)
        texts = list(shape.texts())
        for block in _blocks(texts, max(10, len(texts) // 20)):
            each(partial(_add, block=block, patience=patience))
        say(f"{shape}: all kept")
        searched = shape.searched()
        for block in _blocks(searched, max(5, len(searched) // 20)):
            each(partial(_search, block=block, patience=patience))
        each(_close)
        say(f"{shape}: all searched")
    finally:
        for entrant in entrants:
            entrant.process.kill()
            entrant.process.wait()
    return [_row(entrant, shape) for entrant in entrants], remarks


def _entrant(system: str, python: Path, folder: Path) -> Entrant:
    (folder / "data").mkdir(parents=True)
    log = folder / "log"
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    with log.open("w") as errors:
        process = subprocess.Popen(
            [str(python), str(WORKER), system, str(folder / "data")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=kept | _SILENCE | {"MEM0_DIR": str(folder)},
        )
    return Entrant(system, process, folder / "data", log)


def _add(entrant: Entrant, block: Sequence[Kept], patience: float) -> None:
    left = patience - entrant.spent("add")
    if left <= 0:
        return
    answer = entrant.ask({"do": "add", "items": [(kept.person, kept.text) for kept in block], "seconds": left})
    _note(entrant.clocks["add"], answer)
    entrant.stored.update(block[: len(answer["walls"])])


def _search(entrant: Entrant, block: Sequence[Kept], patience: float) -> None:
    left = patience - entrant.spent("search")
    if left <= 0:
        return
    answer = entrant.ask({"do": "search", "items": [(kept.person, kept.question) for kept in block], "seconds": left})
    _note(entrant.clocks["search"], answer)
    for kept, found in zip(block, answer["found"], strict=False):  # fewer were found where the time was over
        if kept in entrant.stored:
            entrant.looked_for += 1
            entrant.found += kept.text in found


def _close(entrant: Entrant) -> None:
    entrant.megabytes = entrant.ask({"do": "close"})["megabytes"]
    entrant.process.wait(60)
    entrant.disk = sum(path.stat().st_size for path in entrant.folder.rglob("*") if path.is_file())


def _note(clock: Stopwatch, answer: dict[str, Any]) -> None:
    clock.walls.extend(answer["walls"])
    clock.cpus.extend(answer["cpus"])


def _row(entrant: Entrant, shape: Shape) -> Row:
    add, search = (entrant.clocks[kind].figures() for kind in ("add", "search"))
    assert add is not None
    assert search is not None
    recall = entrant.found / entrant.looked_for if entrant.looked_for else 0.0
    return Row(entrant.system, shape, len(entrant.stored), add, search, recall, entrant.disk, entrant.megabytes)


def _blocks(items: Sequence[Kept], size: int) -> Iterator[Sequence[Kept]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def table(rows: Sequence[Row]) -> Iterator[str]:
    """The figures, one block a shape, with how many times longer each takes than our default."""
    for shape in dict.fromkeys(row.shape for row in rows):
        heads = f"{'add':>25}{'search':>25}{'recall@10':>11}{'disk MB':>9}{'peak MB':>9}{'stored':>9}"
        yield f"\n{shape!s:32}{heads}   against {OURS}: add, search"
        ours = next((row for row in rows if row.shape == shape and row.system == OURS), None)
        for row in (row for row in rows if row.shape == shape):
            lasting = "" if row.system in DURABLE else " (not durable)"
            sizes = f"{row.recall:>11.2f}{row.disk / 1e6:>9.1f}{row.megabytes:>9.0f}{row.stored:>9,}"
            ratios = "" if ours is None else f"   {_times(row.add, ours.add)}, {_times(row.search, ours.search)}"
            yield f"{row.system + lasting:32}{row.add!s:>25}{row.search!s:>25}{sizes}{ratios}"


def _times(theirs: Figures, ours: Figures) -> str:
    return f"{short(theirs.median / ours.median)} x"


def verdicts(rows: Sequence[Row]) -> Iterator[tuple[str, bool]]:
    """Whether our default leads every other durable system, at each shape, in each kind of call."""
    for shape in dict.fromkeys(row.shape for row in rows):
        ours = next((row for row in rows if row.shape == shape and row.system == OURS), None)
        peers = [row for row in rows if row.shape == shape and row.system in ("langgraph-sqlite", "mem0")]
        if ours is None:
            continue
        others = [row for row in peers if row.stored == ours.stored]  # less to search is searched faster
        if not others:
            continue
        for kind, mine, theirs in (
            ("add", ours.add, [(row.system, row.add) for row in others]),
            ("search", ours.search, [(row.system, row.search) for row in others]),
        ):
            ahead = [name for name, one in theirs if one.median <= mine.median or one.p95 <= mine.p95]
            told = f"but not of {', '.join(ahead)}" if ahead else f"of {', '.join(name for name, _ in theirs)}"
            yield f"{shape.name}, {kind}: ours is ahead {told}, at the median and the 95th percentile", not ahead


def say(line: str) -> None:
    """Tell how far it is."""
    print(line, file=sys.stderr, flush=True)


def _pythons(systems: Sequence[str], venvs: Path, remarks: list[str]) -> dict[str, Path]:
    """The Python each system runs in; those that cannot be had are left out with a remark."""
    pythons: dict[str, Path] = {}
    for system in systems:
        try:
            if system.startswith("penchant"):
                pythons[system] = Path(sys.executable)
            else:
                say(f"{system}: looking for its venv in {venvs}")
                pythons[system] = python_of("mem0" if system == "mem0" else "langgraph", venvs)
        except NoVenv as reason:
            remarks.append(f"{system} was left out: {reason}")
    return pythons


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="tiny shapes; says nothing about who leads")
    parser.add_argument("--systems", default=",".join(SYSTEMS), help="default: all of them")
    parser.add_argument(
        "--patience", type=float, default=120, help="seconds a system has for its adds, and its searches"
    )
    parser.add_argument("--venvs", type=Path, default=CACHE, help=f"where the peers are installed (default: {CACHE})")
    parser.add_argument("--folder", type=Path, help="where the memories lie meanwhile (default: /tmp)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--out", type=Path, help="write the JSON there too")
    args = parser.parse_args(argv)
    systems = [name.strip() for name in args.systems.split(",") if name.strip()]
    for name in systems:
        if name not in SYSTEMS:
            print(f"peers.py: No system is called {name!r}. Known: {', '.join(SYSTEMS)}.", file=sys.stderr)
            return 2
    began, load = datetime.now(UTC), os.getloadavg()
    remarks: list[str] = []
    pythons = _pythons(systems, args.venvs, remarks)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="penchant-peers-", dir=args.folder) as folder:
        for shape in QUICK if args.quick else SHAPES:
            measured, broken = compete(shape, pythons, Path(folder), args.patience)
            rows += measured
            remarks += broken
    for row in rows:
        if row.stored < row.shape.people * row.shape.each or row.search.calls < row.shape.searches:
            told = f"{row.stored:,} of {row.shape.people * row.shape.each:,} texts and {row.search.calls:,} of"
            remarks.append(f"{row.system} at {row.shape.name}: {told} {row.shape.searches:,} searches in its time")
        ours = {one.stored for one in rows if one.shape == row.shape and one.system == OURS}
        if ours - {row.stored} and row.system in DURABLE:
            remarks.append(f"{row.system} at {row.shape.name} kept fewer or more texts than ours, so nobody leads")
    judged = [] if args.quick else list(verdicts(rows))
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    loads = f"{load[0]:.1f} when it began, {os.getloadavg()[0]:.1f} when it ended"
    document = {
        "began": began.isoformat(timespec="seconds"),
        "machine": machine,
        "load": loads,
        "rows": [row.as_json() for row in rows],
        "remarks": remarks,
        "leads": [{"claim": claim, "holds": holds} for claim, holds in judged],
    }
    if args.out:
        args.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if args.json:
        print(json.dumps(document, indent=1))
        return 0
    print(f"{began:%Y-%m-%d %H:%M} UTC, {machine}, load {loads}")
    print("ms a call: median / 95th percentile (processor)")
    print(*table(rows), sep="\n")
    print()
    for remark in remarks:
        print(remark)
    for claim, holds in judged:
        print(f"{'yes' if holds else 'NO '}  {claim}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
