"""The Model Context Protocol: the same verbs as tools, and a person's profile as a resource and a prompt.

Over stdio in ``stdio.py``, over HTTP in ``endpoint.py``; what is common to both in ``protocol.py``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.util import find_spec
from typing import Protocol

from starlette.types import Receive, Scope, Send

from penchant.server.host import Host
from penchant.server.problems import RETRY_S, problem_response

PATH = "/mcp"
NEEDED = "The Model Context Protocol is not installed here: pip install 'penchant[mcp]'"


class RunningEndpoint(Protocol):
    """An ASGI application for one address, which the application it is part of has to run."""

    def running(self) -> AbstractAsyncContextManager[None]:
        """Serve until it is left."""
        ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        ...


def endpoint_of(host: Host) -> RunningEndpoint:
    """The protocol at its address, loaded when somebody first asks for it; where it is not installed, what says so."""
    return _NotInstalled() if find_spec("mcp") is None else _LoadedWhenAsked(host)


class _LoadedWhenAsked:
    """Importing the protocol takes longer than all the rest of the server together, and most never ask for it."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._endpoint: RunningEndpoint | None = None
        self._running: asyncio.Task[None] | None = None
        self._lock: asyncio.Lock | None = None
        self._left: asyncio.Event | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        self._lock, self._left = asyncio.Lock(), asyncio.Event()
        try:
            yield
        finally:
            self._left.set()
            self._lock = None
            if self._running is not None:
                await self._running
            self._running = self._endpoint = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        endpoint = self._endpoint or await self._loaded()
        if endpoint is None:
            line = "This server is starting or stopping. Try again."
            await problem_response(503, line, {"Retry-After": str(RETRY_S)})(scope, receive, send)
            return
        await endpoint(scope, receive, send)

    async def _loaded(self) -> RunningEndpoint | None:
        if self._lock is None or self._left is None:
            return None
        async with self._lock:
            if self._endpoint is None:
                made = await asyncio.to_thread(_made, self._host)
                up = asyncio.Event()
                self._running = asyncio.create_task(_run(made, up, self._left))
                await up.wait()
                self._endpoint = made
        return self._endpoint


def _made(host: Host) -> RunningEndpoint:
    from penchant.server.mcp.endpoint import McpEndpoint

    return McpEndpoint(host)


async def _run(endpoint: RunningEndpoint, up: asyncio.Event, left: asyncio.Event) -> None:
    """Have it begun and ended by one and the same task, as it wants."""
    async with endpoint.running():
        up.set()
        await left.wait()


class _NotInstalled:
    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await problem_response(501, NEEDED)(scope, receive, send)
