"""Reading JSON that others wrote: its content, or one line that says what is wrong with the file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from penchant.errors import BadData, BadInput
from penchant.tables import read_text

LONGEST_NAME = 500
"""So many characters may a person's name have; a store keeps them under the names of the run and the method as well."""


def parse(path: Path) -> Any:
    """What a JSON file holds."""
    text = read_text(path)
    try:
        content = json.loads(text)
        if "\\ud" in text.lower():  # an escape that may be half of a pair
            json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise BadData(f"{path} holds half of a character, an unpaired \\\\ud escape; take it out.") from error
    except json.JSONDecodeError as error:
        raise BadData(
            f"{path} is broken JSON at line {error.lineno}, column {error.colno}: {error.msg}; copy the file again."
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadData(f"{path} cannot be read as JSON: {error}; copy the file again.") from error
    return content


def called(value: object) -> str:
    """What a JSON value is, in words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list" if all(isinstance(item, str) for item in value) else "a list of other things"
    return "an object"


def check_name(where: str, field: str, name: str) -> None:
    """Refuse a name that would not fit in a store with the name of a run before it."""
    if len(name) > LONGEST_NAME:
        raise BadData(f"{where}: {field!r} has {len(name):,} characters; a person's name has {LONGEST_NAME} at most.")


@contextmanager
def said_of(where: str) -> Iterator[None]:
    """Say of which record it is what an agent would refuse in it, when it is read and not midway through a study."""
    try:
        yield
    except BadInput as error:
        raise BadData(f"{where}: {error}") from error
