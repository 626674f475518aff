"""The encoder: one small network of ours, with a head for each question that is asked of words.

It reads a sequence of word pieces (`inputs.py`) and says something at each piece that is to speak: a stance at each
option, a verdict, the marks of a message, whether a saying speaks for an option, the vector of a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from penchant.embed import Vector, Vectors, cached
from penchant.mind.learned import weights
from penchant.mind.learned.inputs import Ints, Sequences, clipped, one_text
from penchant.remembering import remembered

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

Values = NDArray[np.float32]

KEPT = 8_192
"""Vectors that are remembered, of 1.5 KB each."""

_INNER = ("layer.1", "layer.2")


@dataclass(frozen=True, slots=True)
class _Opened:
    session: Any  # onnxruntime.InferenceSession
    tokenizer: Tokenizer
    heads: Mapping[str, tuple[int, int]]  # the first column of each, and the one after its last
    temperatures: Mapping[str, float]


@lru_cache(maxsize=2)
def _opened(folder: Path) -> _Opened:
    manifest = weights.read_manifest(folder)
    try:
        heads, heat = manifest["heads"], manifest["temperatures"]
        model = weights.checked(folder / weights.MODEL, manifest)
        weights.checked(folder / weights.VOCABULARY, manifest)
    except (KeyError, TypeError):
        raise weights.unreadable(folder) from None
    ends = np.cumsum([0, *heads.values()]).tolist()
    columns = {name: (first, last) for name, first, last in zip(heads, ends, ends[1:], strict=False)}
    return _Opened(weights.open_session(model), weights.open_tokenizer(folder / weights.VOCABULARY), columns, heat)


class Encoder:
    """Reads with the weights of a folder, which are loaded when the first text is read.

    >>> tea, coffee, tram = Encoder().vectors(["a cup of tea", "a mug of coffee", "the tram to work"])
    >>> bool(tea @ coffee > tea @ tram)
    True
    """

    width = 384

    def __init__(self, folder: Path | None = None) -> None:
        """Without a folder, the weights that ship; :func:`shared` gives the one that all use."""
        self.folder = folder or weights.SHIPPED
        self.vector = remembered(KEPT)(self._embed)
        self.pieces = remembered(4_096)(self._cut)

    def open(self) -> None:
        """See that the weights are there and can be used: BadWeights where not."""
        self._weights  # noqa: B018

    @cached_property
    def _weights(self) -> _Opened:
        return _opened(self.folder)

    @property
    def temperatures(self) -> Mapping[str, float]:
        """By which the values of a head are divided so that they are likelihoods."""
        return self._weights.temperatures

    def is_piece(self, word: str) -> bool:
        """Whether a word is one piece of the vocabulary."""
        return self._weights.tokenizer.token_to_id(word) is not None

    def cut(self, text: str) -> Encoding:
        """The word pieces of a text, and where each of them stands."""
        return self._weights.tokenizer.encode(text, add_special_tokens=False)

    def said(self, made: Sequences, *heads: str, at: Ints | None = None) -> list[Values]:
        """What some heads say at the marks of a sequence, or at other pieces: for each a row a piece."""
        opened = self._weights
        given = {"rows": made.rows, "marks": made.marks if at is None else at}
        (values,) = opened.session.run(["said"], given)
        return [values[:, slice(*opened.heads[name])] for name in heads]

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """The vectors of several texts, a row each, of length 1."""
        return np.stack([self.vector(text) for text in texts]) if texts else np.zeros((0, self.width), dtype=np.float32)

    def inner(self, made: Sequences) -> Values:
        """What the second and the third layer make of each piece: for small heads of others."""
        found: Values = np.concatenate(
            self._weights.session.run(list(_INNER), {"rows": made.rows, "marks": made.marks[:1]}), axis=1
        )
        return found

    def _embed(self, text: str) -> Vector:
        (made,) = self.said(one_text(self._cut(text)), "vector")
        vector: Vector = made[0] / np.linalg.norm(made[0])
        return vector

    def _cut(self, text: str) -> list[int]:
        pieces: list[int] = self.cut(clipped(text)).ids
        return pieces


def shared(folder: Path | None = None) -> Encoder:
    """The encoder on the weights of a folder, one a process: what it made of a text serves the mind and the memory."""
    return _shared(folder or weights.SHIPPED)


_shared = lru_cache(maxsize=2)(Encoder)


class EncoderEmbedder(cached):
    """The encoder's sentence vectors, 384 numbers a text, some 2 ms each on one core unless the mind has made them.

    A text is read by itself: 8-bit sums over several would make its vector depend on its neighbours. The name stays
    from one training to the next: all learn the vectors of one teacher, and what was kept is found as well by new ones.
    """

    name = "penchant-encoder-384"
    size = Encoder.width

    def __init__(self) -> None:
        """Nothing is loaded before the first text."""

    def one(self, text: str) -> Vector:
        """The vector of one text; all zeros for a text with nothing in it."""
        return shared().vector(text) if text.strip() else np.zeros(self.size, dtype=np.float32)


def softmax(values: Values | NDArray[np.float64]) -> NDArray[np.float64]:
    """Likelihoods out of values, which add up to 1 along the last axis."""
    powers = np.exp(values - values.max(axis=-1, keepdims=True), dtype=np.float64)
    found: NDArray[np.float64] = powers / powers.sum(axis=-1, keepdims=True)
    return found
