"""From what somebody did and said to what they keep to, with how sure that is: pure arithmetic, no state.

Somebody keeps to a value (of a brand, a color, a price band ...) as far as the share of what they took and liked, that
could have had it and has it, is above chance. Newer deeds count more; what was said counts as much as some purchases;
few of either are drawn towards what chance would give.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from penchant.domain import Behaviour, Draft, Preference
from penchant.english import counted
from penchant.errors import BadInput

SEEN = "seen "
"""How the episode of an event begins, before the event's own id."""

FADING = 0.985
"""Of what a deed weighs, so much is left for each newer one."""

LIKED = {5: 1.0, 4: 1.0, 3: 0.3}
"""What a purchase weighs by its rating; one without a rating weighs as much as one that was liked."""

LOOKED = 0.1
"""What looking at something weighs."""

DOUBT = 1.5
"""So many purchases at chance's rate are assumed before any is seen."""

AGAIN = 2
"""An item itself, and not only what it is like, is kept to once it was taken so often."""

ABOVE_CHANCE = 1.3
"""A value is kept to if it comes so many times as often as chance would have it."""

HABIT, ONCE = 3.0, 1.0
"""What somebody's word weighs, in purchases: where they speak of what they always have, and of this once."""

REFUSED = (0.45, 0.9)
"""How sure it is that a value is not wanted, once and twice it was turned down."""

Respect = tuple[str, str]
"""A respect and a value: ("brand", "Acme")."""


def is_seen(belief: Preference | Draft) -> bool:
    """Whether a belief comes from what somebody did, and not from their words."""
    return belief.episode.startswith(SEEN)


class Assortment:
    """What can be had: of each kind of thing, in each respect, how common each value is.

    >>> shop = Assortment([("beans", {"roast": "dark"}), ("beans", {"roast": "light"}), ("mug", {"color": "red"})])
    >>> dict(shop.shares("beans", "roast"))
    {'dark': 0.5, 'light': 0.5}
    """

    def __init__(self, items: Iterable[tuple[str, Mapping[str, str]]] = ()) -> None:
        counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        try:
            for topic, features in items:
                for respect, value in features.items():
                    counts[topic, respect][value] += 1
        except (AttributeError, TypeError, ValueError) as error:
            raise BadInput(
                'An assortment is made of things with their features, as in [("beans", {"roast": "dark"})].'
            ) from error
        self._shares = {
            key: {value: count / found.total() for value, count in found.items()} for key, found in counts.items()
        }

    def __repr__(self) -> str:
        topics, respects = {topic for topic, _ in self._shares}, {respect for _, respect in self._shares}
        return f"<Assortment of {counted(len(topics), 'topic')}, in {counted(len(respects), 'respect')}>"

    def shares(self, topic: str, respect: str) -> Mapping[str, float]:
        """How common each value is among things of this kind; empty where nothing is known of it."""
        return self._shares.get((topic, respect), {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """Something a person said for or against a value, with what else there was."""

    respect: str
    value: str
    others: tuple[str, ...] = ()
    wants: bool = True
    weight: float = ONCE


@dataclass(frozen=True, slots=True)
class Keeping:
    """What somebody keeps to, how sure that is (0 to 1), and the latest deed that shows it, if any does."""

    respect: str
    value: str
    confidence: float
    shown: Behaviour | None


def kept_to(
    events: Sequence[Behaviour],
    stated: Sequence[Stated] = (),
    assortment: Assortment | None = None,
    *,
    respects: Collection[str],
) -> list[Keeping]:
    """What somebody keeps to in these respects, from what they did (oldest first) and said."""
    weights: defaultdict[Respect, float] = defaultdict(float)
    items: Counter[Respect] = Counter()
    shown: dict[Respect, Behaviour | None] = {}
    open_to: defaultdict[tuple[str, str], float] = defaultdict(float)  # by topic and respect: what could have had it
    had: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for event, weight in _weighed(events):
        for respect, value in shown_by(event) if weight else ():
            if respect not in respects:
                continue
            items[respect, value] += respect == event.topic
            weights[respect, value] += weight
            shown[respect, value] = event
            open_to[event.topic, respect] += weight
            had[event.topic, respect].add(value)
    total: defaultdict[Respect, float] = defaultdict(float)
    expected: defaultdict[Respect, float] = defaultdict(float)
    for (topic, respect), weight in open_to.items():
        known = assortment.shares(topic, respect) if assortment else {}
        own = had[topic, respect]
        for value, share in (known or dict.fromkeys(own, 1 / (len(own) + 1))).items():
            total[respect, value] += weight
            expected[respect, value] += weight * share
    for one in stated:
        values = {one.value, *one.others}
        for value in values if one.wants else {one.value}:
            total[one.respect, value] += one.weight
            expected[one.respect, value] += one.weight / max(2, len(values))
        if one.wants:
            weights[one.respect, one.value] += one.weight
            shown.setdefault((one.respect, one.value), None)
    found = []
    for key, event_shown in shown.items():
        rate = expected[key] / total[key] if total[key] else 0.0
        confidence = (weights[key] + DOUBT * rate) / (total[key] + DOUBT)
        if confidence > ABOVE_CHANCE * rate and not 0 < items[key] < AGAIN:
            found.append(Keeping(*key, min(1.0, round(confidence, 3)), event_shown))
    return found


def shown_by(event: Behaviour) -> list[Respect]:
    """What an event shows somebody to have taken: its features, and the item itself as a thing of its kind."""
    return [*event.features.items(), *([(event.topic, event.item)] if event.topic else [])]


def _weighed(events: Sequence[Behaviour]) -> list[tuple[Behaviour, float]]:
    """Each deed with how much it speaks for their taste; what was sent back, or only written about, does not."""
    bought = {event.item for event in events if event.did == "bought"}
    returned: set[str] = set()
    found, age = [], 0
    for event in reversed(events):
        weight = 1.0 if event.rating is None else LIKED.get(round(event.rating), 0.0)
        if event.did == "viewed":
            weight = LOOKED
        elif event.did == "returned":
            returned.add(event.item)
        if event.item in returned or (event.did == "wrote" and event.item in bought):
            weight = 0.0
        found.append((event, weight * FADING**age))
        age += event.did != "viewed"
    return found[::-1]
