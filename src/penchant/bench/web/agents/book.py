"""Keeps beliefs about people in penchant's memory: what is no longer believed is closed, what is new is opened."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Literal

from penchant.bench.web.agents.habits import CLOSING, FOCUS, LENGTH, OPENING, PET, REMARK, TONE, VERDICT
from penchant.domain import Draft, EpisodeId, Evidence, PersonId, Preference, Source
from penchant.embed import Embedder
from penchant.memory import Memory
from penchant.store import Change, Close, Trust, Witness
from penchant.store.dict import DictStore

Area = Literal["tastes", "writing"]
WRITING = frozenset({OPENING, CLOSING, PET, VERDICT, REMARK, LENGTH, FOCUS, TONE})
Key = tuple[str, str, str, str]
_NOTABLE = 0.02  # a smaller change of confidence is not written down


class Book:
    """One memory for everybody a shop agent serves; each page is read by its owner's name only."""

    def __init__(self, embedder: Embedder, memory: Memory | None = None) -> None:
        self._at = datetime.fromtimestamp(0, UTC)
        self.memory = memory or Memory(DictStore(), embedder, clock=lambda: self._at)

    def settle(self, person: str, drafts: Iterable[Draft], at: int, *, about: Area = "tastes") -> list[Preference]:
        """Believe these things of somebody from this moment on, and nothing else of that area; gives what is open."""
        self._at = datetime.fromtimestamp(at / 1000, UTC)
        wanted = {_key(draft): draft for draft in drafts}
        kept = {_key(belief): belief for belief in self.memory.list(person) if area(belief) == about}
        changes: list[Change] = [Close(belief.id, self._at) for key, belief in kept.items() if key not in wanted]
        replaced = {(belief.situation, belief.topic): belief.id for key, belief in kept.items() if key not in wanted}
        for key, draft in wanted.items():
            old = kept.get(key)
            if old is None:
                replaces = replaced.pop((draft.situation, draft.topic), None)
                source: Source = "correction" if draft.episode.startswith("said") else "statement"
                changes.append(self.memory.opening(draft, source, replaces=replaces))
            elif abs(old.confidence - draft.confidence) > _NOTABLE:
                changes.append(Trust(old.id, draft.confidence, self._at))
        if changes:
            self.memory.apply(person, changes)
        return [belief for belief in self.memory.list(PersonId(person)) if area(belief) == about]

    def contradict(self, person: str, topic: str, value: str, words: str, at: int) -> None:
        """Note what a person said against something that is believed of them; nothing where it is not."""
        moment = datetime.fromtimestamp(at / 1000, UTC)
        for belief in self.memory.list(person):
            if (belief.topic, belief.value, belief.stance) == (topic, value, "wants"):
                evidence = Evidence(
                    preference=belief.id,
                    episode=EpisodeId(f"said after the task of {at}"),
                    source="correction",
                    supports=False,
                    words=words,
                    at=moment,
                )
                self.memory.apply(person, [Witness(evidence), Trust(belief.id, belief.confidence / 2)])


def area(note: Draft | Preference) -> Area:
    """Whether a belief is about what somebody likes or about how they write."""
    return "writing" if note.topic in WRITING else "tastes"


def _key(note: Draft | Preference) -> Key:
    return note.situation, note.topic, note.stance, note.value
