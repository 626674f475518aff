"""Processor time of consider, hear and tell on a SQLite file, and the same in an earlier checkout beside it.

    git worktree add ../earlier COMMIT
    python benchmarks/verbs.py --against ../earlier

Each checkout is measured in processes of its own, in turns, so that both meet the same machine. No text comes twice but
those of people who say the same: "perfect, thanks".
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from steady import KINDS, MOODS, THINGS

from penchant import Agent, Request

ROOT = Path(__file__).parents[1]
PEOPLE = 20
TOLD = (
    "I love {kind} {thing} when I am {mood}",
    "I never drink {kind} {thing}, it makes me {mood}",
    "Number {number}, you know, we had {kind} {thing} at my sister's and I did not like it",
)

T = TypeVar("T")


class Times(dict[str, list[float]]):
    """What each verb took, in milliseconds on the processor."""

    def of(self, verb: str, call: Callable[[], T]) -> T:
        """What the call gives; how long it took is noted."""
        start = time.process_time()
        made = call()
        self.setdefault(verb, []).append(1000 * (time.process_time() - start))
        return made


def measure(errands: int) -> Times:
    """Times of all verbs over some errands; the first fifth, in which all is loaded, is left out."""
    rng, times = random.Random(3), Times()
    with tempfile.TemporaryDirectory() as folder, Agent.open(Path(folder) / "memory.db") as agent:
        for number in range(errands):
            if number == errands // 5:
                times.clear()
            one_errand(agent, number, rng, times)
    return times


def one_errand(agent: Agent, number: int, rng: random.Random, times: Times) -> None:
    """One request with what is said to it, and now and then something told."""
    person = f"person {number % PEOPLE}"
    options = list(dict.fromkeys(f"{rng.choice(KINDS)} {rng.choice(THINGS)}" for _ in range(4)))
    request = Request(person, f"something to drink, I'm {rng.choice(MOODS)} {number}", options)
    turn = times.of("consider", lambda: agent.consider(request))
    if turn.question is not None:
        asked, answer = turn, f"the {rng.choice(options)} please, number {number}"
        turn = times.of("hear an answer", lambda: agent.hear(asked, answer))
    if turn.question is None and turn.choice is not None:
        acted = turn
        times.of("hear praise", lambda: agent.hear(acted, "perfect, thanks"))
    if number % 3 == 0:
        words = {"kind": rng.choice(KINDS), "thing": rng.choice(THINGS), "mood": rng.choice(MOODS), "number": number}
        text = TOLD[number // 3 % len(TOLD)].format_map(words)
        times.of("tell", lambda: agent.tell(person, text))


def in_checkout(folder: Path, errands: int) -> Times:
    """The times in a checkout, measured in a new process."""
    command = [sys.executable, __file__, "--errands", str(errands), "--json"]
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(folder / "src")}
    )
    return Times(json.loads(done.stdout))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, metavar="CHECKOUT")
    parser.add_argument("--errands", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="one round here, every time of every call")
    args = parser.parse_args()
    if args.json:
        print(json.dumps(measure(args.errands)))
        return
    folders = [folder for folder in (args.against, ROOT) if folder is not None]
    rounds = [[in_checkout(folder, args.errands) for folder in folders] for _ in range(args.rounds)]
    print(
        f"{'ms on the processor':22}"
        + "".join(f"{name:>12}" for name in (("earlier", "now", "ratio") if args.against else ("now",)))
    )
    for verb in rounds[0][0]:
        found = [
            statistics.median(time for times in rounds for time in times[at].get(verb, [0.0]))
            for at in range(len(folders))
        ]
        ratio = f"{found[-1] / found[0]:>12.2f}" if len(found) > 1 else ""
        print(f"{verb:22}" + "".join(f"{each:>12.2f}" for each in found) + ratio)


if __name__ == "__main__":
    main()
