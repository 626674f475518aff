"""One person's memory as it stood at a revision, read once, and carried on as it grows instead of read anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from penchant.domain import (
    TOLD,
    EpisodeId,
    Evidence,
    PersonId,
    Preference,
    PreferenceId,
    Saying,
    TranscriptEntry,
    is_told,
)
from penchant.loop.willingness import Willingness, willingness
from penchant.memory import Standing
from penchant.memory.belief_ledger import BeliefLedger
from penchant.memory.finding import is_continued
from penchant.memory.standing import LOOK_BACK
from penchant.mind.behaviour import is_seen
from penchant.mind.protocol import MindCache, Recalled
from penchant.mind.quotations import RunIndex
from penchant.mind.writing import is_way
from penchant.store import Store, read_person

RECENT = 20
"""So many of the latest episodes tell how often a request is about something known."""

QUESTIONED = 240
"""So many of the latest lines tell how somebody takes being asked."""

_CHANGES = 256
"""Of more changes than this, all is read anew."""

_EPISODE = attrgetter("episode")

Beliefs = dict[PreferenceId, Preference]
"""Beliefs by their ids, in order."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """The beliefs that may bear on a choice, by what they are to it; of each only the open ones, but for the first."""

    every: Beliefs  # those that were closed too
    tastes: BeliefLedger  # of errands, closed ones too
    beliefs: Beliefs  # tastes of errands
    told: Beliefs  # in free talk, of any kind but constraints
    constraints: Beliefs  # these outrank all beliefs, and all of them are recalled every time
    of_others: Beliefs  # what people they speak of keep to: it holds on errands for them

    @classmethod
    def of(cls, kept: Iterable[Preference]) -> Sorted:
        """All of somebody's beliefs, sorted; one from behaviour that was closed says nothing of how others fare."""
        bearing = [one for one in kept if not is_seen(one) or (one.until is None and not is_way(one))]
        tastes = [one for one in bearing if _is_of_errands(one)]
        return cls({}, BeliefLedger.of(tastes), {}, {}, {}, {})._entered(bearing)

    def after(self, changed: Sequence[Preference]) -> Sorted:
        """The same once these were added or have changed; none of them is from behaviour."""
        tastes = self.tastes.after(one for one in changed if _is_of_errands(one))
        copies = (pile.copy() for pile in (self.beliefs, self.told, self.constraints, self.of_others))
        return Sorted(self.every.copy(), tastes, *copies)._entered(changed)

    def _entered(self, beliefs: Iterable[Preference]) -> Sorted:
        for one in beliefs:
            self.every[one.id] = one
            pile = self._pile(one)
            if pile is not None and one.until is None:
                pile[one.id] = one
            elif pile is not None:
                pile.pop(one.id, None)
        return self

    def _pile(self, one: Preference) -> Beliefs | None:
        if one.use == "never":
            return None
        if _is_of_errands(one):
            return self.beliefs
        if one.kind == "constraint":
            return self.of_others if one.whom else self.constraints
        return self.told if is_told(one) else None


@dataclass(slots=True)
class Page:
    """One person's memory as it stood at a revision."""

    revision: int
    epoch: int
    kept: list[Preference]  # as the store has them
    sorted: Sorted
    latest: list[Evidence]  # as the store has it
    evidence: list[Evidence]  # of errands
    standing: Standing
    familiarity: float
    asked: float
    willing: Willingness
    cache: MindCache
    index: RunIndex
    last: list[Recalled] = field(default_factory=list)  # what was recalled last, if anything
    lines: Sequence[TranscriptEntry] | None = None  # all that was said, where that is little enough to be read along
    sayings: tuple[Saying, ...] | None = None  # None until they are first asked for

    @property
    def beliefs(self) -> Beliefs:
        """What is believed of tastes, from errands."""
        return self.sorted.beliefs

    def as_if(self, kept: Beliefs, evidence: list[Evidence]) -> Page:
        """The page if these were somebody's beliefs, and this the latest evidence."""
        every = self.sorted.every
        changed = [one for id, one in kept.items() if every.get(id) is not one]
        grown = every.keys() <= kept.keys() and not any(map(is_seen, changed))
        return _page(
            self.revision,
            self.epoch,
            [*kept.values()],
            self.sorted.after(changed) if grown else Sorted.of(kept.values()),
            evidence,
            evidence,
            self.willing,
            self if grown else None,
            self.lines,
        )


