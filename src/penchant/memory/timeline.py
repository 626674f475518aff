"""The time line of one person's beliefs: what was opened, confirmed, doubted and closed, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, get_args

from penchant.domain import Preference
from penchant.memory.memory import Memory

Happening = Literal["opened", "confirmed", "doubted", "closed"]
_ORDER: tuple[Happening, ...] = get_args(Happening)


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened to one belief."""

    at: datetime
    what: Happening
    preference: Preference
    words: str = ""  # what was said then, where it is known


def timeline_of(memory: Memory, person: str) -> list[Moment]:
    """Every moment of every belief of a person, oldest first.

    >>> from penchant.domain import Draft
    >>> from penchant.store.dict import DictStore
    >>> from penchant.testing import HashEmbedder
    >>> memory = Memory(DictStore(), HashEmbedder())
    >>> tea = memory.add("ana", Draft(situation="", topic="a drink", stance="wants", value="tea", confidence=0.9,
    ...                               words="tea please", episode="e1"))
    >>> _ = memory.retire("ana", tea.id)
    >>> [(moment.what, moment.words) for moment in timeline_of(memory, "ana")]
    [('opened', 'tea please'), ('closed', '')]
    """
    beliefs = {one.id: one for one in memory.list(person, closed=True)}
    found = [Moment(one.since, "opened", one, one.words) for one in beliefs.values()]
    first = set()
    for item in memory.evidence(person):
        one = beliefs.get(item.preference)
        if one is None:
            continue
        if item.preference not in first and item.episode == one.episode:  # it is what the belief began with
            first.add(item.preference)
            continue
        found.append(Moment(item.at, "confirmed" if item.supports else "doubted", one, item.words))
    found += [Moment(one.until, "closed", one) for one in beliefs.values() if one.until is not None]
    return sorted(found, key=lambda moment: (moment.at, _ORDER.index(moment.what), moment.preference.id))


def named_moments(moments: Sequence[Moment]) -> list[tuple[str, Moment]]:
    """Each moment of a time line under a name; the names sort as the moments do, also when others are added."""
    alike: Counter[str] = Counter()
    found = []
    for moment in moments:
        at = moment.at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")
        name = f"{at}-{_ORDER.index(moment.what)}-{moment.preference.id:016}"
        found.append((f"{name}-{alike[name]:04}", moment))
        alike[name] += 1
    return found
