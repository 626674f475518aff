"""A response over HTTP/1.1, read as it comes: in whatever pieces, each once, and not beyond all measure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import httpx2

MOST = 1 << 24
"""Bytes of the longest response that is read: far more than a model says, and sixty-four of them fit in memory."""

_LONGEST_LINE = 65_536  # of a head, or before a chunk
_LONGEST_HEAD = 2 * _LONGEST_LINE


@dataclass(frozen=True, slots=True)
class Came:
    """A response as it came, and whether the connection may be used again."""

    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes
    kept: bool

    @property
    def is_packed(self) -> bool:
        """Whether the content is to be unpacked."""
        return any(name.lower() == b"content-encoding" for name, _ in self.headers)


class _Unfinished(ConnectionError):
    """There must be more to come."""


@dataclass(slots=True)
class Heard:
    """A response in pieces; what has been read once is not read again, however small they are."""

    _data: bytearray = field(default_factory=bytearray)
    _at: int = 0  # all before is read
    _lines: list[bytes] = field(default_factory=list)  # of a head that is not whole
    _head: _Head | None = None
    _chunks: list[bytes] = field(default_factory=list)
    _is_last: bool = False  # no more chunks follow

    def add(self, piece: bytes) -> Came | None:
        """The response, once the piece (an empty one: the end) makes it whole; None where there must be more of it."""
        self._data += piece
        try:
            if self._head is None:
                self._head = self._read_head()
            content = self._read_content(self._head, ended=not piece)
        except _Unfinished:
            if not piece:
                raise
            _refuse_beyond(len(self._data))
            return None
        head = self._head
        return Came(head.status, head.headers, content, head.keeps and bool(piece) and self._at == len(self._data))

    def _read_head(self) -> _Head:
        while True:
            while line := self._line():
                self._lines.append(line)
                if self._at > _LONGEST_HEAD:
                    raise ValueError("a head without an end")
            head = _Head.of(self._lines)
            if head.status >= 200:  # "go on" and "wait a little" come before the response itself
                return head
            self._lines = []

    def _read_content(self, head: _Head, *, ended: bool) -> bytes:
        if head.is_chunked:
            return self._read_chunks()
        if head.length is None and not ended:
            raise _Unfinished
        return self._exactly(len(self._data) - self._at if head.length is None else head.length)

    def _read_chunks(self) -> bytes:
        while not self._is_last:
            began = self._at
            try:
                size = _hexadecimal(self._line().partition(b";")[0])
                if size:
                    chunk = self._exactly(size)
                    self._line()
                    self._chunks.append(chunk)
            except _Unfinished:
                self._at = began
                raise
            self._is_last = not size
        while self._line():  # what may follow the last chunk
            pass
        return b"".join(self._chunks)

    def _line(self) -> bytes:
        end = self._data.find(b"\n", self._at, self._at + _LONGEST_LINE)
        if end < 0:
            if len(self._data) - self._at >= _LONGEST_LINE:
                raise ValueError("a line without an end")
            raise _Unfinished("it ended in the middle of a response" if self._data else "it was closed")
        line = bytes(self._data[self._at : end])
        self._at = end + 1
        return line.rstrip(b"\r")

    def _exactly(self, size: int) -> bytes:
        _refuse_beyond(size)
        end = self._at + size
        if end > len(self._data):
            raise _Unfinished("it ended in the middle of a response")
        part = bytes(self._data[self._at : end])
        self._at = end
        return part


class _Head(NamedTuple):
    """What a response begins with."""

    status: int
    headers: list[tuple[bytes, bytes]]
    keeps: bool  # the connection may be used again
    is_chunked: bool
    length: int | None  # None: it goes on until the other side hangs up

    @staticmethod
    def of(lines: list[bytes]) -> _Head:
        if not lines:
            raise ValueError("an empty line instead of a status")
        version, code, *_ = lines[0].split(None, 2)
        status = _decimal(code)
        pairs = [line.partition(b":") for line in lines[1:]]
        headers = [(name, value.strip()) for name, _, value in pairs]
        known = {name.lower(): value.lower() for name, value in headers}
        length = b"0" if status in (204, 304) else known.get(b"content-length")
        is_chunked = b"chunked" in known.get(b"transfer-encoding", b"")
        keeps = version == b"HTTP/1.1" and known.get(b"connection") != b"close" and (is_chunked or length is not None)
        return _Head(status, headers, keeps, is_chunked, None if length is None else _decimal(length))


def _decimal(digits: bytes) -> int:
    if not digits.isdigit():
        raise ValueError(f"{digits.decode('latin-1')!r} is no number")
    return int(digits)


def _hexadecimal(digits: bytes) -> int:
    size = int(digits, 16)
    if size < 0:
        raise ValueError(f"a chunk of {size} bytes")
    return size


def _refuse_beyond(size: int) -> None:
    if size > MOST:
        raise httpx2.RemoteProtocolError(f"the response is longer than {MOST >> 20} MB")


def whole(response: httpx2.Response) -> httpx2.Response:
    """A response, read to its end and unpacked, where that is not beyond all measure."""
    announced = response.headers.get("content-length", "")
    _refuse_beyond(int(announced) if announced.isdecimal() else 0)
    pieces, size = list[bytes](), 0
    for piece in response.iter_bytes():
        size += len(piece)
        _refuse_beyond(size)
        pieces.append(piece)
    changed = (b"content-encoding", b"content-length", b"transfer-encoding")
    headers = [pair for pair in response.headers.raw if pair[0].lower() not in changed]
    return httpx2.Response(response.status_code, headers=headers, content=b"".join(pieces))
