"""Whose turn it is to think, among the threads of a process that wait for a language model now and then.

Python runs one thread at a time, and passes the word on every few milliseconds. With a hundred lives side by side, one
that comes back from the endpoint would wait for the word again and again until its reply is read and kept, and the
endpoint would have nothing to do meanwhile. So lives take turns: one thinks until it asks the model, or until its
episode is over; those whose reply has come go first, as they will be asking again. Whoever ends a turn listens for all
the others, so that of a hundred threads one is awake.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penchant.bench.ears import Ears
    from penchant.lm.wire import Exchange, Place

SLICE = 0.02
"""Seconds somebody may think before whoever waits for their first turn, or next episode, has one."""


class Turns:
    """Turns at thinking, in order; a thread that never took one is left alone."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._thinker: int | None = None  # who thinks or, when nobody can, listens
        self._listens = False
        self._since = 0.0
        self._answered: deque[_Seat] = deque()  # whose reply has come
        self._others: deque[_Seat] = deque()
        self._ears: Ears[_Seat] | None = None  # of the thinker alone; made in the process that needs them

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Take a turn; within it, nobody else thinks."""
        self._take_up(self._others)
        try:
            yield
        finally:
            self._hand_over()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Leave it to others while waiting for something."""
        if not self._is_mine:
            yield
            return
        self._hand_over()
        try:
            yield
        finally:
            self._take_up(self._answered)

    def carry(self, exchange: Exchange, place: Place) -> None:
        """Leave it to others until an exchange with a model is over; one of them sees to it."""
        from penchant.bench.ears import Ears
        from penchant.lm.wire import see_through

        if not self._is_mine:
            see_through(exchange, place)
            return
        self._ears = self._ears or Ears()
        mine = _Seat()
        self._ears.ask(exchange, place, mine)
        self._hand_over()
        mine.wait()

    def pass_on(self) -> None:
        """Let whoever has a reply have a turn first; after a while of thinking, whoever waits."""
        if not self._is_mine:
            return
        self._listen(wait=False)
        if self._answered or (self._others and time.monotonic() - self._since > SLICE):
            mine = _Seat()
            with self._guard:
                self._others.append(mine)
            self._hand_over()
            mine.wait()

    @property
    def _is_mine(self) -> bool:
        return self._thinker == threading.get_ident()

    def _take_up(self, queue: deque[_Seat]) -> None:
        mine = _Seat()
        with self._guard:
            queue.append(mine)
            if self._thinker is None:
                self._next()
            elif self._listens and self._ears is not None:
                self._ears.wake()
        mine.wait()

    def _hand_over(self) -> None:
        """End a turn: give it to whoever is next, or listen until there is somebody, or nobody to listen for."""
        self._listen(wait=False)
        while True:
            with self._guard:
                self._listens = False
                if self._next():
                    return
                self._listens = self._ears is not None and self._ears.are_pricked
                if not self._listens:
                    self._thinker = None
                    return
            self._listen(wait=True)

    def _listen(self, *, wait: bool) -> None:
        if self._ears is not None and self._ears.are_pricked:
            self._answered.extend(self._ears.listen(wait=wait))

    def _next(self) -> bool:
        waiting = self._answered or self._others
        if not waiting:
            return False
        following = waiting.popleft()
        self._thinker = following.thread  # before they are told: they may look at once
        self._since = time.monotonic()
        following.give()
        return True


class _Seat:
    """Where a thread waits for its turn."""

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self._turn = threading.Lock()
        self._turn.acquire()

    def give(self) -> None:
        """It is their turn now."""
        self._turn.release()

    def wait(self) -> None:
        """Until it is."""
        self._turn.acquire()


TURNS = Turns()
"""The turns of this process."""
