"""What an agent brings to mind about one person, and how far each belief can still be trusted."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId
from penchant.memory import Memory, Standing
from penchant.memory.standing import LOOK_BACK
from penchant.mind.behaviour import is_seen
from penchant.mind.protocol import Held, Recalled, Room
from penchant.mind.writing import WAYS
from penchant.store import Change
from penchant.store.snapshot import Snapshot, plan

RECENT = 20
"""So many of the latest episodes tell how often a request is about something known."""

SOON = timedelta(hours=1)
"""For so long, time alone does not change how far beliefs are trusted."""

_PEOPLE_KEPT = 128
_EPISODE = attrgetter("episode")


@dataclass(frozen=True, slots=True)
class _Page:
    """One person's memory as it stood at a revision."""

    revision: int
    every: list[Preference]  # those that were closed too
    evidence: list[Evidence]
    beliefs: list[Preference]
    standing: Standing
    familiarity: float
    asked: float
    room: Room


@dataclass(frozen=True, slots=True)
class _Last:
    """What was recalled a moment ago: within one errand the same is asked for several times."""

    page: _Page
    key: tuple[tuple[str, ...], frozenset[str]]
    at: datetime
    recalled: Recalled


class Recollection:
    """Pages of the people met last, read again whenever the store's revision says that one has changed.

    Several threads may ask at once, each about whomever it likes.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._pages: dict[str, _Page] = {}
        self._last: _Last | None = None
        self._lock = threading.Lock()

    def of(self, person: str, phrasings: tuple[str, ...], values: frozenset[str] = frozenset()) -> Recalled:
        """The beliefs that may bear on a request, or on values on offer, each with how likely it still holds."""
        page, now = self._page(person), self._memory.clock()
        last = self._last
        key = (phrasings, values)
        if last is not None and last.page is page and last.key == key and now - last.at < SOON:
            return last.recalled
        beliefs = page.beliefs
        if values:
            beliefs = [belief for belief in beliefs if belief.value in values]
        habits = self._memory.habits
        if len(beliefs) > habits.notes or habits.threshold is not None:
            beliefs = self._nearest(person, phrasings, beliefs, limit=len(page.beliefs) if values else habits.notes)
        recalled = _recalled(page, beliefs, now)
        self._last = _Last(page, key, now, recalled)  # read back by nobody here: another thread may put theirs there
        return recalled

    def _nearest(
        self, person: str, phrasings: Sequence[str], beliefs: Sequence[Preference], *, limit: int
    ) -> list[Preference]:
        """Of these beliefs the ones most like any of the phrasings, in order of id."""
        habits, known = self._memory.habits, {belief.id: belief for belief in beliefs}
        best: dict[PreferenceId, float] = {}
        for text in phrasings:
            for match in self._memory.search(person, text, limit=max(limit, 1), threshold=habits.threshold):
                id = match.preference.id
                if id in known:
                    best[id] = max(match.score, best.get(id, -1.0))
        nearest = sorted(best, key=lambda id: (-best[id], id))[: habits.notes]
        return [known[id] for id in sorted(nearest)]

    def lately(self, person: str, phrasings: tuple[str, ...], values: frozenset[str] = frozenset()) -> Recalled:
        """The same; where it was asked for a moment ago, without looking at the clock again."""
        last = self._last
        if last is not None and last.key == (phrasings, values) and last.page is self._page(person):
            return last.recalled
        return self.of(person, phrasings, values)

    def as_if(self, person: str, values: frozenset[str], changes: Sequence[Change]) -> Recalled:
        """What would be recalled about values on offer once the changes were made; nothing is written."""
        page, id = self._page(person), PersonId(person)
        kept = {belief.id: belief for belief in page.every}
        steps = plan(id, changes, next_id=max(kept, default=0) + 1, has=kept.__contains__, size=None)
        snapshot = Snapshot(page.revision, kept, page.evidence).after(steps, page.revision)
        page = _read(page.revision, snapshot.read(closed=True), snapshot.witnesses(None, LOOK_BACK), page)
        return _recalled(page, [belief for belief in page.beliefs if belief.value in values], self._memory.clock())

    def _latest(self, person: PersonId) -> list[Evidence]:
        """The latest evidence in words; of what was only seen, the transcript tells."""
        store = self._memory.store
        latest = store.evidence(person, latest=LOOK_BACK)
        if any(item.source == "behaviour" for item in latest):
            latest = [item for item in store.evidence(person) if item.source != "behaviour"][-LOOK_BACK:]
        return latest

    def _page(self, person: str) -> _Page:
        store, id = self._memory.store, PersonId(person)
        revision = store.revision(id)
        with self._lock:
            page = self._pages.pop(person, None)
            if page is not None and page.revision == revision:
                self._pages[person] = page  # as the one used last
                return page
        page = _read(revision, _bearing(store.list(id, closed=True)), self._latest(id), page)
        with self._lock:
            self._pages[person] = page
            if len(self._pages) > _PEOPLE_KEPT:
                del self._pages[next(iter(self._pages))]
        return page


def _bearing(beliefs: list[Preference]) -> list[Preference]:
    """Beliefs that may bear on a choice. One from behaviour that was closed says nothing of how others fare."""
    return [b for b in beliefs if not is_seen(b) or (b.until is None and b.topic not in WAYS)]


def _recalled(page: _Page, beliefs: Sequence[Preference], now: datetime) -> Recalled:
    held = map(Held, beliefs, page.standing.of(beliefs, now))
    return Recalled(tuple(held), page.familiarity, page.asked, page.room)


def _read(revision: int, every: list[Preference], evidence: list[Evidence], before: _Page | None) -> _Page:
    beliefs = [belief for belief in every if belief.until is None]
    closed = [belief for belief in every if belief.until is not None]
    recent = list(dict.fromkeys(map(_EPISODE, reversed(evidence))))[:RECENT]
    familiarity, asked = _familiarity(every, evidence, recent), _asked(evidence, recent)
    standing = Standing(closed, evidence, None if before is None else before.standing)
    room = before.room if before is not None and _only_more(before.every, every) else Room()
    return _Page(revision, every, evidence, beliefs, standing, familiarity, asked, room)


def _only_more(before: Sequence[Preference], every: Sequence[Preference]) -> bool:
    """Whether nothing was forgotten: of what was, nothing that was worked out is to be left."""
    pairs = zip(before, every, strict=False)
    return len(before) <= len(every) and all(b is e or (b.id, b.since) == (e.id, e.since) for b, e in pairs)


def _familiarity(every: Sequence[Preference], evidence: Sequence[Evidence], recent: Sequence[EpisodeId]) -> float:
    """Of the latest episodes, how many spoke of something believed before; a stranger's next request hardly does."""
    born = {belief.id: belief.episode for belief in every}
    known = {item.episode for item in evidence if born.get(item.preference) != item.episode}
    return (1 + sum(episode in known for episode in recent)) / (4 + len(recent))


def _asked(evidence: Sequence[Evidence], recent: Sequence[EpisodeId]) -> float:
    """In how many of the latest episodes the person was asked something, and answered."""
    asked = {item.episode for item in evidence if item.source == "answer"}
    return sum(episode in asked for episode in recent) / max(len(recent), 1)
