"""How our agent asks for recommendations: by somebody's latest purchases where the request points.

Which corner of the shop a request is about is read from its words beside the names of kinds, and from where the person
was lately. Nothing here knows how the recommender works, but that it goes by what came before, in order of time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from penchant_lab.suites.web.agents.shelves import Kind, Shelves, kind_of
from penchant_lab.suites.web.records import Event

_AGAIN, _FADING = 4.0, 0.6  # people stay in the corner they were in, the more the more recently
_LATEST = 10


def sequence(words: Sequence[str], events: Sequence[Event], shelves: Shelves) -> list[str]:
    """The latest they had in the corner that the words are about, newest last; of all they had where that is none."""
    kinds: dict[str, Kind] = {}
    for event in events:
        if event.asin in shelves.products:
            kinds.pop(event.asin, None)  # bought again: it counts as new
            kinds[event.asin] = kind_of(shelves.products[event.asin])
    inside: list[str] = []
    if kinds and words:
        likeliest = likely_corners(words, list(kinds.values()), shelves)[0]
        inside = [asin for asin, kind in kinds.items() if shelves.corner(kind) == likeliest]
    return (inside or list(kinds))[-_LATEST:]


def likely_corners(words: Sequence[str], had: Sequence[Kind], shelves: Shelves) -> list[int]:
    """The corners of the shop that words may be about, the likeliest first."""
    shares: defaultdict[int, float] = defaultdict(float)
    for kind, share in shelves.about(words).items():
        shares[shelves.corner(kind)] += share
    recent: defaultdict[int, float] = defaultdict(float)
    for age, kind in enumerate(reversed(had)):
        recent[shelves.corner(kind)] += _FADING**age
    return sorted(shares, key=lambda corner: -shares[corner] * (1 + _AGAIN * recent[corner]))
