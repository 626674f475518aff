"""A semaphore that lets threads in by the order in which they came.

Python's own lets a thread that has just released it in again before those who wait, and some then wait forever.
"""

from __future__ import annotations

import threading
from collections import deque


class FairSemaphore:
    """So many slots, given in the order in which they were asked for."""

    def __init__(self, slots: int) -> None:
        self._lock = threading.Lock()
        self._free = slots
        self._waiting: deque[threading.Lock] = deque()

    def acquire(self, timeout_s: float) -> bool:
        """A slot, after waiting so long at most; False where none came free."""
        return self._acquire(timeout_s, first=False)

    def acquire_next(self) -> None:
        """The next slot to come free, before every thread that waits."""
        self._acquire(-1, first=True)

    def release(self) -> None:
        """Give the slot to the thread that has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1

    def _acquire(self, timeout_s: float, *, first: bool) -> bool:
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            turn = threading.Lock()
            turn.acquire()
            if first:
                self._waiting.appendleft(turn)
            else:
                self._waiting.append(turn)
        try:
            came = turn.acquire(timeout=timeout_s)
        except BaseException:  # Ctrl-C
            self._give_up(turn, keep=False)
            raise
        return came or self._give_up(turn, keep=True)

    def _give_up(self, turn: threading.Lock, *, keep: bool) -> bool:
        """Wait no longer; True where the slot came at the last moment and is kept."""
        with self._lock:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return False
        if not keep:
            self.release()
        return keep
