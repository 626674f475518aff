"""Which question is worth most: the one whose answer makes it likeliest that the wanted product is in the list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from penchant.bench.web.agents.beliefs import BAND, STORE, Stated, choices
from penchant.bench.web.agents.candidates import candidates, worth, worth_once_told
from penchant.bench.web.agents.replies import Reply
from penchant.bench.web.agents.shelves import BANDS, Kind, Shelves
from penchant.bench.web.records import Product
from penchant.domain import Preference

_WORTH = 0.1  # more that the list has to be worth, for a question to be
HABIT, ONCE = 3.0, 1.0  # what a habit that somebody speaks of weighs, in purchases; and a wish for this once
SORT = "What sort of thing did you have in mind, anything in particular?"


def best_question(
    words: Sequence[str], kind: Kind, beliefs: Sequence[Preference], shelves: Shelves, asked: Iterable[str] = ()
) -> str | None:
    """What to ask about: the respect whose answer helps most to find it; None where no answer would help enough."""
    found = candidates(words, kind, beliefs, shelves)
    said = set(shelves.terms(words))
    now = worth(found)
    gains: dict[str, float] = {}
    for topic, values in {STORE: shelves.stores(kind), **shelves.offered(kind)}.items():
        told = any(set(terms) <= said for value in values if (terms := shelves.terms([value])))
        if not told and topic not in asked:
            gains[topic] = worth_once_told(topic, found, shelves) - now
    best = max(gains, key=lambda topic: gains[topic], default=None)
    return best if best is not None and gains[best] >= _WORTH else None


def worded(topic: str) -> str:
    """A question about one respect."""
    return "Which brand do you like for this?" if topic == STORE else f"Which {topic.lower()} would you like?"


def statements(words: str, reply: Reply, kind: Kind, first: Product | None, shelves: Shelves, at: int) -> list[Stated]:
    """What a reply says of the person: what they take, values of this kind that it names, a store it turns down."""
    if reply.pleased and first:
        return [
            Stated(topic=topic, value=value, wants=True, kind=kind, words=words, at=at)
            for topic, value, _ in choices(first, shelves)
        ]
    heard = set(shelves.terms(reply.wanted))
    weight = HABIT if reply.habit else ONCE
    found: list[Stated] = []
    if reply.price and first and (band := shelves.band(first)):
        wanted = BANDS[min(len(BANDS) - 1, max(0, BANDS.index(band) + reply.price))]
        found.append(Stated(topic=BAND, value=wanted, wants=True, kind=kind, words=words, at=at, weight=weight))
    for topic, values in {STORE: shelves.stores(kind), **shelves.offered(kind)}.items():
        named = [value for value in values if (terms := shelves.terms([value])) and set(terms) <= heard]
        if named:
            value = max(named, key=lambda value: len(shelves.terms([value])))
            found.append(Stated(topic=topic, value=value, wants=True, kind=kind, words=words, at=at, weight=weight))
    if first and first.store and any("brand" in refused for refused in reply.refused):
        found.append(Stated(topic=STORE, value=first.store, wants=False, kind=kind, words=words, at=at))
    return found
