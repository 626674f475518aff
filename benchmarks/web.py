"""How fast the web shop is, and how much memory it takes, at the original's size unless told otherwise.

    python benchmarks/web.py                                    1,000 people, 35,772 products
    python benchmarks/web.py --people 100 --products 2000       smaller
    python benchmarks/web.py --track continual --tasks 300      another track, more tasks each

Everything in one process, one task after another; a task's time is an agent's whole play, with search and recommender.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from stopwatch import Stopwatch

from penchant.lm.link import Link
from penchant_lab.run.config import RunConfig
from penchant_lab.run.models import Models
from penchant_lab.suites.web.agents.protocol import WebAgent
from penchant_lab.suites.web.data import generate
from penchant_lab.suites.web.data.originals import PEOPLE, PRODUCTS
from penchant_lab.suites.web.records import TRACKS, Track, WebData, WebTask
from penchant_lab.suites.web.shop.environment import ShopEpisode, WebShop
from penchant_lab.suites.web.shop.recommend import LightRecommender
from penchant_lab.suites.web.shop.rewards import usual_judge
from penchant_lab.suites.web.shop.search import WordSearch
from penchant_lab.suites.web.study.cast import WebCast

T = TypeVar("T")


def timed(what: str, make: Callable[[], T]) -> T:
    """Make something, and print how long that took and the most memory that was held so far."""
    began = time.perf_counter()
    made = make()
    print(f"{what:34}{time.perf_counter() - began:8.1f} s{peak():8.2f} GB at most")
    return made


def peak() -> float:
    """The most memory this process has held, in GB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1e9 if sys.platform == "darwin" else 1e6)


def open_timed(data: WebData) -> WebShop:
    """The shop over the data, with the time that each of its parts takes."""
    search = timed("search, indexed", lambda: WordSearch.index(data.products.values()))
    recommender = timed("recommender, trained", lambda: LightRecommender.trained(data))
    return WebShop(data=data, search=search, recommender=recommender, judge=usual_judge())


def play(
    shop: WebShop, config: RunConfig, track: Track, name: str, agent: WebAgent, tasks: Sequence[WebTask]
) -> Stopwatch:
    """The times that these tasks take an agent; the first, which warms up what is made when needed, is not counted."""
    cast, models, clock = WebCast(), Models((None, None), Path(), Link()), Stopwatch()
    for task in tasks:
        person = None if track == "single" else cast.person(task, config, shop.data, models)
        episode = shop.open(task, track=track, listener=person, details=cast.looks_up(name))
        if task is tasks[0]:
            _finish(agent, episode)
        else:
            clock.time(_finish, agent, episode)
    return clock


def _finish(agent: WebAgent, episode: ShopEpisode) -> None:
    agent.play(episode)
    episode.attempts()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--products", type=int, default=PRODUCTS)
    parser.add_argument("--track", choices=TRACKS, default="single")
    parser.add_argument("--agents", help="which, with commas between them (default: all of the track)")
    parser.add_argument("--tasks", type=int, default=200, help="how many tasks each agent plays")
    args = parser.parse_args()
    track: Track = args.track
    cast = WebCast()
    names = tuple(args.agents.split(",")) if args.agents else cast.names(track)
    config = RunConfig(suite="web-v1", people=args.people, methods=names)
    print(f"{args.people:,} people, {args.products:,} products, {track} track")
    data = timed("data, made up", lambda: generate(args.people, args.products, 0))
    shop = open_timed(data)
    models = Models((None, None), Path(), Link())
    agents = timed("agents, made", lambda: {name: cast.agent(name, track, config, shop, models) for name in names})
    tasks = list(data.test[:: max(1, len(data.test) // args.tasks)])[: args.tasks]
    print(f"\nms a task (cpu: the processor's){'median':>12}{'95 %':>10}{'mean cpu':>10}{'most':>10}")
    for name, agent in agents.items():
        clock = play(shop, config, track, name, agent, tasks)
        if (found := clock.figures()) is not None:
            most = 1000 * max(clock.walls)
            print(f"{name:32}{found.median:12.1f}{found.p95:10.1f}{found.cpu:10.1f}{most:10.1f}   {found.calls} tasks")
    print(f"\nAt most {peak():.2f} GB.")


if __name__ == "__main__":
    main()
