"""How long to wait before a request is made again: as the endpoint asks, or twice as long every time."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

SELDOM = 10.0
"""Seconds between two lines about waiting: enough to see that something is done, and no more."""

AGAIN = frozenset({408, 409, 429})


def may_pass(status: int) -> bool:
    """Whether the same request could do better later."""
    return status in AGAIN or status >= 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Backoff:
    """Exponential back-off with jitter; what ``Retry-After`` asks for goes first, up to ``longest`` seconds."""

    first: float = 0.5
    longest: float = 60.0
    rng: random.Random = field(default_factory=random.Random)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def seconds(self, failures: int, headers: Mapping[str, str] | None = None) -> float:
        """The pause after so many failures in a row, at least one."""
        asked = self._asked(headers or {})
        if asked is not None:  # a little later than asked, so that those who wait do not all come back at once
            return min(asked, self.longest) * (1 + self.rng.random() / 10)
        return min(self.first * 2.0 ** min(failures - 1, 32), self.longest) * (0.5 + self.rng.random() / 2)

    def _asked(self, headers: Mapping[str, str]) -> float | None:
        for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
            value = headers.get(name, "").strip()
            if value.replace(".", "", 1).isdecimal():
                return float(value) * unit
            try:
                return max(0.0, (parsedate_to_datetime(value) - self.now()).total_seconds())
            except (ValueError, TypeError):  # neither seconds nor a date, or a date without a zone
                continue
        return None


class Throttled:
    """Passes a line on, and then none for a while, whoever says what: of many that wait, one is enough to know of.

    ``last`` is when it last did, kept where several processes see it (a shared number with a lock), if they should.
    """

    def __init__(
        self, tell: Callable[[str], None], last: Any = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._tell = tell
        self._last = last or _Number()
        self._clock = clock

    def __call__(self, line: str) -> None:
        """Tell it, if it is time."""
        with self._last.get_lock():
            now = self._clock()
            if self._last.value and now - self._last.value < SELDOM:
                return
            self._last.value = now
        self._tell(line)


class _Number:
    """A number of this process, with a lock as one that is shared has it."""

    def __init__(self) -> None:
        self.value = 0.0
        self._lock = threading.Lock()

    def get_lock(self) -> threading.Lock:
        return self._lock
