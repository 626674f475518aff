"""The model behind the proxy: one pool of connections to it, and what goes wrong with it told in one sentence."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import httpx

from penchant.errors import BadInput
from penchant.server.problems import RETRY_S, Problem
from penchant.server.proxy.headers import RawHeaders
from penchant.server.settings import UPSTREAM_KEY, ServerSettings

CONNECT_S = 10.0
_MOST_CONNECTIONS = 1_000
LARGEST_ANSWER = 64 * 2**20
"""Bytes of an answer that is not streamed."""


def check_key(settings: ServerSettings) -> None:
    """BadInput where a variable was named that is to have the key to the model, and there is none of that name."""
    if settings.upstream_key != UPSTREAM_KEY and settings.upstream_key not in os.environ:
        raise BadInput("--upstream-key names an environment variable that has the key, and none of that name is set.")


class Upstream:
    """Speaks to the model at one address."""

    def __init__(self, settings: ServerSettings) -> None:
        assert settings.upstream is not None
        self._root = settings.upstream.rstrip("/")
        self._patience_s = settings.upstream_seconds
        self.key = os.environ.get(settings.upstream_key) or None
        self._client = httpx.AsyncClient(
            limits=httpx.Limits(max_connections=_MOST_CONNECTIONS, max_keepalive_connections=100),
            follow_redirects=False,
        )

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    @asynccontextmanager
    async def answering(
        self, method: str, path: str, query: bytes, headers: RawHeaders, body: bytes
    ) -> AsyncIterator[httpx.Response]:
        """The model's response, its body still to come; its connection is let go of when this is left."""
        url = httpx.URL(self._root + path, query=query or None)
        wait = httpx.Timeout(self._patience_s, connect=min(CONNECT_S, self._patience_s))
        request = httpx.Request(method, url, headers=headers, content=body, extensions={"timeout": wait.as_dict()})
        with self.explained():
            response = await self._client.send(request, stream=True)
        try:
            if response.is_redirect:
                raise Problem(502, "The model behind this server has moved: start it with the address it has now.")
            yield response
        finally:
            await response.aclose()

    async def whole(self, response: httpx.Response) -> bytes:
        """The bytes of a response that is not streamed, as they came."""
        body = bytearray()
        with self.explained():
            async for part in response.aiter_raw():
                body += part
                if len(body) > LARGEST_ANSWER:
                    raise Problem(502, f"The answer of the model is larger than {LARGEST_ANSWER:,} bytes.")
        return bytes(body)

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Tell what goes wrong on the way to the model and back as a 502, 503 or 504."""
        try:
            yield
        except httpx.PoolTimeout:
            again = {"Retry-After": str(RETRY_S)}
            raise Problem(503, "Too many requests are with the model just now. Try again.", again) from None
        except httpx.ConnectTimeout:
            raise Problem(504, "The model behind this server could not be reached in time.") from None
        except httpx.TimeoutException:
            raise Problem(504, f"The model behind this server sent nothing for {self._patience_s:g} seconds.") from None
        except httpx.ConnectError:
            raise Problem(502, "The model behind this server cannot be reached.") from None
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError):
            raise Problem(502, "The model behind this server broke off, or sent no HTTP.") from None
