"""Just enough HTTP/1.1 for a test endpoint: whole requests in, whole replies out, connections kept alive."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

Mishap = Literal["hang", "cut", "drop", "broken"]
"""No reply at all, half of one, a closed door instead, or a whole one that is no JSON."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One HTTP request."""

    method: str
    path: str
    headers: dict[str, str]  # names in small letters
    body: bytes


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """One HTTP reply, or what happens instead of it."""

    body: dict[str, Any] = field(default_factory=dict)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    mishap: Mishap | None = None
    latency: float = 0.0
    written: bytes | None = None  # as it goes over the wire, where that is known

    def encoded(self) -> bytes:
        """As it goes over the wire."""
        if self.written is not None:
            return self.written
        body = json.dumps(self.body, ensure_ascii=False).encode()
        if self.mishap == "broken":
            body = body[: len(body) // 2]
        lines = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
        head = (
            f"HTTP/1.1 {self.status} -\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{lines}\r\n"
        )
        return head.encode() + body


class Conversation(asyncio.Protocol):
    """One connection: each request goes to ``answer``, each reply is written when its time has come."""

    def __init__(
        self, answer: Callable[[HttpRequest], HttpResponse], done: Callable[[], None], talking: set[asyncio.Transport]
    ) -> None:
        self._answer = answer
        self._done = done
        self._talking = talking  # every connection that is open
        self._buffer = bytearray()
        self._transport: asyncio.Transport
        self._loop = asyncio.get_running_loop()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember whom we talk to."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._talking.add(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Forget whom we talked to."""
        self._talking.discard(self._transport)

    def data_received(self, data: bytes) -> None:
        """Answer every request that is whole."""
        came = self._loop.time()
        self._buffer += data
        while (call := self._next()) is not None:
            response = self._answer(call)
            if response.latency:
                self._loop.call_at(came + response.latency, self._write, response)
            else:
                self._write(response)

    def _next(self) -> HttpRequest | None:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        first, *lines = self._buffer[:end].decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        whole = end + 4 + int(headers.get("content-length", 0))
        if len(self._buffer) < whole:
            return None
        body = bytes(self._buffer[end + 4 : whole])
        del self._buffer[:whole]
        method, path, _ = first.split(" ")
        return HttpRequest(method, path, headers, body)

    def _write(self, response: HttpResponse) -> None:
        if response.mishap == "hang":
            return
        self._done()
        data = b"" if response.mishap == "drop" else response.encoded()
        if response.mishap == "cut":
            data = data[: len(data) - len(data) // 4]
        self._transport.write(data)
        if response.mishap in ("cut", "drop"):
            self._transport.close()
