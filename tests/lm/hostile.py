"""Servers that mean no good, for the tests of the client: what they send is theirs to say, byte by byte."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Visit = Callable[[socket.socket, threading.Event], None]
"""What is sent in response to one request, until it is all over."""

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
TEA = b'{"choices": [{"message": {"content": "tea"}}]}'


@contextmanager
def hostile(visit: Visit, tls: ssl.SSLContext | None = None) -> Iterator[str]:
    """A server that answers every request with such a visit; where it is."""
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve(connection: socket.socket) -> None:
        with suppress(OSError), tls.wrap_socket(connection, server_side=True) if tls else connection as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while hear(line):
                visit(line, over)

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield f"{'https' if tls else 'http'}://127.0.0.1:{listener.getsockname()[1]}/v1"
    finally:
        over.set()
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(10)


def hear(connection: socket.socket) -> bytes:
    """The body of one whole request; nothing where there is none."""
    heard = b""
    while b"\r\n\r\n" not in heard:
        piece = connection.recv(65_536)
        if not piece:
            return b""
        heard += piece
    head, _, body = heard.partition(b"\r\n\r\n")
    length = int(head.lower().rpartition(b"content-length: ")[2].partition(b"\r\n")[0])
    while len(body) < length:
        piece = connection.recv(65_536)
        if not piece:  # gone in the middle of it
            return b""
        body += piece
    return body


def saying(body: bytes, head: bytes = HEAD) -> Visit:
    """A whole response."""
    return lambda line, over: line.sendall(b"%sContent-Length: %d\r\n\r\n%s" % (head, len(body), body))


def in_turn(*visits: Visit) -> Visit:
    """One visit after another, the last for ever."""
    left = list(visits)
    return lambda line, over: (left.pop(0) if len(left) > 1 else left[0])(line, over)


def dripping(opening: bytes, drop: bytes = b" ") -> Visit:
    """A response that never stops, and never says much."""

    def visit(line: socket.socket, over: threading.Event) -> None:
        line.sendall(opening)
        while not over.wait(0.02):
            line.sendall(drop)

    return visit


def gushing(opening: bytes, gush: bytes) -> Visit:
    """A response that never stops, as fast as it can."""

    def visit(line: socket.socket, over: threading.Event) -> None:
        line.sendall(opening)
        while not over.is_set():
            line.sendall(gush)

    return visit
