"""HTTP over plain sockets in an event loop: cheap enough to share two processors with what it measures."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]

_FRESH_S = 3.0
"""So long unused, a connection may be about to be closed by the server."""


class Broken(Exception):
    """No whole answer came: the connection was refused, or ended in between."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The document in its body."""
        return json.loads(self.body)


class Wires:
    """Connections to one server that are kept for the next request."""

    def __init__(self, port: int, timeout_s: float = 30.0) -> None:
        self._port = port
        self._timeout_s = timeout_s
        self._idle: deque[tuple[float, Wire]] = deque()  # those unused longest first, so that all workers are asked

    async def send(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> Reply:
        """One request and its answer; Broken where none came."""
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "host: localhost", f"content-length: {len(content)}"]
        lines += ["content-type: application/json"] if body is not None else []
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        message = "\r\n".join([*lines, "", ""]).encode() + content
        try:
            async with asyncio.timeout(self._timeout_s):
                wire = self._unused() or await asyncio.open_connection("127.0.0.1", self._port)
                try:
                    reply = await _exchange(wire, message)
                except BaseException:
                    wire[1].close()
                    raise
        except (OSError, EOFError, ValueError, TimeoutError) as error:
            raise Broken(f"{type(error).__name__}: {error}") from error
        if reply.headers.get("connection") == "close":
            wire[1].close()
        else:
            self._idle.append((time.monotonic(), wire))
        return reply

    def _unused(self) -> Wire | None:
        while self._idle:
            since, wire = self._idle.popleft()
            if time.monotonic() - since < _FRESH_S:
                return wire
            wire[1].close()
        return None

    def close(self) -> None:
        """Close every connection."""
        for _, wire in self._idle:
            wire[1].close()
        self._idle.clear()


async def _exchange(wire: Wire, message: bytes) -> Reply:
    reader, writer = wire
    writer.write(message)
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Reply(int(head[0].split()[1]), headers, body)
