"""How many calls a study with a language model takes: both worlds, method both, beside the published system's.

    python benchmarks/talking.py

The endpoint is ours (`penchant.testing.endpoint`), speaks HTTP from a process of its own, and answers as a capable
model would (`penchant.testing.capable`). How fast it goes is measured by calls.py.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import Endpoint, Rules

PENCHANT = [sys.executable, "-m", "penchant.cli.main"]
PUBLISHED = {"embodied": 52_800, "shopping": 19_800}
"""The fewest calls the published system's own method makes in its default study of each world."""


def study(*args: str) -> dict[str, Any]:
    """The figures of one study, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*PENCHANT, "study", *args, "--json", "--out", str(Path(folder) / "run")]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        figures: dict[str, Any] = json.loads(done.stdout)
        return figures


def count(endpoint: Endpoint) -> None:
    """Calls of one default study of each world, and the figures beside the built-in mind's."""
    print(f"{'':10}{'calls':>8}{'published, at least':>22}{'ratio':>8}   exams of both, built-in mind and model")
    calls = 0
    for suite, published in PUBLISHED.items():
        talking = ("--mind", "lm", "--model", "scripted", "--base-url", endpoint.base_url, "--in-flight", "64")
        found = study(suite, "--methods", "both", *talking)
        plain = study(suite, "--methods", "both")
        made = found["model"]["calls"]
        calls += made
        exams = [f"{r['methods']['both'][p]['success']:.3f}" for r in (plain, found) for p in ("phase2", "phase4")]
        print(f"{suite:10}{made:>8,}{published:>22,}{published / made:>7.1f}x   {' '.join(exams)}")
    print(f"{'together':10}{calls:>8,}{sum(PUBLISHED.values()):>22,}{sum(PUBLISHED.values()) / calls:>7.1f}x")


def main() -> None:
    """Measure and print."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    with Endpoint(CapableModel(), Rules(), process=True) as endpoint:
        count(endpoint)


if __name__ == "__main__":
    main()
