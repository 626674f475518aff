"""A request to a model in the OpenAI form: who says what in it, and the same request with a note put before it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal

from penchant.domain import Message
from penchant.errors import BadInput
from penchant.loop.messages import message_of
from penchant.server.problems import Problem

Api = Literal["chat", "responses"]
"""Which of the two interfaces: /v1/chat/completions or /v1/responses."""

_LEADING = ("system", "developer")
_ITEM_ROLES = {"function_call": "assistant", "custom_tool_call": "assistant", "function_call_output": "tool"}


@dataclass(frozen=True)
class ModelRequest:
    """The body of a request, as it came and as it reads."""

    api: Api
    raw: bytes
    body: Mapping[str, Any]

    @classmethod
    def read(cls, api: Api, raw: bytes) -> ModelRequest:
        """The body; a 400 where it is no JSON object."""
        try:
            body = json.loads(raw)
        except (ValueError, RecursionError):
            raise Problem(400, "The body is no JSON that can be read.") from None
        if not isinstance(body, dict):
            raise Problem(400, "The body has to be a JSON object, as the model's API describes it.")
        return cls(api, raw, body)

    @cached_property
    def messages(self) -> tuple[Message, ...]:
        """What is said in it, each with an id that it keeps while the conversation grows; none where nothing is."""
        given = self.body.get("messages" if self.api == "chat" else "input")
        if isinstance(given, str) and self.api == "responses":
            given = [{"role": "user", "content": given}]
        if not isinstance(given, list):
            return ()
        return tuple(_named(_read(given)))

    @property
    def fresh(self) -> tuple[Message, ...]:
        """What the person says now: their messages since the model last spoke or used a tool."""
        found = list[Message]()
        for message in reversed(self.messages):
            if message.role == "user":
                found.append(message)
            elif message.role != "system":
                break
        return tuple(reversed(found))

    @property
    def asked(self) -> str:
        """The person's last words, which the model is to answer or works on."""
        said = (message.content for message in reversed(self.messages) if message.role == "user")
        return next((words for words in said if words.strip()), "")

    @property
    def before(self) -> tuple[Message, ...]:
        """What the model said last before the person's fresh words."""
        said = [message for message in self.messages if message.role == "assistant" and message.content.strip()]
        return tuple(said[-1:])

    def with_note(self, note: str) -> bytes:
        """The body with a note put before the conversation, at the end of what the client tells the model itself."""
        body = dict(self.body)
        if self.api == "responses":
            own = body.get("instructions")
            body["instructions"] = f"{own}\n\n{note}" if isinstance(own, str) and own.strip() else note
        else:
            body["messages"] = _noted(list(body["messages"]), note)
        return json.dumps(body, separators=(",", ":")).encode()


def _noted(messages: list[Any], note: str) -> list[Any]:
    """The messages with the note in their last leading system message: many models take only one."""
    leading = 0
    while leading < len(messages) and _role(messages[leading]) in _LEADING:
        leading += 1
    if not leading:
        return [{"role": "system", "content": note}, *messages]
    last = messages[leading - 1]
    own = last.get("content")
    if isinstance(own, str):
        told: Any = f"{own}\n\n{note}" if own.strip() else note
    elif isinstance(own, list):
        told = [*own, {"type": "text", "text": note}]
    else:
        told = note
    return [*messages[: leading - 1], {**last, "content": told}, *messages[leading:]]


def _role(message: object) -> object:
    return message.get("role") if isinstance(message, Mapping) else None


def _read(given: Sequence[Any]) -> Iterator[Message]:
    """Every message that is one; what a newer interface has besides is left to the model."""
    for each in given:
        if not isinstance(each, Mapping):
            continue
        role = each.get("role") or _ITEM_ROLES.get(str(each.get("type")))
        try:
            yield message_of({"role": role, "content": each.get("content"), "name": each.get("name") or ""})
        except BadInput:
            continue


def _named(messages: Iterator[Message]) -> Iterator[Message]:
    """Each message with an id made of all that was said up to it: the same again when the request is tried again."""
    said = blake2b(digest_size=16)
    for message in messages:
        said.update(f"{message.role} {len(message.content)}:{message.content}".encode())
        yield replace(message, id=f"proxy-{said.hexdigest()}")
