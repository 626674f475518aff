"""Intervals of figures over people, whose tasks belong together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

RESAMPLES = 2000


def interval(rates: Sequence[float], weights: Sequence[int]) -> tuple[float | None, float | None]:
    """A 95 % interval for the mean, by drawing whole people with replacement; none for a single person."""
    if len(rates) < 2:
        return None, None
    right, n = np.array(rates) * np.array(weights), np.array(weights, dtype=float)
    draws = np.random.default_rng(0).integers(len(rates), size=(RESAMPLES, len(rates)))
    means = np.concatenate([right[d].sum(axis=1) / n[d].sum(axis=1) for d in np.array_split(draws, 40)])
    low, high = np.percentile(means, [2.5, 97.5])
    return round(float(low), 6), round(float(high), 6)
