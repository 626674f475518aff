"""The prompt for putting a question in friendlier words, and the parser that sees that it still asks the same."""

from __future__ import annotations

from penchant.domain import Question
from penchant.lm import Message, Prompt

LONGEST = 240
_SHOWN = 6
"""A question with more alternatives than this stays as it is: it names only some of them."""

_HOW = "You put an assistant's question in friendly words: one sentence, the same alternatives letter for letter."


def wording(question: Question) -> Prompt:
    """Ask for the question in other words."""
    text = f"Question: {question.text}\nAlternatives: {' | '.join(question.alternatives)}"
    return Prompt(
        purpose="phrase",
        messages=(Message("system", _HOW), Message("user", text)),
        schema={
            "type": "object",
            "properties": {"question": {"type": "string"}},
            "required": ["question"],
            "additionalProperties": False,
        },
        max_tokens=120,
    )


def can_be_worded(question: Question) -> bool:
    """Whether all it offers is named in it."""
    return 0 < len(question.alternatives) <= _SHOWN


def worded(text: str, question: Question) -> str:
    """The new text; ValueError where it leaves out an alternative, asks nothing or is no single line."""
    line = " ".join(text.split())
    missing = [name for name in question.alternatives if name.casefold() not in line.casefold()]
    if missing:
        raise ValueError(f"the question must name {missing[0]}")
    if not line.endswith("?") or line.count("?") > 1 or len(line) > LONGEST:
        raise ValueError(f"it must be one question of at most {LONGEST} characters")
    return line
