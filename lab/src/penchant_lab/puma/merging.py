"""A base model and its adapter as one GGUF file of eight bits, made once and kept: faster on a CPU than both.

An engine that adds an adapter while it computes does so for every token. The file lies in ``penchant/web`` below
``$XDG_CACHE_HOME`` (``~/.cache``), under a name that says what it was made of.
"""

from __future__ import annotations

import importlib.util
import os
import secrets
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from penchant_lab.puma.base import open_gguf
from penchant_lab.puma.files import check_gguf

_FORM = b"q8_0/1"


def merged(base: Path, adapter: Path) -> Path | None:
    """The file, made now where it was not there; None where it cannot be made: the engine then takes both."""
    if importlib.util.find_spec("gguf") is None:
        return None
    digest = blake2b(_FORM, digest_size=12)
    for path in (base, adapter):
        digest.update(path.read_bytes())
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "penchant" / "web"
    path = kept / f"{adapter.stem}-{digest.hexdigest()}.gguf"
    if path.exists():
        return path
    draft = kept / f".{path.name}.{secrets.token_hex(6)}"
    try:
        kept.mkdir(parents=True, exist_ok=True)
        _write(draft, open_gguf(base), open_gguf(adapter))
        check_gguf(draft)
        draft.replace(path)
    except OSError:  # a folder that cannot be written to, or no room: it goes more slowly
        return None
    finally:
        with suppress(OSError):
            draft.unlink()
    return path


def _write(path: Path, base: Any, adapter: Any) -> None:
    import gguf

    writer = gguf.GGUFWriter(path, base.fields["general.architecture"].contents())
    for name, each in base.fields.items():
        if not name.startswith("GGUF.") and name != "general.architecture":
            inner = each.types[-1] if each.types[0] == gguf.GGUFValueType.ARRAY else None
            writer.add_key_value(name, each.contents(), each.types[0], inner)
    added = {tensor.name: tensor.data for tensor in adapter.tensors}
    alpha = float(adapter.fields[gguf.Keys.Adapter.LORA_ALPHA].contents())
    for tensor in base.tensors:
        first, second = (added.get(f"{tensor.name}.lora_{side}") for side in "ab")
        if first is None or second is None:
            writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)
            continue
        whole = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
        whole = whole + alpha / len(first) * (second.astype("float32") @ first.astype("float32"))
        kind = gguf.GGMLQuantizationType.Q8_0 if whole.shape[-1] % 32 == 0 else gguf.GGMLQuantizationType.F16
        writer.add_tensor(tensor.name, gguf.quants.quantize(whole, kind), raw_dtype=kind)
    try:
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
    finally:
        writer.close()
