"""What is wrong with a request's fields, in one sentence that says what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_PLACES = {"body": "the body", "query": "the query", "path": "the address", "header": "the headers"}


def mistake(errors: Sequence[Mapping[str, Any]], fields: Sequence[str] = ()) -> str:
    """The first thing that is wrong, without what was sent; ``fields`` are all that the body takes.

    >>> lacks = {"type": "missing", "loc": ("body", "text")}
    >>> option = {"type": "extra_forbidden", "loc": ("body", "option")}
    >>> mistake([lacks])
    "In the body, 'text' is missing."
    >>> mistake([lacks, option], ["text", "options"])
    "In the body, 'text' is missing, and there is no field 'option': the fields are text and options."
    >>> mistake([{"type": "missing", "loc": ("body",)}])
    'A JSON body is missing; send {} at least.'
    """
    first, *_ = errors
    where, *parts = (str(part) for part in first["loc"])
    kind, place = _PLACES.get(where, where), _named(first)
    unknown = next((error for error in errors if error["type"] == "extra_forbidden"), None)
    if first["type"] == "missing" and not parts:
        return "A JSON body is missing; send {} at least."
    if first["type"] == "missing" and unknown is not None:
        return f"In {kind}, {place} is missing, and {_no_field(unknown, fields)}."
    if first["type"] == "missing":
        return f"In {kind}, {place} is missing."
    if first["type"] == "extra_forbidden":
        return f"In {kind}, {_no_field(first, fields)}."
    said = str(first["msg"]).removeprefix("Value error, ").rstrip(".")[:300]
    return f"In {kind}, {place} is wrong: {said}." if parts else f"There is something wrong with {kind}: {said}."


def fields_at(route: object) -> list[str]:
    """The names of all that the body of a route takes; none where that cannot be told."""
    model = getattr(getattr(getattr(route, "body_field", None), "field_info", None), "annotation", None)
    return list(getattr(model, "model_fields", ()))


def _named(error: Mapping[str, Any]) -> str:
    return repr(".".join(str(part) for part in error["loc"][1:])[:100])


def _no_field(error: Mapping[str, Any], fields: Sequence[str]) -> str:
    told = f"there is no field {_named(error)}"
    if not fields or len(error["loc"]) != 2:
        return f"{told}; leave it out"
    if len(fields) == 1:
        return f"{told}: the only one is {fields[0]}"
    return f"{told}: the fields are {', '.join(fields[:-1])} and {fields[-1]}"
