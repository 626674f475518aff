"""A trained adapter as files: safetensors for peft, and GGUF for llama.cpp; both hold halves, ten megabytes each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from penchant.errors import BadData
from penchant_lab.puma.base import gguf_name, permuted
from penchant_lab.puma.files import check_gguf, plain_disk, write_bytes
from penchant_lab.puma.settings import ALPHA, LINEAR, RANK

_BEGIN = "base_model.model."


def save_adapter(folder: Path, weights: Mapping[str, Any], base: str) -> None:
    """Write an adapter as peft reads it."""
    import torch
    from safetensors.torch import save

    config = {
        "peft_type": "LORA",
        "task_type": "CAUSAL_LM",
        "r": RANK,
        "lora_alpha": ALPHA,
        "lora_dropout": 0.0,
        "bias": "none",
        "target_modules": list(LINEAR),
        "base_model_name_or_path": base,
        "inference_mode": True,
    }
    with plain_disk(folder):
        folder.mkdir(parents=True, exist_ok=True)
    write_bytes(folder / "adapter_config.json", json.dumps(config, indent=2).encode())
    halves = {name: value.to(torch.float16).contiguous() for name, value in weights.items()}
    write_bytes(folder / "adapter_model.safetensors", save(halves))


def load_adapter(folder: Path) -> dict[str, Any]:
    """The weights of an adapter, as float32."""
    from safetensors.torch import load_file

    path = folder / "adapter_model.safetensors"
    anew = f"remove {folder} and {folder}.gguf, and --stage {folder.name} --resume makes both anew."
    try:
        found: dict[str, Any] = dict(load_file(path))
        return {name: value.float() for name, value in found.items()}
    except FileNotFoundError:
        raise BadData(f"{path} is missing; {anew}") from None
    except Exception as error:  # a file cut anywhere fails in many ways
        raise BadData(f"{path} is cut short or damaged; {anew}") from error


def write_gguf(path: Path, weights: Mapping[str, Any], heads: int, kv_heads: int) -> None:
    """Write an adapter as llama.cpp reads it: names and the order of rows are its own."""
    import gguf
    import numpy as np

    draft = path.with_name(f".{path.name}.tmp")
    writer = gguf.GGUFWriter(draft, "llama")
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, float(ALPHA))
    for name, value in sorted(weights.items()):
        inner, _, side = name.removeprefix(_BEGIN).removesuffix(".weight").rpartition(".lora_")
        array = value.float().numpy()
        if side == "B" and inner.endswith(("q_proj", "k_proj")):
            array = permuted(array, heads if inner.endswith("q_proj") else kv_heads)
        writer.add_tensor(
            f"{gguf_name(inner)}.weight.lora_{side.lower()}", np.ascontiguousarray(array, dtype=np.float16)
        )
    with plain_disk(path.parent):
        try:
            writer.write_header_to_file()
            writer.write_kv_data_to_file()
            writer.write_tensors_to_file()
            writer.close()
            check_gguf(draft)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
