"""What was said, heard and seen, kept with its episode, so that what is learned depends on no cache and no process."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from penchant.domain.preference import EpisodeId

EntryKind = Literal["said", "heard", "seen", "barred", "consent", "task"]
"""Said by the agent, heard from the person, or seen of what the person did; or the mark of something that was forgotten
and is not to be inferred again, which names nothing; or of what the person allows to be done with their memory;
or the task that an episode is about, as `TaskLine` writes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptEntry:
    """One line of an episode's transcript; an episode has each number once."""

    episode: EpisodeId
    number: int  # its place in the episode, from 0
    kind: EntryKind
    words: str  # as they were said; of what was seen, the event as JSON
    at: datetime
