"""The methods of the study, as rows of data: which of the two channels an agent has, and how it keeps its notes.

A method may be varied by the habits of its memory, in words after a plus: ``both+notes=10+keywords``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from penchant.errors import BadInput
from penchant.memory.habits import Habits


@dataclass(frozen=True, slots=True)
class Method:
    """What an agent may do: remember, ask before it acts, hear a reaction after it."""

    name: str
    remembers: bool
    asks: bool
    corrected: bool
    habits: Habits = field(default_factory=Habits)


METHODS = (
    Method("none", remembers=False, asks=False, corrected=False),
    Method("pre", remembers=True, asks=True, corrected=False),
    Method("post", remembers=True, asks=False, corrected=True),
    Method("both", remembers=True, asks=True, corrected=True),
)

VARIED: dict[str, str] = {
    "keywords": "what search compares a note with also names what was on offer",
    "expand": "a request is looked up whole, and by its situation, its topic and what is on offer",
    "threshold=0.3": "notes less like the request than 0.3 are left out",
    "threshold=0.45": "notes less like the request than 0.45 are left out",
    "integrate": "a change of heart keeps the old belief beside the new, trusted less",
    "notes=10": "the ten notes most like the request are brought to mind, as published (otherwise 64)",
    "notes=10+keywords": "ten notes, found by keywords",
    "notes=10+expand": "ten notes, by several phrasings",
    "notes=10+keywords+expand": "ten notes, by both",
    "notes=3": "three notes are brought to mind",
    "notes=3+keywords+expand": "three notes, found by keywords and several phrasings",
}
"""What an ablation varies, in the order of its table."""

_WORDS = "keywords, expand, integrate, notes=NUMBER, threshold=NUMBER"


def method_named(name: str) -> Method:
    """The method of that name, with the habits that are named after it.

    >>> method_named("both+notes=10+integrate").habits.notes
    10
    """
    base, *varied = name.split("+")
    for method in METHODS:
        if method.name == base:
            return replace(method, name=name, habits=_habits(varied))
    raise BadInput(f"There is no method called {base!r}. There are: {', '.join(m.name for m in METHODS)}.")


def _habits(words: list[str]) -> Habits:
    found: dict[str, Any] = {}
    for word in words:
        key, _, number = word.partition("=")
        try:
            match key:
                case "keywords" | "expand" if not number:
                    found[key] = True
                case "integrate" if not number:
                    found["on_change"] = "integrate"
                case "notes":
                    found[key] = int(number)
                case "threshold":
                    found[key] = float(number)
                case _:
                    raise BadInput(f"A method is not varied by {word!r}. There are: {_WORDS}.")
        except ValueError as error:
            raise BadInput(f"{word!r} needs a number, as in {key}=10.") from error
    return Habits(**found)
