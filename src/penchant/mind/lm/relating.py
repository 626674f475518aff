"""What is known, as a prompt shows it beside new words, and what a reply says these do to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast, get_args

from penchant.domain import Related, Relation, Statement
from penchant.domain.lines import short
from penchant.lm.schema import object_with

MOST_KNOWN = 10
"""Sentences that are known and shown: those nearest to the new words."""

_SHOWN = 160

HOW = """
related: what this does to what is already known of them, by its number: "same" says it again, "replaces" makes it \
untrue from now on, "exception" or "refines" leave it true with a limit. Leave out what it does nothing to; another \
matter, another person, another occasion is never replaced."""
"""What the instructions say about it, where something is shown."""


def lines_of(known: Sequence[str]) -> list[str]:
    """The lines of a prompt that show what is known."""
    if not known:
        return []
    return ["Known already:", *(f"[{number}] {short(note, _SHOWN)}" for number, note in enumerate(known, 1))]


def related_form(known: Sequence[str]) -> dict[str, Any]:
    """The field of a statement for it; nothing where nothing is shown."""
    if not known:
        return {}
    one = object_with({"id": {"enum": [*range(1, len(known) + 1)]}, "does": {"enum": list(get_args(Relation))}})
    return {"related": {"type": "array", "items": one, "maxItems": len(known)}}


def related_of(said: Mapping[str, Any]) -> tuple[Related, ...] | None:
    """What a statement of a reply does to what was shown, by its number there; None where nothing was."""
    if "related" not in said:
        return None
    return tuple(Related(f"{one['id']}", cast(Relation, one["does"])) for one in said["related"])


def in_sentences(statement: Statement, known: Sequence[str]) -> Statement:
    """The statement with the sentences that were shown instead of their numbers."""
    if statement.related is None:
        return statement
    return replace(
        statement, related=tuple(Related(known[int(one.sentence) - 1], one.does) for one in statement.related)
    )
