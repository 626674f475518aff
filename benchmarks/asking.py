"""How often to ask for the sake of later: sweeps two numbers of `AskPolicy` on shoppers made up for it.

    python benchmarks/asking.py --seeds 101,102 --people 8

Every line is a setting: how often people were asked in the first, second and third pass of both taught phases, how
often the first pass was right, and both exams. Tasks come in an order drawn anew for every pass. No public data is
used, and no people of the bundled seed.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from itertools import product
from random import Random

from penchant.embed import Embedder, cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.loop import Agent, AskPolicy
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.session import run_episode
from penchant.store.dict import DictStore
from penchant_lab.choice.life import StudyClock
from penchant_lab.choice.phases import FOUR_PHASES, passes_of
from penchant_lab.people import SimulatedPerson
from penchant_lab.suites.shopping import ShoppingSuite

Key = tuple[str, int]
Counts = dict[Key, list[int]]
"""For each phase and pass: how many tasks, how many right, how many asked about."""


def live(suite: ShoppingSuite, index: int, agent: Agent, counts: Counts) -> None:
    """Take one person through all phases."""
    life = suite.life(index)
    player = SimulatedPerson(life.person, seed=suite.seed)
    for phase, tasks in zip(FOUR_PHASES, life.phases, strict=True):
        for number in range(1, passes_of(phase, 3) + 1):
            order = Random(f"{life.person}/{phase.key}/{number}").sample(range(len(tasks)), len(tasks))
            for n in order:
                moment = f"{phase.key}/{number}/{n}"
                person = player.with_mind_on(tasks[n].intent, moment)
                episode = run_episode(person, agent, tasks[n].request, teaching=phase.teaching, episode=moment)
                right = episode.choice is not None and suite.is_right(tasks[n], episode.choice.action)
                for at, one in enumerate((True, right, bool(episode.heard))):
                    counts[phase.key, number][at] += one


def try_out(policy: AskPolicy, seeds: list[int], people: int, embedder: Embedder) -> Counts:
    """What a policy comes to, over all seeds and people."""
    counts: Counts = defaultdict(lambda: [0, 0, 0])
    mind = BuiltInMind(embedder)
    for seed in seeds:
        suite = ShoppingSuite(people=people, seed=seed)
        for index in range(people):
            agent = Agent(Memory(DictStore(), embedder, StudyClock()), mind, policy=policy)
            live(suite, index, agent, counts)
    return counts


def main() -> None:
    """Try every setting and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="101,102")
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--each", default="0.2,0.4,0.6,0.8")
    parser.add_argument("--weary", default="0,6,12,18,24,30")
    args = parser.parse_args()
    seeds = [int(seed) for seed in args.seeds.split(",")]
    embedder = cached(WordLlamaEmbedder())
    print("each  weary   asked in phase 1    asked in phase 3    right at first   exams")
    for each, weary in product(*([float(x) for x in given.split(",")] for given in (args.each, args.weary))):
        counts = try_out(AskPolicy(each=each, weary=weary), seeds, args.people, embedder)
        asked, right = ({key: c[at] / c[0] for key, c in counts.items()} for at in (2, 1))
        words = [f"{each:4.2f}  {weary:5.1f}  "]
        words += [" ".join(f"{asked[phase, n]:5.3f}" for n in (1, 2, 3)) + "  " for phase in ("phase1", "phase3")]
        words += [f"{right['phase1', 1]:5.3f} {right['phase3', 1]:5.3f}     "]
        words += [f"{right['phase2', 1]:5.3f} {right['phase4', 1]:5.3f}"]
        print(" ".join(words), flush=True)


if __name__ == "__main__":
    main()
