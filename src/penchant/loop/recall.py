"""What an agent brings to mind about one person, and how far each belief can still be trusted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter

from penchant.domain import (
    TOLD,
    Basis,
    EpisodeId,
    Evidence,
    PersonId,
    Preference,
    PreferenceId,
    Request,
    Scene,
    Turn,
    is_told,
)
from penchant.errors import BadInput
from penchant.loop.quotations import RunIndex, is_framed, own_runs_of, runs_of
from penchant.loop.willingness import Willingness, willingness
from penchant.memory import Habits, Memory, Reliability, Standing
from penchant.memory.standing import LOOK_BACK
from penchant.mind.behaviour import is_seen
from penchant.mind.protocol import Held, MindCache, Recalled
from penchant.mind.writing import is_way
from penchant.store import Change
from penchant.store.snapshot import Snapshot, plan

RECENT = 20
"""So many of the latest episodes tell how often a request is about something known."""

SOON = timedelta(hours=1)
"""For so long, time alone does not change how far beliefs are trusted."""

LINES = 128
"""So many of the latest lines of a transcript are looked through for what somebody may quote."""

QUESTIONED = 160
"""So many of the latest lines tell how somebody takes being asked."""

_PEOPLE_KEPT = 128
_NOTHING: frozenset[str] = frozenset()
_EPISODE = attrgetter("episode")


@dataclass(frozen=True, slots=True)
class _Page:
    """One person's memory as it stood at a revision."""

    revision: int
    every: list[Preference]  # those that were closed too
    evidence: list[Evidence]
    beliefs: list[Preference]
    told: tuple[Preference, ...]  # in free talk
    constraints: tuple[Preference, ...]  # these outrank all beliefs, and all of them are recalled every time
    of_others: tuple[Preference, ...]  # what people they speak of keep to: it holds on errands for them
    standing: Standing
    familiarity: float
    asked: float
    willing: Willingness
    cache: MindCache
    index: RunIndex
    last: list[Recalled] = field(default_factory=list)  # what was recalled last, if anything


