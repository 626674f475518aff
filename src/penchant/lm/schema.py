"""The part of JSON Schema that our prompts use: written, and checked without a library.

Types, properties, items, choices and lengths. A keyword that is not understood here is a mistake in our own schema and
raises at once: passing over it would let wrong replies through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

_REMARKS = frozenset({"$schema", "title", "description", "default", "examples"})
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_Bound = tuple[tuple[type, ...], Callable[[Any, Any], bool], str]
_BOUNDS: dict[str, _Bound] = {
    "minLength": ((str,), lambda value, limit: len(value) >= limit, "must have at least {} characters"),
    "maxLength": ((str,), lambda value, limit: len(value) <= limit, "must have at most {} characters"),
    "pattern": ((str,), lambda value, limit: re.search(limit, value) is not None, "must match {}"),
    "minItems": ((list,), lambda value, limit: len(value) >= limit, "must have at least {} items"),
    "maxItems": ((list,), lambda value, limit: len(value) <= limit, "must have at most {} items"),
    "minimum": ((int, float), lambda value, limit: value >= limit, "must be at least {}"),
    "maximum": ((int, float), lambda value, limit: value <= limit, "must be at most {}"),
}
_NESTED = frozenset({"type", "enum", "const", "anyOf", "properties", "required", "additionalProperties", "items"})
_KNOWN = _NESTED | _REMARKS | _BOUNDS.keys()


def object_with(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object with every one of these properties, and no others."""
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def fault(value: object, schema: Mapping[str, Any], where: str = "the reply") -> str | None:
    """What is wrong with a value, in a few words a model can act on; None where it fits.

    >>> fault({"pick": "tea"}, {"type": "object", "properties": {"pick": {"enum": ["milk", "rum"]}}})
    'pick must be one of "milk", "rum"'
    """
    if not _KNOWN.issuperset(schema):
        unknown = schema.keys() - _KNOWN
        raise NotImplementedError(f"This schema keyword is not checked here: {', '.join(sorted(unknown))}")
    if "type" in schema and not _is(value, schema["type"]):
        return f"{where} must be of type {_either(schema['type'])}"
    choices = [schema["const"]] if "const" in schema else schema.get("enum")
    if choices is not None and not _is_among(value, choices):
        return f"{where} must be one of {', '.join(_short(choice) for choice in choices)}"
    if "anyOf" in schema:
        faults = [fault(value, option, where) for option in schema["anyOf"]]
        if None not in faults:
            return " or ".join(dict.fromkeys(str(one) for one in faults))
    if not _BOUNDS.keys().isdisjoint(schema) and (found := _fault_of_size(value, schema, where)):
        return found
    if isinstance(value, dict):
        return _fault_of_object(value, schema, where)
    if isinstance(value, list) and "items" in schema:
        for place, item in enumerate(value):
            if found := fault(item, schema["items"], f"{where}[{place}]"):
                return found
    return None


def _fault_of_size(value: object, schema: Mapping[str, Any], where: str) -> str | None:
    for keyword, (kinds, holds, words) in _BOUNDS.items():
        concerned = keyword in schema and isinstance(value, kinds) and not isinstance(value, bool)
        if concerned and not holds(value, schema[keyword]):
            return f"{where} {words.format(schema[keyword])}"
    return None


def _fault_of_object(value: Mapping[str, Any], schema: Mapping[str, Any], where: str) -> str | None:
    inside = "" if where == "the reply" else f"{where}."
    properties: Mapping[str, Any] = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for name in schema.get("required", ()):
        if name not in value:
            return f"{inside}{name} is missing"
    for name, part in value.items():
        if name in properties:
            found = fault(part, properties[name], inside + name)
        elif others is False:
            found = f"{inside}{name[:40]} must not be there"
        else:
            found = None if others is True else fault(part, others, inside + name)
        if found:
            return found
    return None


def _is(value: object, types: str | Sequence[str]) -> bool:
    for name in [types] if isinstance(types, str) else types:
        if isinstance(value, _TYPES[name]) and (name == "boolean" or not isinstance(value, bool)):
            return True
        if name == "integer" and isinstance(value, float) and value.is_integer():
            return True
    return False


def _is_among(value: object, choices: Sequence[object]) -> bool:
    if isinstance(value, str):  # as nearly always
        return value in choices
    truth = isinstance(value, bool)  # to Python, 1 == True
    return any(value == choice and isinstance(choice, bool) == truth for choice in choices)


def _either(types: str | Sequence[str]) -> str:
    return types if isinstance(types, str) else " or ".join(types)


def _short(choice: object) -> str:
    return f'"{choice}"' if isinstance(choice, str) else str(choice)
