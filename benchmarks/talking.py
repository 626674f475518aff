"""What a study with a language model takes: calls, tokens, and how near it comes to the rate its endpoint allows.

    python benchmarks/talking.py                         both worlds, method both: calls beside the published system's
    python benchmarks/talking.py --rate                  38,400 episodes at 50 ms a call and 64 in flight

The endpoint is ours (`penchant.testing.endpoint`), speaks HTTP from a process of its own, and answers as a capable
model would (`penchant.testing.capable`). The ideal is what the calls alone would take: calls x latency / in flight.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import Endpoint, Rules

PENCHANT = [sys.executable, "-m", "penchant.cli.main"]
PUBLISHED = {"embodied": 52_800, "shopping": 19_800}
"""The fewest calls the published system's own method makes in its default study of each world."""


def study(*args: str) -> tuple[dict[str, Any], float]:
    """One study in a process of its own: its figures, and seconds on the clock."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*PENCHANT, "study", *args, "--json", "--out", str(Path(folder) / "run")]
        began = time.perf_counter()
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        return json.loads(done.stdout), time.perf_counter() - began


def talking(endpoint: Endpoint, *more: str) -> tuple[str, ...]:
    """The flags that let a study speak to an endpoint."""
    return ("--mind", "lm", "--model", "scripted", "--base-url", endpoint.base_url, *more)


def count(endpoint: Endpoint) -> None:
    """Calls of one default study of each world, and the figures beside the built-in mind's."""
    print(f"{'':10}{'calls':>8}{'published, at least':>22}{'ratio':>8}   exams of both, built-in mind and model")
    calls = 0
    for suite, published in PUBLISHED.items():
        found, _ = study(suite, "--methods", "both", *talking(endpoint, "--in-flight", "64"))
        plain, _ = study(suite, "--methods", "both")
        made = found["model"]["calls"]
        calls += made
        exams = [f"{r['methods']['both'][p]['success']:.3f}" for r in (plain, found) for p in ("phase2", "phase4")]
        print(f"{suite:10}{made:>8,}{published:>22,}{published / made:>7.1f}x   {' '.join(exams)}")
    print(f"{'together':10}{calls:>8,}{sum(PUBLISHED.values()):>22,}{sum(PUBLISHED.values()) / calls:>7.1f}x")


def rate(endpoint: Endpoint, latency: float, in_flight: int) -> None:
    """How long all methods on forty people take, with the model and without."""
    plain, alone = study("embodied")
    found, wall = study("embodied", *talking(endpoint, "--in-flight", str(in_flight)))
    episodes = sum(method["episodes"] for method in found["methods"].values())
    calls = found["model"]["calls"]
    ideal = calls * latency / in_flight
    print(f"{episodes:,} episodes, {calls:,} calls of {1000 * latency:.0f} ms, {in_flight} in flight")
    print(f"the calls alone, ideally        {ideal:8.1f} s")
    print(f"the study, built-in mind alone  {alone:8.1f} s")
    print(f"the study with the model        {wall:8.1f} s, {100 * ideal / wall:.0f} % of the ideal rate")
    same = found["methods"] == plain["methods"]
    print(f"figures {'equal to' if same else 'not equal to'} the built-in mind's")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", action="store_true", help="measure the rate instead of counting calls")
    parser.add_argument("--latency", type=float, default=0.05, help="seconds a reply takes (default: 0.05)")
    parser.add_argument("--in-flight", type=int, default=64, help="calls at once (default: 64)")
    args = parser.parse_args()
    latency = args.latency if args.rate else 0.0
    with Endpoint(CapableModel(), Rules(latency=latency), process=True) as endpoint:
        if args.rate:
            rate(endpoint, latency, args.in_flight)
        else:
            count(endpoint)


if __name__ == "__main__":
    main()