class Recollection:
    """Pages of the people met last, read again whenever the store's revision says that one has changed.

    Several threads may ask at once, each about whomever it likes.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._pages: dict[str, _Page] = {}
        self._lock = threading.Lock()
        memory.caches.add(self)

    def of(self, person: str, phrasings: tuple[str, ...], values: frozenset[str] = frozenset()) -> Recalled:
        """The beliefs that may bear on a request, or on values on offer, each with how likely it still holds."""
        page = self._page(person)
        recalled = _recalled(page, self._bearing_on(person, page, phrasings, values), self._memory.clock())
        page.last[:] = [recalled]  # as a rule it is asked for again once the person has spoken
        return recalled

    def of_turn(self, turn: Turn, phrasings: tuple[str, ...], values: frozenset[str] = frozenset()) -> Recalled:
        """What the turn rests on, where nothing was written since and it is not long ago; else as if asked anew."""
        page, now, basis = self._page(turn.request.person), self._memory.clock(), turn.basis
        if basis is None or basis.revision != page.revision:
            return _recalled(page, self._bearing_on(turn.request.person, page, phrasings, values), now)
        at = basis.at if now - basis.at < SOON else now
        for last in page.last:
            if last.at == at and [held.preference.id for held in last.beliefs] == [*basis.beliefs]:
                return last
        return _recalled(page, _named(page, basis), at)

    def beliefs_of(
        self, turn: Turn, phrasings: tuple[str, ...], values: frozenset[str] = frozenset()
    ) -> Sequence[Preference]:
        """The beliefs alone, whatever time it is."""
        page, basis = self._page(turn.request.person), turn.basis
        if basis is None or basis.revision != page.revision or turn.request.described:
            return self._bearing_on(turn.request.person, page, phrasings, values)
        return _named(page, basis)

    def quoted(
        self, person: str, runs: Set[str], beliefs: Sequence[Preference], note: Callable[[Preference], str]
    ) -> list[str]:
        """The notes of these beliefs, and what was said of late in words of the agent's own, that have such runs."""
        lines = self._memory.transcript(person, latest=LINES)
        if any(line.kind == "seen" for line in lines):  # however long a log was watched, it takes nothing's place
            lines = [line for line in self._memory.transcript(person) if line.kind != "seen"][-LINES:]
        said = [line.words for line in lines if line.kind == "said"]
        if not self._page(person).index.may_be_in(runs, beliefs, note, said):
            return []
        found = [text for text in map(note, beliefs) if not runs_of(text).isdisjoint(runs)]
        return found + [text for text in said if not (own_runs_of(text).isdisjoint(runs) or is_framed(text, person))]

    def check(self, turn: Turn) -> None:
        """BadInput for a turn that rests on what this memory does not have."""
        person, basis = turn.request.person, turn.basis
        page = self._page(person)
        told = {reason.preference.id: reason.preference for reason in turn.choice.reasons} if turn.choice else {}
        others = [one.id for one in page.every if one.id in told and one.since != told[one.id].since] if told else []
        if basis is not None and basis.revision == page.revision:
            others += {*basis.beliefs} - {belief.id for belief in page.beliefs}
        if others or (basis is not None and basis.revision > page.revision):
            raise BadInput(
                f"This turn rests on what this memory does not have: it is of another one, or {person} was forgotten "
                "since. Consider the request anew."
            )

    def forget(self, person: str) -> None:
        """Let go of what is kept here about a person."""
        with self._lock:
            self._pages.pop(person, None)

    def _bearing_on(
        self, person: str, page: _Page, phrasings: tuple[str, ...], values: frozenset[str]
    ) -> Sequence[Preference]:
        """Of a page, the beliefs that may bear on a request."""
        beliefs: Sequence[Preference] = page.beliefs
        if values:
            beliefs = [belief for belief in beliefs if belief.value in values]
        habits = self._memory.habits
        if len(beliefs) > habits.notes or habits.threshold is not None:
            return self._nearest(person, phrasings, beliefs, limit=len(page.beliefs) if values else habits.notes)
        return beliefs

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

    def as_if(self, person: str, values: frozenset[str], changes: Sequence[Change]) -> Recalled:
        """What would be recalled about values on offer once the changes were made; nothing is written."""
        page = self._page_as_if(person, changes)
        return _recalled(page, [belief for belief in page.beliefs if belief.value in values], self._memory.clock())

    def believed_as_if(self, person: str, changes: Sequence[Change]) -> Sequence[Preference]:
        """All that would be believed once the changes were made."""
        return self._page_as_if(person, changes).beliefs

    def constraints_of(self, person: str) -> Sequence[Preference]:
        """What this person keeps to, whatever the errand."""
        return self._page(person).constraints

    def reliability_of(self, person: str) -> Reliability:
        """How far this person's words can be relied on."""
        return self._page(person).standing.words

    def former(self, person: str, scene: Scene) -> frozenset[str]:
        """What this person was once believed to want in this very matter, and confirmed."""
        return frozenset(
            belief.value
            for belief in self._page(person).every
            if belief.until is not None
            and belief.stance == "wants"
            and (belief.situation, belief.topic) == (scene.situation, scene.topic)
            and belief.since < belief.confirmed
        )

    def _page_as_if(self, person: str, changes: Sequence[Change]) -> _Page:
        page, id = self._page(person), PersonId(person)
        kept = {belief.id: belief for belief in page.every}
        steps = plan(id, changes, next_id=max(kept, default=0) + 1, has=kept.__contains__, size=None)
        snapshot = Snapshot(page.revision, kept, page.evidence).after(steps, page.revision)
        return _read(page.revision, snapshot.read(closed=True), snapshot.witnesses(None, LOOK_BACK), page.willing, page)

    def _latest(self, person: PersonId) -> list[Evidence]:
        """The latest evidence in words heard on errands; of what was only seen, the transcript tells."""
        store = self._memory.store
        latest = store.evidence(person, latest=LOOK_BACK)
        if not all(map(_is_of_errand, latest)):
            latest = [item for item in store.evidence(person) if _is_of_errand(item)][-LOOK_BACK:]
        return latest

    def _page(self, person: str) -> _Page:
        store, id = self._memory.store, PersonId(person)
        revision = store.revision(id)
        with self._lock:
            page = self._pages.pop(person, None)
            if page is not None and page.revision == revision:
                self._pages[person] = page  # as the one used last
                return page
        willing = willingness(store.transcript(id, latest=QUESTIONED))
        page = _read(revision, _bearing(store.list(id, closed=True)), self._latest(id), willing, page)
        with self._lock:
            self._pages[person] = page
            if len(self._pages) > _PEOPLE_KEPT:
                del self._pages[next(iter(self._pages))]
        return page


