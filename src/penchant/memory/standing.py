"""How likely an old belief still holds, judged by how other beliefs of the same person fared since.

Change of heart, noise and context are told apart by evidence over time. A belief that was confirmed a moment ago stands
on its own. For one that was last confirmed a while ago, what matters is what happened in between: when other beliefs of
about the same age fell, this one may have fallen too; when they held, it probably holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Evidence, Preference, PreferenceId

LOOK_BACK = 96
"""How many of the latest pieces of evidence are weighed; older ones say little about today."""

PRIOR_FELL = 0.1
PRIOR_HELD = 3.0
"""Before any check, about one belief in thirty is taken to have changed behind our back."""

FELL = 3.0
"""A contradiction weighs as much as three confirmations: people rarely correct what is right."""


class Standing:
    """Reads the latest evidence about one person once; then judges any number of their beliefs.

    A *check* is a belief that was last confirmed at ``start`` and met with evidence at ``end``: it held or it fell.
    """

    def __init__(self, latest: Sequence[Evidence], now: datetime) -> None:
        self._now = now.timestamp()
        seen: dict[PreferenceId, float] = {}
        checks: list[tuple[float, float, bool]] = []
        for item in latest:
            at = item.at.timestamp()
            start = seen.get(item.preference)
            if start is None and not item.supports:  # what fell had stood for longer than we look back
                start = latest[0].at.timestamp()
            if start is not None:
                checks.append((start, at, item.supports))
            if item.supports:
                seen[item.preference] = at
        self._start = np.array([check[0] for check in checks])
        self._end = np.array([check[1] for check in checks])
        self._held = np.array([check[2] for check in checks], dtype=bool)

    def of(self, beliefs: Sequence[Preference]) -> list[float]:
        """How likely each belief still holds, 0 to 1: its own confidence, less what happened since."""
        if not beliefs:
            return []
        changed = self.changed_behind(np.array([belief.confirmed.timestamp() for belief in beliefs]))
        own = np.array([belief.confidence for belief in beliefs])
        return [float(value) for value in own * (1 - changed)]

    def changed_behind(self, confirmed: NDArray[np.float64]) -> NDArray[np.float64]:
        """How likely beliefs that were last confirmed then have changed unheard."""
        gap = np.maximum(self._now - confirmed, 1e-6)[:, None]
        overlap = np.maximum(np.minimum(self._end, self._now) - np.maximum(self._start, confirmed[:, None]), 0)
        length = np.maximum(self._end - self._start, 1e-6)
        held = PRIOR_HELD + (overlap / gap * self._held).sum(axis=1)
        fell = PRIOR_FELL + FELL * (overlap / length * ~self._held).sum(axis=1)
        result: NDArray[np.float64] = fell / (fell + held)
        return result
