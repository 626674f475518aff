"""How long to wait before a request is made again: as the endpoint asks, or twice as long every time."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

AGAIN = frozenset({408, 409, 429})


def may_pass(status: int) -> bool:
    """Whether the same request could do better later."""
    return status in AGAIN or status >= 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
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
