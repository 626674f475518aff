"""Watching what people do: events of a product's log are kept, and beliefs follow from all that was seen and said.

An event is kept in the transcript under an episode of its own, so that it counts once whoever sees it again. What
follows from events is worked out on all of them, and what was believed before is trusted as it is due, closed where it
is no longer so, or opened; nothing is opened again that no new event speaks for, so what was forgotten stays forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from types import MappingProxyType

from penchant.domain import Behaviour, Draft, EpisodeId, Evidence, Lesson, PersonId, Preference, Source, Stance
from penchant.loop.events import checked_event, checked_events, entry_of, episode_of, event_of
from penchant.memory import Memory, until_written
from penchant.mind.behaviour import HABIT, ONCE, REFUSED, Assortment, Stated, kept_to, shown_by
from penchant.mind.protocol import Mind
from penchant.mind.remarks import is_habit
from penchant.mind.writing import is_way, ways_of
from penchant.store import Change, Close, Transcribe, Trust, Witness

NOTABLE = 0.02
"""A smaller change of confidence is not written down."""

BY_HAND = 20.0
"""What an edit weighs, in purchases."""

_PEOPLE_KEPT = 128
_Pair = tuple[str, str]  # a respect and a value
_Key = tuple[str, str, Stance, str]  # situation, topic, stance and value


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueRemark:
    """What somebody said about values of a catalogue, and where."""

    episode: EpisodeId
    words: str
    source: Source
    wants: tuple[_Pair, ...] = ()
    avoids: tuple[_Pair, ...] = ()
    offered: Mapping[str, tuple[str, ...]]  # in each respect, every value there was

    def drafts(self) -> Iterable[Draft]:
        """What it would be to believe each of these things; how surely is to be worked out."""
        for respect, value in self.wants:
            others = self.offered.get(respect, ())
            yield _draft(respect, "wants", value, self.words, self.episode, tuple(o for o in others if o != value))
        for respect, value in self.avoids:
            yield _draft(respect, "avoids", value, self.words, self.episode)


@dataclass(slots=True)
class _Said:
    """All that was said of some respects: for and against, what was turned down how often, and in which words last."""

    stated: list[Stated] = field(default_factory=list)
    refused: Counter[_Pair] = field(default_factory=Counter)
    drafts: dict[_Key, Draft] = field(default_factory=dict)

    def add(self, draft: Draft, source: Source, *, supports: bool) -> None:
        """Take in one more moment."""
        if draft.stance == "avoids":
            self.refused[draft.topic, draft.value] += supports
        else:
            weight = BY_HAND if source == "edit" else HABIT if is_habit(draft.words) else ONCE
            one = Stated(
                respect=draft.topic, value=draft.value, others=draft.rather_than, wants=supports, weight=weight
            )
            self.stated.append(one)
        if supports:
            self.drafts[_key(draft)] = draft


class Watching:
    """What was seen and said of each person's keeping to brands, colors and the like, and what is believed of it."""

    def __init__(self, memory: Memory, mind: Mind, assortment: Assortment | None = None) -> None:
        self._memory = memory
        self._mind = mind
        self._assortment = assortment
        self._pages: dict[str, tuple[int, dict[EpisodeId, Behaviour]]] = {}  # of the people met last
        memory.caches.add(self)

    def forget(self, person: str) -> None:
        """Let go of what is kept here about a person."""
        self._pages.pop(person, None)

    def watch(self, person: str, events: Sequence[Behaviour]) -> Lesson:
        """Keep events that were not seen yet, and believe what follows; all of it is kept, or nothing."""
        found = checked_events(person, events)
        return until_written(person, partial(self._take_in, person, found))

    def seen(self, person: str) -> list[Behaviour]:
        """What this person did, oldest first."""
        return sorted(self._page(person).values(), key=lambda event: event.at)

    def heard(self, person: str, saying: CatalogueRemark) -> tuple[list[Change], Lesson]:
        """What follows from what was said of values by name: the changes, and what they are in words."""
        fresh = {_key(draft): draft for draft in saying.drafts()}
        if not fresh:
            return [], Lesson()
        respects = {draft.topic for draft in fresh.values()}
        kept = _tastes(self._memory.list(person), respects)
        said = self._said(person, respects)
        for draft in fresh.values():
            said.add(draft, saying.source, supports=True)
        found = self._found(self.seen(person), said, respects)
        changes, lesson = self._settled(person, found, kept, saying.source, fresh)
        return [*changes, *self._witnesses(saying, kept, fresh)], lesson

    def _take_in(self, person: str, events: Mapping[EpisodeId, Behaviour]) -> Lesson:
        revision = self._memory.store.revision(PersonId(person))
        page, now = self._page(person), self._memory.clock()
        new = {id: checked_event(event, now) for id, event in events.items() if id not in page}
        if not new:
            return Lesson()
        every = sorted((*page.values(), *new.values()), key=lambda event: event.at)
        kept = self._memory.list(person)
        pairs = {pair for event in new.values() for pair in shown_by(event)}
        respects = {respect for respect, _ in pairs}
        found = self._found(every, self._said(person, respects), respects)
        shown: set[_Key] = {("", respect, "wants", value) for respect, value in pairs}
        moments = {episode_of(event): event.at for event in every}
        changes, lesson = self._settled(person, found, _tastes(kept, respects), "behaviour", shown, moments)
        if any(event.words.strip() for event in new.values()):
            ways = {_key(draft): draft for draft in _ways(every)}
            own = [belief for belief in kept if is_way(belief)]
            more, written = self._settled(person, ways, own, "behaviour", ways, moments)
            changes, lesson = [*changes, *more], lesson + written
        lines = [Transcribe(entry_of(event)) for event in new.values()]
        self._memory.apply(person, [*lines, *changes], expected=revision)
        return lesson

    def _said(self, person: str, respects: Collection[str]) -> _Said:
        """What was said of these respects so far."""
        said = _Said()
        about = {belief.id: belief for belief in _tastes(self._memory.list(person, closed=True), respects)}
        for item in self._memory.store.evidence(PersonId(person)) if about else ():
            if item.source != "behaviour" and (belief := about.get(item.preference)):
                draft = _draft(belief.topic, belief.stance, belief.value, item.words, item.episode, belief.rather_than)
                said.add(draft, item.source, supports=item.supports)
        return said

    def _found(self, events: Sequence[Behaviour], said: _Said, respects: Collection[str]) -> dict[_Key, Draft]:
        """What is to be believed of these respects, from all that was seen and said."""
        found: dict[_Key, Draft] = {}
        had = {pair for event in events for pair in shown_by(event)} if said.refused else set()
        for (respect, value), times in said.refused.items():
            draft = said.drafts.get(("", respect, "avoids", value))
            if times and draft and (respect, value) not in had:
                found[_key(draft)] = replace(draft, confidence=REFUSED[min(times, len(REFUSED)) - 1])
        for one in kept_to(events, said.stated, self._assortment, respects=respects):
            against = found.get(("", one.respect, "avoids", one.value))
            if against and against.confidence == REFUSED[-1]:
                continue
            draft = said.drafts.get(("", one.respect, "wants", one.value))
            if draft is None and one.shown is not None:
                draft = _draft(one.respect, "wants", one.value, one.shown.words, episode_of(one.shown))
            if draft is not None:
                found[_key(draft)] = replace(draft, confidence=one.confidence)
        return found

    def _settled(
        self,
        person: str,
        found: Mapping[_Key, Draft],
        kept: Sequence[Preference],
        source: Source,
        fresh: Collection[_Key],
        moments: Mapping[EpisodeId, datetime] = MappingProxyType({}),
    ) -> tuple[list[Change], Lesson]:
        """What changes so that these things are believed and no others of the same kind; new is only what is fresh.

        Of what was seen, ``moments`` says when.
        """
        at, note = self._memory.clock(), self._mind.note
        known = {_key(belief): belief for belief in kept}
        gone = [belief for key, belief in known.items() if key not in found]
        changes: list[Change] = [Close(belief.id, at) for belief in gone]
        replaced = {(belief.situation, belief.topic): belief.id for belief in gone}
        opened, confirmed = [], []
        for key, draft in found.items():
            old = known.get(key)
            if old is None and key in fresh:
                replaces = replaced.pop((draft.situation, draft.topic), None)
                opening = self._memory.opening(draft, source, replaces=replaces)
                changes.append(replace(opening, at=moments.get(draft.episode, opening.at)))
                opened.append(note(person, draft))
            elif old is not None and abs(old.confidence - draft.confidence) > NOTABLE:
                changes.append(Trust(old.id, draft.confidence, moments.get(draft.episode, at)))
                if draft.confidence > old.confidence:
                    confirmed.append(note(person, old))
        closed = tuple(note(person, belief) for belief in gone)
        ended_by = ("",) * len(closed)
        return changes, Lesson(opened=tuple(opened), closed=closed, confirmed=tuple(confirmed), ended_by=ended_by)

    def _witnesses(
        self, saying: CatalogueRemark, kept: Sequence[Preference], fresh: Collection[_Key]
    ) -> Iterable[Change]:
        """What was said, as evidence for and against what is believed already."""
        for belief in kept:
            against = belief.stance == "wants" and (belief.topic, belief.value) in saying.avoids
            if against or _key(belief) in fresh:
                yield Witness(
                    Evidence(
                        preference=belief.id,
                        episode=saying.episode,
                        source=saying.source,
                        supports=not against,
                        words=saying.words,
                        at=self._memory.clock(),
                    )
                )

    def _page(self, person: str) -> dict[EpisodeId, Behaviour]:
        """What was seen of this person, by episode; read again where the store has changed."""
        store = self._memory.store
        revision = store.revision(PersonId(person))
        kept = self._pages.pop(person, None)
        if kept is None or kept[0] != revision:
            known = kept[1] if kept else {}
            entries = [one for one in store.transcript(PersonId(person)) if one.kind == "seen"] if revision else []
            kept = (revision, {one.episode: known.get(one.episode) or event_of(one) for one in entries})
        self._pages[person] = kept  # as the one met last
        if len(self._pages) > _PEOPLE_KEPT:
            del self._pages[next(iter(self._pages))]
        return kept[1]


def _tastes(beliefs: Iterable[Preference], respects: Collection[str]) -> list[Preference]:
    return [belief for belief in beliefs if belief.topic in respects and not belief.situation]


def _ways(events: Sequence[Behaviour]) -> Iterable[Draft]:
    """How they write, as far as their texts show it."""
    for way in ways_of(events):
        yield Draft(
            situation=way.situation,
            topic=way.topic,
            stance="wants",
            value=way.value,
            confidence=min(1.0, round(way.confidence, 3)),
            words=way.shown.words,
            episode=episode_of(way.shown),
        )


def _key(note: Draft | Preference) -> _Key:
    return note.situation, note.topic, note.stance, note.value


def _draft(
    topic: str, stance: Stance, value: str, words: str, episode: EpisodeId, rather_than: tuple[str, ...] = ()
) -> Draft:
    """A belief that is not sure of anything yet."""
    return Draft(
        situation="",
        topic=topic,
        stance=stance,
        value=value,
        rather_than=rather_than,
        confidence=0.0,
        words=words,
        episode=episode,
    )
