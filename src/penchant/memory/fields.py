"""Which texts are about the field of life that a query is about, though they share no word: a flight, a window seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

import numpy as np

from penchant.embed import Vectors
from penchant.embed.products import products
from penchant.memory.word_index import Field, Rows, Scores
from penchant.tables import read_file
from penchant.terms import Term, terms


class FieldIndex:
    """The fields of texts, numbered as they are added.

    >>> index = FieldIndex()
    >>> index.add([(terms("window seats"), 1.0)], [(terms("jazz"), 1.0)])
    >>> [round(float(score), 1) for score in index.scores(terms("a flight to Oslo"))]
    [1.0, 0.0]
    """

    def __init__(self) -> None:
        self._rows = Rows()

    def add(self, *texts: Sequence[Field]) -> None:
        """Add texts, each as its parts, as a :class:`WordIndex` takes them."""
        if texts:
            self._rows.extend(_directions(texts))

    def scores(self, query: Sequence[Term]) -> Scores:
        """How far each text is about the fields of the query, 0 to 1."""
        if not len(self._rows):
            return np.zeros(0, dtype=np.float32)
        return products(self._rows.rows, _directions([[(query, 1.0)]])[0])


def in_field(text: str, field: str) -> bool:
    """Whether a text has a word of a field of life.

    >>> in_field("allergic to penicillin", "health"), in_field("a window seat", "health")
    (True, False)
    """
    known, names = _fields()[0], [*read_file(resources.files("penchant.memory") / "fields.txt")]
    return any(names.index(field) in known.get(term.stem, ()) for term in terms(text))


def _directions(texts: Sequence[Sequence[Field]]) -> Vectors:
    """The fields that the words of each text belong to, as rows of length 1, or of zeros where they are of none."""
    known, count = _fields()
    places, shares = list[int](), list[float]()
    for row, fields in enumerate(texts):
        for words, weight in fields:
            for stem, _ in words:
                if (of := known.get(stem)) is not None:
                    places += [row * count + field for field in of]
                    shares += [weight / len(of)] * len(of)
    total = np.bincount(places, shares, minlength=len(texts) * count).reshape(-1, count)
    lengths = np.sqrt((total * total).sum(axis=1, keepdims=True))
    rows: Vectors = (total / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return rows


@cache
def _fields() -> tuple[Mapping[str, tuple[int, ...]], int]:
    """The fields of each stem, by number, and how many fields there are."""
    sections = read_file(resources.files("penchant.memory") / "fields.txt")
    found: dict[str, tuple[int, ...]] = {}
    for number, section in enumerate(sections.values()):
        for stem in dict.fromkeys(term.stem for line in section.texts for term in terms(line)):
            found[stem] = (*found.get(stem, ()), number)
    return found, len(sections)
