"""What candidates are worth in the shop, and the pairs that follow: a better answer and a worse one to one prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from penchant_lab.puma.examples import Example
from penchant_lab.puma.prompts import call_of
from penchant_lab.puma.settings import MARGIN, PAIRS_OF_A_TASK
from penchant_lab.run.executor import Processes, usable_cores
from penchant_lab.suites.web.records import WebTask
from penchant_lab.suites.web.shop.environment import WebShop

_TOLD = 500  # tasks from one word on how far it is to the next


def reward(shop: WebShop, task: WebTask, example: Example, text: str) -> float:
    """What the environment gives for an answer."""
    episode = shop.open(task)
    episode.step(call_of(example.function, text, example.aliases))
    return max((attempt.result * attempt.right for attempt in episode.attempts()), default=0.0)


@dataclass(frozen=True, slots=True)
class Candidates:
    """The answers to one prompt, each once, in the order of the ladder."""

    index: int  # the task's number
    example: Example
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoringPlace:
    """Where answers are scored: the shop, and its training tasks."""

    shop: WebShop
    tasks: Mapping[int, WebTask]

    def open(self) -> Callable[[Candidates], dict[str, Any]]:
        """What gives the rewards of the answers to a prompt."""
        return self.score

    def try_out(self) -> None:
        """There is no language model to get to know."""

    def score(self, found: Candidates) -> dict[str, Any]:
        """A line of the file of scores."""
        task, example = self.tasks[found.index], found.example
        rewards = [reward(self.shop, task, example, text) for text in found.texts]
        return {"task": found.index, "function": example.function, "texts": list(found.texts), "rewards": rewards}


def scored(
    place: ScoringPlace,
    examples: Iterable[Example],
    candidates: Mapping[int, Sequence[str]],
    tell: Callable[[str], None] = lambda line: None,
) -> Iterator[dict[str, Any]]:
    """For each task its candidates with their rewards, on every core."""
    units = [
        Candidates(example.task, example, tuple(dict.fromkeys(candidates[example.task])))
        for example in examples
        if candidates.get(example.task)
    ]
    for number, row in enumerate(Processes(usable_cores()).run(units, place), 1):
        yield row
        if number % _TOLD == 0:
            tell(f"scored {number:,} of {len(units):,} tasks")


def pairs(examples: Mapping[int, Example], rows: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The best answer against worse ones: what the model would say by itself, then the worst.

    Only where the difference is worth it, and few of a task, so that no task says more than others.
    """
    for row in rows:
        texts, rewards, example = row["texts"], row["rewards"], examples[row["task"]]
        best = max(range(len(texts)), key=lambda place: rewards[place])
        order = sorted(range(1, len(texts)), key=lambda place: rewards[place])
        worse = [place for place in (0, *order) if rewards[best] - rewards[place] >= MARGIN]
        for place in worse[:PAIRS_OF_A_TASK]:
            yield {
                "task": row["task"],
                "function": row["function"],
                "system": example.system,
                "user": example.user,
                "chosen": texts[best],
                "rejected": texts[place],
                "rewards": [rewards[best], rewards[place]],
            }
