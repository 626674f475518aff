"""A reader of the answers alone: it never hears the person, and learns from other people's questions which are right.

What it gets is what the answers give away: their length, how like each other and the question they are, their words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from penchant.embed import Embedder

RIDGE = 10.0
"""How strongly weights are held back; there are few questions to learn from."""

Numbers = NDArray[np.float64]
Asked = tuple[str, Sequence[str]]
"""A question and its answers, the right one first."""


class AnswersAlone:
    """Reads the questions of many people, each after learning from those of the others that are not the same."""

    def __init__(self, asked: Mapping[str, Sequence[Asked]]) -> None:
        self._asked = asked  # by person
        self._features: dict[tuple[str, tuple[str, ...]], Numbers] = {}
        self._weights: dict[str, Numbers | None] = {}

    def scores(self, person: str, asked: Asked, embedder: Embedder) -> list[float]:
        """How the answers to one of a person's questions score; none is better where there is nothing to learn from."""
        if person not in self._weights:
            self._weights[person] = self._learned(person, embedder)
        weights = self._weights[person]
        if weights is None:
            return [0.0] * len(asked[1])
        found: list[float] = (self._read(asked, embedder) @ weights).tolist()
        return found

    def _learned(self, person: str, embedder: Embedder) -> Numbers | None:
        mine = {query for query, _ in self._asked[person]}
        rows = [
            self._read(each, embedder)
            for somebody, asked in self._asked.items()
            for each in asked
            if somebody != person and each[0] not in mine
        ]
        if not rows:
            return None
        inputs = np.concatenate(rows)
        right = np.concatenate([np.eye(len(row))[0] - 1 / len(row) for row in rows])
        held = inputs.T @ inputs + RIDGE * np.eye(inputs.shape[1])
        found: Numbers = np.linalg.solve(held, inputs.T @ right)
        return found

    def _read(self, asked: Asked, embedder: Embedder) -> Numbers:
        key = asked[0], tuple(asked[1])
        if key not in self._features:
            self._features[key] = _features(*key, embedder)
        return self._features[key]


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
