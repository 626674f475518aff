"""One request and its response over plain HTTP, a step at a time, so that whoever sees to many need not wait for one.

A general-purpose client takes several times the processor time; this one knows no TLS, no proxies and no streaming, and
is used only where none of that is needed.
"""

from __future__ import annotations

import errno
import os
import select
import socket
import time
from collections import deque
from dataclasses import dataclass, field
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any, Protocol

import httpx2

from penchant.lm.response import Came, Heard

_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class Envelope:
    """All of a request but its body, which is what differs from one to the next."""

    host: str
    port: int
    head: bytes  # up to how long the body is
    timeout: float | None  # seconds it may take, from the connection to the end of the response

    @staticmethod
    def of(request: httpx2.Request) -> Envelope:
        """The envelope of a request that was put together elsewhere."""
        lines = [b"%s %s HTTP/1.1" % (request.method.encode(), request.url.raw_path)]
        lines += [b"%s: %s" % pair for pair in request.headers.raw if pair[0].lower() != b"content-length"]
        return Envelope(request.url.host, request.url.port or 80, b"\r\n".join(lines), timeout_of(request))

    def with_body(self, body: bytes) -> bytes:
        """The whole request."""
        return b"%s\r\nContent-Length: %d\r\n\r\n%s" % (self.head, len(body), body)


def timeout_of(request: httpx2.Request) -> float | None:
    """How many seconds a request may take."""
    seconds: float | None = request.extensions.get("timeout", {}).get("read")
    return seconds


def end_of(request: httpx2.Request) -> float | None:
    """When a request is to be over, by the monotonic clock; those it is redirected to get no time of their own."""
    timeout = timeout_of(request)
    ends: float | None = request.extensions.setdefault("ends", None if timeout is None else time.monotonic() + timeout)
    return ends


class Place(Protocol):
    """A call's place among those that may be in flight at once."""

    @property
    def is_taken(self) -> bool:
        """Whether it is taken, and not given back."""
        ...

    def take(self, *, wait: bool = True) -> bool:
        """Take it, unless it is taken; whether it is now."""
        ...

    def give_back(self) -> None:
        """Let another have it."""
        ...


class Lines:
    """Connections to one server, kept open and used again, the last first; as many as there are requests at once."""

    def __init__(self) -> None:
        self._idle: deque[socket.socket] = deque()
        self._address: tuple[int, Any] | None = None  # where somebody was there: others need not be tried again

    def take(self, envelope: Envelope) -> tuple[socket.socket, bool]:
        """A connection that does not block, and whether it is there yet; the first ever is waited for."""
        while self._idle:
            try:
                line = self._idle.pop()
            except IndexError:  # another thread was faster
                break
            if _is_quiet(line):
                return line, True
            line.close()  # before anything was asked: the other side has hung up
        if self._address is None:
            line = socket.create_connection((envelope.host, envelope.port), timeout=envelope.timeout)
            self._address = (line.family, line.getpeername())
            there = True
        else:
            family, address = self._address
            line = socket.socket(family, socket.SOCK_STREAM)
            line.setblocking(False)
            failed = line.connect_ex(address)
            if failed not in (0, errno.EINPROGRESS):
                line.close()
                raise OSError(failed, os.strerror(failed))
            there = not failed
        line.setblocking(False)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return line, there

    def put_back(self, line: socket.socket) -> None:
        """The connection may be used again."""
        self._idle.append(line)

    def close(self) -> None:
        """Hang up."""
        while self._idle:
            self._idle.pop().close()


def _is_quiet(line: socket.socket) -> bool:
    """Whether the other side has neither sent anything nor hung up."""
    try:
        line.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


