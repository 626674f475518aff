"""Messages that are learned from together: what they change is written in one durable step, and believed until then.

Listening to a long conversation would otherwise wait for the disk after each message. A batch is small enough that
little is heard again where a process dies: nothing was promised of it then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from penchant.domain import (
    EpisodeId,
    Evidence,
    Heard,
    Lesson,
    Message,
    PersonId,
    Preference,
    PreferenceId,
    TranscriptEntry,
)
from penchant.loop.barred import barred
from penchant.loop.learn import lesson_of
from penchant.loop.page import Beliefs
from penchant.memory import Memory
from penchant.store import Change, Close, Open, Transcribe, Trust
from penchant.store.snapshot import kept_as

MESSAGES, SECONDS = 128, 1.0
"""A batch is written once it has so many messages, or has taken so long: what a model was paid to read is kept soon."""


@dataclass(frozen=True, slots=True)
class SpokenMessage:
    """A message of the person's, in its place, and what a caller made of it where it was read already."""

    person: PersonId
    message: Message
    before: Sequence[Message]
    episode: EpisodeId
    at: datetime
    read: Heard | None = None
    checks: bool = True  # whether quotations have to be in the message


class HeardMessage(NamedTuple):
    """A message of a batch, and what it teaches."""

    spoken: SpokenMessage
    lesson: Lesson
    heard: Heard | None = None  # None where nothing of it is to be written
    drawn: Lesson = Lesson()  # what of the lesson is written already
    opens: int = 0  # how many beliefs it opens


class TalkBatch:
    """What was heard of one person since the last write, and what is believed of them with it."""

    def __init__(self, memory: Memory, person: str) -> None:
        self.person = PersonId(person)
        self._revision = memory.store.revision(self.person)  # before anything is read
        self.known: Beliefs = {belief.id: belief for belief in memory.list(person, closed=True)}
        self.marks = barred(memory, person)
        self.said: list[str] = []  # by others than the person, since the last write
        self._memory = memory
        self._begun = time.monotonic()
        self._taught: TaughtBefore | None = None
        self._changes: list[Change] = []
        self.heard: list[HeardMessage] = []
        self._opened = 0

    @property
    def is_full(self) -> bool:
        """Whether it is time to write."""
        return len(self.heard) >= MESSAGES or time.monotonic() - self._begun > SECONDS

    @property
    def unwritten(self) -> list[Preference]:
        """What was not believed before this batch."""
        return [self.known[PreferenceId(-number)] for number in range(1, self._opened + 1)]

    @property
    def taught_before(self) -> TaughtBefore:
        """What messages taught before this batch."""
        if self._taught is None:
            self._taught = TaughtBefore(self._memory, self.person)
        return self._taught

    def has(self, episode: EpisodeId) -> bool:
        """Whether a message is part of this batch."""
        return any(one.spoken.episode == episode and one.heard is not None for one in self.heard)

    def pass_by(self, spoken: SpokenMessage, lesson: Lesson) -> None:
        """Note what is said of a message that changes nothing."""
        self.heard.append(HeardMessage(spoken, lesson))

    def add(self, message: HeardMessage, changes: Sequence[Change], lines: Sequence[TranscriptEntry]) -> None:
        """Take in a message: what it teaches, what it changes, and its lines of the transcript."""
        self.known = self.believed_after(changes)
        opened = sum(isinstance(change, Open) for change in changes)
        self._opened += opened
        self.said += [line.words for line in lines if line.kind == "said"]
        self._changes += [*changes, *map(Transcribe, lines)]
        self.heard.append(message._replace(opens=opened))

    def believed_after(self, changes: Sequence[Change], known: Beliefs | None = None) -> Beliefs:
        """What is believed once these changes are made too; what they open has ids below 0, as in a write.

        ``known`` is what is believed before them, where that is more than what was added.
        """
        known = self.known if known is None else known
        if not changes:
            return known
        after, opened = dict(known), -min((0, *known))
        for change in changes:
            match change:
                case Open():
                    opened += 1
                    after[PreferenceId(-opened)] = kept_as(self.person, PreferenceId(-opened), change)
                case Trust(id, confidence, confirmed):
                    after[id] = replace(after[id], confidence=confidence, confirmed=confirmed or after[id].confirmed)
                case Close(id, at):
                    after[id] = replace(after[id], until=after[id].until or at)
        return after

    def write(self) -> list[Lesson]:
        """Make all of it durable; gives what each message taught. WriteConflict where somebody else wrote meanwhile."""
        if not self._changes:
            return [one.lesson for one in self.heard]
        ids = iter(self._memory.apply(self.person, self._changes, expected=self._revision))
        return [
            replace(one.lesson, beliefs=tuple(next(ids) for _ in range(one.opens))) if one.opens else one.lesson
            for one in self.heard
        ]


class TaughtBefore:
    """What messages taught when they were first heard: who hands a conversation in again is told the same.

    All evidence about one person is read once, and found by its episode.
    """

    def __init__(self, memory: Memory, person: str) -> None:
        self._known = {belief.id: belief for belief in memory.list(person, closed=True)}
        self._first: dict[PreferenceId, Evidence] = {}
        self._evidence: dict[EpisodeId, list[Evidence]] = {}
        self._opened: dict[EpisodeId, list[Preference]] = {}
        for item in memory.evidence(person):
            self._first.setdefault(item.preference, item)
            self._evidence.setdefault(item.episode, []).append(item)
        for belief in self._known.values():
            self._opened.setdefault(belief.episode, []).append(belief)

    def lesson(self, episode: EpisodeId, note: Callable[[Preference], str]) -> Lesson:
        """What the message of an episode taught, as far as memory still tells."""
        items = self._evidence.get(episode, [])
        earlier = dict.fromkeys(self._first[item.preference] for item in items)
        told = [*(item for item in earlier if item.episode != episode), *items]
        concerned = [self._known[id] for id in {item.preference for item in items} & self._known.keys()]
        lesson = lesson_of({episode}, {item.words for item in items}, concerned, told, note)
        return replace(lesson, beliefs=tuple(belief.id for belief in self._opened.get(episode, ())))
