"""The memory: preferences of many people, each read by its owner's name only.

It puts vectors beside sentences and dates beside changes, and leaves bytes to the store. What a belief means for the
next choice is decided elsewhere.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Protocol, get_args
from weakref import WeakSet

from penchant.domain import (
    BeliefKind,
    Draft,
    EpisodeId,
    Evidence,
    PersonId,
    Preference,
    PreferenceId,
    Source,
    TranscriptEntry,
    Use,
    episode_by_hand,
    is_told,
    said_on,
)
from penchant.domain.checks import check_id, check_number, check_one_of, check_texts, is_whole
from penchant.domain.checks import check_moments as check_times
from penchant.embed import Embedder, Vector
from penchant.errors import BadInput, PreferenceClosed, UnknownPreference
from penchant.memory.conflicts import until_written
from penchant.memory.finding import Finder, check_moments, narrowed
from penchant.memory.habits import Habits
from penchant.memory.said import SaidFinder, SaidMatch
from penchant.store import Change, Close, Erase, EraseLines, Lingering, Match, Open, Store, Trust, Witness
from penchant.store.checks import check_count, checked_person
from penchant.store.snapshot import kept_as

Clock = Callable[[], datetime]

BY_HAND = "by hand"
"""The episode of what somebody changed in their memory themselves."""

CONFIRMED = 0.9
"""How surely somebody means it who confirms a belief."""


class PersonCache(Protocol):
    """Something that holds on to what it read about people, for as long as nobody forgets them."""

    def forget(self, person: str) -> None:
        """Let go of what is kept about a person."""
        ...


def now() -> datetime:
    """The time on this machine's clock, in UTC."""
    return datetime.now(UTC)


def sentence(draft: Draft | Preference) -> str:
    """What search compares with: when, what about, and what."""
    parts = (draft.whom, draft.situation, draft.topic, f"{draft.stance} {draft.value}")
    return ". ".join(part for part in parts if part)


def with_keywords(draft: Draft | Preference) -> str:
    """The same, followed by what was on offer when it was heard."""
    return f"{sentence(draft)} | {', '.join((draft.value, *draft.rather_than))}"