@dataclass(slots=True)
class Exchange:
    """A request on its way, and what comes back: in the end ``came`` or ``error``.

    Call :meth:`advance` once there is a place for it, and again whenever its socket is ready for what the last call
    said, until it is over; call :meth:`give_up` when it ``is_late``, however much of it has come.
    """

    lines: Lines
    envelope: Envelope
    body: bytes
    ends: float | None = None  # when it is to be over; None: as long after its beginning as the envelope says
    came: Came | None = None
    error: httpx2.TransportError | None = None
    seconds: float = 0.0  # from when it was sent until all of it had come
    _line: socket.socket | None = None
    _is_there: bool = False
    _left: memoryview = field(default_factory=lambda: memoryview(b""))
    _heard: Heard = field(default_factory=Heard)
    _began: float = 0.0

    def advance(self) -> int:
        """Do what can be done without waiting; what to wait for (as selectors have it), 0 when it is over."""
        try:
            if self._line is None:
                self._begin()
                self._left = memoryview(self.envelope.with_body(self.body))
                self._line, self._is_there = self.lines.take(self.envelope)
                if not self._is_there:
                    return EVENT_WRITE
            return self._go_on(self._line)
        except OSError as error:
            self._end(error=self._broken(error), cause=error)
        except httpx2.RemoteProtocolError as error:
            self._end(error=error)
        except (ValueError, OverflowError) as error:  # a length beyond all measure is one, too
            self._end(error=httpx2.RemoteProtocolError(f"this is no HTTP: {error}"), cause=error)
        return 0

    def give_up(self) -> None:
        """It took too long."""
        if self._is_there:
            self._end(error=httpx2.ReadTimeout("no response in time"))
        else:
            self._end(error=httpx2.ConnectTimeout("no connection in time"))

    @property
    def left(self) -> float | None:
        """So many seconds it may still take, none or less where it is late; None: any number."""
        return None if self.ends is None else self.ends - time.monotonic()

    def is_late(self, now: float) -> bool:
        """Whether it should have been over before now."""
        return self.ends is not None and now > self.ends

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.came is not None or self.error is not None

    @property
    def went_well(self) -> bool:
        """Whether it was answered, and with what was asked for."""
        return self.came is not None and self.came.status == httpx2.codes.OK

    def fileno(self) -> int:
        """The file descriptor of its socket."""
        return -1 if self._line is None else self._line.fileno()

    def _begin(self) -> None:
        self._began = time.monotonic()
        if self.ends is None and self.envelope.timeout is not None:
            self.ends = self._began + self.envelope.timeout

    def _go_on(self, line: socket.socket) -> int:
        if not self._is_there:
            failed = line.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if failed:
                raise OSError(failed, os.strerror(failed))
            self._is_there = True
        if self._left:
            try:
                self._left = self._left[line.send(self._left) :]
            except BlockingIOError:
                return EVENT_WRITE
            return EVENT_WRITE if self._left else EVENT_READ
        try:
            piece = line.recv(_PIECE)
        except BlockingIOError:
            return EVENT_READ
        came = self._heard.add(piece)
        if came is None:
            return EVENT_READ
        self._end(came)
        return 0

    def _broken(self, error: OSError) -> httpx2.TransportError:
        why = error.strerror or str(error)
        if self._is_there:
            return httpx2.ReadError(f"the connection was cut: {why}")
        return httpx2.ConnectTimeout(why) if isinstance(error, TimeoutError) else httpx2.ConnectError(why)

    def _end(
        self, came: Came | None = None, error: httpx2.TransportError | None = None, cause: Exception | None = None
    ) -> None:
        self.seconds = time.monotonic() - self._began
        self.came, self.error = came, error
        if error is not None:
            error.__cause__ = cause
        if self._line is not None:
            if came is not None and came.kept:
                self.lines.put_back(self._line)
            else:
                self._line.close()


def see_through(exchange: Exchange, place: Place) -> None:
    """Wait for a place, then for the exchange to be over."""
    place.take()
    poll = select.poll()  # select itself stops at 1,024 open files
    while wanted := exchange.advance():
        poll.register(exchange, select.POLLIN if wanted == EVENT_READ else select.POLLOUT)
        left = exchange.left
        if (left is not None and left <= 0) or not poll.poll(None if left is None else 1000 * left):
            exchange.give_up()
            break
