"""Plain-HTTP connections for local endpoints, at a fraction of the CPU the general-purpose transport takes.

A study sends a hundred thousand small requests to a server on the same machine or network, and every millisecond the
client takes is one during which no other call can be answered. This is a transport for the ``httpx2`` client inside the
``openai`` package; it knows no TLS and no proxies, and is used only where neither is needed.
"""

from __future__ import annotations

import http.client
import select
import socket
from collections import deque

import httpx2


class LeanTransport(httpx2.BaseTransport):
    """Connections kept open and used again, the last one first; as many as there are requests at once."""

    def __init__(self) -> None:
        self._idle: deque[socket.socket] = deque()

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request and read the whole response."""
        timeout = request.extensions.get("timeout", {})
        connection = self._connection(request, timeout.get("connect"))
        try:
            connection.settimeout(timeout.get("read"))
            connection.sendall(_head(request) + request.read())
            response = http.client.HTTPResponse(connection, method=request.method)
            response.begin()
            content = response.read()
        except TimeoutError as error:
            connection.close()
            raise httpx2.ReadTimeout("no response in time", request=request) from error
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise httpx2.ReadError(f"the connection was cut: {type(error).__name__}", request=request) from error
        except BaseException:  # Ctrl-C in the middle of a response: the connection is of no further use
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self._idle.append(connection)
        return httpx2.Response(response.status, headers=response.getheaders(), content=content)

    def _connection(self, request: httpx2.Request, timeout: float | None) -> socket.socket:
        while self._idle:
            try:
                connection = self._idle.pop()
            except IndexError:  # another thread was faster
                break
            if not _has_something_to_say(connection):
                return connection
            connection.close()  # before anything was asked: the other side has hung up
        try:
            connection = socket.create_connection((request.url.host, request.url.port or 80), timeout=timeout)
        except TimeoutError as error:
            raise httpx2.ConnectTimeout("no connection in time", request=request) from error
        except OSError as error:
            raise httpx2.ConnectError(error.strerror or str(error), request=request) from error
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def close(self) -> None:
        """Hang up."""
        while self._idle:
            self._idle.pop().close()


def _has_something_to_say(connection: socket.socket) -> bool:
    poll = select.poll()  # select itself stops at 1,024 open files
    poll.register(connection, select.POLLIN)
    return bool(poll.poll(0))


def _head(request: httpx2.Request) -> bytes:
    first = b"%s %s HTTP/1.1\r\n" % (request.method.encode(), request.url.raw_path)
    return first + b"".join(b"%s: %s\r\n" % pair for pair in request.headers.raw) + b"\r\n"
