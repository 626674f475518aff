"""LLaMA's forward pass over packed tokens: sequences lie end to end, and only attention sees them as padded rows.

transformers pads every layer to the longest sequence, and peft calls some eight kernels for each linear part; a model
this small then waits for launches and for memory. Here a linear part with its adapter is three products, and what is
computed is what there is. Weights, names and figures are those of the model that is given, with an adapter or without.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Packing:
    """Where each of some sequences lies, end to end and in padded rows."""

    lengths: tuple[int, ...]
    cells: Any  # for each token its cell in the rows
    positions: Any  # for each token its place in its sequence
    ends: Any  # for each sequence its last token

    @property
    def width(self) -> int:
        """The length of a padded row."""
        return max(self.lengths)


def packing(lengths: Sequence[int], device: str) -> Packing:
    """The packing of sequences of these lengths."""
    import torch

    sizes = torch.tensor(list(lengths))
    ends = sizes.cumsum(0)
    rows = torch.repeat_interleave(torch.arange(len(sizes)), sizes)
    positions = torch.arange(int(ends[-1])) - (ends - sizes)[rows]
    cells = rows * max(lengths) + positions
    return Packing(tuple(lengths), *(sent(each, device) for each in (cells, positions, ends - 1)))


def sent(values: Any, device: str) -> Any:
    """A tensor of the CPU on this device; a GPU goes on meanwhile with what it has to do."""
    return values.pin_memory().to(device, non_blocking=True) if device.startswith("cuda") else values.to(device)


def decoder(model: Any) -> Any:
    """The model behind an adapter, or the model itself."""
    return model.base_model.model if hasattr(model, "peft_config") else model


def linear(part: Any, values: Any) -> Any:
    """A linear part, with what its adapter adds."""
    import torch

    base = getattr(part, "base_layer", part)
    found = torch.nn.functional.linear(values, base.weight, base.bias)
    if base is part:
        return found
    first, second = (each["default"].weight.to(values.dtype) for each in (part.lora_A, part.lora_B))
    low = torch.nn.functional.linear(values, first)
    return torch.addmm(found, low, second.t(), alpha=part.scaling["default"])


Attend = Callable[[int, Any, Any, Any], Any]
"""From a layer's number, queries, keys and values (tokens x heads x size) to what attention finds for each token."""


def states(model: Any, tokens: Any, positions: Any, attend: Attend) -> Any:
    """The last hidden state of every token."""
    import torch

    inner = decoder(model)
    config, layers = inner.config, inner.model.layers
    heads, kv_heads = config.num_attention_heads, config.num_key_value_heads
    hidden = torch.nn.functional.embedding(tokens, inner.model.embed_tokens.weight)
    cos, sin = (each[0, :, None] for each in inner.model.rotary_emb(hidden, positions[None]))

    def norm(part: Any, values: Any) -> Any:
        return torch.nn.functional.rms_norm(values, (values.shape[-1],), part.weight, part.variance_epsilon)

    for number, layer in enumerate(layers):
        own, inside = layer.self_attn, norm(layer.input_layernorm, hidden)
        queries = _turned(linear(own.q_proj, inside).unflatten(-1, (heads, -1)), cos, sin)
        keys = _turned(linear(own.k_proj, inside).unflatten(-1, (kv_heads, -1)), cos, sin)
        values = linear(own.v_proj, inside).unflatten(-1, (kv_heads, -1))
        hidden = hidden + linear(own.o_proj, attend(number, queries, keys, values))
        inside, mlp = norm(layer.post_attention_layernorm, hidden), layer.mlp
        gate = torch.nn.functional.silu(linear(mlp.gate_proj, inside))
        hidden = hidden + linear(mlp.down_proj, gate * linear(mlp.up_proj, inside))
    return norm(inner.model.norm, hidden)


def causal(packed: Packing) -> Attend:
    """Attention of each token to those before it in its own sequence."""
    import torch

    def attend(number: int, queries: Any, keys: Any, values: Any) -> Any:
        times = queries.shape[1] // keys.shape[1]
        flat = torch.cat([queries, keys.repeat_interleave(times, 1), values.repeat_interleave(times, 1)], 1)
        rows = flat.new_zeros((len(packed.lengths) * packed.width, *flat.shape[1:])).index_copy(0, packed.cells, flat)
        three = rows.unflatten(0, (len(packed.lengths), packed.width)).transpose(1, 2).chunk(3, 1)
        found = torch.nn.functional.scaled_dot_product_attention(*three, is_causal=True)
        return found.transpose(1, 2).flatten(0, 1).flatten(1).index_select(0, packed.cells)

    return attend


def _turned(values: Any, cos: Any, sin: Any) -> Any:
    import torch

    left, right = values.chunk(2, -1)
    return values * cos + torch.cat([-right, left], -1) * sin
