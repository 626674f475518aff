"""A place in a text that speaks of one or more options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

Likeness = Callable[[str, str], float]
MentionKind = Literal["name", "it", "there", "either", "both", "none", "others"]


class Mention(NamedTuple):
    """Tokens ``start`` to ``end`` speak of these options (by number); ``kind`` says in which manner."""

    start: int
    end: int
    options: tuple[int, ...]
    kind: MentionKind = "name"
    vague: bool = False  # the words fit several options alike
    placed: bool = False  # as somewhere to put things: "on the shelf"
    loose: bool = False  # by what it is like or what kind of thing it is
    full: bool = False  # the whole name, or more than one word of it
