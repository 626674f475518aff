"""What an agent brings to mind about one person, and how far each belief can still be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from penchant.domain import Evidence, PersonId, Preference
from penchant.memory import Memory, Standing
from penchant.memory.standing import LOOK_BACK
from penchant.mind.protocol import Held, Recalled

AT_ONCE = 64
"""So many beliefs are weighed for one request; of a longer memory, those nearest to the request."""

RECENT = 20
"""So many of the latest episodes tell how often a request is about something known."""

SOON = timedelta(hours=1)
"""For so long, time alone does not change how far beliefs are trusted."""

_PEOPLE_KEPT = 128


@dataclass(frozen=True, slots=True)
class _Page:
    """One person's memory as it stood at a revision."""

    revision: int
    beliefs: list[Preference]
    standing: Standing
    familiarity: float


@dataclass(frozen=True, slots=True)
class _Last:
    """What was recalled a moment ago: within one errand the same is asked for several times."""

    page: _Page
    key: tuple[str, frozenset[str]]
    at: datetime
    recalled: Recalled


class Recollection:
    """Pages of the people met last, read again whenever the store's revision says that one has changed."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._pages: dict[str, _Page] = {}
        self._last: _Last | None = None

    def of(self, person: str, text: str, values: frozenset[str] = frozenset()) -> Recalled:
        """The beliefs that may bear on a text, or on values on offer, each with how likely it still holds."""
        page, now = self._page(person), self._memory.clock()
        last = self._last
        key = (text, values)
        if last is not None and last.page is page and last.key == key and now - last.at < SOON:
            return last.recalled
        beliefs = page.beliefs
        if values:
            beliefs = [belief for belief in beliefs if belief.value in values]
        elif len(beliefs) > AT_ONCE:
            near = self._memory.search(person, text, limit=AT_ONCE)
            beliefs = sorted((match.preference for match in near), key=lambda p: p.id)
        standing = page.standing.of(beliefs, now)
        self._last = _Last(page, key, now, Recalled(tuple(map(Held, beliefs, standing)), page.familiarity))
        return self._last.recalled

    def lately(self, person: str, text: str, values: frozenset[str] = frozenset()) -> Recalled:
        """The same; where it was asked for a moment ago, without looking at the clock again."""
        last = self._last
        if last is not None and last.key == (text, values) and last.page is self._page(person):
            return last.recalled
        return self.of(person, text, values)

    def _page(self, person: str) -> _Page:
        store, id = self._memory.store, PersonId(person)
        revision = store.revision(id)
        page = self._pages.pop(person, None)
        if page is None or page.revision != revision:
            page = _read(revision, store.list(id, closed=True), store.evidence(id, latest=LOOK_BACK))
        self._pages[person] = page
        if len(self._pages) > _PEOPLE_KEPT:
            del self._pages[next(iter(self._pages))]
        return page


def _read(revision: int, every: Sequence[Preference], evidence: Sequence[Evidence]) -> _Page:
    closed = sorted((b for b in every if b.until is not None), key=lambda b: (b.until, b.id))
    beliefs = [belief for belief in every if belief.until is None]
    return _Page(revision, beliefs, Standing(closed, evidence), _familiarity(every, evidence))


def _familiarity(every: Sequence[Preference], evidence: Sequence[Evidence]) -> float:
    """Of the latest episodes, how many spoke of something believed before; a stranger's next request hardly does."""
    born = {belief.id: belief.episode for belief in every}
    known = {item.episode for item in evidence if born.get(item.preference) != item.episode}
    recent = list(dict.fromkeys(item.episode for item in reversed(evidence)))[:RECENT]
    return (1 + sum(episode in known for episode in recent)) / (4 + len(recent))
