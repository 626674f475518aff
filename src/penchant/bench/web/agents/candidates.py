"""Which products of a kind somebody may be after: by what was said, what is believed of them, and what sells."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from penchant.bench.web.agents.beliefs import BAND, STORE, offers
from penchant.bench.web.agents.shelves import Kind, Shelves, told
from penchant.bench.web.records import Product
from penchant.domain import Preference

_SAID = 4.0  # what a word that a product has is worth, as a logarithm of odds
_SELLS = 0.5  # of the logarithm of how often a product was rated
_AVOIDED = 0.2  # of its share is left to what somebody will not have
_LISTED = 10  # products on a page
_LEFT = 0.02  # of all shares, at least, goes to values that nothing speaks for


@dataclass(frozen=True, slots=True)
class Candidate:
    """A product, and how likely it is the one."""

    product: Product
    share: float


def candidates(words: Sequence[str], kind: Kind, beliefs: Sequence[Preference], shelves: Shelves) -> list[Candidate]:
    """The products of a kind, the likeliest first; their shares add up to 1."""
    said = {term for word in words if not shelves.names_kind(word, kind) for term in shelves.terms([word])}
    factors = {topic: _factors(topic, kind, beliefs, shelves) for topic in (STORE, BAND, *shelves.offered(kind))}
    weights: list[tuple[Product, float]] = []
    for product in shelves.by_kind[kind]:
        weight = _SAID * len(said & shelves.page_terms(product)) + _SELLS * math.log1p(max(0, product.ratings))
        for topic, value in respects(product, shelves).items():
            weight += factors[topic].get(value, 0.0)
        weights.append((product, weight))
    most = max(weight for _, weight in weights)
    total = sum(math.exp(weight - most) for _, weight in weights)
    found = [Candidate(product, math.exp(weight - most) / total) for product, weight in weights]
    return sorted(found, key=lambda one: -one.share)


def respects(product: Product, shelves: Shelves) -> dict[str, str]:
    """What a product is like, by what it may be judged by."""
    found = told(product)
    if product.store:
        found[STORE] = product.store
    if band := shelves.band(product):
        found[BAND] = band
    return found


def worth(found: Sequence[Candidate]) -> float:
    """What a list of the likeliest is worth, expected: the sooner the wanted one comes, the more."""
    return sum(_place(place) * one.share for place, one in enumerate(found[:_LISTED]))


def worth_once_told(topic: str, found: Sequence[Candidate], shelves: Shelves) -> float:
    """The same once it is known what the wanted one is like in one respect."""
    before: Counter[str] = Counter()
    total = 0.0
    for one in found:
        value = respects(one.product, shelves).get(topic, "")
        total += _place(before[value]) * one.share
        before[value] += 1
    return total


def _place(place: int) -> float:
    return max(0.0, 1 - place / _LISTED)


def _factors(topic: str, kind: Kind, beliefs: Sequence[Preference], shelves: Shelves) -> dict[str, float]:
    """How much more likely each value is than by chance, as a logarithm, for what is believed."""
    values = offers(topic, kind, shelves)
    mine = [one for one in beliefs if one.topic == topic and one.value in values]
    held = {one.value: one.confidence for one in mine if one.stance == "wants"}
    if not mine:
        return {}
    scale = min(1.0, (1 - _LEFT) / sum(held.values())) if held else 1.0
    shares = {value: count / values.total() for value, count in values.items()}
    rest = max(1e-9, 1 - sum(shares[value] for value in held))
    others = math.log(max(_LEFT, 1 - scale * sum(held.values())) / rest) if held else 0.0
    found = dict.fromkeys(values, others)
    found.update({value: math.log(scale * sure / shares[value]) for value, sure in held.items()})
    for one in mine:
        if one.stance == "avoids":
            found[one.value] += math.log(_AVOIDED)
    return found
