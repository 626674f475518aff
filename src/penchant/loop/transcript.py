"""What an errand leaves in the transcript: what the agent says and what it hears take turns, numbered from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from penchant.domain import EpisodeId, TaskLine, TranscriptEntry, Turn, Verdict, readable
from penchant.errors import TurnRefused
from penchant.memory import Memory

LONGEST = 100_000
"""So many characters of a line are kept."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The words of an episode's lines, by their numbers, and the revision of the memory they were read at."""

    words: Mapping[int, str] = field(default_factory=dict)
    revision: int | None = None  # None where nothing is remembered


def lines_of(memory: Memory, person: str, episode: EpisodeId, revision: int) -> Lines:
    """What was said and heard in an episode so far, read at that revision or a later one."""
    return Lines({line.number: line.words for line in memory.transcript(person, episode)}, revision)


def was_heard(turn: Turn, words: str, lines: Lines) -> bool:
    """Whether these words were heard for this turn before; TurnRefused where it was others."""
    heard = lines.words.get(_place(turn) + 1)
    if heard is not None and heard != words[:LONGEST]:
        raise TurnRefused(f"For this turn something else was heard already: {heard!r:.80}. Consider a new request.")
    return heard is not None


def said_next(turn: Turn, lines: Lines) -> str | None:
    """What the agent said to what was heard for this turn, as far as that was transcribed."""
    return lines.words.get(_place(turn) + 2)


def unsaid(turn: Turn, lines: Lines) -> bool:
    """Whether what the agent says with a turn is not in the transcript yet."""
    return _place(turn) not in lines.words


def saying(turn: Turn, at: datetime) -> TranscriptEntry:
    """The line of what the agent says with a turn."""
    text = turn.question.text if turn.question else turn.choice.because if turn.choice else ""
    said = readable(text)[:LONGEST]
    return TranscriptEntry(episode=turn.episode, number=_place(turn), kind="said", words=said, at=at)


def hearing(turn: Turn, words: str, at: datetime, lines: Lines) -> list[TranscriptEntry]:
    """The line of what is heard for a turn, after what the agent said, unless that was transcribed before."""
    heard = TranscriptEntry(episode=turn.episode, number=_place(turn) + 1, kind="heard", words=words[:LONGEST], at=at)
    if _place(turn) in lines.words:
        return [heard]
    return [saying(turn, turn.basis.at if turn.basis else at), heard]


TASKS = 1_000_000
"""The number of the first line that tells of the task itself, beyond all that is said on it."""


SURELY_TAKEN = 0.8
"""What was done with less confidence counts as wanted only where the person was pleased with it."""


def task_line(turn: Turn, verdict: Verdict, at: datetime) -> TranscriptEntry:
    """The line of the task that is being heard about: what was asked for and offered, and what was rightly done."""
    done = took = ""
    if turn.choice is not None and not turn.choice.action.declined:
        done = turn.choice.action.place or turn.choice.action.thing or ""
        sure = verdict == "right" or turn.choice.confidence >= SURELY_TAKEN
        took = done if sure and verdict != "wrong" else ""
    task = TaskLine(turn.request.text[:LONGEST], tuple(turn.request.options), took, done)
    return TranscriptEntry(
        episode=turn.episode, number=TASKS + _place(turn), kind="task", words=readable(task.written()), at=at
    )


def _place(turn: Turn) -> int:
    """The number of what the agent says with a turn."""
    return 2 * (len(turn.heard) + (turn.reaction is not None))