class Memory:
    """Preferences with their history and evidence, on any store.

    >>> from penchant.testing import HashEmbedder
    >>> from penchant.store.dict import DictStore
    >>> memory = Memory(DictStore(), HashEmbedder())
    >>> tea = Draft(situation="drowsy", topic="a drink", stance="wants", value="herbal tea",
    ...             confidence=0.9, words="the tea please", episode="e1")
    >>> kept = memory.add("ana", tea)
    >>> [match.preference.value for match in memory.search("ana", "a drink when drowsy")]
    ['herbal tea']
    >>> memory.list("ben")
    []
    """

    def __init__(self, store: Store, embedder: Embedder, clock: Clock = now, *, habits: Habits | None = None) -> None:
        self.store = store
        self.embedder = embedder
        self.clock = clock
        self.habits = habits or Habits()
        self.caches: WeakSet[PersonCache] = WeakSet()  # told whenever something about a person is forgotten
        self._finder = Finder(store)
        self._said = SaidFinder(store, embedder)
        self.caches.update((self._finder, self._said))

    def __repr__(self) -> str:
        return f"<Memory in {self.store!r}, with {self.embedder.name} vectors>"

    def add(self, person: str, draft: Draft, source: Source = "statement") -> Preference:
        """Begin to believe something; durable when this returns."""
        if not isinstance(draft, Draft):
            raise BadInput(f"What is to be believed is given as a Draft, not as {draft!r:.60}.")
        opening = self.opening(draft, source)
        [id] = self.apply(person, [opening])
        return kept_as(PersonId(person), id, opening)

    def search(
        self,
        person: str,
        text: str,
        *,
        limit: int = 10,
        threshold: float | None = None,
        closed: bool = False,
        kinds: Collection[BeliefKind] = (),
        whom: str | None = None,
        uses: Collection[Use] = (),
        among: Collection[PreferenceId] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        at: datetime | None = None,
    ) -> builtins.list[Match]:
        """A person's preferences that fit a text best, by meaning and by word, best first.

        ``threshold``  only those nearer in meaning than this (cosine, strictly)
        ``closed``     also what is believed no longer
        ``kinds``      only these, such as ``"constraint"``
        ``whom``       only what is about somebody: ``""`` the person, else who they speak of
        ``uses``       only what may be used so: ``("free",)`` for what goes into a model's prompt
        ``among``      only these
        ``since``      only what was heard or confirmed at that time or later; ``until``, what began before then
        ``at``         what was believed at that moment, whether it still is or not
        """
        check_texts("A search", text=text)
        check_whole("limit", limit)
        check_number("A threshold of likeness", threshold)
        check_filters(kinds, whom, among)
        check_times(since=since, until=until, at=at)
        keep = narrowed(closed=closed, kinds=kinds, whom=whom, uses=uses, among=among, since=since, until=until, at=at)
        return self._finder.find(
            PersonId(person),
            text,
            self._vector(text),
            limit=limit,
            threshold=threshold,
            closed=closed or at is not None,
            keep=keep,
        )

    def search_said(
        self, person: str, text: str, *, limit: int = 10, since: datetime | None = None, until: datetime | None = None
    ) -> builtins.list[SaidMatch]:
        """The lines of a person's transcript that fit a text best, each read with the lines around it, best first.

        ``since`` and ``until`` keep to what was said from one moment up to another.
        """
        check_texts("A search", text=text)
        check_whole("limit", limit)
        check_times(since=since, until=until)
        check_moments(since, until)
        check_count(limit, "limit")
        return self._said.find(PersonId(person), text, limit=limit, since=since, until=until)

    def similar(self, person: str, text: str, threshold: float) -> Preference | None:
        """The nearest preference strictly above a threshold of likeness, if there is one."""
        check_texts("A search", text=text)
        check_number("A threshold of likeness", threshold)
        found = self.store.nearest(PersonId(person), self._vector(text), limit=1, threshold=threshold)
        return found[0].preference if found else None

    def update(
        self,
        person: str,
        id: PreferenceId,
        *,
        value: str,
        words: str,
        source: Source = "edit",
        episode: str = BY_HAND,
        use: Use | None = None,
    ) -> Preference:
        """Believe another value, or use it otherwise, from now on; the old belief is closed and stays readable."""
        check_texts("An edit", value=value, words=words, episode=episode)
        change = partial(self._update, person, id, value=value, words=words, source=source, episode=episode, use=use)
        return until_written(person, change)

    def _update(
        self, person: str, id: PreferenceId, *, value: str, words: str, source: Source, episode: str, use: Use | None
    ) -> Preference:
        revision = self.store.revision(PersonId(person))
        old = self.get(person, id)
        if not old.is_open:
            raise PreferenceClosed(f"Preference {id} of {person} was closed on {old.until:%Y-%m-%d}; edit an open one.")
        draft = Draft(
            situation=old.situation,
            topic=old.topic,
            stance=old.stance,
            value=value,
            rather_than=tuple(other for other in _others(old) if other != value),
            confidence=max(old.confidence, 0.9),
            words=words,
            episode=episode_by_hand(old, episode),
            kind=old.kind,
            whom=old.whom,
            origin=old.origin,
            use=old.use if use is None else use,
            exception=old.exception,
        )
        opening = self.opening(draft, source, replaces=id)
        [new] = self.apply(person, [Close(id, opening.at), opening], expected=revision)
        return kept_as(PersonId(person), new, opening)

    def confirm(self, person: str, id: PreferenceId, *, words: str, episode: str = BY_HAND) -> Preference:
        """Note that the person stands by a belief; it is surer from now on. One episode confirms it once."""
        return until_written(person, partial(self._confirm, person, id, words=words, episode=episode))

    def _confirm(self, person: str, id: PreferenceId, *, words: str, episode: str) -> Preference:
        revision = self.store.revision(PersonId(person))
        belief = self.get(person, id)
        if not belief.is_open:
            raise PreferenceClosed(f"Preference {id} of {person} is believed no longer; confirm an open one.")
        named = episode != BY_HAND
        if named and any(item.episode == episode for item in self.evidence(person, id)):
            return belief
        at = self.clock()
        spoke = Evidence(preference=id, episode=EpisodeId(episode), source="edit", supports=True, words=words, at=at)
        surer = 1 - (1 - belief.confidence) * (1 - CONFIRMED)
        self.apply(person, [Witness(spoke), Trust(id, surer, at)], expected=revision)
        return self.get(person, id)

    def get(self, person: str, id: PreferenceId) -> Preference:
        """One preference of this person, open or closed."""
        check_id(id)
        found = self.store.get(PersonId(person), id)
        if found is None:
            raise UnknownPreference(f"{person} has no preference {id}. List them all to see which there are.")
        return found

    def list(self, person: str, *, closed: bool = False) -> builtins.list[Preference]:
        """What is believed about this person now; with ``closed`` also what was."""
        return self.store.list(PersonId(person), closed=closed)

    def retire(self, person: str, id: PreferenceId) -> Preference:
        """Stop believing something, and keep it readable."""
        self.get(person, id)
        self.apply(person, [Close(id, self.clock())])
        return self.get(person, id)

    def forget(self, person: str, id: PreferenceId) -> None:
        """Erase one preference with its evidence, for good."""
        gone = self.get(person, id)
        words = [EraseLines(said_on(gone.episode))] if is_told(gone) else []
        self.apply(person, [Erase(id), *words])
        self.let_go(person)

    def forget_person(self, person: str) -> int:
        """Erase everything about a person, for good; gives how many preferences that were."""
        count = self.store.forget_person(PersonId(person))
        self.let_go(person)
        return count

    def allow_training(self, person: str, allowed: bool) -> None:
        """Say whether what this person said may become training examples; with False they are never exported."""
        from penchant.memory.consent import note_consent  # which speaks of memories itself

        until_written(person, partial(note_consent, self, person, allowed=allowed))

    def training_allowed(self, person: str) -> bool:
        """Whether what this person said may become training examples; so it is unless somebody said otherwise."""
        from penchant.memory.consent import CONSENT, allows_training

        return allows_training(self.transcript(person, CONSENT))

    def history(self, person: str, id: PreferenceId) -> builtins.list[Preference]:
        """The line of beliefs this one belongs to, oldest first: what it replaced, and what replaced it."""
        everything = {p.id: p for p in self.list(person, closed=True)}
        line = [self.get(person, id)]
        while (before := line[0].replaces) is not None and before in everything:
            line.insert(0, everything[before])
        after = {p.replaces: p for p in everything.values() if p.replaces is not None}
        while line[-1].id in after:
            line.append(after[line[-1].id])
        return line

    def evidence(self, person: str, id: PreferenceId | None = None) -> builtins.list[Evidence]:
        """What spoke for and against one preference, or all of a person's, oldest first."""
        if id is not None:
            check_id(id)
        if id is not None:
            self.get(person, id)
        return self.store.evidence(PersonId(person), id)

    def transcript(
        self, person: str, episode: EpisodeId | None = None, *, latest: int | None = None
    ) -> builtins.list[TranscriptEntry]:
        """What was said, heard and seen in one episode of a person's, or in all, oldest first."""
        if episode is not None:
            check_texts("A transcript", episode=episode)
        if latest is not None:
            check_whole("latest", latest)
        return self.store.transcript(PersonId(person), episode, latest=latest)

    def people(self) -> builtins.list[PersonId]:
        """Everyone something is known about."""
        return self.store.people()

    def export_person(self, person: str) -> str:
        """All that is kept about a person, as one document to keep, to read and to carry elsewhere."""
        from penchant.memory import transfer  # which speaks of memories itself

        return transfer.written(transfer.take_out(self, person))

    def import_person(self, person: str, document: str | bytes) -> int:
        """Keep a document that :meth:`export_person` gave, under this name; gives how many preferences that are.

        Of somebody who has a memory here already nothing is taken in, and StoreError says so.
        """
        from penchant.memory import transfer

        record = transfer.read(document, name=person)
        transfer.take_in(self, record)
        return len(record.preferences)

    def opening(
        self, draft: Draft, source: Source, *, replaces: PreferenceId | None = None, at: datetime | None = None
    ) -> Open:
        """The change that begins a belief, with its vector and the hour; hand it to :meth:`apply`.

        What was said earlier than now begins ``at`` that time.
        """
        check_one_of("Evidence", "source", source, Source)
        if not 0 <= draft.confidence <= 1:
            raise BadInput(f"A confidence of {draft.confidence} is not between 0 and 1.")
        if not draft.value.strip():
            raise BadInput("A preference needs a value: what is wanted, accepted or avoided?")
        vector = self._vector(self.compared(draft))
        return Open(draft=draft, vector=vector, source=source, at=at or self.clock(), replaces=replaces)

    def compared(self, note: Draft | Preference) -> str:
        """What search compares a note with, by this memory's habits."""
        return with_keywords(note) if self.habits.keywords else sentence(note)

    def apply(
        self, person: str, changes: Sequence[Change], *, expected: int | None = None
    ) -> builtins.list[PreferenceId]:
        """Several changes to one person's memory in one step: all are durable when this returns, or none is made.

        WriteConflict where the memory of this person is no longer at the ``expected`` revision.
        """
        if (
            isinstance(changes, str)
            or not isinstance(changes, Sequence)
            or not all(isinstance(change, get_args(Change)) for change in changes)
        ):
            raise BadInput(f"Changes are a list of Open, Close, Trust and the like, not {changes!r:.60}.")
        return self.store.write(checked_person(PersonId(person)), changes, expected=expected)

    def close(self) -> None:
        """Let go of the store's files and connections."""
        self.store.close()

    @property
    def lingering(self) -> str:
        """Where bytes of what was forgotten still lie and until when, in words; nothing where they are gone."""
        return self.store.lingering if isinstance(self.store, Lingering) else ""

    def let_go(self, person: str) -> None:
        """Drop what is held in memory about a person, of whom something was forgotten."""
        for cache in list(self.caches):
            cache.forget(person)

    def _vector(self, text: str) -> Vector:
        vector: Vector = self.embedder.embed([text])[0]
        return vector


def _others(old: Preference) -> tuple[str, ...]:
    """What another value is now preferred to: the old one too, unless that was something to keep away from."""
    return old.rather_than if old.stance == "avoids" else tuple(dict.fromkeys((*old.rather_than, old.value)))


def check_whole(name: str, value: object) -> None:
    """BadInput for a count that is no whole number."""
    if not is_whole(value):
        raise BadInput(f"{name} is a whole number, not {value!r:.60}.")


def check_filters(kinds: object, whom: object, among: object) -> None:
    """BadInput for what a search cannot be narrowed by."""
    if isinstance(kinds, str) or not isinstance(kinds, Collection) or not {*map(str, kinds)} <= {*get_args(BeliefKind)}:
        raise BadInput(f"kinds are a list of {', '.join(get_args(BeliefKind))}, not {kinds!r:.60}.")
    if whom is not None and not isinstance(whom, str):
        raise BadInput(f"Whom a search is about is a text, not {whom!r:.60}.")
    if among is not None and (not isinstance(among, Collection) or not all(map(is_whole, among))):
        raise BadInput(f"A search among some is given their numbers, not {among!r:.60}.")
