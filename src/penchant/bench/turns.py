"""Whose turn it is to think, among the threads of a process that wait for a language model now and then.

Python runs one thread at a time, and passes the word on every few milliseconds. With a hundred lives side by side, one
that comes back from the endpoint would wait for the word again and again until its reply is read and kept, and the
endpoint would have nothing to do meanwhile. So lives take turns: one thinks until it asks the model, or until its
episode is over; those whose reply has come go first, as they will be asking again.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

SLICE = 0.02
"""Seconds somebody may think before whoever waits for their first turn, or next episode, has one."""


class Turns:
    """Turns at thinking, in order; a thread that never took one is left alone."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._thinker: int | None = None
        self._since = 0.0
        self._answered: deque[_Place] = deque()  # whose reply has come
        self._others: deque[_Place] = deque()

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Take a turn; within it, nobody else thinks."""
        self._take_up(self._others)
        try:
            yield
        finally:
            with self._guard:
                self._hand_over()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Leave it to others while waiting for a model."""
        if not self._is_mine:
            yield
            return
        with self._guard:
            self._hand_over()
        try:
            yield
        finally:
            self._take_up(self._answered)

    def pass_on(self) -> None:
        """Let whoever waits have a turn first, after a while of thinking."""
        if self._is_mine and (self._answered or (self._others and time.monotonic() - self._since > SLICE)):
            with self._guard:
                mine = _Place()
                self._others.append(mine)
                self._hand_over()
            mine.wait()

    @property
    def _is_mine(self) -> bool:
        return self._thinker == threading.get_ident()

    def _take_up(self, queue: deque[_Place]) -> None:
        with self._guard:
            mine = _Place()
            queue.append(mine)
            if self._thinker is None:
                self._hand_over()
        mine.wait()

    def _hand_over(self) -> None:
        waiting = self._answered or self._others
        if not waiting:
            self._thinker = None
            return
        following = waiting.popleft()
        self._thinker = following.thread  # before they are told: they may look at once
        self._since = time.monotonic()
        following.give()


class _Place:
    """A thread's place in a queue."""

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
