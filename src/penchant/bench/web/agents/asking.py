"""Which question is worth most: the one whose answer is least known, among those that tell products apart."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from penchant.bench.web.agents.beliefs import STORE, Stated
from penchant.bench.web.agents.replies import Reply
from penchant.bench.web.agents.shelves import Kind, Shelves
from penchant.bench.web.records import Product
from penchant.domain import Preference

_WORTH = 1.3  # nats of doubt that are worth a question
HABIT, ONCE = 3.0, 0.3  # what a habit that somebody speaks of weighs, in purchases; and a wish for this once
SORT = "What sort of thing did you have in mind, anything in particular?"


def best_question(
    words: Sequence[str], kind: Kind, beliefs: Sequence[Preference], shelves: Shelves, asked: Iterable[str] = ()
) -> str | None:
    """What to ask about: the respect with most doubt left; None where no answer would tell enough."""
    said = set(shelves.terms(words))
    doubts: dict[str, float] = {}
    for topic, values in {STORE: shelves.stores(kind), **shelves.offered(kind)}.items():
        told = any(set(terms) <= said for value in values if (terms := shelves.terms([value])))
        if not told and topic not in asked:
            doubts[topic] = doubt(values, [belief for belief in beliefs if belief.topic == topic])
    best = max(doubts, key=lambda topic: doubts[topic], default=None)
    return best if best is not None and doubts[best] >= _WORTH else None


def doubt(values: Counter[str], beliefs: Sequence[Preference]) -> float:
    """How open it is which value somebody wants: entropy, in nats, with belief where there is any."""
    held = {one.value: one.confidence for one in beliefs if one.stance == "wants" and one.value in values}
    sure = min(1.0, sum(held.values()))
    rest = values.total() - sum(values[value] for value in held)
    shares = [confidence / max(1.0, sum(held.values())) for confidence in held.values()]
    shares += [(1 - sure) * count / rest for value, count in values.items() if value not in held and rest]
    return -sum(share * math.log(share) for share in shares if share > 0)


def worded(topic: str) -> str:
    """A question about one respect."""
    return "Which brand do you like for this?" if topic == STORE else f"Which {topic.lower()} would you like?"


def statements(words: str, reply: Reply, kind: Kind, first: Product | None, shelves: Shelves, at: int) -> list[Stated]:
    """What a reply says of the person: values of this kind that it names, and a store that it turns down."""
    heard = set(shelves.terms(reply.wanted))
    weight = HABIT if reply.habit else ONCE
    found: list[Stated] = []
    for topic, values in {STORE: shelves.stores(kind), **shelves.offered(kind)}.items():
        named = [value for value in values if (terms := shelves.terms([value])) and set(terms) <= heard]
        if named:
            value = max(named, key=lambda value: len(shelves.terms([value])))
            found.append(Stated(topic=topic, value=value, wants=True, kind=kind, words=words, at=at, weight=weight))
    if first and first.store and any("brand" in refused for refused in reply.refused):
        found.append(Stated(topic=STORE, value=first.store, wants=False, kind=kind, words=words, at=at))
    return found
