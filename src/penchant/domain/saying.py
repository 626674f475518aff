"""What a person said, as it bears on later tasks: the words, and the task they were said about."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from penchant.domain.preference import EpisodeId, Preference, Use

MOST_OPTIONS, LONGEST_OPTION = 12, 200
"""Options kept with a task, and characters of each."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Words of a person's, with what they asked for then, what was taken and what was passed over.

    ``now`` says that they were said of the very request they are held against. ``preferences`` are those that were
    read from the words and still hold.

    >>> Saying("Japanese, as always on date nights", asked="where shall we eat?", took="Sakura").took
    'Sakura'
    """

    words: str
    asked: str = ""
    took: str = ""
    passed: tuple[str, ...] = ()
    now: bool = False
    episode: EpisodeId | str = ""
    at: datetime | None = None
    use: Use = "free"
    preferences: tuple[Preference, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskLine:
    """A task as a line of a transcript keeps it: what was asked for and offered, what was wanted, and what was done.

    >>> TaskLine.read(TaskLine("a drink", ("tea", "coffee"), "tea").written()).took
    'tea'
    """

    asked: str
    options: tuple[str, ...] = ()
    took: str = ""
    done: str = ""

    def written(self) -> str:
        """The line."""
        options = [name[:LONGEST_OPTION] for name in self.options[:MOST_OPTIONS]]
        names = [name[:LONGEST_OPTION] for name in (self.took, self.done)]
        return json.dumps([self.asked, options, *names], ensure_ascii=False)

    @classmethod
    def read(cls, line: str) -> TaskLine:
        """The task of a line; an empty one where the line is none."""
        try:
            asked, options, took, *done = json.loads(line)
            return cls(str(asked), tuple(map(str, options)), str(took), str(done[0]) if done else str(took))
        except (ValueError, TypeError):
            return cls("")
