"""The forms that replies may be asked for in: how they begin, and how they end."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

NOTHING, QUOTE, BRACKET = "", '"', "]"


@dataclass(frozen=True, slots=True)
class Opening:
    """How a reply may begin, up to its first free text."""

    text: str
    closing: str  # the mark that ends the free text; NOTHING where there is none to write


def openings(schema: dict[str, Any]) -> list[Opening]:
    """How replies of a schema of the shop's may begin: one of several functions with one argument, or words."""
    found = []
    for option in schema.get("anyOf", [schema]):
        parts = option.get("properties", {})
        if "function" in parts:
            begin = f'{{"function": "{parts["function"]["const"]}", "arguments": {{'
            arguments = parts["arguments"].get("properties", {})
        else:
            begin, arguments = "{", parts
        if not arguments:
            found.append(Opening(begin, NOTHING))
            continue
        name, kind = next(iter(arguments.items()))
        is_list = kind.get("type") == "array"
        found.append(Opening(begin + (f'"{name}": ["' if is_list else f'"{name}": "'), BRACKET if is_list else QUOTE))
    return found


def closed(opening: Opening, text: str) -> str:
    """A reply that began in its form, with its free text, ended in it."""
    ends = "}}" if '"arguments"' in opening.text else "}"
    if opening.closing == BRACKET:
        items = text.partition("]")[0].replace('"', "").split(",")
        return opening.text[:-1] + ", ".join(json.dumps(item.strip()) for item in items if item.strip()) + "]" + ends
    if opening.closing == QUOTE:
        return opening.text[:-1] + json.dumps(text.partition('"')[0].replace("\\", "")) + ends
    return opening.text + ends
