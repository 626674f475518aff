"""InteRecAgent's memory: lists of what each person likes, dislikes and expects, kept between tasks.

The lists begin with what was bought before the first task (the last 200 events). After a task they change in one step,
or not at all: a new like leaves the dislikes and the other way round, and of expectations the latest thirty are kept.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from penchant.mind.remarks import pleases, refusals
from penchant_lab.suites.web.agents.memories import Remembered
from penchant_lab.suites.web.agents.reading import heard_words
from penchant_lab.suites.web.records import Event
from penchant_lab.suites.web.shop.protocol import Outcome

_FIRST = 200
_EXPECTED = 30
_LIKED, _DISLIKED = 4, 2  # stars


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """What is kept of one person."""

    like: tuple[str, ...] = ()
    dislike: tuple[str, ...] = ()
    expect: tuple[str, ...] = ()

    def after(self, *, likes: Sequence[str] = (), dislikes: Sequence[str] = (), expect: Sequence[str] = ()) -> Lists:
        """The lists once a task has told more."""
        return Lists(
            like=tuple(dict.fromkeys((*(one for one in self.like if one not in dislikes), *likes))),
            dislike=tuple(dict.fromkeys((*(one for one in self.dislike if one not in likes), *dislikes))),
            expect=tuple(dict.fromkeys((*self.expect, *expect)))[-_EXPECTED:],
        )


class LikedLists:
    """Everybody's lists; each task reads its person's and writes them once."""

    def __init__(self) -> None:
        self._lists: dict[str, Lists] = {}
        self._lock = threading.Lock()

    def of(self, person: str) -> Lists:
        """What is kept of somebody; empty lists for a stranger."""
        with self._lock:
            return self._lists.get(person, Lists())

    def begin(self, person: str, events: Sequence[Event]) -> Lists:
        """What is kept of somebody; at the first task, what their past gives."""
        with self._lock:
            return self._lists.setdefault(person, first_lists(events))

    def remembered(self, person: str, events: Sequence[Event], found: list[Remembered]) -> list[Remembered]:
        """What was liked, and what came since and is on neither list."""
        lists = self.begin(person, events)
        return [item for item in found if item.asin not in lists.dislike]

    def change(self, person: str, *, likes: Sequence[str], dislikes: Sequence[str], expect: Sequence[str]) -> None:
        """Change somebody's lists in one step."""
        with self._lock:
            lists = self._lists.get(person, Lists())
            self._lists[person] = lists.after(likes=likes, dislikes=dislikes, expect=expect)

    def learn(self, person: str, words: str, shown: Outcome | None) -> None:
        """Add what a task told: what pleased is liked, what came first and did not is disliked."""
        first = shown.asins[:1] if shown else ()
        self.change(
            person,
            likes=first if pleases(words) else (),
            dislikes=first if refusals(words) else (),
            expect=heard_words(words),
        )


def first_lists(events: Sequence[Event]) -> Lists:
    """The lists that somebody's past gives before any task."""
    past = [event for event in events if event.split == "history"][-_FIRST:]
    return Lists(
        like=tuple(dict.fromkeys(event.asin for event in past if event.rating >= _LIKED)),
        dislike=tuple(dict.fromkeys(event.asin for event in past if event.rating <= _DISLIKED)),
    )
