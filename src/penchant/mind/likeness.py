"""How alike two names are: word by word, with what static vectors miss (that cold is not warm) put right.

Word vectors place opposites close together, because they appear in the same sentences. The lexicon knows the common
ones, so "iced lemonade" is nearer to "cold water" than to "warm lemon water".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from penchant.embed import Embedder, Vector, Vectors, cached
from penchant.embed.products import products, products_with_each
from penchant.english import stem
from penchant.mind.lexicon import has_kin, kinship
from penchant.mind.understand.words import CONTRACTED

_SMALL = frozenset({"a", "an", "the", "of", "with", "and", "or", "in", "on", "at", "for", "to", "my", "from", "by"})

WORD_BY_WORD = 0.8
"""How much of the likeness of two names comes from their words one by one, and not from the names as a whole."""

SYNONYM = 0.7
"""How alike the lexicon's near-synonyms are taken to be."""

OPPOSED = 0.3
"""How much an opposed pair of words ("iced", "hot") takes away from the likeness of two names."""

MANY, SHORT_LIST = 128, 12
"""Of more names than ``MANY``, so many that are near as a whole are compared word by word."""

KEEP_NAMES = 4_096
KEEP = 8_192

_IN_PAIRS = 8
"""From so many numbers on, numpy adds them in pairs, and so comes to another last digit."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """The words of a name, with what is looked up about each of them once."""

    words: list[str]
    stems: list[str]
    kindred: list[int]  # which of them the lexicon knows near-synonyms or opposites of
    vectors: Vectors


class Likeness:
    """Likeness of names and texts, remembered for names that come again."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder if isinstance(embedder, cached) else cached(embedder)
        self._pairs: dict[tuple[str, str], float] = {}
        self._nearest: dict[tuple[str, tuple[str, ...]], float] = {}
        self._words: dict[str, _Parts] = {}
        self._last_matrix: tuple[tuple[str, ...], Vectors] = (), np.zeros((0, 0), dtype=np.float32)

    @property
    def size(self) -> int:
        """How long vectors are."""
        return self._embedder.size

    def vector(self, text: str) -> Vector:
        """The vector of a text."""
        return self._embedder.one(text)

    def texts(self, a: str, b: str) -> float:
        """Cosine of two texts as wholes."""
        return float(self.vector(a) @ self.vector(b))

    def names(self, a: str, b: str) -> float:
        """How alike two names are, from about -1 (opposites) to 1 (the same)."""
        if a == b:
            return 1.0
        key = (a, b) if a < b else (b, a)
        known = self._pairs.get(key)
        if known is None:
            if len(self._pairs) > KEEP:
                self._pairs.clear()
            known = WORD_BY_WORD * self._by_words(a, b) + (1 - WORD_BY_WORD) * self.texts(a.lower(), b.lower())
            self._pairs[key] = known
        return known

    def nearest(self, name: str, others: tuple[str, ...]) -> float:
        """How alike a name and the nearest of some others are: 1 where it is one of them, 0 where there are none."""
        if name in others:
            return 1.0
        key = (name, others)
        known = self._nearest.get(key)
        if known is None:
            if len(self._nearest) > KEEP:
                self._nearest.clear()
            known = self._nearest[key] = max(self.each(others, name), default=0.0)
        return known

    def each(self, names: tuple[str, ...], other: str) -> list[float]:
        """How alike each of these names is to another; of very many only the nearest are compared word by word."""
        if len(names) <= MANY:
            return [self.names(name, other) for name in names]
        rough = products(self._matrix(names), self.vector(other))
        alike: list[float] = rough.tolist()
        for row in np.argpartition(-rough, SHORT_LIST)[:SHORT_LIST].tolist():
            alike[row] = self.names(names[row], other)
        if other in names:
            alike[names.index(other)] = 1.0
        return alike

    def each_nearest(self, names: tuple[str, ...], others: tuple[str, ...]) -> list[float]:
        """How alike each of these names and the nearest of some others are; of very many, by the names as a whole."""
        if len(names) <= MANY or not others:
            return [self.nearest(name, others) for name in names]
        known, vectors = frozenset(others), np.stack([self.vector(other) for other in others])
        rough = products_with_each(self._matrix(names), vectors).max(axis=1)
        return [1.0 if name in known else alike for name, alike in zip(names, rough.tolist(), strict=True)]

    def _matrix(self, names: tuple[str, ...]) -> Vectors:
        """The vectors of many names; those asked for last are kept."""
        if self._last_matrix[0] != names:
            self._last_matrix = names, np.stack([self.vector(name) for name in names])
        return self._last_matrix[1]

    def _by_words(self, a: str, b: str) -> float:
        left, right = self._parts(a), self._parts(b)
        grid: list[list[float]] = (left.vectors @ right.vectors.T).tolist()
        for one in left.kindred:
            row = grid[one]
            for other in right.kindred:
                kin = kinship(left.words[one], right.words[other])
                if kin is not None:
                    row[other] = kin if kin < 0 else max(row[other], SYNONYM * kin)
        for row, plain in zip(grid, left.stems, strict=True):
            if plain in right.stems:
                row[:] = [1.0 if plain == other else alike for alike, other in zip(row, right.stems, strict=True)]
        opposed = min(map(min, grid))
        there, back = [max(row) for row in grid], [max(column) for column in zip(*grid, strict=True)]
        alike = float(_mean(there) + _mean(back)) / 2
        return alike + OPPOSED * min(opposed + 0.3, 0.0)

    def _parts(self, name: str) -> _Parts:
        known = self._words.get(name)
        if known is None:
            words = [word for word in CONTRACTED.findall(name.lower()) if word not in _SMALL] or [name.lower()]
            kindred = [at for at, word in enumerate(words) if has_kin(word)]
            vectors = np.stack([self.vector(word) for word in words])
            if len(self._words) > KEEP_NAMES:
                self._words.clear()
            known = self._words[name] = _Parts(words, [stem(word) for word in words], kindred, vectors)
        return known


def _mean(numbers: Sequence[float]) -> np.float32:
    """The mean in single precision; numpy's own takes longer to begin than so few take to add up."""
    if len(numbers) >= _IN_PAIRS:
        return np.mean(np.array(numbers, dtype=np.float32))
    total = np.float32(0)
    for number in numbers:
        total += np.float32(number)
    return total / np.float32(len(numbers))
