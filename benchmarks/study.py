"""How fast the study is, and how much memory it takes: prints the figures that the README quotes.

    python benchmarks/study.py                      our own people
    python benchmarks/study.py --data DIR           the public benchmark too
    python benchmarks/study.py --many 4000          the large study (takes a while)

Side by side in one run: a few people and many, alternating, so that a busy machine slows both alike.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PENCHANT = [sys.executable, "-m", "penchant.cli.main"]


def run_study(*args: str) -> tuple[float, int]:
    """Wall seconds and episodes of one study, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*PENCHANT, "study", "embodied", *args, "--json", "--out", str(Path(folder) / "run")]
        began = time.perf_counter()
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        wall = time.perf_counter() - began
    figures = json.loads(done.stdout)
    return wall, sum(method["episodes"] for method in figures["methods"].values())


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
        wall, episodes = run_study(*extra)
        each = 1000 * wall / episodes
        print(f"all methods, {name:12}             {wall:8.1f} s   {episodes:,} episodes, {each:.2f} ms each")
    few = 0.0
    for _ in range(2):
        wall, episodes = run_study("--people", str(args.few), "--methods", "both")
        few += wall / episodes / 2
    wall, episodes = run_study("--people", str(args.many), "--methods", "both")
    many = wall / episodes
    print(f"an episode with {args.few} people, method both   {1000 * few:8.2f} ms")
    print(f"an episode with {args.many} people, method both  {1000 * many:8.2f} ms   {many / few:.2f} times as much")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"memory of the largest process         {peak:8.0f} MB")


if __name__ == "__main__":
    main()
