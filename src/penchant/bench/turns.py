"""Whose turn it is to think, among the threads of a process that wait for a language model now and then.

Python runs one thread at a time, and passes the word on every few milliseconds. With a hundred lives side by side, one
that comes back from the endpoint would wait for the word again and again until its reply is read and kept, and the
endpoint would have nothing to do meanwhile. So lives take turns: one thinks until it asks the model, or is well ahead
of somebody who waits. Whoever has lived the fewest episodes goes first, with thoughts and with calls: a life asks one
thing after another, so the one that asks most is what a study takes at least, and must not wait for others. Whoever
ends a turn listens for all of them, so that of a hundred threads one is awake.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penchant.bench.ears import Ears
    from penchant.lm.wire import Exchange, Place

AHEAD = 8
"""By so many episodes somebody may be ahead of whoever waits: a change of turns finds the processor's caches cold."""


class Turns:
    """Turns at thinking; a thread that never took one is left alone."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._mine = _Mine()
        self._thinker: _Life | None = None  # who thinks or, when nobody can, listens
        self._listens = False
        self._waiting: list[_Life] = []  # a heap
        self._ears: Ears[_Life] | None = None  # of the thinker alone; made in the process that needs them

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Take turns for the length of a life; within it nobody else thinks, but while it is away."""
        life = self._mine.life = _Life()
        self._take_up(life)
        try:
            yield
        finally:
            self._mine.life = None
            self._leave()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Leave it to others while waiting for something."""
        life = self._mine.life
        if life is None:
            yield
            return
        self._leave()
        try:
            yield
        finally:
            self._take_up(life)

    def carry(self, exchange: Exchange, place: Place) -> None:
        """Leave it to others until an exchange with a model is over; one of them sees to it."""
        from penchant.bench.ears import Ears
        from penchant.lm.wire import see_through

        life = self._mine.life
        if life is None:
            see_through(exchange, place)
            return
        self._ears = self._ears or Ears()
        self._ears.ask(exchange, place, life)
        while not exchange.is_over:  # whoever leaves may ask somebody who waits to listen
            self._hear()
            life.wait()

    def pass_on(self) -> None:
        """An episode is over: if somebody waits who is well behind, let them have a turn."""
        life = self._mine.life
        if life is None:
            return
        life.lived += 1
        self._listen(wait=False)
        with self._guard:
            if not self._waiting or self._waiting[0].lived + AHEAD >= life.lived:
                return
            heapq.heappush(self._waiting, life)
            self._next()
        life.wait()

    def _take_up(self, life: _Life) -> None:
        with self._guard:
            heapq.heappush(self._waiting, life)
            if self._thinker is None:
                self._next()
            elif self._listens and self._ears is not None:
                self._ears.wake()
        life.wait()

    def _leave(self) -> None:
        """End a turn for something else: whoever is next has it, or somebody who waits for a reply listens for all."""
        self._listen(wait=False)
        with self._guard:
            if self._waiting:
                self._next()
                return
            self._thinker = self._ears.somebody() if self._ears is not None else None
            if self._thinker is not None:
                self._thinker.go_on()

    def _hear(self) -> None:
        """End a turn to wait for a reply: listen for all until somebody can go on."""
        self._listen(wait=False)
        while True:
            with self._guard:
                self._listens = not self._waiting
                if self._waiting:
                    self._next()
                    return
            self._listen(wait=True)

    def _listen(self, *, wait: bool) -> None:
        if self._ears is None or not self._ears.has_calls:
            return
        over = self._ears.listen(wait=wait)
        if over:
            with self._guard:
                for life in over:
                    heapq.heappush(self._waiting, life)

    def _next(self) -> None:
        self._thinker = heapq.heappop(self._waiting)
        self._thinker.go_on()


class _Life:
    """A life that takes turns; those that are behind go first."""

    def __init__(self) -> None:
        self.lived = 0
        self._turn = threading.Lock()
        self._turn.acquire()

    def __lt__(self, other: _Life) -> bool:
        return self.lived < other.lived

    def go_on(self) -> None:
        """It is their turn now."""
        self._turn.release()

    def wait(self) -> None:
        """Until it is."""
        self._turn.acquire()


class _Mine(threading.local):
    life: _Life | None = None


TURNS = Turns()
"""The turns of this process."""
