"""The prompt for what has to be known for a task, and the parser of its reply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from penchant.domain.lines import short
from penchant.lm import ChatMessage, Prompt
from penchant.lm.schema import object_with

MOST_LINES = 60
"""Lines that are shown, the nearest to the task; what is beyond them the built-in mind alone weighs."""

_SHOWN, _TASK, _MOST_NEEDED = 300, 400, 12

_HOW = """\
You prepare an assistant for a task by picking, from what a person said, the lines it has to know. Lines are oldest \
first.
needed: the numbers of lines without which the task could go wrong or against the person's taste: what they like and \
dislike in it, allergies, diets, limits, money, health, access, who and where they are, the people and pets the task \
touches, how they want the assistant to work where that bears. Think of what the task involves ("plan a week of \
dinners" involves who eats, allergies, diets, dislikes, budget, what changed). Leave out what would not change what a \
good assistant does, and what is true but beside the task.
outdated: the numbers of lines about the same matter that a later line made untrue. They are not needed.
A line for one time that is over is neither.
Pick as few as will do; often one to four. If no line matters, both lists are empty."""
_TOLD = ChatMessage("system", _HOW)


def recalling(task: str, said: Sequence[str]) -> Prompt:
    """Ask which of these sentences have to be known for a task."""
    lines = "\n".join(f"[{number}] {short(one, _SHOWN)}" for number, one in enumerate(said, 1))
    text = f"What they said:\n{lines}\n\nTask: {short(task, _TASK)}"
    return Prompt(
        purpose="recall", messages=(_TOLD, ChatMessage("user", text)), schema=_form(len(said)), max_tokens=200
    )


@lru_cache(maxsize=256)
def _form(lines: int) -> dict[str, Any]:
    def ids(most: int) -> dict[str, Any]:
        return {"type": "array", "items": {"enum": [*range(1, lines + 1)]}, "maxItems": min(lines, most)}

    return object_with({"needed": ids(_MOST_NEEDED), "outdated": ids(MOST_LINES)})


def needed_of(reply: Mapping[str, Any]) -> frozenset[int]:
    """The places of the sentences that are needed; ValueError where one is needed and outdated at once."""
    needed, outdated = frozenset(reply["needed"]), frozenset(reply["outdated"])
    if both := needed & outdated:
        raise ValueError(f"line {min(both)} cannot be needed and outdated")
    return frozenset(number - 1 for number in needed)
