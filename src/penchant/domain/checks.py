"""Whether a value is what a noun takes: each wrong one is BadInput, told in one line where it came in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, get_args

from penchant.errors import BadInput

_MOST = 1e300
"""Beyond it numbers overflow."""


def is_number(value: object) -> bool:
    """Whether it is a finite number; a truth value is none."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -_MOST <= value <= _MOST


def is_whole(value: object) -> bool:
    """Whether it is a whole number; a truth value is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_texts(noun: str, **given: object) -> None:
    """BadInput for a part of a noun that is no text."""
    for name, value in given.items():
        if not isinstance(value, str):
            raise BadInput(f"{noun} has a text as its {name}, not {value!r:.60}.")
        if not value.isascii() and any("\ud800" <= each <= "\udfff" for each in value):
            raise BadInput(f"{noun} has a {name} with half of a character in it: {value[:40]!a}")


def check_one_of(noun: str, name: str, value: object, known: Any) -> None:
    """BadInput for a part of a noun that is none of the words of a ``Literal``."""
    if not isinstance(value, str) or value not in get_args(known):
        raise BadInput(f"{noun} has as its {name} one of {', '.join(get_args(known))}, not {value!r:.60}.")


def check_share(noun: str, name: str, value: object) -> None:
    """BadInput for a part of a noun that is no number from 0 to 1."""
    if not isinstance(value, int | float) or not is_number(value) or not 0 <= value <= 1:
        raise BadInput(f"{noun} has as its {name} a number between 0 and 1, not {value!r:.60}.")


def checked_texts(noun: str, name: str, value: object) -> tuple[str, ...]:
    """A list of texts as a tuple; BadInput for one text, which would be taken letter by letter, and anything else."""
    if isinstance(value, str) or not isinstance(value, Sequence | Collection):
        raise BadInput(f"{noun} has a list of texts as its {name}, not {value!r:.60}.")
    for each in value:
        if not isinstance(each, str):
            raise BadInput(f"{noun} has a list of texts as its {name}; {each!r:.60} in it is none.")
    return tuple(value)


def check_number(name: str, value: object) -> None:
    """BadInput for what is no number; None is no number given, and fine."""
    if value is not None and not is_number(value):
        raise BadInput(f"{name} is a number, not {value!r:.60}.")


def check_id(value: object) -> None:
    """BadInput for what cannot be the number of a preference."""
    if not is_whole(value):
        raise BadInput(f"A preference goes by a whole number, not by {value!r:.60}.")


def check_moments(**given: object) -> None:
    """BadInput for what is no moment with its time zone; None is no moment given, and fine."""
    for name, value in given.items():
        if value is not None and (not isinstance(value, datetime) or value.utcoffset() is None):
            raise BadInput(f"{name} is a datetime with its time zone, not {value!r:.60}.")
