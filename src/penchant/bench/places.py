"""Places for calls in flight, in all processes of a run together: whoever has fewest comes first."""

from __future__ import annotations

import os
import time

from penchant.bench.run.executor import context

_MOST = 256  # processes; whoever comes later counts as the last of them
_PAUSE = 0.002  # seconds between two tries of whoever stands and waits
LATELY = 0.02
"""Whoever has not tried for so many seconds has something else to do, and keeps nobody waiting."""


class Places:
    """So many calls at once: like a semaphore of processes, but whoever has more makes way for whoever waits.

    With a semaphore a process that is quick to ask keeps all places to itself, and when it is done the others still
    have all of their work before them.
    """

    def __init__(self, most: int, *, lately: float = LATELY) -> None:
        make = context()
        self._most = most
        self._lately = lately
        self._lock = make.Lock()
        self._known = make.RawValue("i", 0)  # how many processes have asked
        self._mine = (0, 0)  # this process and its number
        self._held = make.RawArray("i", _MOST)
        self._taken = make.RawArray("L", _MOST)  # how many were taken in all when each took one last
        self._tried = make.RawArray("d", _MOST)  # when they last found none; 0 where they found one since

    def acquire(self, wait: bool = True, /) -> bool:
        """Take a place, if need be after a wait; whether there was one."""
        while not self._take():
            if not wait:
                return False
            time.sleep(_PAUSE)
        return True

    def release(self) -> None:
        """Give it back."""
        with self._lock:
            self._held[self._number()] -= 1

    def _take(self) -> bool:
        with self._lock:
            mine, now = self._number(), time.monotonic()
            known = self._known
            held, taken = self._held[: known.value], self._taken[: known.value]
            rank = (held[mine], taken[mine])
            free = sum(held) < self._most and not any(
                now - tried < self._lately and each != mine and (held[each], taken[each]) < rank
                for each, tried in enumerate(self._tried[: known.value])
            )
            self._tried[mine] = 0.0 if free else now
            if free:
                self._held[mine] += 1
                self._taken[mine] = max(taken) + 1
            return free

    def _number(self) -> int:
        """Of this process, among those that have asked; called with the lock held."""
        pid = os.getpid()
        if self._mine[0] != pid:  # the first time since this process was made
            if self._known.value < _MOST:
                self._known.value += 1
            self._mine = pid, self._known.value - 1
        return self._mine[1]
