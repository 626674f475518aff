"""A training of PUMA that goes on: with the settings it had, from what it left, to an end that is a model."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tiny_llama import needs_training, write_tiny

from penchant.cli.main import main
from penchant.errors import BadData, BadInput, RunError
from penchant_lab.puma.files import read_lines, write_lines
from penchant_lab.puma.folders import StageOptions
from penchant_lab.puma.settings import DPO, LADDER, SFT, SHORT_LADDER, PromptSettings, TrainSettings, Tuning
from penchant_lab.puma.stages import train
from penchant_lab.suites.web.shop.functions import RECOMMEND, REVIEW, SEARCH

pytestmark = needs_training

FEW = replace(DPO, steps=2, batch=2)


def options(**changes: Any) -> StageOptions:
    few: dict[str, Any] = {"sft": replace(SFT, steps=2, batch=2), "dpo": FEW, "device": "cpu"}
    return StageOptions(**{**few, "resume": True, "tell": lambda line: None, **changes})


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training up to SFT."""
    tiny = write_tiny(tmp_path_factory.mktemp("tiny"))
    out = tmp_path_factory.mktemp("tuned") / "puma"
    prompts = PromptSettings(tokens=200)
    settings = TrainSettings(base=str(tiny), people=2, products=200, prompts=prompts, recommender="light")
    assert train(out, settings, ("prepare", "sft"), options(resume=False))
    return out


@pytest.fixture
def out(tuned: Path, tmp_path: Path) -> Path:
    shutil.copytree(tuned, tmp_path / "out")
    return tmp_path / "out"


@pytest.fixture
def paired(out: Path) -> Path:
    """With pairs to learn from."""
    asked = [row for row in read_lines(out / "examples.jsonl.gz") if row["form"] == "parameter"]
    sides = {"chosen": "this one", "rejected": "no"}
    rows = [{**{name: row[name] for name in ("task", "function", "system", "user")}, **sides} for row in asked]
    write_lines(out / "pairs.jsonl.gz", rows)
    return out


def test_dpo_that_began_with_the_tuned_model_does_not_go_on_from_the_base(paired: Path) -> None:
    assert not train(paired, None, ("dpo",), options(minutes=1e-9))
    for other in (replace(FEW, start="base"), replace(FEW, anchor=1.0)):
        with pytest.raises(BadInput, match="other settings"):
            train(paired, None, ("dpo",), options(dpo=other))
    assert train(paired, None, ("dpo",), options())


def test_a_checkpoint_from_before_a_setting_was_there_had_its_usual_value(paired: Path) -> None:
    import torch

    assert not train(paired, None, ("dpo",), options(minutes=1e-9))
    path = paired / "dpo" / "checkpoint.pt"
    state: Any = torch.load(path, map_location="cpu", weights_only=True)
    for name in ("anchor", "start"):
        del state["tuning"][name]
    torch.save(state, path)
    with pytest.raises(BadInput, match="other settings"):
        train(paired, None, ("dpo",), options(dpo=replace(FEW, anchor=1.0)))
    assert train(paired, None, ("dpo",), options())


def test_steps_that_are_done_again_stand_once_in_the_log(paired: Path) -> None:
    (paired / "dpo").mkdir()
    log = paired / "dpo" / "log.jsonl"
    line = json.dumps({"step": 200, "loss": 0.1, "seconds": 9.0, "tokens": 9})
    log.write_text(f"{line}\n{line[:20]}", encoding="utf-8")  # killed while it wrote
    assert train(paired, None, ("dpo",), options())
    assert [json.loads(line)["step"] for line in log.read_text(encoding="utf-8").splitlines()] == [2]


def test_a_loss_that_is_no_number_is_no_trained_model(paired: Path) -> None:
    with pytest.raises(RunError, match=r"no number any more at step 2; remove .*dpo, and begin this stage anew"):
        train(paired, None, ("dpo",), options(dpo=replace(FEW, anchor=1e300)))
    assert not (paired / "dpo.gguf").exists()
    shutil.rmtree(paired / "dpo")
    assert train(paired, None, ("dpo",), options())
    for rate in (float("nan"), float("inf"), 0.0):
        with pytest.raises(BadInput, match="learning rate a number more than 0"):
            Tuning(steps=1, rate=rate)


def test_pairs_without_their_function_are_one_line(paired: Path) -> None:
    rows = read_lines(paired / "pairs.jsonl.gz")
    write_lines(paired / "pairs.jsonl.gz", [{**rows[0]}, {k: v for k, v in rows[1].items() if k != "function"}])
    with pytest.raises(BadData, match="not every line has function"):
        train(paired, None, ("dpo",), options())


def test_each_function_has_its_temperatures_and_new_candidates_want_new_pairs(
    paired: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[int, tuple[float, ...]] = {}

    def generate(model: Any, tokens: Any, prompts: Any, ladder: Any, *, longest: int, **_: Any) -> list[list[str]]:
        asked[longest] = ladder
        return [["no"] for _ in prompts]

    monkeypatch.setattr("penchant_lab.puma.sampling.generate", generate)
    monkeypatch.setattr("penchant_lab.puma.gpu_stages.LONGEST_REPLY", {SEARCH: 1, RECOMMEND: 2, REVIEW: 3})
    assert train(paired, None, ("sample",), options())
    assert asked == {1: SHORT_LADDER, 2: SHORT_LADDER, 3: LADDER}
    assert not (paired / "pairs.jsonl.gz").exists()


def test_the_last_line_says_how_this_model_can_be_tried(paired: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--only", "dpo", "--dpo-steps", "1", "--batch", "2", "--device", "cpu", "--resume"]
    assert main(["train", "puma", *words, "--out", str(paired)]) == 0
    assert "Serve it with training/serve_model.py" in capsys.readouterr().out


def test_what_is_missing_is_said_before_anything_is_begun(
    out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (out / "sft.gguf").unlink()
    for words, said in (
        (["--stage", "dpo", "--start", "base", "--out", str(out)], "train it first: --stage sft"),
        (["--only", "dpo", "--out", str(tmp_path / "nowhere")], "run the stage prepare first"),
    ):
        assert main(["train", "puma", *words]) == 2
        error = capsys.readouterr().err
        assert said in error
        assert "begins" not in error
    assert not (tmp_path / "nowhere").exists()
