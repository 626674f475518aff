"""The doors: what every request passes before a route sees it."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from penchant.server.callers import EVERYONE_HERE
from penchant.server.host import Host

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


class Doors:
    """Sees who is calling, and lets nobody in who may not."""

    def __init__(self, app: ASGIApp, host: Host) -> None:
        self._app = app
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with its caller."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        scope["penchant.caller"] = EVERYONE_HERE
        raw: bytes = scope.get("raw_path") or b""
        if raw.startswith(b"/api/"):
            scope["path"] = raw.decode("ascii", "replace")  # a name in it may hold %2F
        await self._app(scope, receive, with_headers)
