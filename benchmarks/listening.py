"""How long it takes to listen: a conversation observed, observed again, single words told, and a profile.

    python benchmarks/listening.py
    python benchmarks/listening.py --messages 10000 --beliefs 20000

A tenth of what the person says states a liking, a tenth a dislike, the rest is errands and questions. Seconds of the
whole conversation (wall, processor); milliseconds of the rest: median / 95th percentile (processor).
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from finding import ABOUT, KINDS, PLACES, fill
from stopwatch import Stopwatch

from penchant import Agent


def main(argv: Sequence[str] | None = None) -> int:
    """Print a line for each thing that was timed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=1000, metavar="N", help="of the person (default: 1000)")
    parser.add_argument("--beliefs", type=int, default=2000, metavar="N", help="of whom is told (default: 2000)")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, Agent.open(Path(folder) / "memory.db") as agent:
        agent.tell("zoe", "I love jazz")  # so that all weights are loaded
        talk = list(conversation(args.messages))
        for name in ("observed", "observed again"):
            wall, processor = time.perf_counter(), time.process_time()
            agent.observe("sam", talk)
            wall, processor = time.perf_counter() - wall, time.process_time() - processor
            print(f"{args.messages:,} messages {name}: {wall:.2f} s ({processor:.2f})", flush=True)
        fill(agent, "ana", args.beliefs)
        agent.profile("ana", "dinner")
        for person, known in (("new", "a stranger"), ("ana", f"{args.beliefs:,} beliefs")):
            tell, profile = Stopwatch(), Stopwatch()
            for number, words in enumerate(_sayings(40)):
                tell.time(agent.tell, person, f"{words} {number}")
                profile.time(agent.profile, person, f"plan dinner and a trip to {PLACES[number % len(PLACES)]}")
            print(f"{known}: tell     {tell.figures()}")
            print(f"{known}: profile  {profile.figures()}", flush=True)
    return 0


def conversation(count: int) -> Iterator[dict[str, str]]:
    """So many messages of a person, each with an answer."""
    chance = random.Random(1)
    for number, words in enumerate(_sayings(count)):
        place = chance.choice(PLACES)
        errands = (
            f"Can you check when the train to {place} leaves, platform {number}?",
            f"Thanks, that worked for ticket {number}.",
            f"The meeting moved to {number % 24}:00, so let's update the notes.",
            f"What is the population of {place} in the year {number}?",
        )
        yield {"role": "user", "content": words if number % 5 == 0 else chance.choice(errands)}
        yield {"role": "assistant", "content": f"Here is what I found for number {number} in {place}."}


def _sayings(count: int) -> Iterator[str]:
    chance = random.Random(2)
    for number in range(count):
        value = chance.choice(chance.choice(list(ABOUT.values()))).removeprefix("a ").removeprefix("an ")
        yield f"I {'love' if number % 2 else 'do not like'} {chance.choice(KINDS)} {value}"


if __name__ == "__main__":
    raise SystemExit(main())
