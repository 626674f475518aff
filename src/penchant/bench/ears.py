"""Listening to many calls at once, from one thread: which can be sent, and whose reply is here."""

from __future__ import annotations

import os
import selectors
import threading
import time
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, Generic, Protocol, TypeVar

from penchant.lm.wire import Exchange, Place


class _Ranked(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


W = TypeVar("W", bound=_Ranked)

GLANCE = 0.25
"""Seconds between two looks at the clock: so much late may a call be given up that takes too long."""

ELSEWHERE = 0.002
"""Seconds until a call is tried again to which other processes have left no place."""


@dataclass(slots=True)
class _Call(Generic[W]):
    exchange: Exchange
    place: Place
    who: W
    wanted: int = 0  # what its socket is waited for, once there is one
    socket: int = -1

    def __lt__(self, other: _Call[W]) -> bool:
        return self.who < other.who


class Ears(Generic[W]):
    """The calls of one process; used by one thread at a time, but for :meth:`wake`."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._bell, self._button = os.pipe()
        self._ringing = threading.Lock()
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._waiting: list[_Call[W]] = []  # for a place: a heap
        self._again: list[_Call[W]] = []  # those that have a place
        self._sent: dict[int, _Call[W]] = {}
        self._looked = time.monotonic()

    def ask(self, exchange: Exchange, place: Place, who: W) -> None:
        """Have a request sent when there is a place for it, the least first; ``who`` is named when it is over."""
        call = _Call(exchange, place, who)
        if place.is_taken:  # it is made again, and has kept its place: nobody waits before it
            self._again.append(call)
        else:
            heappush(self._waiting, call)

    def listen(self, *, wait: bool, soon: bool = False) -> list[W]:
        """Send what can be sent and hear what is there; whose call is over.

        With ``wait``, a while until something happens: a short one where the caller is to look elsewhere ``soon``.
        """
        over: list[W] = []
        self._send(over)
        pause = 0.0 if over or not wait else ELSEWHERE if self._waiting or soon else GLANCE
        for key, _ in self._selector.select(pause):
            if key.data is None:
                os.read(self._bell, 1024)
            else:
                self._advance(key.data, over)
        now = time.monotonic()
        if now - self._looked > GLANCE:
            self._looked = now
            self._give_up_late(now, over)
        self._send(over)
        return over

    def wake(self) -> None:
        """Have whoever listens look up; for other threads."""
        with self._ringing:
            if self._button >= 0:
                os.write(self._button, b"!")

    def close(self) -> None:
        """Listen no more; calls that are not over are left alone."""
        with self._ringing:
            self._selector.close()
            for end in (self._bell, self._button):
                os.close(end)
            self._button = -1

    def _send(self, over: list[W]) -> None:
        while self._again:
            self._advance(self._again.pop(), over)
        while self._waiting and self._waiting[0].place.take(wait=False):
            self._advance(heappop(self._waiting), over)

    def _advance(self, call: _Call[W], over: list[W]) -> None:
        wanted = call.exchange.advance()
        if not wanted:
            self._end(call, over)
            return
        if not call.wanted:
            call.socket = call.exchange.fileno()
            self._sent[call.socket] = call
            self._selector.register(call.socket, wanted, call)
        elif wanted != call.wanted:
            self._selector.modify(call.socket, wanted, call)
        call.wanted = wanted

    def _give_up_late(self, now: float, over: list[W]) -> None:
        for call in [call for call in self._sent.values() if call.exchange.is_late(now)]:
            call.exchange.give_up()
            self._end(call, over)

    def _end(self, call: _Call[W], over: list[W]) -> None:
        if call.wanted:
            del self._sent[call.socket]
            self._selector.unregister(call.socket)  # by its number: the socket itself may be closed
        over.append(call.who)
