"""Whether what a person said may become training examples: everybody's may, unless they are marked otherwise.

A mark is a line of the person's transcript, as the marks of what was forgotten are: every store keeps it, an exported
memory carries it along, and it goes when the person is forgotten. The last one counts.
"""

from __future__ import annotations

from collections.abc import Iterable

from penchant.domain import EpisodeId, PersonId, TranscriptEntry
from penchant.errors import BadInput
from penchant.memory.memory import Memory
from penchant.store import Transcribe

CONSENT = EpisodeId("penchant: consent")
"""The episode of these marks."""

_NO, _YES = "training: no", "training: yes"


def allows_training(lines: Iterable[TranscriptEntry]) -> bool:
    """Whether a person whose transcript has these lines may be exported for training."""
    marks = [line.words for line in lines if line.kind == "consent" and line.episode == CONSENT]
    return not marks or marks[-1] != _NO


def note_consent(memory: Memory, person: str, *, allowed: bool) -> None:
    """Keep whether a person may be exported for training, durably; what is so already is not written again."""
    if not isinstance(allowed, bool):
        raise BadInput(f"Training on what {person} said is allowed or not (True or False), not {allowed!r:.40}.")
    revision = memory.store.revision(PersonId(person))
    lines = memory.transcript(person, CONSENT)
    if allows_training(lines) == allowed:
        return
    number = max((line.number for line in lines), default=-1) + 1
    mark = TranscriptEntry(
        episode=CONSENT, number=number, kind="consent", words=_YES if allowed else _NO, at=memory.clock()
    )
    memory.apply(person, [Transcribe(mark)], expected=revision)
