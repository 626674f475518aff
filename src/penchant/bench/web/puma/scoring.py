"""What candidates are worth in the shop, and the pairs that follow: a better answer and a worse one to one prompt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from penchant.bench.web.puma.examples import Example
from penchant.bench.web.puma.prompts import call_of
from penchant.bench.web.puma.settings import MARGIN
from penchant.bench.web.records import WebTask
from penchant.bench.web.shop.environment import WebShop


def reward(shop: WebShop, task: WebTask, example: Example, text: str) -> float:
    """What the environment gives for an answer."""
    episode = shop.open(task)
    episode.step(call_of(example.function, text, example.aliases))
    return max((attempt.result * attempt.right for attempt in episode.attempts()), default=0.0)


def scored(
    shop: WebShop, tasks: Mapping[int, WebTask], examples: Sequence[Example], candidates: Mapping[int, Sequence[str]]
) -> Iterator[dict[str, Any]]:
    """For each task its candidates with their rewards, each text once, in the order of the ladder."""
    for example in examples:
        texts = list(dict.fromkeys(candidates.get(example.task, ())))
        if texts:
            rewards = [reward(shop, tasks[example.task], example, text) for text in texts]
            yield {"task": example.task, "function": example.function, "texts": texts, "rewards": rewards}


def pairs(
    examples: Mapping[int, Example], rows: Sequence[Mapping[str, Any]], margin: float = MARGIN
) -> Iterator[dict[str, Any]]:
    """Best against worst, and against what the model would say by itself; only where the difference is worth it."""
    for row in rows:
        texts, rewards, example = row["texts"], row["rewards"], examples[row["task"]]
        best = max(range(len(texts)), key=lambda place: rewards[place])
        worst = min(range(len(texts)), key=lambda place: rewards[place])
        for place in dict.fromkeys((worst, 0)):
            if rewards[best] - rewards[place] >= margin:
                yield {
                    "task": row["task"],
                    "function": row["function"],
                    "system": example.system,
                    "user": example.user,
                    "chosen": texts[best],
                    "rejected": texts[place],
                    "rewards": [rewards[best], rewards[place]],
                }
