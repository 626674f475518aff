"""The trained encoder as an ONNX graph with 8-bit weights: what ships.

The graph takes the four rows of one sequence and the places of the pieces that are to speak. For each of these it gives
the values of all heads side by side (`training/model.py` has their order). The last layer works out nothing for other
pieces. What is made of every piece by the second and the third layer can be asked for as well (``layer.1``,
``layer.2``). Embeddings are kept as one byte a number with a scale for each row; the matrices are quantised column by
column, and what they are multiplied with as it comes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

WIDTH, HEADS = 384, 12
Floats = NDArray[np.float32]


class Graph:
    """Nodes and weights under construction."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self._count = 0

    def add(self, kind: str, inputs: list[str], outputs: int = 1, domain: str = "", **attributes: object) -> str:
        """One operation; the name of what it gives (of the first, where there are several: then ``name:1`` ...)."""
        self._count += 1
        name = f"{kind}_{self._count}"
        names = [name, *(f"{name}:{at}" for at in range(1, outputs))]
        self.nodes.append(helper.make_node(kind, inputs, names, name=name, domain=domain, **attributes))
        return name

    def keep(self, name: str, value: NDArray[np.generic]) -> str:
        """One weight."""
        self.weights.append(numpy_helper.from_array(value.copy(order="C"), name))
        return name

    def table(self, name: str, weight: Floats, index: str) -> str:
        """Rows of a table, one byte a number with a scale for each row."""
        scale = np.maximum(np.abs(weight).max(axis=1, keepdims=True), 1e-8) / 127
        small = np.rint(weight / scale).astype(np.int8)
        rows = self.add("Gather", [self.keep(f"{name}.q", small), index], axis=0)
        scales = self.add("Gather", [self.keep(f"{name}.s", scale.astype(np.float32)), index], axis=0)
        return self.add("Mul", [self.add("Cast", [rows], to=TensorProto.FLOAT), scales])

    def dense(self, name: str, states: str, weight: Floats, bias: Floats, exact: bool = False) -> str:
        """States times a matrix, plus a bias."""
        if exact:
            made = self.add("MatMul", [states, self.keep(f"{name}.w", weight.T.astype(np.float32))])
            return self.add("Add", [made, self.keep(f"{name}.b", bias)])
        scale = np.maximum(np.abs(weight).max(axis=1), 1e-8) / 127  # one for each output
        small = np.rint(weight / scale[:, None]).astype(np.int8).T
        inputs = [
            *(states, self.keep(f"{name}.q", small), self.keep(f"{name}.s", scale.astype(np.float32))),
            *(self.keep(f"{name}.z", np.zeros(len(scale), dtype=np.int8)), self.keep(f"{name}.b", bias)),
        ]
        return self.add("DynamicQuantizeMatMul", inputs, domain="com.microsoft")

    def norm(self, name: str, states: str, weight: Floats, bias: Floats) -> str:
        """Layer normalisation."""
        kept = [self.keep(f"{name}.w", weight), self.keep(f"{name}.b", bias)]
        return self.add("LayerNormalization", [states, *kept], axis=-1, epsilon=1e-12)


INNER = (1, 2)
"""Layers whose states can be asked for, counted from 0."""


def build(weights: Mapping[str, Floats], about: Mapping[str, str], heads_of: Sequence[str]) -> onnx.ModelProto:
    """The graph of these weights; ``about`` travels with it."""
    graph = Graph()
    layers = 1 + max(int(name.split(".")[1]) for name in weights if name.startswith("layers."))

    def two(name: str) -> tuple[Floats, Floats]:
        return weights[f"{name}.weight"].astype(np.float32), weights[f"{name}.bias"].astype(np.float32)

    states = ""
    for row, name in enumerate(("piece", "position", "role", "place")):
        index = graph.add("Gather", ["rows", graph.keep(f"row{row}", np.array(row))], axis=0)
        part = graph.table(name, weights[f"{name}.weight"].astype(np.float32), index)
        states = graph.add("Add", [states, part]) if states else part
    states = graph.norm("norm", states, *two("norm"))
    heads = graph.keep("heads", np.array([-1, HEADS, WIDTH // HEADS]))
    flat = graph.keep("flat", np.array([-1, WIDTH]))
    thirds = graph.keep("thirds", np.array([WIDTH, WIDTH, WIDTH]))
    for number in range(layers):
        at, last = f"layers.{number}", number == layers - 1
        weight, bias = two(f"{at}.qkv")
        factor = np.ones(3 * WIDTH, dtype=np.float32)
        factor[:WIDTH] = 1 / math.sqrt(WIDTH // HEADS)  # the scale of attention, once and for all
        weight, bias = weight * factor[:, None], bias * factor
        if last:
            spoken = graph.add("Gather", [states, "marks"], axis=0)
            asked = graph.dense(f"{at}.q", spoken, weight[:WIDTH], bias[:WIDTH])
            joint = graph.dense(f"{at}.kv", states, weight[WIDTH:], bias[WIDTH:])
            first = graph.add("Split", [joint, graph.keep("halves", np.array([WIDTH, WIDTH]))], outputs=2, axis=-1)
            given, states = (asked, first, f"{first}:1"), spoken
        else:
            joint = graph.dense(f"{at}.qkv", states, weight, bias)
            first = graph.add("Split", [joint, thirds], outputs=3, axis=-1)
            given = (first, f"{first}:1", f"{first}:2")
        query, key, value = (
            graph.add("Transpose", [graph.add("Reshape", [part, heads])], perm=perm)
            for part, perm in zip(given, ([1, 0, 2], [1, 2, 0], [1, 0, 2]), strict=True)
        )
        seen = graph.add("Softmax", [graph.add("MatMul", [query, key])], axis=-1)
        mixed = graph.add("Transpose", [graph.add("MatMul", [seen, value])], perm=[1, 0, 2])
        mixed = graph.dense(f"{at}.joined", graph.add("Reshape", [mixed, flat]), *two(f"{at}.joined"))
        states = graph.norm(f"{at}.norm1", graph.add("Add", [states, mixed]), *two(f"{at}.norm1"))
        wide = graph.add("Gelu", [graph.dense(f"{at}.up", states, *two(f"{at}.up"))])
        wide = graph.dense(f"{at}.down", wide, *two(f"{at}.down"))
        states = graph.norm(f"{at}.norm2", graph.add("Add", [states, wide]), *two(f"{at}.norm2"))
        if number in INNER:
            graph.add("Identity", [states])
            graph.nodes[-1].output[0] = f"layer.{number}"
    parts = [two(f"heads.{name}") for name in heads_of]
    weight, bias = (np.concatenate([part[which] for part in parts]) for which in (0, 1))
    graph.add("Identity", [graph.dense("said", states, weight, bias, exact=True)])
    graph.nodes[-1].output[0] = "said"
    rows = helper.make_tensor_value_info("rows", TensorProto.INT64, [4, "length"])
    marks = helper.make_tensor_value_info("marks", TensorProto.INT64, ["spoken"])
    out = helper.make_tensor_value_info("said", TensorProto.FLOAT, ["spoken", len(bias)])
    inner = [helper.make_tensor_value_info(f"layer.{at}", TensorProto.FLOAT, ["length", WIDTH]) for at in INNER]
    made = helper.make_model(
        helper.make_graph(graph.nodes, "encoder", [rows, marks], [out, *inner], graph.weights),
        opset_imports=[helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)],
        producer_name="penchant",
    )
    made.ir_version = 9
    helper.set_model_props(made, dict(about))
    return made
