"""The prompts for putting questions and notes in friendlier words, and the parsers that see that they say the same."""

from __future__ import annotations

from typing import Any

from penchant.domain import Question
from penchant.domain.lines import one_line
from penchant.lm import ChatMessage, Prompt
from penchant.lm.schema import object_with

LONGEST = 240
_SHOWN = 6
"""A question with more alternatives than this stays as it is: it names only some of them."""

_ASKING = ChatMessage(
    "system",
    "You put an assistant's question in friendly words: one sentence, the same alternatives letter for letter.",
)
_TELLING = ChatMessage(
    "system",
    "You put an assistant's note about a person in friendly words, for that person to read: one sentence that calls "
    "them you, names what it is about letter for letter, and says nothing else than the note does.",
)

_QUESTION = object_with({"question": {"type": "string"}})
_NOTE = object_with({"note": {"type": "string"}})


def wording(question: Question) -> Prompt:
    """Ask for the question in other words."""
    offered = " | ".join(map(one_line, question.alternatives))
    return _prompt(_QUESTION, _ASKING, f"Question: {one_line(question.text)}\nAlternatives: {offered}")


def can_be_worded(question: Question) -> bool:
    """Whether all it offers is named in it."""
    return 0 < len(question.alternatives) <= _SHOWN


def worded(text: str, question: Question) -> str:
    """The new text; ValueError where it leaves out an alternative, asks nothing or is no single line."""
    line = " ".join(text.split())
    missing = [name for name in question.alternatives if one_line(name).casefold() not in line.casefold()]
    if missing:
        raise ValueError(f"the question must name {missing[0]}")
    if not line.endswith("?") or line.count("?") > 1 or len(line) > LONGEST:
        raise ValueError(f"it must be one question of at most {LONGEST} characters")
    return line


def note_wording(note: str, value: str) -> Prompt:
    """Ask for a note in other words."""
    return _prompt(_NOTE, _TELLING, f"Note: {one_line(note)}\nAbout: {one_line(value)}")


def worded_note(text: str, note: str, value: str) -> str:
    """The new text; ValueError where it does not name what it is about, or is no statement of about that length."""
    line = " ".join(text.split())
    most = max(LONGEST, len(note))
    if one_line(value).casefold() not in line.casefold():
        raise ValueError(f"the note must name {value}")
    if not line.endswith((".", "!")) or "?" in line or len(line) > most:
        raise ValueError(f"it must be one statement of at most {most} characters")
    return f"{line[:-1]}."


def _prompt(form: dict[str, Any], how: ChatMessage, text: str) -> Prompt:
    return Prompt(purpose="phrase", messages=(how, ChatMessage("user", text)), schema=form, max_tokens=120)
