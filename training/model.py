"""The encoder as it is trained: a plain BERT of six layers, with roles and places of options, and a head a task."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from penchant.mind.learned.fits import RELATIONS
from penchant.mind.learned.inputs import PLACES, POSITIONS, ROLES
from penchant.mind.talk.tagger import KINDS, TOPICS

WIDTH, HEADS, WIDE, PIECES = 384, 12, 1536, 30522

STANCES = ("nothing", "wants", "accepts", "avoids")
VERDICTS = ("unclear", "right", "wrong")
FLAGS = ("changed", "once", "other")


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


HEADS_OF = {
    "stance": len(STANCES),
    "verdict": len(VERDICTS),
    "flags": len(FLAGS),
    "tags": 1 + 2 * len(KINDS),
    "changed": 1,
    "topic": len(TOPICS),
    "fit": 3,
    "bears": 1,
    "relate": len(RELATIONS),
    "vector": WIDTH,
    "meant": 1,
}
"""What is given at each piece that speaks, side by side in this order, and how many values each takes."""


class Encoder(nn.Module):
    """Reads a batch of sequences; every head speaks at every piece, and means something at those of its task."""

    def __init__(self, layers: int = 6, dropout: float = 0.1) -> None:
        super().__init__()
        self.piece = nn.Embedding(PIECES, WIDTH)
        self.position = nn.Embedding(POSITIONS, WIDTH)
        self.role = nn.Embedding(ROLES, WIDTH)
        self.place = nn.Embedding(PLACES, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(layers))
        self.heads = nn.ModuleDict({name: nn.Linear(WIDTH, size) for name, size in HEADS_OF.items()})
        for table in (self.role, self.place):
            nn.init.normal_(table.weight, std=0.02)

    def forward(self, rows: Tensor) -> Tensor:
        """What is made of every piece; ``rows`` is batch by four by length, filled up with pieces of number 0."""
        piece, position, role, place = rows.unbind(1)
        states = self.piece(piece) + self.position(position) + self.role(role) + self.place(place)
        states = self.dropout(self.norm(states))
        mask = (piece != 0)[:, None, None, :]
        for layer in self.layers:
            states = layer(states, mask)
        return states

    def say(self, name: str, states: Tensor) -> Tensor:
        """What one head makes of states."""
        said: Tensor = self.heads[name](states).float()
        return said


def based(folder: Path) -> Encoder:
    """all-MiniLM-L6-v2 out of a folder with its `model.safetensors`."""
    from safetensors.torch import load_file

    model = Encoder()
    base = {name: value.float() for name, value in load_file(folder / "model.safetensors").items()}
    with torch.no_grad():
        model.role.weight.zero_()
        model.place.weight.zero_()
    start_from(model, base)
    return model


def start_from(model: Encoder, base: dict[str, Tensor]) -> None:
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


def go_on_from(model: Encoder, path: Path) -> None:
    """Fill in the weights of an encoder that ships; heads that it has not are left as they are."""
    found = {name: torch.from_numpy(value) for name, value in tables_of(path).items()}

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
        for number, layer in enumerate(model.layers):
            at = f"layers.{number}"
            names = [f"{at}.q", f"{at}.kv"] if number == len(model.layers) - 1 else [f"{at}.qkv"]
            weight, bias = (torch.cat(parts) for parts in zip(*map(dense, names), strict=True))
            factor = torch.ones(3 * WIDTH)
            factor[:WIDTH] = (WIDTH // HEADS) ** 0.5
            layer.qkv.weight.copy_(weight * factor[:, None])
            layer.qkv.bias.copy_(bias * factor)
            for name in ("joined", "up", "down"):
                weight, bias = dense(f"{at}.{name}")
                getattr(layer, name).weight.copy_(weight)
                getattr(layer, name).bias.copy_(bias)
        said, bias, at_column = found["said.w"].T, found["said.b"], 0
        for name, size in HEADS_OF.items():
            if at_column + size <= len(bias):
                model.heads[name].weight.copy_(said[at_column : at_column + size])
                model.heads[name].bias.copy_(bias[at_column : at_column + size])
            at_column += size
