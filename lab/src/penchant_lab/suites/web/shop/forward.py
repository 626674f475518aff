"""SASRec's forward pass in NumPy: what a trained network makes of a sequence, without PyTorch.

Weights have the names of the widely used PyTorch port, and the pass is the one that the original's were made with: the
query alone is normalised before attention and is what attention is added to; padding is item 0 at place 0.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Weights = Mapping[str, NDArray[np.float32]]
States = NDArray[np.float32]

_EPSILON = 1e-8


def scores(weights: Weights, items: NDArray[np.int64], heads: int) -> States:
    """How likely each item, by number, is to come after these, the newest last; 0 among them is padding."""
    table, places = weights["item_emb.weight"], weights["pos_emb.weight"]
    hidden, longest = table.shape[1], len(places) - 1
    place = np.arange(longest - len(items) + 1, longest + 1) * (items != 0)
    states: States = table[items] * np.float32(hidden**0.5) + places[place]
    for block in range(sum(name.endswith("in_proj_weight") for name in weights)):
        query = _normed(weights, f"attention_layernorms.{block}", states)
        states = query + _heard(weights, f"attention_layers.{block}", query, states, heads)
        states = _normed(weights, f"forward_layernorms.{block}", states)
        layer = f"forward_layers.{block}"
        inner = np.maximum(_linear(weights, f"{layer}.conv1", states), 0)
        states = _linear(weights, f"{layer}.conv2", inner) + states
    last: States = _normed(weights, "last_layernorm", states[-1:])[0]
    return table @ last


def _heard(weights: Weights, name: str, query: States, states: States, heads: int) -> States:
    """What each place takes from those before it and from itself."""
    matrices = np.split(weights[f"{name}.in_proj_weight"], 3)
    biases = np.split(weights[f"{name}.in_proj_bias"], 3)
    asked, keys, values = (
        (given @ matrix.T + bias).reshape(len(given), heads, -1).transpose(1, 0, 2)
        for given, matrix, bias in zip((query, states, states), matrices, biases, strict=True)
    )
    weight = asked @ keys.transpose(0, 2, 1) / np.float32(keys.shape[-1] ** 0.5)
    weight = np.where(np.tri(len(states), dtype=bool), weight, -np.inf)
    weight = np.exp(weight - weight.max(axis=-1, keepdims=True))
    weight /= weight.sum(axis=-1, keepdims=True)
    heard = (weight @ values).transpose(1, 0, 2).reshape(len(states), -1)
    return _linear(weights, f"{name}.out_proj", heard)


def _linear(weights: Weights, name: str, states: States) -> States:
    matrix = weights[f"{name}.weight"]
    found: States = states @ matrix.reshape(matrix.shape[:2]).T + weights[f"{name}.bias"]
    return found


def _normed(weights: Weights, name: str, states: States) -> States:
    centred = states - states.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(_EPSILON))
    found: States = centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]
    return found
