"""Whether memory stays flat: resident megabytes of one process over many errands of many people.

    python benchmarks/steady.py                     # 30,000 errands of 500 people, about eight minutes
    python benchmarks/steady.py --errands 5000 --people 100

Every request and every answer is worded anew, so that no cache ever sees the same text twice; what is learned goes to a
SQLite file. The last line says how much was added over the last third of the errands.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path

from penchant import Agent, Request

THINGS = [
    "tea",
    "coffee",
    "juice",
    "water",
    "milk",
    "cocoa",
    "soda",
    "lemonade",
    "cider",
    "mate",
    "chai",
    "latte",
    "espresso",
    "broth",
    "kefir",
]
KINDS = [
    "green",
    "black",
    "herbal",
    "iced",
    "warm",
    "sweet",
    "bitter",
    "dark",
    "light",
    "fresh",
    "strong",
    "weak",
    "mild",
    "spicy",
    "plain",
]
MOODS = ["drowsy", "tired", "hungry", "cold", "warm", "happy", "sad", "busy", "late", "early", "alone", "bored"]
PEOPLE = 500
PAGE = 4096


def resident() -> float:
    """Megabytes of this process in memory."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * PAGE / 2**20


def errand(agent: Agent, number: int, rng: random.Random, people: int = PEOPLE) -> None:
    """One request, its answer where something is asked, and praise."""
    options = list(dict.fromkeys(f"{rng.choice(KINDS)} {rng.choice(THINGS)}" for _ in range(4)))
    text = f"something to drink, I'm {rng.choice(MOODS)} {number}"
    turn = agent.consider(Request(f"person {number % people}", text, options))
    if turn.question is not None:
        turn = agent.hear(turn, f"the {rng.choice(options)} please, number {number}")
    if turn.question is None and turn.choice is not None:
        agent.hear(turn, "perfect, thanks")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errands", type=int, default=30_000)
    parser.add_argument("--people", type=int, default=PEOPLE)
    args = parser.parse_args()
    count, people = args.errands, args.people
    rng, seen = random.Random(5), list[float]()
    with tempfile.TemporaryDirectory() as folder, Agent.open(Path(folder) / "memory.db") as agent:
        for number in range(count + 1):
            if number % max(count // 15, 1) == 0:
                seen.append(resident())
                print(f"{number:>7,} errands{seen[-1]:>9.1f} MB", flush=True)
            errand(agent, number, rng, people)
    late = seen[2 * len(seen) // 3 :]
    print(f"over the last third: {late[-1] - late[0]:+.1f} MB, at most {max(seen):.1f} MB")


if __name__ == "__main__":
    main()
