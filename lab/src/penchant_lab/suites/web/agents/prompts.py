"""What a language model is told in the shop, and the form of its replies: prompts, schemas, and what reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from penchant.errors import BadInput
from penchant.lm.json_reply import find_json
from penchant_lab.suites.web.shop.functions import DETAILS, RESPOND, Call, Function, read_call, say

_ACTION = re.compile(r"Action:\s*(?P<name>[\w-]+)")
_ARGUMENTS = re.compile(r"^\s*Arguments?:\s*(?P<arguments>\{.*)", re.S)


def system(functions: Sequence[Function], memory: str, *, talking: bool, react: bool = False, hint: str = "") -> str:
    """The standing words: the part, the functions, the rules of the track, what is known of the person."""
    lines = [
        "You are the personal agent of one customer of a shop. You search for products, get recommendations, or write "
        "a review for them. Choose the right function and the best input for this person.",
    ]
    if talking:
        lines.append(
            "You may talk to the person, but fewer steps are better, and at most ten. Make one call at a time, never "
            "together with words. Call stop when they are content. Invent nothing."
        )
    else:
        lines.append("Do not talk to the person. Your first search, recommendation or review is final.")
    if any(function.name == DETAILS for function in functions):
        lines.append("Looking up the details of products is free: do so first where it helps.")
    if hint:
        lines.append(hint)
    lines.append("Functions:\n" + "\n".join(json.dumps(function.schema()["function"]) for function in functions))
    if react:
        lines.append(
            "Answer in exactly these lines:\nThought: what you think\nAction: the name of a function, or respond\n"
            'Arguments: a JSON object, for instance {"query": "red scarf"} or, to speak, {"content": "Which size?"}'
        )
    else:
        lines.append('Answer with {"function": ..., "arguments": {...}}' + (' or {"say": ...}.' if talking else "."))
    if memory:
        lines.append(f"What is known of this person:\n{memory}")
    return "\n\n".join(lines)


def reply_schema(functions: Sequence[Function], *, talking: bool) -> dict[str, Any]:
    """The form of a reply: one of the functions with its own arguments, or words."""
    options: list[dict[str, Any]] = [
        {
            "type": "object",
            "properties": {
                "function": {"const": function.name},
                "arguments": {**function.schema()["function"]["parameters"], "additionalProperties": False},
            },
            "required": ["function", "arguments"],
            "additionalProperties": False,
        }
        for function in functions
    ]
    if talking:
        words = {"say": {"type": "string"}}
        options.append({"type": "object", "properties": words, "required": ["say"], "additionalProperties": False})
    return {"anyOf": options}


def called(text: str) -> Call:
    """The call that a reply stands for, right or wrong: the shop says what is wrong with it.

    A function that does not exist and arguments of any type are passed on; a reply without a call is words.
    """
    try:
        reply = find_json(text, {"type": "object"})
    except ValueError:
        return say(text)
    if "say" in reply:
        return say(reply["say"]) if isinstance(reply["say"], str) else say(json.dumps(reply["say"]))
    name = reply.get("function", reply.get("name"))
    return _call(name, reply.get("arguments")) if isinstance(name, str) else say(text)


def acted(text: str) -> Call:
    """The call in a reply that thinks aloud, right or wrong; a reply without an action is words to the person."""
    found = _ACTION.search(text)
    if found is None:
        return say(re.sub(r"^\s*(Thought|Answer):\s*", "", text).strip())
    rest = text[found.end() :]
    form = _ARGUMENTS.search(rest)
    arguments = _first_object(form["arguments"]) if form else None
    if found["name"] == RESPOND and arguments is None:
        return say(rest.replace("Arguments:", "").strip())
    return _call(found["name"], arguments)


def _call(name: str, arguments: object) -> Call:
    """A call with what arguments there are; what is no object counts as none, and the shop misses what it needs."""
    try:
        return read_call({"name": name, "arguments": {} if arguments is None else arguments})
    except BadInput:
        return Call(name)


def _first_object(text: str) -> object:
    try:
        return json.JSONDecoder().raw_decode(text)[0]
    except (ValueError, RecursionError):
        return None


REFLECT = (
    "Before the next call: was the function right, was its input good, what did the person's reply show? Say in two "
    "sentences what you will do differently."
)

EXTRACT = (
    "The task is over. From this conversation, which products (by ASIN) does the person like, which dislike, and what "
    'do they expect of products, in a few words each? Answer with {"like": [], "dislike": [], "expect": []}.'
)
_TEXTS: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
EXTRACTED: dict[str, Any] = {
    "type": "object",
    "properties": {"like": _TEXTS, "dislike": _TEXTS, "expect": _TEXTS},
    "required": ["like", "dislike", "expect"],
    "additionalProperties": False,
}
