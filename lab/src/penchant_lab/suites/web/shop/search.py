"""Search by words: BM25 with Lucene's formula over the products' contents, the ten best in order.

A product's score is the sum, over the terms of the query, repeated ones repeated, of
``ln(1 + (N - df + 0.5) / (df + 0.5)) * tf / (tf + k1 * (1 - b + b * length / mean length))`` with k1 = 0.9 and b = 0.4;
of two with the same score, in Lucene's single precision, the one with the smaller product id is first: that is the
order in which the original indexed them. Lucene keeps a length in one byte, and so takes 1,000 for 984;
``lucene_lengths`` does the same and works out each term in single precision, otherwise lengths are exact and so are
terms.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from penchant.errors import BadData, PenchantError
from penchant_lab.suites.web.records import Product
from penchant_lab.suites.web.shop.contents import contents
from penchant_lab.suites.web.shop.saved import read_arrays, write_arrays
from penchant_lab.suites.web.shop.words import Analyser

if TYPE_CHECKING:
    from bm25s import BM25

K1, B = 0.9, 0.4
FOUND = 10
_IMPORTING = Lock()


class Hit(NamedTuple):
    """A product that was found, and how well it fits the query."""

    asin: str
    score: float


class Search(Protocol):
    """Finds products for the words of a query."""

    def search(self, query: str, k: int = FOUND) -> list[Hit]:
        """The best ``k``, best first; fewer where fewer fit at all."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """What was indexed, in figures that can be held against the original's."""

    documents: int
    terms: int  # distinct ones
    mean_length: float


class WordSearch:
    """BM25 over a catalogue; made by :meth:`index`, or read from a file that :meth:`save` wrote."""

    def __init__(
        self, asins: list[str], vocabulary: Mapping[str, int], engine: BM25, lengths: NDArray[np.int32]
    ) -> None:
        self._asins = asins
        self._vocabulary = vocabulary
        self._engine = engine
        self._lengths = lengths
        self._order = _places(asins)  # where each would stand by product id
        self._analyser = Analyser()

    @classmethod
    def index(cls, products: Iterable[Product], *, lucene_lengths: bool = False) -> WordSearch:
        """A search over these products, in this order; about ten seconds for 35,772 of them."""
        analyser = Analyser()
        vocabulary: dict[str, int] = {}
        asins, documents = [], []
        for product in products:
            asins.append(product.asin)
            documents.append(
                [vocabulary.setdefault(term, len(vocabulary)) for term in analyser.terms(contents(product))]
            )
        if not asins:
            raise BadData("There are no products to search in.")
        engine = _engine()
        engine.index((documents, vocabulary), create_empty_token=False, show_progress=False)
        lengths = np.array([len(document) for document in documents], dtype=np.int32)
        if lucene_lengths:
            _shorten(engine, lengths)
        return cls(asins, vocabulary, engine, lengths)

    @property
    def corpus(self) -> Corpus:
        """What was indexed, in figures."""
        return Corpus(documents=len(self._asins), terms=len(self._vocabulary), mean_length=float(self._lengths.mean()))

    def search(self, query: str, k: int = FOUND) -> list[Hit]:
        """The best ``k``, best first; a product without any of the words is not among them."""
        known = [self._vocabulary[term] for term in self._analyser.terms(query) if term in self._vocabulary]
        if not known or k < 1:
            return []
        scores = self._engine.get_scores_from_ids(known)
        coarse = scores.astype(np.float32)
        rows = np.flatnonzero(coarse > 0)
        if len(rows) > k:
            least = np.partition(coarse[rows], len(rows) - k)[len(rows) - k]
            rows = rows[coarse[rows] >= least]
        best = rows[np.lexsort((self._order[rows], -coarse[rows]))][:k]
        return [Hit(self._asins[row], float(scores[row])) for row in best]

    def save(self, path: Path, fingerprint: str) -> None:
        """Write the index to one file, whole or not at all; it is read only for the same fingerprint."""
        scores = self._engine.scores
        write_arrays(
            path,
            fingerprint,
            texts={"asins": self._asins, "vocabulary": list(self._vocabulary)},
            arrays={name: scores[name] for name in ("data", "indices", "indptr")} | {"lengths": self._lengths},
        )

    @classmethod
    def load(cls, path: Path, fingerprint: str) -> WordSearch | None:
        """What was saved for this fingerprint; None where there is nothing whole of that kind."""
        kept = read_arrays(path, fingerprint)
        if kept is None:
            return None
        engine = _engine()
        engine.scores = {
            "data": kept.arrays["data"].astype(np.float64),
            "indices": kept.arrays["indices"].astype(np.int32),
            "indptr": kept.arrays["indptr"].astype(np.int64),
            "num_docs": len(kept.texts["asins"]),
        }
        engine.nonoccurrence_array = None
        vocabulary = {term: number for number, term in enumerate(kept.texts["vocabulary"])}
        return cls(kept.texts["asins"], vocabulary, engine, kept.arrays["lengths"].astype(np.int32))


