"""The baseline of three lines: what anybody would try first, with no more than counting and one comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from penchant_lab.suites.web.agents.engine import CallNotes
from penchant_lab.suites.web.agents.protocol import Afterword, PlayedTask
from penchant_lab.suites.web.agents.reading import TaskReading, read
from penchant_lab.suites.web.agents.shelves import Shelves, kind_of, told
from penchant_lab.suites.web.records import Event, Product
from penchant_lab.suites.web.shop.functions import (
    RECOMMEND,
    REVIEW,
    Call,
    recommend_call,
    review_call,
    search_call,
    stop,
)
from penchant_lab.suites.web.shop.protocol import Environment

LAST = 2
"""A recommendation goes by so many of the last purchases."""
DETAILS, TWICE = 2, 2
"""A search takes so many details that products of its kind had, each at least so often."""


class SimpleAgent:
    """Searches with the commonest brand and details of the kind, recommends by the last purchases, repeats a review."""

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
        reading, products = read(instruction), self._shelves.products
        had = [products[event.asin] for event in events if event.asin in products]
        if reading.function == REVIEW:
            return review_call(" ".join([*self._likest(instruction, events), instruction]))
        if reading.function == RECOMMEND:
            return recommend_call(list(dict.fromkeys(product.asin for product in had[-LAST:])))
        return search_call(" ".join([*(reading.words or [instruction]), *self._usual(reading, had)]))

    def _likest(self, instruction: str, events: Sequence[Event]) -> list[str]:
        """The person's own review that is most like the request; none of somebody who wrote none."""
        embedder = self._shelves.embedder
        own = [event.text for event in events if event.text.strip()]
        asked = embedder.one(instruction)
        return [max(own, key=lambda text: float(embedder.one(text) @ asked))] if own else []

    def _usual(self, reading: TaskReading, had: Sequence[Product]) -> list[str]:
        """The brand that the person's products of this kind mostly have, and the details most of them share."""
        kind = self._shelves.named(reading.words)
        alike = [product for product in had if kind_of(product) == kind]
        brands = Counter(product.store for product in alike if product.store)
        details = Counter(pair for product in alike for pair in told(product).items())
        commonest: dict[str, tuple[str, int]] = {}
        for (name, value), count in details.most_common():
            commonest.setdefault(name, (value, count))  # one value of each detail
        shared = [value for value, count in commonest.values() if count >= TWICE]
        return [*(brand for brand, _ in brands.most_common(1)), *shared[:DETAILS]]
