"""Runs of version 0.1.0: figures, settings and calls are read on; their lives are not mixed with those of today."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penchant_lab.run.run_folder import started_with
from workbench import Said, is_refused, tree

Cli = Callable[..., Said]
FACTS = {"format": 1, "id": "4c668654", "penchant": "0.1.0", "python": "3.11.7", "numpy": "2.4.6", "data_hash": "0e08"}
CHOICE = {
    "suite": "embodied", "data": None, "methods": ["none", "both"], "people": 2, "passes": 1, "seed": 5,
    "mind": "built-in", "embedder": "wordllama", "kind": "simulated", "feedback": "minimal", "shuffle": None,
    "model": None, "people_model": None, "choose": "code", "phrase": False, "base_url": None, "replay": None,
    "memory": "memory",
}  # fmt: skip
WEB = {
    "suite": "web", "data": None, "people": 4, "products": 300, "track": "multi", "agents": ["none", "penchant"],
    "seed": 0, "mind": "built-in", "model": None, "people_model": None, "recommender": None, "past": "all",
    "base_url": None, "replay": None,
}  # fmt: skip
UNIT = '{"unit":{"method":"both","person":"Ada"},"done":true,"tallies":{},"lines":{},"calibration":[]}\n'


def left(folder: Path, config: dict[str, Any], **files: str) -> Path:
    """A run as version 0.1.0 left it."""
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps({**FACTS, "config": config}))
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


@pytest.mark.parametrize("config", [CHOICE, WEB], ids=["choices", "web"])
@pytest.mark.parametrize("finished", [False, True], ids=["interrupted", "finished"])
def test_lives_of_then_are_not_mixed_with_lives_of_today(
    cli: Cli, tmp_path: Path, config: dict[str, Any], finished: bool
) -> None:
    run = left(tmp_path / "old", config, episodes_jsonl=UNIT, **({"report_json": "{}"} if finished else {}))
    before = {name: (run / name).read_bytes() for name in tree(run)}
    is_refused(cli("study", "--resume", run), "penchant 0.1.0", "Go on with that version, or start a new run.")
    assert {name: (run / name).read_bytes() for name in tree(run)} == before


def test_what_was_paid_for_then_need_not_be_paid_again(cli: Cli, tmp_path: Path) -> None:
    run = left(tmp_path / "old", {**CHOICE, "mind": "lm", "model": "m"}, calls_jsonl="{}\n")
    is_refused(cli("study", "--resume", run), "start a new run", f"--reuse {run}")


def test_settings_of_then_are_known_by_their_names_of_today(tmp_path: Path) -> None:
    choice = started_with(left(tmp_path / "choice", {**CHOICE, "kind": "played"}))
    assert (choice["suite"], choice["methods"], choice["memory"]) == ("embodied-v1", ["none", "both"], "memory")
    assert choice["options"] == {
        "passes": 1, "people_kind": "played", "feedback": "minimal", "shuffle": None, "choose": "code", "phrase": False,
    }  # fmt: skip
    web = started_with(left(tmp_path / "web", WEB))
    assert (web["suite"], web["methods"]) == ("web-v1", ["none", "penchant"])
    assert web["options"] == {"products": 300, "track": "multi", "recommender": None, "past": "all"}


def test_pictures_are_drawn_of_a_report_of_then(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    people = ("--people", "2", "--methods", "none", "--passes", "1", "--jobs", "1")
    assert cli("study", "embodied", *people, "--out", "run").code == 0
    report = json.loads(Path("run/report.json").read_text())
    left(tmp_path / "old", CHOICE, report_json=json.dumps({**report, "suite": "embodied"}))
    assert cli("figures", "old").code == 0
    assert Path("old/figures/phase-bars.csv").read_bytes()
