"""The long way to an endpoint, over TLS or through a proxy, with one clock for all of it.

What a general-purpose client calls a timeout begins anew with every piece that comes, so that a response in drips would
never end. Here every wait, for a connection, for a handshake or for a byte, lasts as long as the whole is still allowed
to.
"""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpcore2
import httpx2

from penchant.errors import BadInput, ModelUnavailable
from penchant.lm.response import whole
from penchant.lm.wire import end_of

_IDLE = 5.0
"""Seconds for which a connection is kept that nobody uses: servers hang up on those that wait for long."""


class FarTransport(httpx2.BaseTransport):
    """A transport for ``httpx2`` that reads a whole response, in time or not at all."""

    def __init__(self, proxy: httpx2.Proxy | None = None) -> None:
        self._clock = _Clock()
        self._pool = httpcore2.ConnectionPool(
            ssl_context=httpx2.create_ssl_context(),
            proxy=None if proxy is None else httpcore2.Proxy(str(proxy.url), auth=proxy.raw_auth),
            max_connections=None,
            keepalive_expiry=_IDLE,
            network_backend=_Network(self._clock),
        )

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request and read the whole response."""
        self._clock.ends = end_of(request)
        url = request.url
        sent = httpcore2.Request(
            request.method,
            httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.read(),
        )
        with _as_httpx2():
            came = self._pool.handle_request(sent)
            try:
                return whole(httpx2.Response(came.status, headers=came.headers, stream=_Pieces(came)))
            finally:
                came.close()

    def close(self) -> None:
        """Hang up."""
        self._pool.close()


def proxy_for(url: str) -> httpx2.Proxy | None:
    """The proxy that the environment names for an address."""
    parts, known = urlsplit(url), getproxies()
    found = known.get(parts.scheme) or known.get("all")
    if not found or proxy_bypass(parts.hostname or ""):
        return None
    try:
        proxy = httpx2.Proxy(found if "://" in found else f"http://{found}")
    except (ValueError, httpx2.InvalidURL) as error:
        raise BadInput(f"The proxy that {parts.scheme}_proxy names is no web address.") from error
    if proxy.url.scheme.startswith("socks") and find_spec("socksio") is None:
        raise ModelUnavailable("A SOCKS proxy needs the package socksio; get it with: pip install socksio")
    return proxy


class _Clock(threading.local):
    """When what a thread sends is to be over."""

    ends: float | None = None  # None: whenever it is

    def left(self, late: type[Exception]) -> float | None:
        """So many seconds, or the error that there are none."""
        if self.ends is None:
            return None
        seconds = self.ends - time.monotonic()
        if seconds <= 0:
            raise late("no response in time")
        return seconds


class _Network(httpcore2.NetworkBackend):
    """Connections by the clock, whatever they are told."""

    def __init__(self, clock: _Clock) -> None:
        self._clock = clock
        self._network = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        left = self._clock.left(httpcore2.ConnectTimeout)
        return _Stream(self._network.connect_tcp(host, port, left, local_address, socket_options), self._clock)


class _Stream(httpcore2.NetworkStream):
    """A connection that is read and written by the clock, whatever it is told."""

    def __init__(self, stream: httpcore2.NetworkStream, clock: _Clock) -> None:
        self._stream = stream
        self._clock = clock

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._clock.left(httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._clock.left(httpcore2.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        left = self._clock.left(httpcore2.ConnectTimeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, left), self._clock)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Pieces(httpx2.SyncByteStream):
    def __init__(self, came: httpcore2.Response) -> None:
        self._came = came

    def __iter__(self) -> Iterator[bytes]:
        return self._came.iter_stream()


@contextmanager
def _as_httpx2() -> Iterator[None]:
    """Errors of the connection as those of the client, which have the same names."""
    try:
        yield
    except (httpcore2.TimeoutException, httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.ProxyError) as error:
        raise getattr(httpx2, type(error).__name__)(str(error)) from error
