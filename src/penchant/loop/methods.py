"""The four methods of the study, as rows of data: which of the two channels an agent has."""

from __future__ import annotations

from dataclasses import dataclass

from penchant.errors import BadInput


@dataclass(frozen=True, slots=True)
class Method:
    """What an agent may do: remember, ask before it acts, hear a reaction after it."""

    name: str
    remembers: bool
    asks: bool
    corrected: bool


METHODS = (
    Method("none", remembers=False, asks=False, corrected=False),
    Method("pre", remembers=True, asks=True, corrected=False),
    Method("post", remembers=True, asks=False, corrected=True),
    Method("both", remembers=True, asks=True, corrected=True),
)


def method_named(name: str) -> Method:
    """The method of that name."""
    for method in METHODS:
        if method.name == name:
            return method
    raise BadInput(f"There is no method called {name!r}. There are: {', '.join(m.name for m in METHODS)}.")
