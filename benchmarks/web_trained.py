"""How long one task of a trained agent takes in the local engine, by type of task; the engine's start is told apart.

    python benchmarks/web_trained.py                            six tasks of each type, two threads
    python benchmarks/web_trained.py --threads 1 --tasks 3      fewer of each, on one core
    python benchmarks/web_trained.py --adapters DIR             a training of one's own

A task's time is its whole play: prompts, both questions to the model, and the shop's own search or recommender.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from stopwatch import Stopwatch, percentile

from penchant.errors import PenchantError
from penchant_lab.puma.agent import PumaAgent
from penchant_lab.puma.prompts import PromptBuilder
from penchant_lab.puma.serving import BUNDLED, TRAINED, TrainedFolder, local_model
from penchant_lab.suites.web.agents import shelves_of
from penchant_lab.suites.web.data import generate
from penchant_lab.suites.web.records import WebTask
from penchant_lab.suites.web.shop.environment import WebShop
from penchant_lab.suites.web.shop.recommend import LightRecommender
from penchant_lab.suites.web.shop.rewards import usual_judge
from penchant_lab.suites.web.shop.search import WordSearch

TYPES = ("search", "recommend", "review")


def of_each_type(tasks: Iterable[WebTask], count: int) -> dict[str, list[WebTask]]:
    """The first so many tasks of each type."""
    kept = list(tasks)
    return {name: list(islice((task for task in kept if task.type == name), count)) for name in TYPES}


def line(name: str, clock: Stopwatch, wrote: int) -> str:
    """The row of a type: seconds, and tokens that the model wrote."""
    least, most = min(clock.walls), max(clock.walls)
    tasks = len(clock.walls)
    return f"{name:12}{least:8.2f}{percentile(clock.walls, 50):10.2f}{most:8.2f}{wrote / tasks:12.0f}{tasks:8}"


def measure(args: argparse.Namespace) -> None:
    """Start the engine, play, and print."""
    folder = TrainedFolder(BUNDLED if args.adapters is None else args.adapters)
    began = time.perf_counter()
    lm = local_model(args.agent, folder, args.threads).opened()
    started = time.perf_counter() - began
    data = generate(args.people, args.products, args.seed)
    search = WordSearch.index(data.products.values())
    shop = WebShop(data=data, search=search, recommender=LightRecommender.trained(data), judge=usual_judge())
    agent = PumaAgent(args.agent, PromptBuilder(folder.prompts, shelves_of(data.products), folder.count()), lm)
    chosen = of_each_type(data.test, args.tasks)
    agent.play(shop.open(data.test[-1]))  # the first makes what is made when needed
    print(f"{args.agent}, {args.threads} threads; the engine started in {started:.1f} s\n")
    print(f"{'seconds':12}{'least':>8}{'median':>10}{'most':>8}{'tokens':>12}{'tasks':>8}")
    for name, tasks in chosen.items():
        clock, wrote = Stopwatch(), 0
        for task in tasks:
            played = clock.time(agent.play, shop.open(task))
            wrote += played.usage.completion_tokens
        if tasks:
            print(line(name, clock, wrote))


def main(words: list[str] | None = None) -> int:
    """Measure and print; 2 where that cannot be done, with one line that says why."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agent", choices=tuple(TRAINED), default="puma-sft")
    parser.add_argument("--adapters", type=Path, help="the folder of a training (default: what comes along)")
    parser.add_argument("--tasks", type=int, default=6, help="how many of each type")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--products", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    if min(args.tasks, args.threads) < 1:
        parser.error("--tasks and --threads are 1 or more")
    try:
        measure(args)
    except PenchantError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
