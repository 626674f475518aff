"""Where trained agents get their model: merged into one file, kept, and named where it is missing."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from penchant.cli.main import main
from penchant.errors import BadInput
from penchant.lm import ChatMessage, Prompt
from penchant.lm.scripted import ScriptedModel
from penchant_lab.puma import serving
from penchant_lab.puma.files import check_gguf
from penchant_lab.puma.merging import merged
from penchant_lab.puma.serving import BUNDLED, LocalModel, TrainedFolder

HELLO = Prompt(purpose="function", messages=(ChatMessage("user", "Hello"),))
NAME = "blk.0.attn_q.weight"


def write_parts(folder: Path) -> tuple[Path, Path, Any]:
    """A base of two tensors and an adapter to one of them, with what the two make together."""
    gguf = pytest.importorskip("gguf")
    dice = np.random.default_rng(0)
    whole, first, second = (dice.normal(size=size).astype(np.float32) for size in ((64, 32), (4, 32), (64, 4)))
    base = gguf.GGUFWriter(folder / "base.gguf", "llama")
    base.add_block_count(1)
    base.add_token_list(["a", "b"])
    for name, value in ((NAME, whole), ("token_embd.weight", whole)):
        base.add_tensor(name, value)
    adapter = gguf.GGUFWriter(folder / "sft.gguf", "llama")
    adapter.add_float32(gguf.Keys.Adapter.LORA_ALPHA, 8.0)
    for side, value in (("a", first), ("b", second)):
        adapter.add_tensor(f"{NAME}.lora_{side}", value.astype(np.float16))
    for writer in (base, adapter):
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
    return folder / "base.gguf", folder / "sft.gguf", whole + 2.0 * second @ first


def test_a_base_and_its_adapter_become_one_file_that_is_made_once(tmp_path: Path, monkeypatch: Any) -> None:
    gguf = pytest.importorskip("gguf")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    base, adapter, together = write_parts(tmp_path)
    path = merged(base, adapter)
    assert path is not None
    reader = gguf.GGUFReader(str(path))
    found = {tensor.name: gguf.quants.dequantize(tensor.data, tensor.tensor_type) for tensor in reader.tensors}
    assert np.abs(found[NAME] - together).max() < np.abs(together).max() / 100
    assert reader.fields["tokenizer.ggml.tokens"].contents() == ["a", "b"]
    assert reader.fields["llama.block_count"].contents() == 1
    made = path.stat().st_mtime_ns
    assert merged(base, adapter) == path
    assert path.stat().st_mtime_ns == made
    assert os.listdir(path.parent) == [path.name]


def test_where_nothing_can_be_kept_the_engine_takes_base_and_adapter(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    base, adapter, _ = write_parts(tmp_path)
    assert merged(base, adapter) is None


def test_the_adapters_that_come_along_are_complete_and_say_how_prompts_are_made() -> None:
    pytest.importorskip("gguf")
    folder = TrainedFolder(BUNDLED)
    sft, dpo = (folder.adapter(name) for name in ("puma-sft", "puma-dpo"))
    assert sft is not None
    assert dpo is not None
    for found in (sft, dpo):
        check_gguf(found)
        assert found.stat().st_size < 12_000_000
    assert sft.read_bytes() != dpo.read_bytes()
    assert folder.base is None
    assert folder.prompts.tokens == 768
    assert folder.count()("a warm lamp") == 3


def test_an_agent_without_its_adapter_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadInput, match=r"holds no dpo\.gguf, which puma-dpo goes by"):
        TrainedFolder(tmp_path).adapter("puma-dpo")
    words = ["study", "web", "--people", "2", "--products", "200", "--agents", "puma-dpo", "--adapters", str(tmp_path)]
    assert main([*words, "--out", str(tmp_path / "run"), "--jobs", "1"]) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert "holds no dpo.gguf" in said[-1]
    assert not (tmp_path / "run").exists()


def test_a_process_that_was_forked_has_a_connection_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("processes are not forked here")
    monkeypatch.setattr(LocalModel, "_open", lambda _: ScriptedModel(lambda _: str(os.getpid())))
    monkeypatch.setattr(serving, "_OPEN", {})
    model = LocalModel("puma-sft", Path("base.gguf"), None)
    assert model.complete(HELLO).text == str(os.getpid())
    assert model.opened() is model.opened()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(model.complete, (HELLO,)).get(60).text != str(os.getpid())


def test_a_file_that_found_no_room_is_told_from_a_whole_one(tmp_path: Path) -> None:
    base, _, _ = write_parts(tmp_path)
    check_gguf(base)
    whole = base.read_bytes()
    for length in (0, 100, len(whole) // 2, len(whole) - 100):
        base.write_bytes(whole[:length])
        with pytest.raises(OSError, match="No space left"):
            check_gguf(base)
