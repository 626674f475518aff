"""The Model Context Protocol: the same verbs as tools, and a person's profile as a resource and a prompt.

Over stdio in ``stdio.py``, over HTTP in ``endpoint.py``; what is common to both in ``protocol.py``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.util import find_spec
from typing import Protocol

from starlette.types import Receive, Scope, Send

from penchant.server.host import Host
from penchant.server.problems import problem_response

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
    """The protocol at its address; where it is not installed, what says so."""
    if find_spec("mcp") is None:
        return _NotInstalled()
    from penchant.server.mcp.endpoint import McpEndpoint

    return McpEndpoint(host)


class _NotInstalled:
    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await problem_response(501, NEEDED)(scope, receive, send)
