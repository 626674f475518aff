"""How much one caller may ask for: so many requests a second, each of so many bytes."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

_MOST_CALLERS = 10_000


class RateLimit:
    """A bucket for each caller, refilled all the time; ``rate`` 0 sets no limit.

    >>> now = [0.0]
    >>> limit = RateLimit(2, clock=lambda: now[0])
    >>> [limit.wait_s("ana") for _ in range(5)]
    [0.0, 0.0, 0.0, 0.0, 0.5]
    >>> now[0] = 0.5
    >>> limit.wait_s("ana")
    0.0
    """

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._room = max(2 * rate, 1.0)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when that was so

    def wait_s(self, caller: str) -> float:
        """For how long this caller has to wait before the next request; 0 lets it in, and counts it."""
        if not self._rate:
            return 0.0
        now = self._clock()
        left, at = self._buckets.pop(caller, (self._room, now))
        left = min(self._room, left + (now - at) * self._rate)
        wait = 0.0 if left >= 1 else (1 - left) / self._rate
        self._buckets[caller] = (left if wait else left - 1, now)
        if len(self._buckets) > _MOST_CALLERS:
            self._buckets.popitem(last=False)
        return wait
