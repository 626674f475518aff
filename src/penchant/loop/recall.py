"""What an agent brings to mind about one person, and how far each belief can still be trusted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from datetime import datetime, timedelta

from penchant.domain import Basis, PersonId, Preference, PreferenceId, Request, Saying, Scene, Turn
from penchant.errors import TurnRefused
from penchant.loop.page import Beliefs, Page, read_page
from penchant.loop.sayings import sayings_of
from penchant.memory import Habits, Memory, Reliability
from penchant.memory.standing import LOOK_BACK
from penchant.mind.phrase import line_for_model
from penchant.mind.protocol import Held, Recalled
from penchant.mind.quotations import is_framed, own_runs_of, runs_of
from penchant.store import Change
from penchant.store.snapshot import Snapshot, plan

SOON = timedelta(hours=1)
"""For so long, time alone does not change how far beliefs are trusted."""

LINES = 128
"""So many of the latest lines of a transcript are looked through for what somebody may quote."""

_PEOPLE_KEPT, _BELIEFS_KEPT = 128, 5_000
"""So many pages are kept, with so many beliefs on them together: some people have thousands."""

_NOTHING: frozenset[str] = frozenset()


class Recollection:
    """Pages of the people met last, read again whenever the store's revision says that one has changed.

    Several threads may ask at once, each about whomever it likes.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._pages: dict[str, Page] = {}
        self._lock = threading.Lock()
        memory.caches.add(self)

    def of(self, person: str, phrasings: tuple[str, ...], values: frozenset[str] = frozenset()) -> Recalled:
        """The beliefs that may bear on a request, or on values on offer, each with how likely it still holds."""
        page = self._page(person)
        now = self._memory.clock()
        told = self._told(person, page, phrasings)
        recalled = _recalled(
            page, self._bearing_on(person, page, phrasings, values), told, now, self._sayings(page, person)
        )
        page.last[:] = [recalled]  # as a rule it is asked for again once the person has spoken
        return recalled

    def of_turn(self, turn: Turn, phrasings: tuple[str, ...], values: frozenset[str] = frozenset()) -> Recalled:
        """What the turn rests on, where nothing was written since and it is not long ago; else as if asked anew."""
        person, now, basis = turn.request.person, self._memory.clock(), turn.basis
        page = self._page(person)
        if basis is None or basis.revision != page.revision:
            told = self._told(person, page, phrasings)
            return _recalled(
                page, self._bearing_on(person, page, phrasings, values), told, now, self._sayings(page, person)
            )
        at = basis.at if now - basis.at < SOON else now
        for last in page.last:
            if last.at == at and [held.preference.id for held in last.beliefs] == [*basis.beliefs]:
                return last
        told, sayings = self._told(person, page, phrasings), self._sayings(page, person)
        return _recalled(page, _named(page, basis), told, at, sayings)

    def beliefs_of(
        self, turn: Turn, phrasings: tuple[str, ...], values: frozenset[str] = frozenset()
    ) -> Sequence[Preference]:
        """The beliefs alone, whatever time it is."""
        page, basis = self._page(turn.request.person), turn.basis
        if basis is None or basis.revision != page.revision or turn.request.described:
            return self._bearing_on(turn.request.person, page, phrasings, values)
        return _named(page, basis)

    def quoted(
        self,
        person: str,
        runs: Set[str],
        beliefs: Sequence[Preference],
        note: Callable[[Preference], str],
        since: Sequence[str] = (),
    ) -> list[str]:
        """The notes of these beliefs, and what was said of late in words of the agent's own, that have such runs.

        ``since`` is what was said since the last write.
        """
        lines = self._memory.transcript(person, latest=LINES)
        if any(line.kind == "seen" for line in lines):  # however long a log was watched, it takes nothing's place
            lines = [line for line in self._memory.transcript(person) if line.kind != "seen"][-LINES:]
        said = [*(line.words for line in lines if line.kind == "said"), *since][-LINES:]

        def told(belief: Preference) -> str:
            return f"{note(belief)}\n{line_for_model(person, belief)}"  # also as it was told until 0.2

        if not self._page(person).index.may_be_in(runs, beliefs, told, said):
            return []
        found = [text for text in map(told, beliefs) if not runs_of(text).isdisjoint(runs)]
        return found + [text for text in said if not (own_runs_of(text).isdisjoint(runs) or is_framed(text, person))]

    def check(self, turn: Turn) -> int:
        """The revision of this person's memory; TurnRefused for a turn that rests on what this memory does not have."""
        person, basis = turn.request.person, turn.basis
        page = self._page(person)
        reasons = turn.choice.reasons if turn.choice else ()
        told = {one.preference.id: one.preference for one in reasons if one.preference.id > 0}  # the others are of now
        every = page.sorted.every
        others = [id for id, one in told.items() if id in every and every[id].since != one.since]
        if basis is not None and basis.revision == page.revision:
            others += {*basis.beliefs} - page.beliefs.keys()
        forgotten = basis is not None and (basis.revision > page.revision or basis.epoch != page.epoch)
        erased = told.keys() - {one.id for one in page.kept} if told else ()
        if others or erased or forgotten:
            raise TurnRefused(
                f"This turn rests on what this memory does not have: it is of another one, or {person} was forgotten "
                "since, or what it rests on. Consider the request anew."
            )
        return page.revision

    def without_forgotten(self, turn: Turn) -> Turn:
        """The turn without the beliefs that were erased since it was made."""
        page = self._page(turn.request.person)
        kept = {one.id for one in page.kept}
        basis, choice = turn.basis, turn.choice
        if basis is not None:
            basis = replace(basis, beliefs=tuple(id for id in basis.beliefs if id in kept), epoch=page.epoch)
        if choice is not None:
            left = tuple(one for one in choice.reasons if one.preference.id in kept or one.preference.id <= 0)
            if left != choice.reasons:  # what it said quotes them
                choice = replace(choice, reasons=left, because="")
        return replace(turn, basis=basis, choice=choice)

    def forget(self, person: str) -> None:
        """Let go of what is kept here about a person."""
        with self._lock:
            self._pages.pop(person, None)

    def _bearing_on(
        self, person: str, page: Page, phrasings: tuple[str, ...], values: frozenset[str]
    ) -> Sequence[Preference]:
        """Of a page, the beliefs that may bear on a request."""
        beliefs = page.beliefs
        if values:
            beliefs = {id: belief for id, belief in beliefs.items() if belief.value in values}
        habits = self._memory.habits
        if len(beliefs) > habits.notes or habits.threshold is not None:
            return self._nearest(person, phrasings, beliefs)
        return [*beliefs.values()]

    def _told(self, person: str, page: Page, phrasings: tuple[str, ...]) -> Sequence[Preference]:
        """Of what was said in free talk, what may bear on a request."""
        told = page.sorted.told
        return self._nearest(person, phrasings, told) if len(told) > self._memory.habits.notes else [*told.values()]

    def _sayings(self, page: Page, person: str) -> tuple[Saying, ...]:
        """What they said, as far as it still holds; gathered once a revision."""
        if page.sayings is None:
            lines = self._memory.transcript(person) if page.lines is None else page.lines
            page.sayings = sayings_of(lines, page.kept)
        return page.sayings

    def _nearest(self, person: str, phrasings: Sequence[str], beliefs: Beliefs) -> list[Preference]:
        """Of these beliefs the ones that fit any of the phrasings best, in order of id."""
        habits = self._memory.habits
        best: dict[PreferenceId, float] = {}
        for text in phrasings:
            found = self._memory.search(
                person, text, limit=habits.notes, threshold=habits.threshold, among=beliefs.keys()
            )
            for match in found:
                best[match.preference.id] = max(match.score, best.get(match.preference.id, -1.0))
        nearest = sorted(best, key=lambda id: (-best[id], id))[: habits.notes]
        return [beliefs[id] for id in sorted(nearest)]

    def as_if(self, person: str, values: frozenset[str], changes: Sequence[Change]) -> Recalled:
        """What would be recalled about values on offer once the changes were made; nothing is written."""
        page = self._page_as_if(person, changes)
        beliefs = [belief for belief in page.beliefs.values() if belief.value in values]
        return _recalled(page, beliefs, (), self._memory.clock(), ())

    def believed_as_if(self, person: str, changes: Sequence[Change]) -> Sequence[Preference]:
        """All that would be believed once the changes were made."""
        return [*self._page_as_if(person, changes).beliefs.values()]

    def constraints_of(self, person: str) -> Sequence[Preference]:
        """What this person keeps to, whatever the errand."""
        return [*self._page(person).sorted.constraints.values()]

    def reliability_of(self, person: str) -> Reliability:
        """How far this person's words can be relied on."""
        return self._page(person).standing.words

    def former(self, person: str, scene: Scene) -> frozenset[str]:
        """What this person was once believed to want in this very matter, and confirmed."""
        return frozenset(
            belief.value
            for belief in self._page(person).sorted.tastes.ended.values()
            if belief.stance == "wants"
            and (belief.situation, belief.topic) == (scene.situation, scene.topic)
            and belief.since < belief.confirmed
        )

    def _page_as_if(self, person: str, changes: Sequence[Change]) -> Page:
        page, id = self._page(person), PersonId(person)
        kept = page.sorted.every
        steps = plan(id, changes, next_id=next(reversed(kept), 0) + 1, has=kept.__contains__, size=None)
        after = Snapshot(page.revision, kept, page.evidence).after(steps, page.revision)
        return page.as_if(after.preferences or {}, after.witnesses(None, LOOK_BACK))

    def _page(self, person: str) -> Page:
        store, id = self._memory.store, PersonId(person)
        with self._lock:
            page = self._pages.get(person)
        # of a stranger the epoch may be another; and where no page is kept, the revision is read with all the rest
        if page is not None and page.revision != 0 and store.revision(id) == page.revision:
            with self._lock:
                if self._pages.get(person) is page:
                    self._pages[person] = self._pages.pop(person)  # as the one used last
            return page
        page = read_page(store, id, page)
        with self._lock:
            self._pages[person] = page
            while len(self._pages) > 1 and (
                len(self._pages) > _PEOPLE_KEPT or sum(len(one.kept) for one in self._pages.values()) > _BELIEFS_KEPT
            ):
                del self._pages[next(iter(self._pages))]
        return page


