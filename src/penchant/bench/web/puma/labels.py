"""What the model is taught to answer, made from training tasks: the pseudo-labels.

A review is the person's own text. A recommendation goes by purchases nearest the target's kind that the prompt shows,
so that each can be pointed at; or, as published, by all earlier ones of the target's main category. A query is the
best-rewarded of some that words of the request and of the memory make: whatever is taught can be read in the prompt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from penchant.bench.web.agents.shelves import kind_of
from penchant.bench.web.puma.settings import Labels
from penchant.bench.web.records import Event, Product, WebTask
from penchant.bench.web.shop.rewards import rank_reward
from penchant.bench.web.shop.search import Search

LONGEST = 30
_STORES, _PARTS, _NEAR = 3, 5, 12
_WORD = re.compile(r"[\w'&-]+")
_NAMED, _TOLD = 0.06, 0.02  # of all requests: a word in more of them says how people ask, not for what
_FEW = 200  # of fewer requests nothing is common


class QueryLabels:
    """The best-rewarded query for a search, by a shop's own search."""

    def __init__(self, products: Mapping[str, Product], search: Search, requests: Sequence[str]) -> None:
        self._search = search
        self._in_titles = {word for one in products.values() for word in _words((one.title, *one.path))}
        self._on_pages = {word for one in products.values() for word in _words(one.features)}
        asked = Counter(word for text in requests for word in _words([text]))
        self._asked = {word: count / max(_FEW, len(requests)) for word, count in asked.items()}

    def best(self, task: WebTask, near: Sequence[Product]) -> tuple[str, float]:
        """The query and its reward; ``near`` are the purchases that the memory shows, the likest first."""
        words = " ".join(self._content(task.text)) or task.text
        query, reward = words, self._reward(words, task)
        plain = self._reward(task.text, task)
        if plain > reward:
            query, reward = " ".join(task.text.split()), plain
        for parts in self._additions(near[:_NEAR]):
            best = max(((self._reward(f"{query} {part}", task), f"{query} {part}") for part in parts), default=None)
            if best is not None and best[0] > reward:
                reward, query = best
        return query, reward

    def _content(self, text: str) -> Iterator[str]:
        """The words of a request that products are described by, each once."""
        seen: set[str] = set()
        for word in _WORD.findall(text):
            low = word.lower()
            limit = _NAMED if low in self._in_titles else _TOLD if low in self._on_pages else 0.0
            if low not in seen and len(low) > 2 and self._asked.get(low, 0.0) < limit:
                seen.add(low)
                yield word

    def _additions(self, near: Sequence[Product]) -> Iterator[list[str]]:
        """What can be added, a thing of each sort: a store, then one and another part of a title."""
        stores = Counter(product.store for product in near if product.store)
        yield [store for store, _ in stores.most_common(_STORES)]
        parts: Counter[str] = Counter()
        for product in near:
            parts.update({part.strip() for part in product.title.split(",")[1:] if part.strip()})
        common = [part for part, _ in parts.most_common(_PARTS)]
        yield common
        yield common

    def _reward(self, query: str, task: WebTask) -> float:
        return rank_reward([hit.asin for hit in self._search.search(query)], task.target.asin)


def sequence_label(
    rule: Labels, task: WebTask, events: Sequence[Event], visible: Sequence[str], products: Mapping[str, Product]
) -> list[str]:
    """The products to recommend from, the newest last; ``visible`` are those of the memory, the newest first."""
    target = products[task.target.asin]
    if rule == "published":
        same = [
            event.asin
            for event in events
            if event.asin in products and products[event.asin].category == target.category
        ]
        return list(dict.fromkeys(same[-LONGEST:])) or [target.asin]
    order = {event.asin: place for place, event in enumerate(events)}
    had = sorted((asin for asin in visible if asin in products), key=lambda asin: order.get(asin, -1))
    kind = kind_of(target)
    for depth in range(len(kind), 0, -1):
        alike = [asin for asin in had if kind_of(products[asin])[:depth] == kind[:depth]]
        if alike:
            return alike[-LONGEST:]
    return had[-1:]


def _words(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in _WORD.findall(text)}
