"""Asking a model for a typed value: schema out, reply in, one chance to put a broken reply right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from penchant.errors import BadReply
from penchant.lm.dry_run import NotAsked
from penchant.lm.json_reply import find_json, without_thoughts
from penchant.lm.price import LETTERS_A_TOKEN
from penchant.lm.protocol import ChatMessage, LanguageModel, Prompt, Reply

T = TypeVar("T")
SHOWN = 2000
"""So many characters of a broken reply are shown to the model again: a reply that rambles must not fill its window."""

REASON = 200
"""So many of the reason why it is no use."""

REPAIR = "-repair"
"""What the purpose of a prompt ends in that asks again for what was no use."""


def ask_for(lm: LanguageModel, prompt: Prompt, parse: Callable[[Any], T], *, repair: bool = True) -> T:
    """The reply to a prompt, as ``parse`` makes it of the JSON (of the text, where the prompt has no schema).

    ``parse`` refuses with a ValueError that says in a few words what is wrong. A reply that is no use is shown to the
    model once, with the reason; when the second is none either, or the model refuses, ModelFailed says so in one line.
    Without ``repair`` the first is the last, for callers that have something else to go by. A dry run is shown both.

    >>> from penchant.lm.scripted import ScriptedModel
    >>> lm = ScriptedModel(["the second, I think", '{"pick": 2}'])
    >>> pick = Prompt(
    ...     purpose="pick",
    ...     messages=(ChatMessage("user", "Tea or coffee?"),),
    ...     schema={"type": "object", "properties": {"pick": {"type": "integer"}}, "required": ["pick"]},
    ... )
    >>> ask_for(lm, pick, lambda reply: ["tea", "coffee"][reply["pick"] - 1])
    'coffee'
    """
    try:
        reply = lm.complete(prompt)
    except NotAsked:
        if repair:
            lm.complete(_repair(prompt, _useless(prompt), "-" * REASON))
        raise
    try:
        return _value(reply, prompt, parse)
    except ValueError as error:
        if not repair:
            raise _failed(prompt, reply, f"gave no usable reply: {_line(str(error))}") from error
        again = _repair(prompt, reply, str(error))
    reply = lm.complete(again)
    try:
        return _value(reply, again, parse)
    except ValueError as error:
        raise _failed(prompt, reply, f"gave no usable reply, twice: {_line(str(error))}") from error


def words_of(lm: LanguageModel, prompt: Prompt, *, is_whole: Callable[[str], bool]) -> str:
    """What a model says to a prompt, in whatever form: for callers to whom a reply out of form is a reply too.

    Only one that is empty, or was cut off before ``is_whole`` is true of it, is asked for again, once. BadReply says
    in one line that there was none, or a refusal without a word.

    >>> from penchant.lm.scripted import ScriptedModel
    >>> words_of(ScriptedModel(["", "Tea, please."]), Prompt(purpose="pick", messages=()), is_whole=bool)
    'Tea, please.'
    """
    reply = lm.complete(prompt)
    said = without_thoughts(reply.text)
    if reply.finish == "refusal" and not said:
        raise _failed(prompt, reply, "refused: no reason given")
    if said and (reply.finish != "length" or is_whole(said)):
        return said
    reason = f"the reply was cut off at {prompt.max_tokens} tokens" if said else "the reply is empty"
    reply = lm.complete(_repair(prompt, reply, reason))
    said = without_thoughts(reply.text) or said
    if not said:
        raise _failed(prompt, reply, "gave no reply, twice")
    return said


def _value(reply: Reply, prompt: Prompt, parse: Callable[[Any], T]) -> T:
    if reply.finish == "refusal":  # asked again it would refuse again, and that costs
        raise _failed(prompt, reply, f"refused: {_line(reply.text) or 'no reason given'}")
    if not reply.text.strip():
        raise ValueError("the reply is empty")
    try:
        return parse(reply.text if prompt.schema is None else find_json(reply.text, prompt.schema))
    except ValueError as error:
        if reply.finish == "length":
            raise ValueError(f"the reply was cut off at {prompt.max_tokens} tokens") from error
        raise


def _useless(prompt: Prompt) -> Reply:
    """What takes the most to be put right: a reply as long as it may be, and cut off there."""
    return Reply(text="-" * min(SHOWN, LETTERS_A_TOKEN * prompt.max_tokens), finish="length")


def _repair(prompt: Prompt, reply: Reply, reason: str) -> Prompt:
    """The same question, with what was said and why it will not do; more room, if room was what was missing."""
    form = "in a few words" if prompt.schema is None else "with the JSON object alone, no other text"
    return replace(
        prompt,
        purpose=f"{prompt.purpose}{REPAIR}",
        messages=(
            *prompt.messages,
            ChatMessage("assistant", reply.text.strip()[:SHOWN] or "(nothing)"),  # some endpoints reject empty messages
            ChatMessage("user", f"That cannot be used: {_line(reason)}. Answer again, {form}."),
        ),
        max_tokens=prompt.max_tokens * 2 if reply.finish == "length" else prompt.max_tokens,
    )


def _failed(prompt: Prompt, reply: Reply, what: str) -> BadReply:
    return BadReply(f"{reply.model or 'The model'}, asked to {prompt.purpose}, {what}.")


def _line(text: str) -> str:
    line = " ".join(text.split()).rstrip(".")
    return line if len(line) <= REASON else line[: REASON - 1] + "…"
