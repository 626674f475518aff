"""The nouns as a server sends them, and as it takes them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from penchant.domain import Evidence, Match, Message, Preference, Profile, ProfileLine, Turn
from penchant.domain.json_form import plain, read_plain
from penchant.errors import BadInput

Noun = TypeVar("Noun")


def noun_of(kind: type[Noun], form: Any) -> Noun:
    """A noun as it was sent; ValueError where the server speaks of something else."""
    try:
        return read_plain(kind, form)
    except BadInput as error:
        raise ValueError(str(error)) from None


def turn_of(form: Any) -> Turn:
    """The turn in what `consider` and the like give."""
    try:
        return Turn.from_json(json.dumps(form["turn"]))
    except BadInput as error:
        raise ValueError(str(error)) from None


def turn_form(turn: object, verb: str) -> dict[str, Any]:
    """A turn as it is sent back."""
    if not isinstance(turn, Turn):
        raise BadInput(f"{verb} a turn that `consider` gave, not {turn!r:.80}.")
    form: dict[str, Any] = json.loads(turn.to_json())
    return form


def preference_of(form: Mapping[str, Any]) -> Preference:
    """A preference, without the sentence and the limit that stand beside it."""
    return noun_of(Preference, {name: value for name, value in form.items() if name not in ("sentence", "limit")})


def preferences_of(forms: Sequence[Mapping[str, Any]]) -> list[Preference]:
    """Preferences in their order."""
    return [preference_of(form) for form in forms]


def matches_of(forms: Sequence[Mapping[str, Any]]) -> list[Match]:
    """What was found, best first."""
    return [Match(form["score"], preference_of(form["preference"])) for form in forms]


def evidence_of(forms: Sequence[Any]) -> list[Evidence]:
    """Evidence, oldest first."""
    return [noun_of(Evidence, form) for form in forms]


def profile_of(form: Mapping[str, Any]) -> Profile:
    """What is known that bears on something."""
    lines = tuple(
        ProfileLine(
            line["text"],
            preference_of(line["preference"]),
            line["bearing"],
            tuple(line["also"]),
            tuple(line["sources"]),
        )
        for line in form["lines"]
    )
    return Profile(form["person"], form["about"], lines, form["left_out"])


def message_form(message: Message | Mapping[str, Any]) -> Any:
    """One message of a conversation."""
    given = plain(message) if isinstance(message, Message | Mapping) else message
    return {name: value for name, value in given.items() if value is not None} if isinstance(given, dict) else given


def time_form(at: datetime | str | None) -> Any:
    """A moment as text."""
    return at.isoformat() if isinstance(at, datetime) else at


def given(**fields: Any) -> dict[str, Any]:
    """Those fields that say something."""
    return {name: value for name, value in fields.items() if value is not None}
