"""Plain HTTP for local endpoints, at a fraction of the processor time a general-purpose client takes.

A study sends a hundred thousand small requests to a server on the same machine or network, and while the client is at
work no other call can be answered. This is a transport for ``httpx2`` to be put inside the ``openai`` package; it knows
no TLS, no proxies and no streaming, and is used only where none of that is needed.
"""

from __future__ import annotations

import select
import socket
import threading
from collections import deque
from dataclasses import dataclass
from typing import IO

import httpx2


@dataclass(frozen=True, slots=True)
class _Form:
    """All of a request but its body, which is what differs from one to the next."""

    host: str
    port: int
    head: bytes  # up to how long the body is
    connect: float | None  # how long may be waited for a connection
    read: float | None  # and for more of the response

    @staticmethod
    def of(request: httpx2.Request) -> _Form:
        lines = [b"%s %s HTTP/1.1" % (request.method.encode(), request.url.raw_path)]
        lines += [b"%s: %s" % pair for pair in request.headers.raw if pair[0].lower() != b"content-length"]
        timeout = request.extensions.get("timeout", {})
        head = b"\r\n".join(lines)
        return _Form(request.url.host, request.url.port or 80, head, timeout.get("connect"), timeout.get("read"))

    def with_body(self, body: bytes) -> bytes:
        return b"%s\r\nContent-Length: %d\r\n\r\n%s" % (self.head, len(body), body)


@dataclass(frozen=True, slots=True)
class _Came:
    """A response as it came, and whether the connection may be used again."""

    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes
    kept: bool

    @property
    def is_packed(self) -> bool:
        return any(name.lower() == b"content-encoding" for name, _ in self.headers)


class _Early(threading.local):
    """What came back for a thread's request before the openai package has asked for it."""

    outcome: _Came | httpx2.TransportError | None = None


class LeanTransport(httpx2.BaseTransport):
    """Connections kept open and used again, the last one first; as many as there are requests at once.

    What the openai package does for each request (its headers, the address, the options) comes out the same every time,
    and takes twice as long as all the rest. So where a request went well, :meth:`again` sends another body in the same
    form. Where that does not go well, the package is given what came instead, as if it had asked, and makes of it the
    error that it is.
    """

    def __init__(self) -> None:
        self._idle: deque[_Line] = deque()
        self._form: _Form | None = None
        self._early = _Early()

    def again(self, body: bytes) -> bytes | None:
        """What is answered to a body sent as the last one was that went well; None where none has, or this does not.

        Then the same request is to be made through the package, by the same thread, and nothing is sent a second time.
        """
        form, self._early.outcome = self._form, None
        if form is None:
            return None
        try:
            came = self._exchange(form, body)
        except httpx2.TransportError as error:
            self._early.outcome = error
            return None
        if came.status == httpx2.codes.OK and not came.is_packed:
            return came.content
        self._early.outcome = came
        return None

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request and read the whole response."""
        outcome, self._early.outcome = self._early.outcome, None
        if isinstance(outcome, httpx2.TransportError):
            raise outcome
        if outcome is None:
            form = _Form.of(request)
            outcome = self._exchange(form, request.read())
            if outcome.status == httpx2.codes.OK and request.method == "POST":
                self._form = form
        return httpx2.Response(outcome.status, headers=outcome.headers, content=outcome.content)

    def close(self) -> None:
        """Hang up."""
        while self._idle:
            self._idle.pop().close()

    def _exchange(self, form: _Form, body: bytes) -> _Came:
        line = self._line(form)
        kept = False
        try:
            line.socket.settimeout(form.read)
            line.socket.sendall(form.with_body(body))
            came = _read(line.reader)
            kept = came.kept
        except TimeoutError as error:
            raise httpx2.ReadTimeout("no response in time") from error
        except OSError as error:
            raise httpx2.ReadError(f"the connection was cut: {error.strerror or error}") from error
        except ValueError as error:
            raise httpx2.RemoteProtocolError(f"this is no HTTP: {error}") from error
        finally:
            if kept:
                self._idle.append(line)
            else:
                line.close()
        return came

    def _line(self, form: _Form) -> _Line:
        while self._idle:
            try:
                line = self._idle.pop()
            except IndexError:  # another thread was faster
                break
            if not line.has_something_to_say():
                return line
            line.close()  # before anything was asked: the other side has hung up
        try:
            connection = socket.create_connection((form.host, form.port), timeout=form.connect)
        except TimeoutError as error:
            raise httpx2.ConnectTimeout("no connection in time") from error
        except OSError as error:
            raise httpx2.ConnectError(error.strerror or str(error)) from error
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return _Line(connection, connection.makefile("rb"))


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


def _read(reader: IO[bytes]) -> _Came:
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
    return _Came(status, headers, content, kept)


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
