"""What was noted of a person at a moment, and which of it bears on what is asked: a profile as our prompts show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from penchant.embed import Embedder, Vector

MOST_NOTES = 8
"""So many notes are put before a request, as in the prompt by which a model chooses."""


@dataclass(frozen=True, slots=True)
class DatedNote:
    """A sentence on a person, noted at a moment and dropped at another; what outranks tastes comes first."""

    text: str
    since: float  # seconds, or steps of a life: moments are compared with each other only
    until: float | None = None
    first: bool = False
    heard_in: str = ""


class Notebook:
    """All notes on one person, each with when it held."""

    def __init__(self, embedder: Embedder, notes: Iterable[DatedNote] = ()) -> None:
        self._embedder = embedder
        self._notes: list[DatedNote] = []
        self._vectors: dict[int, Vector] = {}
        for note in notes:
            self.add(note)

    def add(self, note: DatedNote) -> None:
        """Note one thing more."""
        self._notes.append(note)

    def drop(self, text: str, at: float) -> None:
        """From now on this is noted no longer."""
        for place, note in enumerate(self._notes):
            if note.text == text and note.until is None:
                self._notes[place] = DatedNote(note.text, note.since, at, note.first, note.heard_in)

    def bearing_on(self, request: str, at: float, *, may: Callable[[DatedNote], bool] = lambda note: True) -> list[str]:
        """What was noted before that moment and still held, the most fitting: what must be kept to first."""
        held = [
            place
            for place, note in enumerate(self._notes)
            if note.since < at and (note.until is None or note.until >= at) and may(note)
        ]
        first = [place for place in held if self._notes[place].first]
        rest = [place for place in held if not self._notes[place].first]
        if len(held) > MOST_NOTES and rest:
            rest = self._ranked(rest, request)
        return list(dict.fromkeys(self._notes[place].text for place in (*first, *rest)))[:MOST_NOTES]

    def _ranked(self, places: Sequence[int], request: str) -> list[int]:
        missing = [place for place in places if place not in self._vectors]
        if missing:
            made = self._embedder.embed([self._notes[place].text for place in missing])
            self._vectors.update(zip(missing, made, strict=True))
        sought = self._embedder.embed([request])[0]
        alike = [float(np.dot(self._vectors[place], sought)) for place in places]
        return [place for _, place in sorted(zip(alike, places, strict=True), key=lambda each: (-each[0], each[1]))]
