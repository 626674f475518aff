"""From the bytes of one JSON file to records or persona texts, or to one line that says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from penchant.errors import BadData
from penchant_lab.suites.household.records import HouseholdErrand, request
from penchant_lab.suites.json_files import called, check_name, parse, said_of

_TEXTS = ("scene", "task", "context", "user", "user_intent_object", "user_intent_location")
_NEVER_EMPTY = ("task", "user")


def records_from_json(path: Path) -> list[HouseholdErrand]:
    """The errands of one phase, everybody's, in file order."""
    content = parse(path)
    if not isinstance(content, list):
        raise BadData(f"{path} holds {called(content)}; it should hold a list of records.")
    if not content:
        raise BadData(f"{path} holds an empty list; copy the file again, it should hold at least one record.")
    return [_record(path, position, entry) for position, entry in enumerate(content, start=1)]


def _record(path: Path, position: int, entry: object) -> HouseholdErrand:
    where = f"{path}, record {position}"
    if not isinstance(entry, dict):
        raise BadData(f"{where} is {called(entry)}; it should be an object with the fields of a task.")
    for field in ("index", *_TEXTS, "scene_objects"):
        if field not in entry:
            raise BadData(f"{where} has no field {field!r}; add it, every record needs it.")
    if type(entry["index"]) is not int:
        raise BadData(f"{where}: 'index' is {called(entry['index'])}; it should be a whole number.")
    for field in _TEXTS:
        if not isinstance(entry[field], str):
            raise BadData(f"{where}: {field!r} is {called(entry[field])}; it should be a text.")
    for field in _NEVER_EMPTY:
        if not entry[field].strip():
            raise BadData(f"{where}: {field!r} is empty; fill it in.")
    check_name(where, "user", entry["user"])
    seen = entry["scene_objects"]
    if not isinstance(seen, list) or not all(isinstance(item, str) for item in seen):
        raise BadData(f"{where}: 'scene_objects' is {called(seen)}; it should be a list of texts.")
    index, texts = entry["index"], {field: entry[field] for field in _TEXTS}
    record = HouseholdErrand(index=index, scene_objects=tuple(seen), **texts)
    with said_of(where):
        request(record)
    return record
