"""What the benchmark of memory keeps and looks for: made-up preferences of numbered people, the same on every run.

Vectors are random directions of 256 numbers, drawn from a seed before anything is timed. So no embedder is part of any
figure: all that is left of it is a look in a dict, for every backend alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from penchant.domain import Draft, EpisodeId
from penchant.embed import Vector, Vectors
from penchant.memory.memory import sentence

SIZE = 256


@dataclass(frozen=True, slots=True)
class Shape:
    """How many people with how many preferences each."""

    people: int
    each: int

    def __str__(self) -> str:
        """Such as ``1,000 x 20``."""
        return f"{self.people:,} x {self.each:,}"


class Lookup:
    """An embedder that was told every text beforehand."""

    name = "random-256"
    size = SIZE

    def __init__(self) -> None:
        self._known: dict[str, Vector] = {}

    def learn(self, texts: Sequence[str], seed: int) -> None:
        """Draw a direction for each of these texts."""
        fresh = [text for text in texts if text not in self._known]
        self._known.update(zip(fresh, directions(len(fresh), seed), strict=True))

    def embed(self, texts: Sequence[str]) -> Vectors:
        """The direction drawn for each text."""
        return np.stack([self._known[text] for text in texts])


def directions(count: int, *seed: int) -> Vectors:
    """So many random unit vectors."""
    rows = np.random.default_rng(seed).standard_normal((count, SIZE), dtype=np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def name(person: int) -> str:
    """What the person of that number is called."""
    return f"person-{person:06d}"


def draft(value: str) -> Draft:
    """A preference for this value, with everything a real one has."""
    return Draft(
        situation="I'm so drowsy",
        topic="something to drink",
        stance="wants",
        value=value,
        rather_than=("black coffee", "orange juice"),
        confidence=0.9,
        words=f"{value}, please, the other one makes me jittery",
        episode=EpisodeId("e1"),
    )


def text(value: str) -> str:
    """What a search compares with when it meets this value."""
    return sentence(draft(value))