def searched(request: Request, scene: Scene, habits: Habits) -> tuple[tuple[str, ...], frozenset[str]]:
    """What memory is searched for: the request, and where that is a habit, its parts; and the values on offer."""
    values = frozenset(value for each in request.features for value in each) if request.features else _NOTHING
    if not habits.expand:
        return (request.text,), values
    parts = (request.text, scene.situation, scene.topic, ", ".join((*scene.things, *scene.places)))
    return tuple(dict.fromkeys(part for part in parts if part)), values


def _is_of_errand(item: Evidence) -> bool:
    return item.source != "behaviour" and not item.episode.startswith(TOLD)


def _bearing(beliefs: list[Preference]) -> list[Preference]:
    """Beliefs that may bear on a choice. One from behaviour that was closed says nothing of how others fare."""
    return [b for b in beliefs if not is_seen(b) or (b.until is None and not is_way(b))]


def _named(page: _Page, basis: Basis) -> Sequence[Preference]:
    """The beliefs that a turn rests on, at the revision they were recalled at."""
    if len(basis.beliefs) == len(page.beliefs):
        return page.beliefs
    named = set(basis.beliefs)
    return [belief for belief in page.beliefs if belief.id in named]


def _recalled(page: _Page, beliefs: Sequence[Preference], now: datetime) -> Recalled:
    held = map(Held, beliefs, page.standing.of(beliefs))
    return Recalled(
        tuple(held),
        page.familiarity,
        page.asked,
        page.standing.words.answer,
        page.willing.unanswered,
        page.willing.minded,
        page.revision,
        now,
        told=tuple(Held(belief, belief.confidence) for belief in page.told),
        constraints=page.constraints + page.of_others,
        cache=page.cache,
    )


def _read(
    revision: int, every: list[Preference], evidence: list[Evidence], willing: Willingness, before: _Page | None
) -> _Page:
    told = tuple(b for b in every if is_told(b) and b.kind != "constraint" and b.until is None and b.use != "never")
    tastes = [belief for belief in every if belief.kind == "taste" and not is_told(belief)]
    beliefs = [belief for belief in tastes if belief.until is None]
    rules = [b for b in every if b.kind == "constraint" and b.until is None and b.use != "never"]
    constraints, of_others = (tuple(b for b in rules if bool(b.whom) == others) for others in (False, True))
    recent = list(dict.fromkeys(map(_EPISODE, reversed(evidence))))[:RECENT]
    familiarity, asked = _familiarity(every, evidence, recent), _asked(evidence, recent)
    standing = Standing(tastes, evidence)
    cache, index = MindCache(), RunIndex()
    if before is not None and _only_more(before.every, every):
        cache, index = before.cache, before.index
    return _Page(
        revision,
        every,
        evidence,
        beliefs,
        told,
        constraints,
        of_others,
        standing,
        familiarity,
        asked,
        willing,
        cache,
        index,
    )


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
