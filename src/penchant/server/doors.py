"""The doors: what every request passes before a route sees it.

In this order: a body of a size and kind that is taken, a host that is this machine where no keys are kept, a caller who
is known, and not too many requests. What is refused is told as a problem, like everything else that goes wrong.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
import time
from collections.abc import Mapping
from math import ceil

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from penchant.errors import PenchantError
from penchant.server.callers import EVERYONE_HERE, Caller
from penchant.server.headers import headers_for
from penchant.server.host import Host
from penchant.server.journal import RequestLog
from penchant.server.limits import RateLimit
from penchant.server.metrics import REQUESTS, SECONDS
from penchant.server.problems import Problem, problem_of, problem_response

BODY_S = 30
"""So many seconds a body may take to arrive."""

_OPEN = ("/healthz", "/readyz")
_LOCKED = ("/api", "/v1", "/mcp", "/metrics", "/openapi.json")


class Doors:
    """Sees who is calling, lets nobody in who may not, and writes down that they came."""

    def __init__(self, app: ASGIApp, host: Host) -> None:
        self._app = app
        self._host = host
        self._rate = RateLimit(host.settings.rate / host.settings.workers)
        self._log = RequestLog(on=host.settings.log)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its caller, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, began_answer = time.perf_counter(), 500, False
        id = secrets.token_hex(8)
        raw: bytes = scope.get("raw_path") or scope["path"].encode()
        if raw.startswith(b"/api/people/"):
            scope["path"] = raw.decode("ascii", "replace")  # a name in it may hold %2F
        own = (*headers_for(scope["path"]), (b"x-request-id", id.encode()))

        async def answered(message: Message) -> None:
            nonlocal status, began_answer
            began_answer = True
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(each for each in own if each[0] not in given)]
            await send(message)

        try:
            try:
                headers = Headers(scope=scope)
                scope["penchant.caller"] = await self._let_in(scope, headers)
                whole = await self._body(scope, headers, receive)
            except PenchantError as error:
                found = problem_of(error)
                path: str = scope["path"]
                told = problem_response(found.status, str(found), found.headers, type=found.type, path=path)
                await told(scope, receive, answered)
                return
            await self._app(scope, whole, answered)
        except Exception as error:  # a bug of ours: told without its message, which may hold somebody's words
            self._log.failure(error, id=id)
            if began_answer:
                raise
            line = f"Something went wrong here, and was written down as {id}."
            await problem_response(500, line, path=scope["path"])(scope, receive, answered)
        finally:
            seconds = time.perf_counter() - began
            route = route_of(scope)
            REQUESTS.labels(route, str(status)).inc()
            SECONDS.labels(route).observe(seconds)
            caller = scope.get("penchant.caller")
            self._log.note(method=scope["method"], route=route, status=status, seconds=seconds, caller=caller, id=id)

    async def _let_in(self, scope: Scope, headers: Headers) -> Caller | None:
        path: str = scope["path"]
        keys = self._host.keys
        if keys is None:
            _check_here(scope["method"], headers)
        if path in _OPEN or not _under(path, _LOCKED):
            return None
        caller = EVERYONE_HERE if keys is None else keys.caller(_credential(headers))
        if caller is None:
            raise Problem(
                401,
                "This needs a key: send it as Authorization: Bearer KEY. It may be wrong, revoked or over.",
                {"WWW-Authenticate": 'Bearer realm="penchant"'},
            )
        client = scope.get("client")
        address = client[0] if client else ""
        who = f"{caller.tenant} {caller.name} {caller.person or ''}" if keys is not None else address
        if wait := self._rate.wait_s(who):
            raise Problem(429, "Too many requests from you just now. Slow down.", {"Retry-After": str(ceil(wait))})
        if path.startswith("/api/"):
            self._host.check_room()  # before anything is read: what is refused costs others little
        return caller

    async def _body(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        """The request's messages, once its whole body is here and known to be no larger than is taken."""
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return receive
        path, settings = scope["path"], self._host.settings
        large = path.startswith("/v1/") or (path.startswith("/api/people/") and path.endswith("/import"))
        most = settings.import_bytes if large else settings.body_bytes
        too_large = Problem(413, f"A body has {most:,} bytes at most here.", {"Connection": "close"})
        told = headers.get("content-length", "")
        if told.isascii() and told.isdigit() and int(told[:20]) > most:
            raise too_large
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_S):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Problem(400, "The connection was closed before the body was whole.")
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > most:
                        raise too_large
        except TimeoutError:
            raise Problem(408, f"The body took longer than {BODY_S} seconds to arrive.") from None
        if body and path.startswith(("/api/", "/v1/")):
            _check_kind(headers)
        whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def replayed() -> Message:
            return whole.pop() if whole else await receive()

        return replayed


def _under(path: str, roots: tuple[str, ...]) -> bool:
    return any(path == root or path.startswith(f"{root}/") for root in roots)


def _credential(headers: Headers) -> str:
    if key := headers.get("x-penchant-key"):  # where Authorization is for the model behind the proxy
        return key.strip()
    kind, _, word = headers.get("authorization", "").partition(" ")
    return word.strip() if kind.lower() == "bearer" else headers.get("x-api-key", "").strip()


def _check_kind(headers: Headers) -> None:
    kind, _, rest = headers.get("content-type", "").partition(";")
    charset = rest.strip().lower()
    if kind.strip().lower() != "application/json" or (charset and charset.replace('"', "") != "charset=utf-8"):
        raise Problem(415, "The body has to be JSON in UTF-8: Content-Type: application/json.")
    if headers.get("content-encoding", "identity") != "identity":
        raise Problem(415, "A body is sent as it is, without a Content-Encoding.")


def _check_here(method: str, headers: Headers) -> None:
    """Refuse what a page from elsewhere makes a browser on this machine send; with keys it would lack one."""
    host = headers.get("host", "").lower()
    name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
    if not _is_here(name.strip("[]").removesuffix(".")):
        raise Problem(421, "Without keys this server is for this machine only: call it localhost, or give it keys.")
    origin = headers.get("origin")
    from_elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
    if (origin is not None and origin.partition("://")[2].lower() != host) or (from_elsewhere and method != "GET"):
        raise Problem(403, "Pages from elsewhere may not call this server.")


def _is_here(name: str) -> bool:
    """Whether a name means this machine; one without a dot is nobody's to point here from outside."""
    if not name or ("." not in name and ":" not in name) or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def route_of(scope: Mapping[str, object]) -> str:
    """The route, without what stands in its place in the address."""
    route = scope.get("route")
    path = getattr(route, "path", None)
    found = str(scope["path"])
    if isinstance(path, str) and path:
        return f"/api{path}" if found.startswith("/api/") and not path.startswith("/api") else path
    return next((root for root in (*_LOCKED, *_OPEN) if _under(found, (root,))), "page")
