"""How fast the study is, and how much memory it takes: prints the figures that docs/research.md quotes.

    python benchmarks/study.py                      our own people
    python benchmarks/study.py --data DIR           the public benchmark too
    python benchmarks/study.py --many 4000          the large study (takes a while)

A few people before and after many, in one run; compared by processor time, which a busy machine disturbs least.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PENCHANT = [sys.executable, "-m", "penchant.cli.main"]


@dataclass(frozen=True, slots=True)
class Measured:
    """What one study took: seconds on the clock and on all processors together, and how many episodes it ran."""

    wall: float
    cpu: float
    episodes: int


def cpu_seconds() -> float:
    """Processor time of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_study(*args: str) -> Measured:
    """Run one study in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*PENCHANT, "study", "embodied", *args, "--json", "--out", str(Path(folder) / "run")]
        began, before = time.perf_counter(), cpu_seconds()
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        wall, cpu = time.perf_counter() - began, cpu_seconds() - before
    figures = json.loads(done.stdout)
    return Measured(wall, cpu, sum(method["episodes"] for method in figures["methods"].values()))


def import_seconds() -> float:
    """The quickest of five imports of penchant, in processes of their own."""
    code = "import time; t = time.perf_counter(); import penchant; print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="a folder in the public layout")
    parser.add_argument("--few", type=int, default=40, help="people in the small study (default: 40)")
    parser.add_argument("--many", type=int, default=400, help="people in the large study (default: 400)")
    args = parser.parse_args()

    print(f"import penchant                       {import_seconds():8.3f} s")
    for name, extra in (("own data", ()), ("public data", ("--data", str(args.data)))):
        if name == "public data" and args.data is None:
            continue
        took = run_study(*extra)
        print(f"all methods, {name:12}             {took.wall:8.1f} s   {took.episodes:,} episodes")
    few = run_study("--people", str(args.few), "--methods", "both")
    many = run_study("--people", str(args.many), "--methods", "both")
    again = run_study("--people", str(args.few), "--methods", "both")
    small = (few.cpu + again.cpu) / (few.episodes + again.episodes)
    large = many.cpu / many.episodes
    print(f"an episode with {args.few} people                {1000 * small:8.2f} ms of processor time, method both")
    print(f"an episode with {args.many} people               {1000 * large:8.2f} ms, {large / small:.2f} times as much")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"memory of the largest process         {peak:8.0f} MB")


if __name__ == "__main__":
    main()
