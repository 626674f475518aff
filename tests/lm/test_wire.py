"""A request and its response over plain HTTP, a step at a time: in whatever pieces it comes, and however it breaks."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import httpx2
import pytest

from penchant.lm.response import Came
from penchant.lm.wire import Envelope, Exchange, Lines, see_through

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=1\r\nhel\r\n2\r\nlo\r\n0\r\nTrailer: 1\r\n\r\n"
UNTIL_THE_END = b"HTTP/1.1 200 OK\r\n\r\nhello"
AFTER_ALL = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\nA: b\r\n\r\n" + OK


class Free:
    """A place that is always there, and counts."""

    def __init__(self) -> None:
        self.taken = self.given_back = 0

    @property
    def is_taken(self) -> bool:
        return self.taken > self.given_back

    def take(self, *, wait: bool = True) -> bool:
        self.taken += 1
        return True

    def give_back(self) -> None:
        self.given_back += 1


@contextmanager
def server(*visits: Callable[[socket.socket], None]) -> Iterator[Envelope]:
    """Serves one connection after another, each as it is told to."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        for visit in visits:
            connection, _ = listener.accept()
            with connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                visit(connection)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield Envelope("127.0.0.1", listener.getsockname()[1], b"POST /v1 HTTP/1.1\r\nHost: here", 5.0)
    finally:
        listener.close()
        thread.join(10)


def hear(connection: socket.socket) -> bytes:
    """One whole request; what its body is."""
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += connection.recv(65_536)
    head, _, body = heard.partition(b"\r\n\r\n")
    length = int(head.rpartition(b"Content-Length: ")[2])
    while len(body) < length:
        body += connection.recv(65_536)
    return body


def saying(*pieces: bytes) -> Callable[[socket.socket], None]:
    def visit(connection: socket.socket) -> None:
        hear(connection)
        for piece in pieces:
            connection.sendall(piece)
            threading.Event().wait(0.002)

    return visit


def silent(connection: socket.socket) -> None:
    threading.Event().wait(0.5)


def exchanged(envelope: Envelope, lines: Lines | None = None, body: bytes = b"{}") -> Exchange:
    exchange = Exchange(lines or Lines(), envelope, body)
    see_through(exchange, Free())
    return exchange


def came(exchange: Exchange) -> Came:
    assert exchange.error is None
    assert exchange.came is not None
    return exchange.came


def cut_up(data: bytes, size: int) -> Sequence[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


@pytest.mark.parametrize("response", [OK, CHUNKED, UNTIL_THE_END, AFTER_ALL])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_response_is_the_same_in_whatever_pieces_it_comes(response: bytes, size: int) -> None:
    with server(saying(*cut_up(response, size))) as envelope:
        assert came(exchanged(envelope)).content == b"hello"


def test_only_what_may_be_used_again_is() -> None:
    def twice(connection: socket.socket) -> None:
        saying(OK)(connection)
        saying(OK.replace(b"OK\r\n", b"OK\r\nConnection: close\r\n"))(connection)

    lines = Lines()
    with server(twice, saying(OK)) as envelope:
        kept = [came(exchanged(envelope, lines)).kept for _ in range(3)]
        lines.close()
    assert kept == [True, False, True]


def test_a_connection_on_which_more_comes_than_was_said_is_not_used_again() -> None:
    with server(saying(OK + b"!")) as envelope:
        response = came(exchanged(envelope))
    assert (response.content, response.kept) == (b"hello", False)


def test_a_connection_that_was_hung_up_meanwhile_is_not_used() -> None:
    lines = Lines()
    with server(saying(OK), saying(OK)) as envelope:
        first = came(exchanged(envelope, lines))
        threading.Event().wait(0.05)  # the server has left by now, without a word
        second = came(exchanged(envelope, lines))
        lines.close()
    assert (first.content, second.content) == (b"hello", b"hello")


def test_a_large_request_is_sent_whole() -> None:
    heard = list[int]()

    def slowly(connection: socket.socket) -> None:
        heard.append(len(hear(connection)))
        connection.sendall(OK)

    with server(slowly) as envelope:
        assert came(exchanged(envelope, body=b"x" * 4_000_000)).content == b"hello"
    assert heard == [4_000_000]


@pytest.mark.parametrize(
    ("response", "kind", "why"),
    [
        (OK[:-1], httpx2.ReadError, "in the middle"),
        (CHUNKED[:-20], httpx2.ReadError, "in the middle"),
        (b"", httpx2.ReadError, "was closed"),
        (b"SMTP\r\n\r\n", httpx2.RemoteProtocolError, "no HTTP"),
        (b"HTTP/1.1 two hundred\r\n\r\n", httpx2.RemoteProtocolError, "no HTTP"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 40 + b"\r\n\r\n", httpx2.RemoteProtocolError, "longer than"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhello", httpx2.RemoteProtocolError, "no HTTP"),
        (CHUNKED.replace(b"3;x=1", b"-1"), httpx2.RemoteProtocolError, "no HTTP"),
        (b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 30_000 + b"\r\n", httpx2.RemoteProtocolError, "without an end"),
        (b"\r\n\r\n", httpx2.RemoteProtocolError, "no HTTP"),
        (b"x" * 70_000, httpx2.RemoteProtocolError, "without an end"),
    ],
)
def test_what_breaks_off_or_is_no_http_is_told(response: bytes, kind: type[Exception], why: str) -> None:
    with server(saying(response)) as envelope:
        exchange = exchanged(envelope)
    assert exchange.came is None
    assert isinstance(exchange.error, kind)
    assert why in str(exchange.error)


def test_silence_is_given_up_and_nobody_there_is_told() -> None:
    lines = Lines()
    with server(saying(OK), silent) as envelope:
        impatient = Envelope(envelope.host, envelope.port, envelope.head, 0.1)
        came(exchanged(envelope, Lines()))
        given_up = exchanged(impatient, lines)
    assert isinstance(given_up.error, httpx2.ReadTimeout)
    assert given_up.seconds == pytest.approx(0.1, abs=0.3)
    gone = [
        exchanged(envelope, lines).error,
        exchanged(envelope, Lines()).error,
    ]  # who was there once, and who never was
    assert [type(each) for each in gone] == [httpx2.ConnectError, httpx2.ConnectError]
