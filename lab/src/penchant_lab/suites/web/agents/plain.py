"""What the built-in mind makes of a request and a memory: one plain rule for every memory, so that only they differ.

A search is for the words of the request, with the store that comes most often among remembered things of the same sort,
and up to two details that do. A recommendation is from remembered products of the likeliest main category, in order of
time. A review is the opinion of the request, opened and closed as remembered reviews mostly are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from penchant.mind.writing import sentences
from penchant_lab.suites.web.agents.memories import Remembered
from penchant_lab.suites.web.agents.reading import TaskReading
from penchant_lab.suites.web.agents.shelves import Shelves
from penchant_lab.suites.web.records import Product
from penchant_lab.suites.web.shop.functions import RECOMMEND, REVIEW, Call, recommend_call, review_call, search_call
from penchant_lab.suites.web.shop.recommend import LONGEST

_TWICE = 2  # once is chance
_DETAILS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainCase:
    """All that the built-in mind goes by when it acts."""

    reading: TaskReading
    remembered: Sequence[Remembered]
    shelves: Shelves
    about: Product | None = None
    heard: tuple[str, ...] = ()  # words that the person added in this task
    refused: tuple[str, ...] = ()  # words that the person turned down in it


def act(situation: PlainCase) -> Call:
    """The call that a request and a memory come to."""
    if situation.reading.function == REVIEW:
        return review_call(review(situation))
    if situation.reading.function == RECOMMEND:
        return recommend_call(sequence(situation))
    return search_call(query(situation))


def query(situation: PlainCase) -> str:
    """What to search for."""
    words = [*situation.reading.words, *situation.heard]
    asked = set(situation.shelves.terms(words))
    alike = [item for item in situation.remembered if item.title and asked & set(situation.shelves.terms([item.title]))]
    stores = Counter(item.store for item in alike if item.store)
    details = Counter(
        value
        for item in alike
        for key, value in (item.details or {}).items()
        if isinstance(value, str) and key != "Brand" and "," not in value
    )
    usual = [store for store, count in stores.most_common(1) if count >= _TWICE]
    usual += [value for value, count in details.most_common(_DETAILS) if count > _TWICE]
    refused = set(situation.refused)
    return " ".join([*words, *(value for value in usual if value.lower() not in refused)])


def sequence(situation: PlainCase) -> list[str]:
    """The products to go by, the newest last: those of the likeliest main category, all where none is likelier."""
    known = sorted((item for item in situation.remembered if item.asin), key=lambda item: item.place)
    text = " ".join([*situation.reading.words, *situation.heard])
    categories = {item.category for item in known if item.category}
    if text and categories:
        embedder = situation.shelves.embedder
        asked = embedder.one(text)
        likely = max(sorted(categories), key=lambda category: float(embedder.one(_spoken(category)) @ asked))
        known = [item for item in known if item.category == likely]
    latest = dict.fromkeys(item.asin for item in reversed(known) if item.asin)  # bought again: it counts as new
    return list(latest)[:LONGEST][::-1]


def review(situation: PlainCase) -> str:
    """The opinion, opened and closed as remembered reviews are where they show a habit."""
    texts = [sentences(item.text) for item in situation.remembered if item.text]
    opening = Counter(lines[0] for lines in texts if len(lines) > 1)
    closing = Counter(lines[-1] for lines in texts if len(lines) > 1)
    first = [line for line, count in opening.most_common(1) if count >= _TWICE]
    last = [line for line, count in closing.most_common(1) if count >= _TWICE]
    return " ".join([*first, *situation.reading.opinion, *situation.heard, *last])


def _spoken(category: str) -> str:
    return category.replace("_and_", " ").replace("_", " ")
