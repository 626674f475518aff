"""What listening taught, printed: in lines for a person, or typed for a script."""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING

from penchant.cli.memory.shared import line, plain, say, sentence
from penchant.english import counted

if TYPE_CHECKING:
    from penchant.domain import Lesson, Preference
    from penchant.memory import Memory

_EACH = 12
"""So much of what was left alone is told word by word; more is counted."""


def say_lesson(
    args: argparse.Namespace, memory: Memory, lesson: Lesson, messages: int = 1, *, preview: bool = False
) -> int:
    """Print what was learned from so many messages, or with ``preview`` would be; gives the exit code of success."""
    known = {belief.id: belief for belief in memory.list(args.person, closed=True)}
    beliefs = [known[id] for id in lesson.beliefs if id in known]
    document = {
        "person": args.person,
        "messages": messages,
        "beliefs": [plain(belief) for belief in beliefs],
        "opened": list(lesson.opened),
        "closed": list(lesson.closed),
        "ended_by": list(lesson.ended_by),
        "confirmed": list(lesson.confirmed),
        "forgotten": list(lesson.forgotten),
        "left_alone": [{"words": left.words, "why": left.why} for left in lesson.left_alone],
    }
    lines = _lines(lesson, beliefs) or ["Nothing was learned."]
    return say(args, ["Nothing was written. What would be:", *lines] if preview else lines, document)


def _lines(lesson: Lesson, beliefs: list[Preference]) -> list[str]:
    opened = list(lesson.opened)
    if len(beliefs) == len(opened):
        opened = [f"{belief.id:>4}  {sentence(belief)}" for belief in beliefs]
    lines = [f"Learned:    {note}" for note in opened]
    ended = zip_longest(lesson.closed, lesson.ended_by, fillvalue="")
    lines += [
        f"No longer:        {line(note)}{f' You said “{line(words)}”.' if words else ''}" for note, words in ended
    ]
    lines += [f"Confirmed:        {line(note)}" for note in lesson.confirmed]
    lines += [f"Forgotten:        {line(note)}" for note in lesson.forgotten]
    if len(lesson.left_alone) <= _EACH:
        return lines + [f"Left alone: {_left(one.words)}{one.why}" for one in lesson.left_alone]
    whys = Counter(one.why for one in lesson.left_alone).most_common()
    told = ", ".join(f"{why} ({count:,})" for why, count in whys[:_EACH])
    more = f" and {counted(len(whys) - _EACH, 'other reason')}" if len(whys) > _EACH else ""
    return [*lines, f"Left alone: {len(lesson.left_alone):,} things: {told}{more}"]


def _left(words: str) -> str:
    return f"“{line(words)}”: " if words else ""
