"""The encoder as it is trained: a plain BERT of six layers, with roles and places of options, and a few heads."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from penchant.mind.learned.inputs import PLACES, ROLES

WIDTH, HEADS, WIDE, POSITIONS, PIECES = 384, 12, 1536, 160, 30522

STANCES = ("nothing", "wants", "accepts", "avoids")
VERDICTS = ("unclear", "right", "wrong")
FLAGS = ("changed", "once", "other")
TONES = ("nothing", "positive", "negative", "neutral")  # of targets in reviews: a task of its own, not shipped


class Layer(nn.Module):
    """One layer of BERT."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.joined = nn.Linear(WIDTH, WIDTH)
        self.norm1 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = nn.Linear(WIDTH, WIDE)
        self.down = nn.Linear(WIDE, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """The states after this layer; ``mask`` tells what may be looked at."""
        batch, length, _ = states.shape
        query, key, value = self.qkv(states).view(batch, length, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        rate = self.dropout.p if self.training else 0.0
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=rate)
        seen = self.joined(seen.transpose(1, 2).reshape(batch, length, WIDTH))
        states = self.norm1(states + self.dropout(seen))
        wide = self.down(functional.gelu(self.up(states)))
        made: Tensor = self.norm2(states + self.dropout(wide))
        return made


@dataclass(frozen=True)
class Logits:
    """What the heads say, for every piece; only those at the marks and at the beginning mean anything."""

    stance: Tensor
    verdict: Tensor
    flags: Tensor
    tone: Tensor

    def parts(self, size: int) -> tuple[Logits, Logits]:
        """The first so many of the batch, and the rest."""
        values = (self.stance, self.verdict, self.flags, self.tone)
        return Logits(*(value[:size] for value in values)), Logits(*(value[size:] for value in values))


class Reader(nn.Module):
    """Reads a batch of moments."""

    def __init__(self, layers: int = 6, dropout: float = 0.1) -> None:
        super().__init__()
        self.piece = nn.Embedding(PIECES, WIDTH)
        self.position = nn.Embedding(POSITIONS, WIDTH)
        self.role = nn.Embedding(ROLES, WIDTH)
        self.place = nn.Embedding(PLACES, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(layers))
        self.stance = nn.Linear(WIDTH, len(STANCES))
        self.verdict = nn.Linear(WIDTH, len(VERDICTS))
        self.flags = nn.Linear(WIDTH, len(FLAGS))
        self.tone = nn.Linear(WIDTH, len(TONES))
        for table in (self.role, self.place):
            nn.init.normal_(table.weight, std=0.02)

    def forward(self, rows: Tensor) -> Logits:
        """``rows`` is batch by four by length, filled up with pieces of number 0."""
        states = self.states(rows)
        return Logits(self.stance(states), self.verdict(states), self.flags(states), self.tone(states))

    def states(self, rows: Tensor) -> Tensor:
        """What is made of every piece."""
        piece, position, role, place = rows.unbind(1)
        states = self.piece(piece) + self.position(position) + self.role(role) + self.place(place)
        states = self.dropout(self.norm(states))
        mask = (piece != 0)[:, None, None, :]
        for layer in self.layers:
            states = layer(states, mask)
        return states


def start_from(model: Reader, base: dict[str, Tensor]) -> None:
    """Fill in the weights of all-MiniLM-L6-v2; roles, places and heads keep what they were drawn as."""
    with torch.no_grad():
        model.piece.weight.copy_(base["embeddings.word_embeddings.weight"])
    start_layers(model, base)


def start_layers(model: nn.Module, base: dict[str, Tensor]) -> None:
    """The same but for the embeddings of word pieces, of any encoder with these parts."""
    with torch.no_grad():
        positions = base["embeddings.position_embeddings.weight"]
        model.position.weight.copy_(positions[: len(model.position.weight)])
        model.role.weight.add_(base["embeddings.token_type_embeddings.weight"][0])
        _copy(model.norm, base, "embeddings.LayerNorm")
        count = len(model.layers)
        for number, layer in enumerate(model.layers):
            assert isinstance(layer, Layer)
            at = f"encoder.layer.{number if count == 6 else round(number * 5 / (count - 1))}"
            parts = [f"{at}.attention.self.{part}" for part in ("query", "key", "value")]
            layer.qkv.weight.copy_(torch.cat([base[f"{part}.weight"] for part in parts]))
            layer.qkv.bias.copy_(torch.cat([base[f"{part}.bias"] for part in parts]))
            _copy(layer.joined, base, f"{at}.attention.output.dense")
            _copy(layer.norm1, base, f"{at}.attention.output.LayerNorm")
            _copy(layer.up, base, f"{at}.intermediate.dense")
            _copy(layer.down, base, f"{at}.output.dense")
            _copy(layer.norm2, base, f"{at}.output.LayerNorm")


def _copy(part: nn.Linear | nn.LayerNorm, base: dict[str, Tensor], name: str) -> None:
    part.weight.copy_(base[f"{name}.weight"])
    part.bias.copy_(base[f"{name}.bias"])


def tables_of(path: Path) -> dict[str, NDArray[np.generic]]:
    """The tables of an encoder that ships, out of its graph, or out of an .npz where there is no onnx to read that."""
    if path.suffix == ".npz":
        with np.load(path) as kept:
            return {name: kept[name] for name in kept.files}
    import onnx
    from onnx import numpy_helper

    return {one.name: numpy_helper.to_array(one).copy() for one in onnx.load(path).graph.initializer}


def go_on_from(model: nn.Module, path: str | Path) -> dict[str, Tensor]:
    """Fill in the weights of an encoder that ships, but for its heads; gives all that are there."""
    found = {name: torch.from_numpy(value) for name, value in tables_of(Path(path)).items()}

    def dense(name: str) -> tuple[Tensor, Tensor]:
        return (found[f"{name}.q"].float() * found[f"{name}.s"]).T, found[f"{name}.b"]

    with torch.no_grad():
        for name in ("piece", "position", "role", "place"):
            rows = found[f"{name}.q"].float() * found[f"{name}.s"]
            getattr(model, name).weight[: len(rows)].copy_(rows)
        for name, part in model.named_modules():
            if isinstance(part, nn.LayerNorm):
                part.weight.copy_(found[f"{name}.w"])
                part.bias.copy_(found[f"{name}.b"])
        layers = list(model.layers)
        for number, layer in enumerate(layers):
            at = f"layers.{number}"
            names = [f"{at}.q", f"{at}.kv"] if number == len(layers) - 1 else [f"{at}.qkv"]
            weight, bias = (torch.cat(parts) for parts in zip(*map(dense, names), strict=True))
            factor = torch.ones(3 * WIDTH)
            factor[:WIDTH] = (WIDTH // HEADS) ** 0.5
            layer.qkv.weight.copy_(weight * factor[:, None])
            layer.qkv.bias.copy_(bias * factor)
            for name in ("joined", "up", "down"):
                weight, bias = dense(f"{at}.{name}")
                getattr(layer, name).weight.copy_(weight)
                getattr(layer, name).bias.copy_(bias)
    return found
