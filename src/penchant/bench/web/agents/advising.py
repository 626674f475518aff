"""How our agent asks for recommendations: from what somebody had in the corner of the shop the request is about.

The recommender goes by kinds, stores and what came last. So the sequence is made of one store's products: the last
one's where the last purchase lies in that corner, else the store they are believed to like best there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence

from penchant.bench.web.agents.shelves import BRAND, Kind, Shelves, kind_of
from penchant.bench.web.records import Event
from penchant.domain import Preference

_AGAIN, _FADING = 4.0, 0.6  # people stay in the corner they were in, the more the more recently
_HINT = 2.0  # words that speak so much for a kind decide for it
_CORNERS = 3  # are looked into before the last purchases have to do
_LAST = 2
_MOST = 10
_UNTRIED = 2  # kinds they never had are thought of too

Ranked = Callable[[Kind], Sequence[str]]


def sequence(
    words: Sequence[str],
    events: Sequence[Event],
    beliefs: Sequence[Preference],
    shelves: Shelves,
    ranked: Ranked,
) -> list[str]:
    """The products to go by, the newest last; ``ranked`` gives the likeliest of a kind first."""
    kinds: dict[str, Kind] = {}
    for event in events:
        if event.asin in shelves.products:
            kinds.pop(event.asin, None)  # bought again: it counts as new
            kinds[event.asin] = kind_of(shelves.products[event.asin])
    had = list(kinds)
    fitting = _fitting(words, kinds, shelves)
    if not fitting:
        return had[-_LAST:]
    stores = [shelves.products[asin].store for asin in fitting]
    store = stores[-1] if fitting[-1] == had[-1] else _favourite(stores, beliefs)
    own = [asin for asin in fitting if shelves.products[asin].store == store][-_MOST:]
    return [*_untried(store, {kinds[asin] for asin in own}, shelves, ranked), *own]


def _untried(store: str | None, tried: Collection[Kind], shelves: Shelves, ranked: Ranked) -> list[str]:
    """Of kinds beside those they had, in the same corner, what they would likeliest take from this store."""
    corners = {shelves.corner(kind) for kind in tried}
    others = [kind for kind in shelves.by_kind if shelves.corner(kind) in corners and kind not in tried]
    found: list[str] = []
    for kind in others:
        if len(found) < _UNTRIED and store in shelves.stores(kind):
            found.append(next(asin for asin in ranked(kind) if shelves.products[asin].store == store))
    return found


def _fitting(words: Sequence[str], kinds: dict[str, Kind], shelves: Shelves) -> list[str]:
    """What they had in the likeliest corner, or of the one kind that the words hint at."""
    corners = likely_corners(words, list(kinds.values()), shelves)
    for corner in corners[:_CORNERS]:
        inside = [asin for asin, kind in kinds.items() if shelves.corner(kind) == corner]
        if inside:
            hints = shelves.hints(words)
            best = max((kind for kind in hints if shelves.corner(kind) == corner), key=lambda kind: hints[kind])
            hinted = [asin for asin in inside if kinds[asin] == best] if hints[best] > _HINT else []
            return hinted or inside
    return []


def likely_corners(words: Sequence[str], had: Sequence[Kind], shelves: Shelves) -> list[int]:
    """The corners of the shop that words may be about, the likeliest first."""
    shares: defaultdict[int, float] = defaultdict(float)
    for kind, share in shelves.about(words).items():
        shares[shelves.corner(kind)] += share
    recent: defaultdict[int, float] = defaultdict(float)
    for age, kind in enumerate(reversed(had)):
        recent[shelves.corner(kind)] += _FADING**age
    return sorted(shares, key=lambda corner: -shares[corner] * (1 + _AGAIN * recent[corner]))


def _favourite(stores: Sequence[str | None], beliefs: Sequence[Preference]) -> str | None:
    """The store of these that is believed in most; of equals the last."""
    trust = {belief.value: belief.confidence for belief in beliefs if belief.topic == BRAND}
    return max(reversed(stores), key=lambda store: trust.get(store or "", 0.0))
