"""The protocol over streamable HTTP, behind the same doors as everything else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.types import Receive, Scope, Send

from penchant.server.callers import EVERYONE_HERE, Caller
from penchant.server.host import Host
from penchant.server.mcp.protocol import protocol_server
from penchant.server.mcp.stdio import keep_words_out_of_logs
from penchant.server.problems import RETRY_S, problem_response


class McpEndpoint:
    """An ASGI application for one address; the application it is part of runs it with :meth:`running`."""

    def __init__(self, host: Host, person: str | None = None) -> None:
        self._host = host
        self._server = protocol_server(host, person)
        self._sessions: StreamableHTTPSessionManager | None = None
        keep_words_out_of_logs()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve sessions until it is left. Several workers keep none: any of them can answer any request."""
        settings = self._host.settings
        sessions = StreamableHTTPSessionManager(
            self._server,
            stateless=settings.workers > 1,
            max_request_body_size=settings.body_bytes,
        )
        async with sessions.run():
            self._sessions = sessions
            try:
                yield
            finally:
                self._sessions = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; a session stays with whoever began it."""
        if self._sessions is None:
            line = "This server is starting or stopping. Try again."
            await problem_response(503, line, {"Retry-After": str(RETRY_S)})(scope, receive, send)
            return
        caller: Caller = scope.setdefault("penchant.caller", EVERYONE_HERE)
        scope["user"] = AuthenticatedUser(_identity(caller))
        await self._sessions.handle_request(scope, receive, send)


def _identity(caller: Caller) -> AccessToken:
    """The caller as the library compares it with who began a session."""
    client = f"{caller.tenant} {caller.scope} {caller.name}"
    return AccessToken(token="", client_id=client, scopes=[caller.scope], subject=caller.person)