def read_page(store: Store, person: PersonId, before: Page | None) -> Page:
    """A person's page as it is now; what was there ``before`` is not worked out again."""
    stored = read_person(store, person, evidence=LOOK_BACK, lines=QUESTIONED)
    revision, epoch = stored.revision, stored.epoch
    kept, latest = list(stored.preferences), list(stored.evidence)
    willing = willingness(stored.transcript)
    whole = stored.transcript if len(stored.transcript) < QUESTIONED else None
    if before is None or not is_continued(before.kept, kept):
        return _page(
            revision,
            epoch,
            kept,
            Sorted.of(kept),
            latest,
            _of_errands(store, person, latest, None),
            willing,
            None,
            whole,
        )
    changed = [new for old, new in zip(before.kept, kept, strict=False) if old is not new] + kept[len(before.kept) :]
    few = len(changed) <= _CHANGES and not any(map(is_seen, changed))
    beliefs = before.sorted.after(changed) if few else Sorted.of(kept)
    errands = _of_errands(store, person, latest, before)
    return _page(revision, epoch, kept, beliefs, latest, errands, willing, before, whole)


def _page(
    revision: int,
    epoch: int,
    kept: list[Preference],
    beliefs: Sorted,
    latest: list[Evidence],
    evidence: list[Evidence],
    willing: Willingness,
    before: Page | None,
    whole: Sequence[TranscriptEntry] | None,
) -> Page:
    recent = list(dict.fromkeys(map(_EPISODE, reversed(evidence))))[:RECENT]
    return Page(
        revision,
        epoch,
        kept,
        beliefs,
        latest,
        evidence,
        Standing(beliefs.tastes, evidence),
        _familiarity(beliefs.every, evidence, recent),
        _asked(evidence, recent),
        willing,
        before.cache if before else MindCache(),
        before.index if before else RunIndex(),
        lines=whole,
    )


def _is_of_errands(belief: Preference) -> bool:
    return belief.kind == "taste" and not is_told(belief)


def _of_errands(store: Store, person: PersonId, latest: list[Evidence], before: Page | None) -> list[Evidence]:
    """The latest evidence in words heard on errands; of what was only seen, the transcript tells."""
    if all(map(_is_of_errand, latest)):
        return latest
    last = before.latest[-1] if before and before.latest else None
    place = next((place for place, item in enumerate(latest) if item is last), None)
    if before is not None and place is not None:
        return [*before.evidence, *filter(_is_of_errand, latest[place + 1 :])][-LOOK_BACK:]
    return [item for item in store.evidence(person) if _is_of_errand(item)][-LOOK_BACK:]


def _is_of_errand(item: Evidence) -> bool:
    return item.source != "behaviour" and not item.episode.startswith(TOLD)


def _familiarity(every: Beliefs, evidence: Sequence[Evidence], recent: Sequence[EpisodeId]) -> float:
    """Of the latest episodes, how many spoke of something believed before; a stranger's next request hardly does."""
    known = {
        item.episode
        for item in evidence
        if (belief := every.get(item.preference)) is None or belief.episode != item.episode
    }
    return (1 + sum(episode in known for episode in recent)) / (4 + len(recent))


def _asked(evidence: Sequence[Evidence], recent: Sequence[EpisodeId]) -> float:
    """In how many of the latest episodes the person was asked something, and answered."""
    asked = {item.episode for item in evidence if item.source == "answer"}
    return sum(episode in asked for episode in recent) / max(len(recent), 1)
