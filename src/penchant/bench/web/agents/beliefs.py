"""From what somebody bought and wrote to beliefs about them, each with its source: pure arithmetic, no state.

A belief is a draft of a :class:`~penchant.domain.Preference`: the topic is what it is about (store, price band, Color,
opening ...), the words are the review or remark that spoke for it last. Confidence is the share of liked purchases that
show it, newer ones counting more, drawn towards what chance would give.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from penchant.bench.web.agents.shelves import BANDS, Kind, Shelves, kind_of, told
from penchant.bench.web.records import Event, Product
from penchant.domain import Draft, EpisodeId

STORE, BAND = "store", "price band"
_FADING = 0.985  # of what an event weighs, for each newer one
_LIKED = {5: 1.0, 4: 1.0, 3: 0.3}
_EVENLY = Counter(dict.fromkeys(BANDS, 1))  # bands are thirds
_TWICE = 2  # a store turned down once may have been wrong for that once only
_DOUBT = 1.5  # so many purchases at chance's rate are assumed before any is seen


@dataclass(frozen=True, slots=True)
class Seen:
    """One event with its product and what it weighs."""

    event: Event
    product: Product
    weight: float


def weighed(events: Sequence[Event], products: Mapping[str, Product]) -> list[Seen]:
    """What somebody had, oldest first, with how much each speaks for their taste."""
    found = []
    for age, event in enumerate(reversed(events)):
        product = products.get(event.asin)
        if product:
            found.append(Seen(event, product, _LIKED.get(round(event.rating), 0.0) * _FADING**age))
    return found[::-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """Something a person said of what they want or will not have, once a task was over."""

    topic: str
    value: str
    wants: bool
    kind: Kind  # of what they were talking about
    words: str
    at: int
    weight: float = 1.0  # so many purchases are worth as much


def tastes(seen: Sequence[Seen], shelves: Shelves, stated: Sequence[Stated] = ()) -> Iterator[Draft]:
    """Stores, price bands and the details of products that somebody keeps to, from deeds and from words."""
    latest = {(one.topic, one.value): one for one in stated if one.wants}
    against = Counter((one.topic, one.value) for one in stated if not one.wants)
    refused = {key for key, times in against.items() if times >= _TWICE}
    if refused:
        refused -= {(topic, value) for one in seen if one.weight for topic, value, _ in choices(one.product, shelves)}
    for said in {(one.topic, one.value): one for one in stated if (one.topic, one.value) in refused}.values():
        yield _avoided(said)
    for topic, values, offering in _chosen(seen, shelves, stated):
        for value, weight in values.items():
            chance = offering[value]
            confidence = (weight.total + _DOUBT * chance.rate) / (chance.total + _DOUBT)
            if confidence > 1.3 * chance.rate and weight.times > 0 and (topic, value) not in refused:
                spoken = latest.get((topic, value))
                yield _stated(spoken, confidence) if spoken else _draft(topic, value, confidence, weight.last)


@dataclass(slots=True)
class _Weight:
    total: float = 0.0
    times: int = 0
    last: Event | None = None


@dataclass(slots=True)
class _Chance:
    """How often a value would have been taken by chance where it could be had."""

    total: float = 0.0  # weight of purchases that could have had it
    expected: float = 0.0

    @property
    def rate(self) -> float:
        return self.expected / self.total if self.total else 0.0


def _chosen(
    seen: Sequence[Seen], shelves: Shelves, stated: Sequence[Stated]
) -> Iterator[tuple[str, dict[str, _Weight], dict[str, _Chance]]]:
    values: defaultdict[str, defaultdict[str, _Weight]] = defaultdict(lambda: defaultdict(_Weight))
    chances: defaultdict[str, defaultdict[str, _Chance]] = defaultdict(lambda: defaultdict(_Chance))
    for one in seen:
        for topic, value, offered in choices(one.product, shelves) if one.weight else ():
            count, open_to = offered.total(), chances[topic]
            for other, many in offered.items():
                chance = open_to[other]
                chance.total += one.weight
                chance.expected += one.weight * many / count
            weight = values[topic][value]
            weight.total += one.weight
            weight.times += 1
            weight.last = one.event
    for said in stated:
        offered = offers(said.topic, said.kind, shelves)
        if said.wants and said.value in offered:
            for other, many in offered.items():
                chances[said.topic][other].total += said.weight
                chances[said.topic][other].expected += said.weight * many / offered.total()
            values[said.topic][said.value].total += said.weight
            values[said.topic][said.value].times += 1
    for topic, found in values.items():
        yield topic, found, chances[topic]


def offers(topic: str, kind: Kind, shelves: Shelves) -> Counter[str]:
    """What products of a kind can be like in one respect, and how many are."""
    if topic == STORE:
        return shelves.stores(kind)
    return _EVENLY if topic == BAND else shelves.offered(kind).get(topic, Counter())


def choices(product: Product, shelves: Shelves) -> Iterator[tuple[str, str, Counter[str]]]:
    """In each respect: what a product is like, and what products of its kind can be like."""
    kind = kind_of(product)
    if product.store:
        yield STORE, product.store, shelves.stores(kind)
    band = shelves.band(product)
    if band:
        yield BAND, band, _EVENLY
    offered = shelves.offered(kind)
    for key, value in told(product).items():
        yield key, value, offered[key]


def _stated(said: Stated, confidence: float) -> Draft:
    return Draft(
        situation="",
        topic=said.topic,
        stance="wants",
        value=said.value,
        confidence=min(1.0, round(confidence, 3)),
        words=said.words,
        episode=EpisodeId(f"said after the task of {said.at}"),
    )


def _avoided(said: Stated) -> Draft:
    return replace(_stated(said, 0.9), stance="avoids")


def _draft(topic: str, value: str, confidence: float, source: Event | None) -> Draft:
    return Draft(
        situation="",
        topic=topic,
        stance="wants",
        value=value,
        confidence=min(1.0, round(confidence, 3)),
        words=source.text if source else "",
        episode=EpisodeId(f"bought {source.asin} at {source.at}" if source else "behaviour"),
    )
