"""What an agent said to one person lately, and its notes about them, so that it knows them when it hears them again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence, Set
from itertools import chain

from penchant.domain import Preference, PreferenceId
from penchant.loop.quotations import runs_of
from penchant.mind.protocol import Held

MOST = 512
"""So many texts are kept of one person, or twice as many as beliefs are recalled; then the older half goes."""


class Sayings:
    """Texts that are found by any of their runs of words; they live in the person's room, and are forgotten with it.

    >>> sayings = Sayings()
    >>> sayings.add("Shall it be the black coffee, or rather herbal tea?")
    >>> sayings.quoted_in({"it be the black", "and now to something"})
    ['Shall it be the black coffee, or rather herbal tea?']
    """

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}
        self._by_run: dict[str, tuple[str, ...]] = {}
        self._noted: dict[PreferenceId, Preference] = {}
        self._lock = threading.Lock()  # two errands of one person may be under way

    def add(self, text: str) -> None:
        """Keep what was said."""
        with self._lock:
            if len(self._texts) >= MOST:
                self._drop_older_half()
            self._add(text)

    def add_notes(self, beliefs: Sequence[Held], note: Callable[[Held], str]) -> None:
        """Keep what is believed, in sentences; a belief that is as it was the last time is passed over."""
        noted = self._noted
        changed: Sequence[Held] = [held for held in beliefs if noted.get(held.preference.id) is not held.preference]
        if not changed:
            return
        with self._lock:
            if len(self._texts) + len(changed) > max(MOST, 2 * len(beliefs)):
                self._drop_older_half()
                changed = beliefs
            for held in changed:
                self._add(note(held))
                self._noted[held.preference.id] = held.preference

    def quoted_in(self, runs: Set[str]) -> list[str]:
        """The texts that have one of these runs, each once."""
        with self._lock:
            found = [self._by_run[run] for run in runs if run in self._by_run]
        return list(dict.fromkeys(chain.from_iterable(found))) if found else []

    def _add(self, text: str) -> None:
        if text not in self._texts:
            self._texts[text] = None
            for run in runs_of(text):
                self._by_run[run] = (*self._by_run.get(run, ()), text)

    def _drop_older_half(self) -> None:
        """Begin anew with the latest texts; notes that are needed again will be made again."""
        latest = list(self._texts)[len(self._texts) // 2 :]
        self._texts, self._by_run, self._noted = {}, {}, {}
        for text in latest:
            self._add(text)
