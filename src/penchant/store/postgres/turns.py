"""Waiting in line for one of a few places: whoever came first goes first.

Python's semaphore lets a thread that has just left go in again before those who wait, and some then wait forever.
"""

from __future__ import annotations

import threading
from collections import deque


class Turns:
    """So many places, given in the order in which they were asked for."""

    def __init__(self, places: int) -> None:
        self._lock = threading.Lock()
        self._free = places
        self._line: deque[threading.Lock] = deque()

    def take(self, wait_s: float) -> bool:
        """A place, after waiting so long at most; False where none came free."""
        return self._take(wait_s, first=False)

    def take_next(self) -> None:
        """The next place to come free, before everybody in line."""
        self._take(-1, first=True)

    def leave(self) -> None:
        """Give the place to whoever is first in line."""
        with self._lock:
            if self._line:
                self._line.popleft().release()
            else:
                self._free += 1

    def _take(self, wait_s: float, *, first: bool) -> bool:
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            turn = threading.Lock()
            turn.acquire()
            if first:
                self._line.appendleft(turn)
            else:
                self._line.append(turn)
        try:
            came = turn.acquire(timeout=wait_s)
        except BaseException:  # Ctrl-C
            self._give_up(turn, keep=False)
            raise
        return came or self._give_up(turn, keep=True)

    def _give_up(self, turn: threading.Lock, *, keep: bool) -> bool:
        """Leave the line; True where the turn came at the last moment and is kept."""
        with self._lock:
            if turn in self._line:
                self._line.remove(turn)
                return False
        if not keep:
            self.leave()
        return keep
