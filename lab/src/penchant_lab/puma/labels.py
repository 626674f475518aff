"""What the model is taught to answer, made from training tasks: the pseudo-labels.

A review is the person's own text. A recommendation goes by the last purchase of the target's kind that the prompt shows
(of 500 training tasks 0.052, and not a point more with up to 30 of them: a sequence of one cannot be gone on with for
ever); or, as published, by all earlier ones of the target's main category. A query is the best-rewarded of some that
words of the request and of the memory make: whatever is taught can be read in the prompt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from penchant_lab.puma.settings import Labels
from penchant_lab.suites.web.agents.shelves import kind_of
from penchant_lab.suites.web.records import Event, Product, WebTask
from penchant_lab.suites.web.shop.rewards import rank_reward
from penchant_lab.suites.web.shop.search import Search
from penchant_lab.suites.web.shop.words import STOP_WORDS

LONGEST = 30  # products of a label by the published rule
_STORES, _PARTS, _NEAR = 2, 2, 12
_WORD = re.compile(r"[\w'&-]+")
_CUT = re.compile(r"[,()]")
_COMMON = 0.02  # of all requests: a word in more of them says how people ask, not for what ...
_TIMES = 4  # ... unless it is in a quarter as many titles
_FEW = 200  # of fewer requests nothing is common


class QueryLabels:
    """The best-rewarded query for a search, by a shop's own search."""

    def __init__(self, products: Mapping[str, Product], search: Search, requests: Sequence[str]) -> None:
        self._search = search
        self._titles = _shares([(one.title,) for one in products.values()])
        self._pages = {word for one in products.values() for word in _words((*one.features, *one.path))}
        self._asked = _shares([(text,) for text in requests], least=_FEW)
        self._stores = {one.store.lower() for one in products.values() if one.store}

    def best(self, task: WebTask, near: Sequence[Product]) -> tuple[str, float]:
        """The query and its reward; ``near`` are the purchases that the memory shows, the likest first.

        Of queries that are worth the same it is the one that anybody would try: what is asked for, and the stores that
        this person buys from. Otherwise a search without a hit would teach to leave the stores out.
        """
        words, rewards = " ".join(self._content(task.text)) or task.text, dict[str, float]()
        for query in self._queries(words, near[:_NEAR]):
            rewards[query] = self._reward(query, task)
        return max(rewards.items(), key=lambda each: each[1])  # the first of the best

    def _content(self, text: str) -> Iterator[str]:
        """The words of a request that products are described by, each once."""
        seen: set[str] = set()
        for word in _WORD.findall(text):
            low = word.lower()
            known = low in self._titles or low in self._pages
            usual = self._asked.get(low, 0.0) > max(_COMMON, _TIMES * self._titles.get(low, 0.0))
            if known and not usual and low not in seen and low not in STOP_WORDS:
                seen.add(low)
                yield word

    def _queries(self, words: str, near: Sequence[Product]) -> Iterator[str]:
        """What may be worth a try: with both stores, with one, with none; then with something that titles share."""
        named = any(f" {store} " in f" {words.lower()} " for store in self._stores)
        weight: dict[str, float] = {}
        for place, product in enumerate(near):
            if product.store and not named:
                weight[product.store] = weight.get(product.store, 0.0) + 1 / (place + 1)
        stores = sorted(weight, key=lambda store: -weight[store])[:_STORES]
        plain = [" ".join([words, *some]) for some in (stores, *([store] for store in stores), ())]
        yield from plain
        parts = Counter(part for product in near for part in {each.strip() for each in _CUT.split(product.title)[1:]})
        shared = [part for part, count in parts.most_common(_PARTS + 1) if part and count > 1][:_PARTS]
        yield from (f"{query} {part}" for query in plain for part in shared)

    def _reward(self, query: str, task: WebTask) -> float:
        return rank_reward([hit.asin for hit in self._search.search(query)], task.target.asin)


def sequence_label(
    rule: Labels, task: WebTask, events: Sequence[Event], visible: Sequence[str], products: Mapping[str, Product]
) -> list[str]:
    """What to recommend from, the newest last; ``visible`` are the products of the memory, the newest first."""
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
            return alike[-1:]
    return had[-1:]


def _shares(texts: Sequence[Sequence[str]], least: int = 1) -> dict[str, float]:
    """In how many of the texts each word is, as a share of them (of ``least`` where there are fewer)."""
    counted = Counter(word for each in texts for word in _words(each))
    return {word: count / max(least, len(texts)) for word, count in counted.items()}


def _words(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in _WORD.findall(text)}
