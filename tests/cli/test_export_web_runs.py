"""`penchant export-training` of runs of the web shop in which somebody speaks: while a task goes on, and after it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penchant_lab.export.judgement import examples_of
from workbench import Said, broken_off, is_refused, penchant

Cli = Callable[..., Said]
SMALL = ("--people", "3", "--products", "300", "--recommender", "light", "--agents", "penchant", "--jobs", "1")


def run_of(track: str, folder: Path) -> Path:
    said = penchant("study", "web", "--track", track, *SMALL, "--json", "--out", "run", cwd=folder)
    assert said.code == 0, said.err
    return folder / "run"


@pytest.fixture(scope="module")
def continual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run_of("continual", tmp_path_factory.mktemp("continual"))


@pytest.fixture(scope="module")
def multi(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run_of("multi", tmp_path_factory.mktemp("multi"))


def examples(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_is_said_after_each_task_is_kept_and_judges_what_was_done(
    cli: Cli, continual: Path, tmp_path: Path
) -> None:
    assert cli("export-training", "--form", "kto", continual, "--out", "kto.jsonl").code == 0
    found = examples(tmp_path / "kto.jsonl")
    assert {example["source"] for example in found} == {"praise", "rejection"}
    for example in found:
        assert example["label"] == (example["source"] == "praise")
        assert json.loads(example["completion"][0]["content"])["name"] in (
            "search_product_by_query",
            "get_recommendations_by_history",
        )
    assert cli("export-training", "--form", "sft", continual, "--out", "sft.jsonl").code == 0
    assert len(examples(tmp_path / "sft.jsonl")) == sum(example["label"] for example in found)
    card = (tmp_path / "kto.jsonl.card.md").read_text(encoding="utf-8")
    assert "a run of the study web-v1" in card
    assert "People are simulated" in card


def test_who_is_not_told_how_it_went_gives_no_example(cli: Cli, continual: Path, tmp_path: Path) -> None:
    said = cli("export-training", "--form", "kto", continual, "--method", "penchant-deaf", "--out", "out.jsonl")
    is_refused(said, "nothing was said", "wrote nothing")
    assert not list(tmp_path.iterdir())


def test_first_answers_alone_make_no_pairs(cli: Cli, continual: Path, tmp_path: Path) -> None:
    is_refused(cli("export-training", "--form", "dpo", continual, "--out", "out.jsonl"), "makes an example for dpo")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("form", ["sft", "kto"])
def test_a_run_with_several_turns_gives_the_calls_that_pleased(
    cli: Cli, multi: Path, tmp_path: Path, form: str
) -> None:
    assert cli("export-training", "--form", form, multi, "--out", "out.jsonl").code == 0
    found = examples(tmp_path / "out.jsonl")
    assert Counter(example["source"] for example in found)["praise"] > 0
    for example in found:
        assert [message["role"] for message in example["prompt"][:2]] == ["system", "user"]
    targets = {json.loads(line).get("target") for line in (multi / "episodes.jsonl").read_text().splitlines()} - {None}
    told = [message["content"] for example in found for message in example["prompt"]]
    assert not any(target in text for target in targets for text in told)


def test_an_export_that_is_broken_off_leaves_nothing(
    cli: Cli, multi: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("penchant_lab.export.export.examples_of", broken_off(examples_of, at=3))
    said = cli("export-training", "--form", "sft", multi, "--out", "out.jsonl")
    assert (said.code, said.err) == (130, "penchant: Stopped; wrote nothing to out.jsonl.\n")
    assert not list(tmp_path.iterdir())
