"""From the bytes of one JSON file to records or persona texts, or to one line that says what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from penchant.bench.suites.embodied.records import Record
from penchant.errors import BadData

_TEXTS = ("scene", "task", "context", "user", "user_intent_object", "user_intent_location")
_NEVER_EMPTY = ("task", "user")


def read_text(path: Path) -> str:
    """The text of a file that has some."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData(f"{path} is not UTF-8 text (byte {error.start}); save it as UTF-8.") from error
    except OSError as error:
        raise BadData(f"Cannot read {path}: {error.strerror or error}; check that it is a readable file.") from error
    if not text.strip():
        raise BadData(f"{path} is empty; copy the file again.")
    return text


def records_from_json(path: Path) -> list[Record]:
    """The errands of one phase, everybody's, in file order."""
    content = _parse(path)
    if not isinstance(content, list):
        raise BadData(f"{path} holds {_called(content)}; it should hold a list of records.")
    if not content:
        raise BadData(f"{path} holds an empty list; copy the file again, it should hold at least one record.")
    return [_record(path, position, entry) for position, entry in enumerate(content, start=1)]


def texts_from_json(path: Path) -> dict[str, str]:
    """Persona texts by name."""
    content = _parse(path)
    if not isinstance(content, dict):
        raise BadData(f"{path} holds {_called(content)}; it should hold an object of name and text.")
    for name, text in content.items():
        if not isinstance(text, str):
            raise BadData(f"{path}: the persona of {name!r} is {_called(text)}; it should be a text.")
    return content


def _parse(path: Path) -> Any:
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


def _record(path: Path, position: int, entry: object) -> Record:
    where = f"{path}, record {position}"
    if not isinstance(entry, dict):
        raise BadData(f"{where} is {_called(entry)}; it should be an object with the fields of a task.")
    for field in ("index", *_TEXTS, "scene_objects"):
        if field not in entry:
            raise BadData(f"{where} has no field {field!r}; add it, every record needs it.")
    if type(entry["index"]) is not int:
        raise BadData(f"{where}: 'index' is {_called(entry['index'])}; it should be a whole number.")
    for field in _TEXTS:
        if not isinstance(entry[field], str):
            raise BadData(f"{where}: {field!r} is {_called(entry[field])}; it should be a text.")
    for field in _NEVER_EMPTY:
        if not entry[field].strip():
            raise BadData(f"{where}: {field!r} is empty; fill it in.")
    seen = entry["scene_objects"]
    if not isinstance(seen, list) or not all(isinstance(item, str) for item in seen):
        raise BadData(f"{where}: 'scene_objects' is {_called(seen)}; it should be a list of texts.")
    index, texts = entry["index"], {field: entry[field] for field in _TEXTS}
    return Record(index=index, scene_objects=tuple(seen), **texts)


def _called(value: object) -> str:
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
