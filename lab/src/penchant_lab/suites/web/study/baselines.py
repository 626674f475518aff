"""What agents are compared with: somebody who guesses, and somebody who knows what only the target tells.

Each is played in the same shop, on the same tasks, and kept like an agent's. They see the truth, so no agent is here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from penchant_lab.suites.web.records import TaskType, WebData, WebTask
from penchant_lab.suites.web.scores import TaskRecord, record_of
from penchant_lab.suites.web.shop.environment import WebShop
from penchant_lab.suites.web.shop.functions import RECOMMEND, REVIEW, SEARCH, Call
from penchant_lab.suites.web.shop.recommend import LONGEST, RECOMMENDED

CHANCE = "chance"
BASELINES: Mapping[str, tuple[TaskType, ...]] = {
    CHANCE: ("review",),  # what blind lists are worth is known without trying
    "oracle-title": ("search",),
    "oracle-category": ("recommend",),
    "oracle-kind": ("recommend",),
    "gold-review": ("review",),
}
"""Every baseline, and the tasks it is drawn for."""

TOLD = {
    CHANCE: "lists drawn blindly (expected), and a review that somebody wrote of something",
    "oracle-title": "searches for the target's title",
    "oracle-category": "recommends from past products of the target's category",
    "oracle-kind": "recommends from past products of the target's kind",
    "gold-review": "gives the person's own review",
}


def played_baseline(name: str, shop: WebShop, task: WebTask, seed: int) -> TaskRecord:
    """One task as this baseline does it."""
    episode = shop.open(task)
    function, arguments = _CALLS[name](shop.data, task, seed)
    episode.step(Call(name=function, arguments=arguments))
    return record_of(episode)


def blind(products: int) -> dict[str, float]:
    """What a list of ten products drawn blindly is worth, expected: the mean worth of a place, times its chance."""
    shown = min(RECOMMENDED, products)
    places = range(shown)
    return {
        "result": round(sum(1 - place / shown for place in places) / products, 6),
        "success": round(shown / products, 6),
        "mrr": round(sum(1 / (place + 1) for place in places) / products, 6),
        "hit1": round(1 / products, 6),
    }


def past_like(data: WebData, task: WebTask, *, kind: bool) -> Sequence[str]:
    """Past products of the target's kind, else of its category, newest last; with none of them the target itself.

    That is the rule by which the original labelled its examples, and by which its oracle was measured; the original
    knows categories only.
    """
    target = data.products[task.target.asin]
    had = [data.products[event.asin] for event in data.visible(task) if event.asin in data.products]
    of_category = [product for product in had if product.category == target.category]
    of_kind = [product for product in of_category if product.path == target.path] if kind else []
    return [product.asin for product in of_kind or of_category][-LONGEST:] or [target.asin]


def _somebody(data: WebData, task: WebTask, seed: int) -> str:
    draw = random.Random(f"{seed}/{task.split}/{task.number}")
    told = [events for events in data.history.values() if events]
    return draw.choice(draw.choice(told)).text if told else ""


_CALLS: Mapping[str, Callable[[WebData, WebTask, int], tuple[str, dict[str, Any]]]] = {
    CHANCE: lambda data, task, seed: (REVIEW, {"review": _somebody(data, task, seed)}),
    "oracle-title": lambda data, task, _: (SEARCH, {"query": data.products[task.target.asin].title}),
    "oracle-category": lambda data, task, _: (
        RECOMMEND,
        {"product_sequence": list(past_like(data, task, kind=False))},
    ),
    "oracle-kind": lambda data, task, _: (RECOMMEND, {"product_sequence": list(past_like(data, task, kind=True))}),
    "gold-review": lambda data, task, _: (REVIEW, {"review": task.target.text}),
}
