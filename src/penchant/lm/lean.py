"""Plain HTTP for local endpoints, at a fraction of the processor time a general-purpose client takes.

A study sends a hundred thousand small requests to a server on the same machine or network, and while the client is at
work no other call can be answered. These are a client and a transport for ``httpx2`` to be put inside the ``openai``
package; they know no TLS, no proxies and no streaming, and are used only where none of that is needed.
"""

from __future__ import annotations

import select
import socket
from collections import deque
from dataclasses import dataclass
from typing import IO, Any

import httpx2


class LeanClient(httpx2.Client):
    """A client that sends requests as the openai package puts them together."""

    def build_request(self, method: str, url: httpx2.URL | str, **parts: Any) -> httpx2.Request:
        """The request, with nothing merged into it where there is nothing to merge."""
        if any(parts.get(name) for name in ("params", "files", "data", "json", "cookies", "extensions")):
            return super().build_request(method, url, **parts)
        limits = {"timeout": httpx2.Timeout(parts.get("timeout", self.timeout)).as_dict()}
        return httpx2.Request(
            method, url, headers=parts.get("headers"), content=parts.get("content"), extensions=limits
        )


class LeanTransport(httpx2.BaseTransport):
    """Connections kept open and used again, the last one first; as many as there are requests at once."""

    def __init__(self) -> None:
        self._idle: deque[_Line] = deque()

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request and read the whole response."""
        timeout = request.extensions.get("timeout", {})
        line = self._line(request, timeout.get("connect"))
        kept = False
        try:
            line.socket.settimeout(timeout.get("read"))
            line.socket.sendall(_head(request) + request.read())
            response, kept = _read(line.reader)
        except TimeoutError as error:
            raise httpx2.ReadTimeout("no response in time", request=request) from error
        except OSError as error:
            raise httpx2.ReadError(f"the connection was cut: {error.strerror or error}", request=request) from error
        except ValueError as error:
            raise httpx2.RemoteProtocolError(f"this is no HTTP: {error}", request=request) from error
        finally:
            if kept:
                self._idle.append(line)
            else:
                line.close()
        return response

    def _line(self, request: httpx2.Request, timeout: float | None) -> _Line:
        while self._idle:
            try:
                line = self._idle.pop()
            except IndexError:  # another thread was faster
                break
            if not line.has_something_to_say():
                return line
            line.close()  # before anything was asked: the other side has hung up
        try:
            connection = socket.create_connection((request.url.host, request.url.port or 80), timeout=timeout)
        except TimeoutError as error:
            raise httpx2.ConnectTimeout("no connection in time", request=request) from error
        except OSError as error:
            raise httpx2.ConnectError(error.strerror or str(error), request=request) from error
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return _Line(connection, connection.makefile("rb"))

    def close(self) -> None:
        """Hang up."""
        while self._idle:
            self._idle.pop().close()


@dataclass(frozen=True, slots=True)
class _Line:
    """An open connection."""

    socket: socket.socket
    reader: IO[bytes]

    def has_something_to_say(self) -> bool:
        """Whether the other side has sent something, or hung up."""
        poll = select.poll()  # select itself stops at 1,024 open files
        poll.register(self.socket, select.POLLIN)
        return bool(poll.poll(0))

    def close(self) -> None:
        """Hang up."""
        self.reader.close()
        self.socket.close()


def _head(request: httpx2.Request) -> bytes:
    first = b"%s %s HTTP/1.1\r\n" % (request.method.encode(), request.url.raw_path)
    return first + b"".join(b"%s: %s\r\n" % pair for pair in request.headers.raw) + b"\r\n"


def _read(reader: IO[bytes]) -> tuple[httpx2.Response, bool]:
    """A response, and whether the connection may be used again."""
    status = 100
    while status < 200:  # "go on" and "wait a little" come before the response itself
        version, code, *_ = _text_line(reader).split(None, 2)
        status = int(code)
        headers = []
        while line := _text_line(reader):
            name, _, value = line.partition(b":")
            headers.append((name, value.strip()))
    known = {name.lower(): value.lower() for name, value in headers}
    kept = version == b"HTTP/1.1" and known.get(b"connection") != b"close"
    if b"chunked" in known.get(b"transfer-encoding", b""):
        content = _chunks(reader)
    elif b"content-length" in known:
        content = _exactly(reader, int(known[b"content-length"]))
    elif status in (204, 304):
        content = b""
    else:
        content, kept = reader.read(), False
    return httpx2.Response(status, headers=headers, content=content), kept


def _chunks(reader: IO[bytes]) -> bytes:
    pieces = []
    while size := int(_text_line(reader).partition(b";")[0], 16):
        pieces.append(_exactly(reader, size))
        _text_line(reader)
    while _text_line(reader):  # what may follow the last chunk
        pass
    return b"".join(pieces)


def _text_line(reader: IO[bytes]) -> bytes:
    line = reader.readline(65_536)
    if not line.endswith(b"\n"):
        raise ConnectionError("it ended in the middle of a response" if line else "it was closed")
    return line.rstrip(b"\r\n")


def _exactly(reader: IO[bytes], size: int) -> bytes:
    data = reader.read(size)
    if len(data) < size:
        raise ConnectionError("it ended in the middle of a response")
    return data
