"""A reader of the answers alone: it never hears the person, and learns from other people's questions which are right.

What it gets is what the answers give away: their length, how like each other and the question they are, their words.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from penchant.embed import Embedder

RIDGE = 10.0
"""How strongly weights are held back; there are few questions to learn from."""

Numbers = NDArray[np.float64]
Asked = tuple[str, Sequence[str]]
"""A question and its answers, the right one first."""


def learned_scores(asked: Asked, others: Sequence[Asked], embedder: Embedder) -> list[float]:
    """How the answers to a question score for who learned from others; none is better where there were none."""
    if not others:
        return [0.0] * len(asked[1])
    rows = [_features(*each, embedder) for each in others]
    inputs = np.concatenate(rows)
    right = np.concatenate([np.eye(len(row))[0] - 1 / len(row) for row in rows])
    held = inputs.T @ inputs + RIDGE * np.eye(inputs.shape[1])
    weights = np.linalg.solve(held, inputs.T @ right)
    scores: list[float] = (_features(*asked, embedder) @ weights).tolist()
    return scores


def _features(query: str, answers: Sequence[str], embedder: Embedder) -> Numbers:
    """What each answer is like beside the others."""
    vectors = embedder.embed(list(answers)).astype(np.float64)
    alike = vectors @ vectors.T
    many = len(answers)
    columns = [
        np.array([len(answer) for answer in answers], dtype=np.float64),
        np.array([answer.count(".") + answer.count("\n") for answer in answers], dtype=np.float64),
        np.array([answer.count("?") for answer in answers], dtype=np.float64),
        (alike.sum(axis=1) - 1) / max(many - 1, 1),
        vectors @ embedder.embed([query])[0].astype(np.float64),
    ]
    plain = np.stack([_standard(column) for column in columns], axis=1)
    return np.concatenate([plain, vectors - vectors.mean(axis=0)], axis=1)


def _standard(column: Numbers) -> Numbers:
    spread = float(column.std())
    found: Numbers = (column - column.mean()) / spread if spread > 1e-9 else np.zeros_like(column)
    return found