def open_search(
    products: Mapping[str, Product], fingerprint: str, folder: Path | None = None, *, lucene_lengths: bool = False
) -> WordSearch:
    """A search over a catalogue, from ``folder`` where it was kept for this fingerprint, else made and kept there."""
    if folder is None or not fingerprint:
        return WordSearch.index(products.values(), lucene_lengths=lucene_lengths)
    path = folder / f"words-{fingerprint[:16]}{'-lucene' if lucene_lengths else ''}.npz"
    label = f"words-2 {fingerprint} {len(products)} lucene={lucene_lengths}"
    found = WordSearch.load(path, label)
    if found is None:
        found = WordSearch.index(products.values(), lucene_lengths=lucene_lengths)
        found.save(path, label)
    return found


def in_one_byte(length: int) -> int:
    """The length that Lucene reads back after it kept this one in a byte: exact to 40, then to four binary digits."""
    free = 24  # the lowest lengths have a byte each; the others share what is left
    if length < free:
        return length
    shift = max(0, (length - free).bit_length() - 4)
    return free + ((length - free) >> shift << shift)


def _shorten(engine: BM25, lengths: NDArray[np.int32]) -> None:
    """Replace the scores of terms by Lucene's: the length as its byte has it, all in single precision."""
    scores = engine.scores
    n = scores["num_docs"]
    df = np.diff(scores["indptr"])
    idf = np.repeat(np.log(1 + (n - df + 0.5) / (df + 0.5)), df)
    exact = K1 * (1 - B + B * lengths / lengths.mean())
    kept = np.array([in_one_byte(int(length)) for length in lengths])
    one = np.float32(1)
    norms = one / (K1 * (1 - B + B * kept / lengths.mean())).astype(np.float32)
    share = scores["data"] / idf  # tf / (tf + exact)
    tf = np.rint(share * exact[scores["indices"]] / (1 - share))
    weights = idf.astype(np.float32)
    worth = weights - weights / (one + tf.astype(np.float32) * norms[scores["indices"]])
    scores["data"] = worth.astype(np.float64)


def _places(asins: list[str]) -> NDArray[np.int64]:
    places = np.empty(len(asins), dtype=np.int64)
    places[sorted(range(len(asins)), key=asins.__getitem__)] = np.arange(len(asins))
    return places


def _engine() -> BM25:
    try:
        with _without_jax():
            import bm25s
    except ImportError as error:
        raise PenchantError(
            f"The search of the web shop needs bm25s ({error}). Install it: pip install 'penchant-lab[web]'"
        ) from error
    return bm25s.BM25(k1=K1, b=B, method="lucene", dtype="float64")


@contextmanager
def _without_jax() -> Iterator[None]:
    """As if JAX were not installed: bm25s tries it out on being imported, once, and that takes most of a GPU."""
    with _IMPORTING:
        if "bm25s" in sys.modules:
            yield
            return
        had = {"jax": sys.modules["jax"]} if "jax" in sys.modules else {}
        sys.modules["jax"] = None  # type: ignore[assignment]
        try:
            yield
        finally:
            del sys.modules["jax"]
            sys.modules.update(had)
