"""The baseline of three lines: what anybody would try first, with no more than counting and one comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from penchant.bench.web.agents.engine import CallNotes
from penchant.bench.web.agents.protocol import Afterword, PlayedTask
from penchant.bench.web.agents.reading import read
from penchant.bench.web.agents.shelves import Shelves
from penchant.bench.web.records import Event
from penchant.bench.web.shop.functions import RECOMMEND, REVIEW, Call, recommend_call, review_call, search_call, stop
from penchant.bench.web.shop.protocol import Environment

LAST = 3
"""A recommendation goes by so many of the last purchases."""


class SimpleAgent:
    """Searches with the commonest brand and kind of the past, recommends by the last purchases, repeats a review."""

    name = "simple"

    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def play(self, environment: Environment) -> PlayedTask:
        """Act once; nobody is asked anything."""
        notes = CallNotes()
        notes.step(environment, self._act(environment.observe().instruction, environment.history))
        if not environment.ended:
            notes.step(environment, stop())
        return PlayedTask(completions=notes.steps, messages=tuple(notes.messages))

    def hear(self, heard: Afterword) -> None:
        """It keeps nothing of what is said afterwards."""

    def _act(self, instruction: str, events: Sequence[Event]) -> Call:
        function, products, embedder = read(instruction).function, self._shelves.products, self._shelves.embedder
        had = [products[event.asin] for event in events if event.asin in products]
        if function == REVIEW:
            own = [event.text for event in events if event.text.strip()]
            asked = embedder.one(instruction)
            return review_call(max(own, key=lambda text: float(embedder.one(text) @ asked), default=instruction))
        if function == RECOMMEND:
            return recommend_call(list(dict.fromkeys(product.asin for product in had[-LAST:])))
        brands = Counter(product.store for product in had if product.store)
        kinds = Counter(product.path[-1] for product in had if product.path)
        usual = [value for counts in (brands, kinds) for value, _ in counts.most_common(1)]
        return search_call(" ".join([instruction, *usual]))
