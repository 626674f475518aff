"""Finding the JSON in what a model said. What is broken is never mended here: a guess would become a belief."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from penchant.lm.schema import fault

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL)
_OBJECT = re.compile(r"\{\s*[\"}]")  # braces in prose are seldom followed by a quotation mark


def find_json(text: str, schema: Mapping[str, Any]) -> Any:
    """The one value in a text that fits the schema: the whole of it, in a code fence, or an object after chatter.

    Raises ValueError, with the reason in a few words, where there is none, or more than one.

    >>> find_json('Sure! Here it is: {"pick": 2}. Anything else?', {"type": "object", "required": ["pick"]})
    {'pick': 2}
    """
    fitting: list[Any] = []
    why: str | None = None
    for value in _values(without_thoughts(text)):
        found = fault(value, schema)
        if found is None:
            fitting.append(value)
        why = why or found
    if not fitting:
        raise ValueError(why or "there is no JSON object in the reply")
    if len(fitting) > 1 and any(other != fitting[0] for other in fitting):
        raise ValueError("there is more than one JSON object in the reply")
    return fitting[0]


def without_thoughts(text: str) -> str:
    """What a model said, without what it thought aloud before, where it marks that."""
    return _THOUGHT.sub("", text).strip()


def _values(said: str) -> list[Any]:
    if said.startswith("["):
        return [_read(said)]
    if said.startswith("{"):
        value, end = _read_at(said, 0)
        return [value, *_objects(said, end)]
    fenced = _FENCE.findall(said)
    if fenced:
        return [_read(block) for block in fenced if block.lstrip()[:1] in ("{", "[")]
    try:
        return [_read(said)]
    except ValueError:
        return _objects(said, 0)


def _objects(said: str, start: int) -> list[Any]:
    """Every outermost object in the rest of a text; one that is begun and never ended is broken, not skipped."""
    found = []
    while match := _OBJECT.search(said, start):
        value, start = _read_at(said, match.start())
        found.append(value)
    return found


def _read(said: str) -> Any:
    value, end = _read_at(said.strip(), 0)
    if said.strip()[end:].strip():
        raise ValueError("there is something after the JSON")
    return value


def _read_at(said: str, start: int) -> tuple[Any, int]:
    try:
        value, end = _DECODER.raw_decode(said, start)
        said.encode()
        if "\\u" in said:  # written out, half a surrogate pair shows only in the value
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise ValueError(f"the JSON is broken at character {error.pos}: {error.msg}") from None
    except UnicodeEncodeError:
        raise ValueError("the JSON holds half a character") from None
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
    return value, end


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key of the JSON is given twice")
    return value


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not a number in JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)
