"""A model to stand behind the proxy: it answers by script, and goes wrong in every way we know of."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from starlette.types import Receive, Scope, Send

Ending = Literal["whole", "cut", "hang"]
JSON = "application/json"
EVENTS = "text/event-stream; charset=utf-8"


@dataclass(frozen=True)
class Came:
    """One request as the model got it."""

    path: str
    query: str
    headers: Mapping[str, str]
    raw: bytes

    @property
    def body(self) -> dict[str, Any]:
        made: dict[str, Any] = json.loads(self.raw)
        return made

    @property
    def system(self) -> str:
        """All that stands in system messages, or in the instructions."""
        told = [
            str(each["content"]) for each in self.body.get("messages", []) if each["role"] in ("system", "developer")
        ]
        return "\n".join([*told, self.body.get("instructions") or ""])


@dataclass(frozen=True)
class Given:
    """What the model sends, and how it ends."""

    parts: Sequence[bytes]
    kind: str = JSON
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    ending: Ending = "whole"


Script = Callable[[Came], Given]


@dataclass
class ScriptedModel:
    """An ASGI application that answers by ``script``, and keeps what it was asked."""

    script: Script
    asked: list[Came] = field(default_factory=list)
    left: threading.Event = field(default_factory=threading.Event)  # whoever asked went away

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        headers = {name.decode(): value.decode("latin-1") for name, value in scope["headers"]}
        came = Came(scope["path"], scope["query_string"].decode(), headers, body)
        self.asked.append(came)
        given = self.script(came)
        if given.ending == "hang" and not given.parts:
            await self._wait(receive)
            return
        sent = [(b"content-type", given.kind.encode())]
        sent += [(name.lower().encode(), value.encode()) for name, value in given.headers.items()]
        await send({"type": "http.response.start", "status": given.status, "headers": sent})
        for part in given.parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        if given.ending == "hang":
            await self._wait(receive)
        elif given.ending == "whole":
            await send({"type": "http.response.body", "body": b""})

    async def _wait(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            await asyncio.sleep(0)
        self.left.set()


def completion(text: str | None = "Gladly.", **message: Any) -> Given:
    """An answer of /v1/chat/completions."""
    said = {"role": "assistant", "content": text, "refusal": None, **message}
    finish = "tool_calls" if "tool_calls" in message else "stop"
    choice = {"index": 0, "message": said, "logprobs": None, "finish_reason": finish}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [choice],
        "usage": usage,
    }
    return Given([json.dumps(body, indent=1).encode()])


def chunk(delta: Mapping[str, Any], finish: str | None = None) -> bytes:
    """One event of a streamed answer."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    body = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(body)}\n\n".encode()


def stream(*parts: bytes, ending: Ending = "whole") -> Given:
    """A streamed answer."""
    return Given(parts, EVENTS, ending=ending)


def say_gladly(_: Came) -> Given:
    """The script of a model that is always glad."""
    return completion()
