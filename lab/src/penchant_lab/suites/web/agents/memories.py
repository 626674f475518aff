"""What an agent brings to mind of a person's past: the memories of the published tables, each a row of data.

A memory picks events and shows some of their fields. Whoever acts on a memory sees the fields it shows and no others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Literal

import numpy as np

from penchant_lab.suites.web.agents.shelves import Shelves
from penchant_lab.suites.web.records import Event, Product
from penchant_lab.suites.web.shop.contents import contents
from penchant_lab.suites.web.shop.functions import RECOMMEND, REVIEW, SEARCH
from penchant_lab.suites.web.shop.words import tokens

Field = Literal["title", "asin", "category", "price", "store", "details", "rating", "text", "at"]
FULL: tuple[Field, ...] = ("title", "asin", "category", "price", "store", "details", "rating", "text", "at")
SHORT: tuple[Field, ...] = ("title", "asin", "category", "rating", "text", "at")
BY_FUNCTION: Mapping[str, tuple[Field, ...]] = {
    SEARCH: ("title", "category", "price", "store"),
    RECOMMEND: ("title", "category", "asin"),
    REVIEW: ("rating", "text"),
}
"""What PUMA keeps of an event, by the function it is about to call."""

LABELS: Mapping[Field, str] = {
    "title": "Title",
    "asin": "Parent Asin",
    "category": "Main Category",
    "price": "Price",
    "store": "Store",
    "details": "Details",
    "rating": "Rating",
    "text": "Text",
    "at": "Timestamp",
}
_EMBEDDED = 320  # characters of an event that are compared: its title, facts and first details; more takes too long


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """One event as far as a memory shows it; what it leaves out is None."""

    place: int  # among the events that could be seen, oldest first
    title: str | None = None
    asin: str | None = None
    category: str | None = None
    price: float | None = None
    store: str | None = None
    details: Mapping[str, object] | None = field(default=None, hash=False)
    rating: float | None = None
    text: str | None = None
    at: int | None = None

    def line(self) -> str:
        """As text, one label after the other."""
        parts = ((label, getattr(self, name)) for name, label in LABELS.items())
        return ", ".join(f"{label}: {value}" for label, value in parts if value is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskMoment:
    """What picking goes by: the request, the function that is about to be called, and chance."""

    instruction: str
    function: str
    shelves: Shelves
    rng: random.Random


Pick = Callable[[Sequence[Event], int, TaskMoment], list[int]]


def at_random(events: Sequence[Event], length: int, moment: TaskMoment) -> list[int]:
    """So many of all events, each as likely as another."""
    return moment.rng.sample(range(len(events)), min(length, len(events)))


def newest(events: Sequence[Event], length: int, moment: TaskMoment) -> list[int]:
    """The last ones, the newest first."""
    return list(range(len(events) - 1, max(-1, len(events) - 1 - length), -1))


def most_like(events: Sequence[Event], length: int, moment: TaskMoment) -> list[int]:
    """Those nearest in meaning to the request, the nearest first; of equals the older."""
    if not events:
        return []
    embedder = moment.shelves.embedder
    vectors = np.stack([embedder.one(whole(event, moment.shelves.products)[:_EMBEDDED]) for event in events])
    scores = np.round(vectors.astype(np.float64) @ embedder.one(moment.instruction), 9)  # the same on every machine
    return [int(place) for place in np.argsort(-scores, kind="stable")[:length]]


def for_the_task(events: Sequence[Event], length: int, moment: TaskMoment) -> list[int]:
    """The same, but for a recommendation the newest of them first, so that a cut keeps them."""
    found = most_like(events, length, moment)
    return sorted(found, reverse=True) if moment.function == RECOMMEND else found


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRow:
    """A memory of the tables: how it picks, how many, and what it shows of them."""

    pick: Pick
    single: int
    multi: int
    fields: tuple[Field, ...] | None = FULL  # None: by the function that is about to be called
    tokens: int | None = None  # a cut of the whole

    def recall(self, events: Sequence[Event], moment: TaskMoment, *, talking: bool) -> list[Remembered]:
        """What is brought to mind, in the order in which it is shown."""
        fields = BY_FUNCTION[moment.function] if self.fields is None else self.fields
        places = self.pick(events, self.multi if talking else self.single, moment)
        found = [shown(events[place], place, moment.shelves.products, fields) for place in places]
        return found if self.tokens is None else cut(found, self.tokens)


MEMORIES: Mapping[str, MemoryRow] = {
    "none": MemoryRow(pick=newest, single=0, multi=0),
    "random": MemoryRow(pick=at_random, single=50, multi=20),
    "last": MemoryRow(pick=newest, single=50, multi=20),
    "relevant": MemoryRow(pick=most_like, single=50, multi=20),
    "recmind": MemoryRow(pick=newest, single=400, multi=400, fields=SHORT),
    "interecagent": MemoryRow(pick=newest, single=200, multi=200, fields=SHORT),
    "puma": MemoryRow(pick=for_the_task, single=100, multi=100, fields=None, tokens=768),
}
"""Every memory of the published tables, with the lengths that were published."""


def shown(event: Event, place: int, products: Mapping[str, Product], fields: Sequence[Field]) -> Remembered:
    """An event with these fields and no others; of a product the catalogue lost, what the event itself says."""
    product = products.get(event.asin)
    kept = frozenset(fields)
    return Remembered(
        place=place,
        title=(product.title if product else "") if "title" in kept else None,
        asin=event.asin if "asin" in kept else None,
        category=(product.category if product else "") if "category" in kept else None,
        price=product.price if product and "price" in kept else None,
        store=product.store if product and "store" in kept else None,
        details=dict(product.details) if product and "details" in kept else None,
        rating=event.rating if "rating" in kept else None,
        text=event.text if "text" in kept else None,
        at=event.at if "at" in kept else None,
    )


def whole(event: Event, products: Mapping[str, Product]) -> str:
    """The full block of an event as the original writes it: the product, then the review."""
    product = products.get(event.asin)
    page = contents(product) if product else f"Parent Asin: {event.asin}"
    return f"{page}\nReview: Rating: {event.rating}, Text: {event.text}, Timestamp: {event.at}"


def cut(found: Sequence[Remembered], limit: int) -> list[Remembered]:
    """As many of the first as fit into so many tokens; the one at the edge is left out whole."""
    kept: list[Remembered] = []
    used = 0
    for item in found:
        used += token_count(item.line()) + 1
        if used > limit:
            break
        kept.append(item)
    return kept


def token_count(text: str) -> int:
    """About how many tokens a language model makes of a text: one for every four letters begun, one for every mark."""
    words = tokens(text)
    marks = sum(1 for letter in text if not letter.isalnum() and not letter.isspace())
    return sum(ceil(len(word) / 4) for word in words) + marks


def as_text(found: Sequence[Remembered]) -> str:
    """A memory as a language model reads it."""
    return " | ".join(item.line() for item in found)
