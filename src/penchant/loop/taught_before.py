"""What messages taught when they were first heard: who hands a conversation in again is told the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from penchant.domain import EpisodeId, Evidence, Lesson, Preference, PreferenceId
from penchant.loop.learn import lesson_of
from penchant.memory import Memory


class TaughtBefore:
    """All evidence about one person, read once, and found by its episode."""

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
