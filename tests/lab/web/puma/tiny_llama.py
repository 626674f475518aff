"""A LLaMA of a few thousand weights, made on the spot, with a tokenizer of its own: both stages train it in seconds."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

needs_training = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("torch", "transformers", "peft", "gguf")),
    reason="the extra train is not installed",
)

TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}<|end|>{% endfor %}<|assistant|>"
)


def write_tiny(folder: Path, kind: str = "llama") -> Path:
    """A folder as Hugging Face lays one out."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    marks = ["<|system|>", "<|user|>", "<|assistant|>", "<|end|>"]
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={each: place for place, each in enumerate(letters)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(marks)
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=len(letters) + len(marks),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=2048,
    )
    transformers.LlamaForCausalLM(config).save_pretrained(folder)
    if kind != "llama":
        found = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps({**found, "model_type": kind}))
    tokenizer.save(str(folder / "tokenizer.json"))
    settings = {"chat_template": TEMPLATE, "eos_token": "<|end|>", "bos_token": None}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    return folder