def searched(request: Request, scene: Scene, habits: Habits) -> tuple[tuple[str, ...], frozenset[str]]:
    """What memory is searched for: the request, and where that is a habit, its parts; and the values on offer."""
    values = frozenset(value for each in request.features for value in each) if request.features else _NOTHING
    if not habits.expand:
        return (request.text,), values
    parts = (request.text, scene.situation, scene.topic, ", ".join((*scene.things, *scene.places)))
    return tuple(dict.fromkeys(part for part in parts if part)), values


def _named(page: Page, basis: Basis) -> Sequence[Preference]:
    """The beliefs that a turn rests on, at the revision they were recalled at."""
    if len(basis.beliefs) == len(page.beliefs):
        return [*page.beliefs.values()]
    return [page.beliefs[id] for id in sorted({*basis.beliefs} & page.beliefs.keys())]


def _recalled(
    page: Page,
    beliefs: Sequence[Preference],
    told: Sequence[Preference],
    now: datetime,
    sayings: tuple[Saying, ...],
) -> Recalled:
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
        epoch=page.epoch,
        told=tuple(Held(belief, belief.confidence) for belief in told),
        sayings=sayings,
        constraints=(*page.sorted.constraints.values(), *page.sorted.of_others.values()),
        cache=page.cache,
    )
