"""How our agent searches: the request's words, and what this person usually has for this kind of thing.

Search adds up how much each word weighs, a repeated one again. So a word is repeated as often as it is worth: what was
said is worth most, a belief as much as it raises the odds over chance, and rare words need fewer repeats than common
ones. Words of the kind itself keep to the kind and should not decide within it. A price is looked for as it stands on
the pages of that kind.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from penchant.domain import Preference
from penchant.mind.catalogue import PRICE_BAND
from penchant_lab.suites.web.agents.reading import TaskReading
from penchant_lab.suites.web.agents.shelves import BRAND, Kind, Shelves

SAID, KIND = 4.0, 3.0  # what a word of the request is worth, in odds; and one that names the kind
_MOST, _LEAST = 6.0, 0.3  # what a belief can be worth, and what is not worth a word
_SURE = 0.95
PRICE = 6.0  # what a price near the one that was named is worth
_ROUNDING, _NEAR = 2.5, 0.05  # people name prices to the nearest five, or within so much
_REPEAT = 12.0  # so many repeats of a word that pulls as much as it is worth
_HELD = 3  # beliefs in one respect


def expanded(
    reading: TaskReading,
    beliefs: Sequence[Preference],
    shelves: Shelves,
    heard: Sequence[str] = (),
    price: float | None = None,
) -> str:
    """The query for a request, from what was said and what is believed; the bare words where they name no kind."""
    words = [*reading.words, *heard]
    price = price or reading.price
    kind = shelves.named(words)
    if kind is None:
        return " ".join(words)
    query: list[str] = []
    for word in words:
        query += repeated(word, KIND if shelves.names_kind(word, kind) else SAID, shelves)
    for belief, worth in telling(words, kind, beliefs, shelves):
        query += repeated(belief.value, worth, shelves)
    if price is not None:
        query += [word for cost in near(price, kind, shelves) for word in repeated(cost, PRICE, shelves)]
    else:
        band = max((one for one in beliefs if one.topic == PRICE_BAND), key=lambda one: one.confidence, default=None)
        if band:
            for word, lift in shelves.band_words(band.value).items():
                query += repeated(word, band.confidence * lift, shelves)
    return " ".join(query)


def near(price: float, kind: Kind, shelves: Shelves) -> list[str]:
    """The prices of a kind's products that somebody may mean by a price, as they are printed."""
    within = max(_ROUNDING, _NEAR * price)
    priced = (one for one in shelves.by_kind[kind] if one.price is not None and abs(one.price - price) <= within)
    return sorted({one.raw_price for one in priced})


def telling(
    words: Sequence[str], kind: Kind, beliefs: Sequence[Preference], shelves: Shelves
) -> Iterator[tuple[Preference, float]]:
    """Beliefs that say something of this kind of thing which the request leaves open, and what each is worth."""
    asked = set(shelves.terms(words))
    offered = {BRAND: shelves.stores(kind), **shelves.offered(kind)}
    for topic, values in offered.items():
        if any(set(terms) <= asked for value in values if (terms := shelves.terms([value]))):
            continue  # the request says it
        held = [one for one in beliefs if one.topic == topic and one.value in values and one.stance == "wants"]
        for belief in sorted(held, key=lambda one: -one.confidence)[:_HELD]:
            worth = odds(belief.confidence, values[belief.value] / values.total())
            if worth >= _LEAST:
                yield belief, min(_MOST, worth)


def odds(confidence: float, chance: float) -> float:
    """By how much a belief raises the odds of a value over chance, as a logarithm."""
    sure = min(_SURE, max(confidence, 1e-6))
    plain = min(_SURE, max(chance, 1e-6))
    return math.log(sure / (1 - sure)) - math.log(plain / (1 - plain))


def repeated(value: str, worth: float, shelves: Shelves) -> list[str]:
    """A value as often as it takes to be worth this much."""
    pull = shelves.pull(value)
    return [value] * round(_REPEAT * worth / pull) if pull else []
