"""Which of many texts have the words of a query, or words like them: BM25 with a query that is widened by likeness.

A text scores by the share of the query's words it has, each counted as much as it is rare. A word that is not there is
stood in for by the one most like it, as far as it is alike; so "ceramics" finds "pottery", behind what says "ceramics".
Texts can only be added: whoever forgets one makes the index anew, and nothing of it is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from penchant.embed import Vectors
from penchant.embed.products import products_with_each
from penchant.terms import Term

if TYPE_CHECKING:
    from penchant.embed.wordllama import WordLlamaEmbedder

Scores = NDArray[np.float32]
Field = tuple[Sequence[Term], float]
"""The words of one part of a text, and how much each counts."""

K1, B = 1.2, 0.5  # how soon repeating a word counts no more; how much a long text is held against it
ALIKE = 0.25
"""Words less alike than this (cosine of their static vectors) are different words."""
STANDS_IN = 0.8
"""So much of a word's weight goes to one that is nearly the same."""
STAND_INS = 24
"""So many words may stand in for one."""


class Rows:
    """An array that rows are added to; most of the time nothing is copied."""

    def __init__(self) -> None:
        self._held: Vectors | None = None
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def rows(self) -> Vectors:
        """All of them so far."""
        return np.zeros(0, dtype=np.float32) if self._held is None else self._held[: self._count]

    def extend(self, more: Vectors) -> None:
        """Add rows at the end."""
        count = self._count + len(more)
        if self._held is None or count > len(self._held):
            roomier = np.zeros((max(16, 2 * count), *more.shape[1:]), dtype=np.float32)
            roomier[: self._count] = self.rows if self._count else 0
            self._held = roomier
        self._held[self._count : count] = more
        self._count = count


class WordIndex:
    """The words of texts that are numbered from 0 in the order they are added.

    >>> from penchant.terms import terms
    >>> index = WordIndex()
    >>> for text in ("she bought her own wheel", "the kids made masks out of paper"):
    ...     index.add([(terms(text), 1.0)])
    >>> [int(score > 0) for score in index.scores(terms("what did the children make?"))]
    [0, 1]
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}  # of stems
        self._words: list[str] = []  # of each stem, the word it was first met as
        self._texts: list[list[int]] = []  # of each stem, the texts that have it
        self._counts: list[list[float]] = []  # and how often
        self._lengths = Rows()
        self._length = 0.0  # of all texts together
        self._vectors = Rows()  # of the words, as far as they were needed
        self._postings: dict[int, tuple[NDArray[np.int64], Scores]] = {}  # by stem, texts and counts, once asked for

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, *texts: Sequence[Field]) -> None:
        """Add texts, each as its parts: the words of a part, and how much a word counts there."""
        numbers, lengths = self._numbers, []
        for text, fields in enumerate(texts, len(self)):
            counts: dict[int, float] = {}
            for words, weight in fields:
                for stem, word in words:
                    number = numbers.get(stem)
                    if number is None:
                        number = numbers[stem] = len(self._words)
                        self._words.append(word)
                        self._texts.append([])
                        self._counts.append([])
                    counts[number] = counts.get(number, 0.0) + weight
            for number, count in counts.items():
                self._texts[number].append(text)
                self._counts[number].append(count)
            lengths.append(sum(counts.values()))
        self._lengths.extend(np.array(lengths, dtype=np.float32))
        self._length += sum(lengths)

    def scores(self, query: Sequence[Term], *, widened: bool = True) -> Scores:
        """For each text, how much of the query it has, 0 to 1; not ``widened``, by the very words alone."""
        total = np.zeros(len(self._lengths), dtype=np.float32)
        sought: Mapping[str, str] = dict(reversed([*query]))
        if not len(total) or not sought:
            return total
        weights = {stem: self._rarity(stem) for stem in sought}
        alike = self._alike(list(sought.values())) if widened else [[] for _ in sought]
        whole = sum(weights.values())
        for (stem, weight), likeness in zip(weights.items(), alike, strict=True):
            best = np.zeros(len(total), dtype=np.float32)
            exact = self._numbers.get(stem)
            for number, like in ((exact, 1.0), *likeness):
                if number is not None and (number != exact or like == 1.0):
                    texts, counts = self._posting(number)
                    best[texts] = np.maximum(best[texts], counts * np.float32(like))
            total += best * np.float32(weight / whole)
        return np.minimum(total, 1.0)

    def _rarity(self, stem: str) -> float:
        number = self._numbers.get(stem)
        known, having = len(self._lengths), len(self._texts[number]) if number is not None else 0
        return float(np.log1p((known - having + 0.5) / (having + 0.5)))

    def _posting(self, number: int) -> tuple[NDArray[np.int64], Scores]:
        """The texts that have a stem, and how much of it: once in a text of usual length is 1."""
        held = self._postings.get(number)
        if held is None or len(held[0]) != len(self._texts[number]):
            texts = np.asarray(self._texts[number], dtype=np.int64)
            held = self._postings[number] = texts, np.asarray(self._counts[number], dtype=np.float32)
        texts, counts = held
        lengths = self._lengths.rows[texts]
        usual = K1 * (1 - B + B * lengths / max(self._length / len(self), 1e-9))
        return texts, (counts * (1 + K1) / (counts + usual)).astype(np.float32)

    def _alike(self, words: Sequence[str]) -> list[list[tuple[int, float]]]:
        """For each of these words the stems that may stand in for it, and how far."""
        known = self._word_vectors()
        likeness = products_with_each(known, _vectors().embed(words))
        found = []
        for column in likeness.T:
            near = np.flatnonzero(column > ALIKE)
            if len(near) > STAND_INS:
                near = near[np.argpartition(-column[near], STAND_INS)[:STAND_INS]]
            shares = STANDS_IN * (column[near] - ALIKE) / (1 - ALIKE)
            found.append(list(zip(near.tolist(), np.minimum(shares, STANDS_IN).tolist(), strict=True)))
        return found

    def _word_vectors(self) -> Vectors:
        if len(self._vectors) < len(self._words):
            self._vectors.extend(_vectors().embed(self._words[len(self._vectors) :]))
        return self._vectors.rows


@cache
def _vectors() -> WordLlamaEmbedder:
    """Static vectors of words, whichever embedder compares sentences: they are at hand, and quick."""
    from penchant.embed.wordllama import WordLlamaEmbedder

    return WordLlamaEmbedder()
