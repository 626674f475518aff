"""One person's transcript as Python objects: in the order of writing, found by episode."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from penchant.domain import EpisodeId, TranscriptEntry


class Transcript:
    """What was said, heard and seen. Never changes: each change gives another.

    Those made from one another by :meth:`with_entry` share a list, so appending to the latest copies nothing.
    """

    def __init__(self, entries: Iterable[TranscriptEntry] = ()) -> None:
        self._entries = list(entries)
        self._count = len(self._entries)  # what lies beyond belongs to later ones
        self._places: dict[EpisodeId, dict[int, int]] = {}  # where each number of an episode lies
        for place, entry in enumerate(self._entries):
            self._places.setdefault(entry.episode, {})[entry.number] = place

    def has(self, episode: EpisodeId, number: int) -> bool:
        """Whether this episode has an entry of that number."""
        return self._places.get(episode, {}).get(number, self._count) < self._count

    def read(self, episode: EpisodeId | None, latest: int | None) -> list[TranscriptEntry]:
        """All entries, or those of one episode, oldest first; ``latest`` keeps the last so many."""
        if episode is None:
            return self._entries[0 if latest is None else max(0, self._count - latest) : self._count]
        places = [place for place in self._places.get(episode, {}).values() if place < self._count]
        return [self._entries[place] for place in places[0 if latest is None else max(0, len(places) - latest) :]]

    def with_entry(self, entry: TranscriptEntry) -> Transcript:
        """The transcript with one more entry, of a number that its episode does not have yet."""
        if len(self._entries) > self._count:  # another was made from this one already
            return Transcript(self._entries[: self._count]).with_entry(entry)
        self._entries.append(entry)
        self._places.setdefault(entry.episode, {})[entry.number] = self._count
        longer = Transcript.__new__(Transcript)
        longer._entries, longer._places, longer._count = self._entries, self._places, self._count + 1
        return longer

    def without(self, episodes: Collection[EpisodeId]) -> Transcript:
        """The transcript without any entry of these episodes."""
        if not any(episode in self._places for episode in episodes):
            return self
        return Transcript(entry for entry in self._entries[: self._count] if entry.episode not in episodes)
