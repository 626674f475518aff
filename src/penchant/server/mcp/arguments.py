"""What a tool is called with: its schema for clients, and the check of what they send, with one line for a mistake."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from penchant.domain import readable
from penchant.errors import BadInput
from penchant.server.notice import NOTICE
from penchant.store.checks import LONGEST_PERSON

PERSON: dict[str, Any] = {
    "type": "string",
    "minLength": 1,
    "maxLength": LONGEST_PERSON,
    "description": "Whose memory: always the same name or id for the same person.",
}


def input_schema(takes: type[BaseModel], *, person: bool) -> dict[str, Any]:
    """What a tool takes; ``person`` is whether it has to be said whose memory is meant."""
    schema: dict[str, Any] = _untitled(takes.model_json_schema())
    schema.pop("description", None)
    if person:
        schema["properties"] = {"person": PERSON, **schema.get("properties", {})}
        schema["required"] = ["person", *schema.get("required", [])]
    return schema


def output_schema(gives: type[BaseModel]) -> dict[str, Any]:
    """What a tool gives; first comes the notice that people's words in it are data."""
    schema: dict[str, Any] = _untitled(gives.model_json_schema(mode="serialization"))
    schema["properties"] = {"notice": {"type": "string", "const": NOTICE}, **schema["properties"]}
    schema["required"] = ["notice", *schema.get("required", [])]
    return schema


def person_in(arguments: Mapping[str, Any], own: str | None) -> str:
    """Whose memory is meant: the person named, or the only one this caller may see."""
    named = arguments.get("person", own)
    if named is None:
        raise BadInput("Say whose memory it is: 'person' is missing.")
    if not isinstance(named, str) or not named.strip():
        raise BadInput("'person' is wrong: it is a name, a text that is not empty.")
    if len(named) > LONGEST_PERSON:
        raise BadInput(f"'person' is wrong: a name has {LONGEST_PERSON:,} characters at most.")
    return readable(named)


def checked(takes: type[BaseModel], arguments: Mapping[str, Any]) -> BaseModel:
    """What was given, as the tool takes it; BadInput, in one line, where it is something else."""
    given = {name: value for name, value in arguments.items() if name != "person"}
    try:
        return takes.model_validate_json(json.dumps(given))
    except ValidationError as error:
        raise BadInput(_mistake(error)) from None


def _mistake(error: ValidationError) -> str:
    """The first thing that is wrong, without what was sent."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])[:100]
    if first["type"] == "missing":
        return f"'{place}' is missing."
    if first["type"] == "extra_forbidden":
        return f"There is no '{place}' here; leave it out."
    said = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
    return f"'{place}' is wrong: {said[:300]}." if place else f"The arguments cannot be read: {said[:300]}."


def _untitled(schema: Any) -> Any:
    """The same schema without the titles that pydantic makes of names: they cost a model's room and say nothing."""
    if isinstance(schema, list):
        return [_untitled(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: {each: _untitled(inner) for each, inner in value.items()} if name == "properties" else _untitled(value)
        for name, value in schema.items()
        if name != "title"
    }
