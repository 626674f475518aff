"""`penchant study web`: figures for scripts, a table for people, and one line for every mistake."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench import Said, is_refused, last_line, penchant, tree

Cli = Callable[..., Said]
SMALL = ("study", "web", "--people", "4", "--products", "300", "--seed", "3", "--jobs", "1")
FIGURES = {"function", "result", "steps", "n", "result_low", "result_high", "success", "mrr", "hit1", "ndcg10"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run, with what it printed beside it."""
    folder = tmp_path_factory.mktemp("web")
    said = penchant(*SMALL, "--agents", "none,penchant", "--json", "--out", "run", cwd=folder)
    assert said.code == 0, said.err
    (folder / "out.json").write_text(said.out)
    return folder


def test_the_document_has_the_keys_scripts_rely_on(whole: Path) -> None:
    text = (whole / "out.json").read_text()
    assert text.count("\n") == 1
    figures: dict[str, Any] = json.loads(text)
    assert figures["wall_s"] > 0
    assert (figures["suite"], figures["track"], figures["people"], figures["products"]) == ("web-v1", "single", 4, 300)
    assert (figures["seed"], figures["comparable"]) == (3, False)
    assert figures["not_comparable"]
    for name in ("none", "penchant"):
        row = figures["agents"][name]
        assert row["search"].keys() & row["recommend"].keys() & row["review"].keys() & row["overall"].keys() >= FIGURES
        assert row["overall"]["n"] == sum(row[type]["n"] for type in ("search", "recommend", "review"))
        assert row["slices"]
    assert set(figures["lines"]) == {"chance", "oracle-title", "oracle-category", "oracle-kind", "gold-review"}


def test_a_run_s_pictures_come_with_their_numbers(whole: Path) -> None:
    said = penchant("figures", "run", cwd=whole)
    assert said.code == 0, said.err
    drawn = whole / "run" / "figures"
    assert {path.name for path in drawn.iterdir()} == {"results.svg", "results.png", "results.csv"}
    report = json.loads((whole / "run" / "report.json").read_text())
    rows = [line.split(",") for line in (drawn / "results.csv").read_text().splitlines()]
    assert rows[0] == ["agent", "type", "result", "low", "high"]
    search = next(row for row in rows if row[:2] == ["penchant", "search"])
    assert float(search[2]) == report["agents"]["penchant"]["search"]["result"]
    assert ["oracle-title", "search"] in [row[:2] for row in rows]


def test_a_shop_that_is_written_out_and_read_back_gives_the_same_figures(whole: Path) -> None:
    size = ("--people", "4", "--products", "300", "--seed", "3")
    wrote = penchant("data", "web", *size, "--out", "mine", cwd=whole)
    assert wrote.code == 0, wrote.err
    assert "4 people and 300 products" in wrote.out
    read = penchant(
        *("study", "web", "--data", "mine/web", "--seed", "3", "--jobs", "1", "--agents", "none,penchant"),
        *("--json", "--out", "read"),
        cwd=whole,
    )
    assert read.code == 0, read.err
    figures, made = json.loads(read.out), json.loads((whole / "out.json").read_text())
    assert (figures["agents"], figures["lines"]) == (made["agents"], made["lines"])


KILL = """
import os, signal
from penchant_lab.run.run_folder import RunFolder
keep, kept = RunFolder.keep_unit, []
def keep_and_go(self, lines, closing):
    if len(kept) == 9:
        {last}
    keep(self, lines, closing)
    kept.append(closing)
RunFolder.keep_unit = keep_and_go
"""
DIE = "self._episodes.write('\\n'.join(lines).encode()[:99]); os.kill(os.getpid(), signal.SIGKILL)"
STOP = "os.killpg(os.getpgid(0), signal.SIGINT); signal.sigtimedwait([], 1)"


def test_a_run_that_was_killed_is_resumed_to_the_same_report(whole: Path, cli: Cli, tmp_path: Path) -> None:
    started = (*SMALL, "--agents", "none,penchant", "--out", tmp_path / "run")
    assert penchant(*started, code=KILL.format(last=DIE)).code == -signal.SIGKILL
    assert not (tmp_path / "run" / "report.json").exists()
    said = cli("study", "--resume", tmp_path / "run", "--jobs", "2", "--track", "single", "--agents", "none,penchant")
    assert said.code == 0
    assert "Function accuracy, result and steps" in said.out
    for name in ("report.json", "episodes.jsonl"):
        assert (tmp_path / "run" / name).read_bytes() == (whole / "run" / name).read_bytes()


def test_ctrl_c_is_one_line(tmp_path: Path) -> None:
    started = (*SMALL, "--agents", "none", "--jobs", "2", "--out", tmp_path / "run")
    said = penchant(*started, code=KILL.format(last=STOP), start_new_session=True)
    assert (said.code, said.out) == (130, "")
    assert "Traceback" not in said.err
    assert last_line(said.err).startswith("penchant: Stopped after 9 of 24 lives; go on with: penchant study --resume")


def test_the_results_file_of_the_original_is_written(cli: Cli, tmp_path: Path) -> None:
    said = cli(*SMALL, "--agents", "last", "--export-original", "results.json", "--json", "--out", "run")
    assert said.code == 0
    listed = json.loads((tmp_path / "results.json").read_text())
    overall, figures = listed[0]["results"]["overall"], said.json["agents"]["last"]["overall"]
    assert (overall["avg_action_acc"], overall["avg_res_acc"]) == (figures["function"], figures["result"])
    assert [task["task_id"] for task in listed[1:]] == list(range(figures["n"]))
    assert all(task["info"]["actions"] for task in listed[1:])


WEB = ("study", "web")
REFUSED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "unknown agent": ((*WEB, "--agents", "none,relevnt"), ("relevnt", "Did you mean 'relevant'?")),
    "no agent": ((*WEB, "--agents", ", "), ("--agents",)),
    "an agent of another track": ((*WEB, "--agents", "reflexion"), ("reflexion", "single")),
    "unknown track": ((*WEB, "--track", "duo"), ("duo", "single, multi, continual")),
    "unknown past": ((*WEB, "--track", "continual", "--past", "some"), ("some", "none, before, all")),
    "a past in another track": ((*WEB, "--past", "none"), ("single", "--track continual")),
    "data: products elsewhere": (("data", "shopping", "--products", "9", "--out", "x"), ("--products", "data web")),
    "data: too few products": (("data", "web", "--products", "3", "--out", "x"), ("3",)),
    "a past elsewhere": (("study", "embodied", "--past", "none"), ("--past", "penchant study web")),
    "unknown mind": ((*WEB, "--mind", "human"), ("human", "built-in")),
    "a mind without a model": ((*WEB, "--mind", "lm"), ("--model",)),
    "nobody": ((*WEB, "--people", "0"), ("0 is too few",)),
    "too few products": ((*WEB, "--products", "7"), ("7 is too few", "100")),
    "a seed below nothing": ((*WEB, "--seed", "-1"), ("-1",)),
    "no jobs": ((*WEB, "--jobs", "0"), ("--jobs 0",)),
    "no data": ((*WEB, "--data", "nowhere"), ("nowhere", "user_profiles.json")),
    "products of files": ((*WEB, "--data", ".", "--products", "200"), ("leave out",)),
    "methods": ((*WEB, "--methods", "both"), ("--methods", "not for penchant study web")),
    "ablation": ((*WEB, "--ablate"), ("--ablate", "not for penchant study web")),
    "a memory": ((*WEB, "--store", "sqlite"), ("--store", "not for penchant study web")),
    "passes": ((*WEB, "--passes", "2"), ("--passes",)),
    "a track elsewhere": (("study", "embodied", "--track", "multi"), ("--track", "penchant study web")),
    "agents elsewhere": (("study", "shopping", "--agents", "none"), ("--agents", "penchant study web")),
    "products elsewhere": (("study", "embodied", "--products", "9"), ("--products",)),
    "an export elsewhere": (("study", "embodied", "--export-original", "x"), ("--export-original",)),
    "an export of many": ((*WEB, "--export-original", "x.json"), ("one agent's",)),
    "an export of our own track": ((*WEB, "--track", "continual", "--export-original", "x"), ("continual",)),
    "an export nowhere": ((*WEB, "--agents", "none", "--export-original", "no/x"), ("no/x",)),
    "out is a file": ((*WEB, "--people", "1", "--products", "100", "--out", "/dev/null"), ("is a file",)),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_mistake_is_one_line_and_leaves_nothing_behind(cli: Cli, tmp_path: Path, case: str) -> None:
    argv, words = REFUSED[case]
    is_refused(cli(*argv), *words)
    assert tree(tmp_path) == []


def test_files_that_are_not_there_have_a_line_each(cli: Cli, tmp_path: Path) -> None:
    said = cli(*WEB, "--data", ".")
    assert (said.code, said.out, tree(tmp_path)) == (1, "", [])
    names = ("user_profiles.json", "user_instructions.json", "user_history.json", "all_products.json")
    assert all(
        line.startswith("penchant: ") and f"lacks {name}" in line
        for line, name in zip(said.err.splitlines(), names, strict=True)
    )


def test_parts_that_are_missing_are_named_and_the_rest_is_studied(cli: Cli, tmp_path: Path) -> None:
    cli("data", "web", "--people", "6", "--products", "300", "--out", "mine")
    (tmp_path / "mine" / "web" / "all_products_part_2.json").unlink()
    said = cli(*WEB, "--data", "mine/web", "--agents", "none", "--jobs", "1", "--json", "--out", "run")
    assert said.code == 0, said.err
    assert "all_products_part_2.json is missing." in said.err.splitlines()
    assert "all_products_part_2.json is missing." in said.json["notes"]


def test_a_run_goes_on_as_it_was_started(whole: Path, cli: Cli) -> None:
    run = whole / "run"
    for flags in (("--track", "multi"), ("--agents", "none"), ("--seed", "4"), ("--people", "5"), ("--mind", "lm")):
        is_refused(cli("study", "--resume", run, *flags), flags[0], "started with")
    is_refused(cli("study", "embodied", "--resume", run), "embodied", "started with (web)")
    is_refused(cli("study", "--resume", run, "--methods", "both"), "--methods")
    assert cli("study", "--resume", run).code == 0


def test_a_folder_of_another_version_is_refused(whole: Path, cli: Cli, tmp_path: Path) -> None:
    entry = json.loads((whole / "run" / "run.json").read_text())
    os.mkdir(tmp_path / "old")
    (tmp_path / "old" / "run.json").write_text(json.dumps({**entry, "penchant": "0.0.1"}))
    is_refused(cli("study", "--resume", "old"), "0.0.1")
    (tmp_path / "old" / "run.json").write_text(json.dumps({**entry, "config": {**entry["config"], "track": "duo"}}))
    is_refused(cli("study", "--resume", "old"), "can read")


@pytest.fixture
def weighted(cli: Cli, tmp_path: Path) -> Path:
    """A shop in files, with weights of a recommender beside them."""
    cli("data", "web", "--people", "6", "--products", "300", "--out", "mine")
    (tmp_path / "mine" / "web" / "pwab.pth").write_bytes(b"weights")
    return tmp_path / "mine" / "web"


STUDY = (*WEB, "--agents", "none", "--jobs", "1", "--json", "--out", "run")
WITHOUT_PYTORCH = "import sys; sys.modules['torch'] = None"


@pytest.mark.parametrize(
    "flags", [("--data", "mine/web"), ("--people", "2", "--products", "149", "--recommender", "sasrec")]
)
def test_without_pytorch_weights_are_refused_before_anything_is_written(
    weighted: Path, tmp_path: Path, flags: tuple[str, ...]
) -> None:
    said = penchant(*STUDY, *flags, code=WITHOUT_PYTORCH, cwd=tmp_path)
    is_refused(said, "needs PyTorch", "penchant-lab[sasrec]", "--recommender light")
    assert not (tmp_path / "run").exists()


def test_weights_can_be_left_aside(weighted: Path, cli: Cli) -> None:
    said = cli(*STUDY, "--data", weighted, "--recommender", "light")
    assert (said.code, said.json["recommender"], said.json["notes"]) == (0, "light", [])


def test_weights_without_numbers_for_the_products_are_not_used_and_it_is_said(weighted: Path, cli: Cli) -> None:
    (weighted / "1000_ids.json").unlink()
    said = cli(*STUDY, "--data", weighted)
    assert (said.code, said.json["recommender"]) == (0, "light")
    (note,) = said.json["notes"]
    assert note in said.err.splitlines()
    assert "1000_ids.json is missing" in note


def test_an_unknown_recommender_is_refused(cli: Cli, tmp_path: Path) -> None:
    is_refused(cli(*STUDY, "--recommender", "als"), "als", "light and sasrec")
    assert tree(tmp_path) == []


def test_sasrec_is_trained_once_where_pytorch_is_installed_and_the_light_one_scores_the_same_calls(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch==2.13.0 (750 MB installed)")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shop = ("--people", "4", "--products", "150")
    said = cli(*STUDY, *shop, "--recommender", "sasrec")
    assert (said.code, said.json["recommender"], said.json["comparable"]) == (0, "sasrec", False)
    assert said.json["second_recommender"] == "light"
    assert [path.name for path in (tmp_path / "cache").rglob("*.npz")] == ["sasrec-150-0.npz"]
    again = penchant(
        *STUDY[:-1], "again", *shop, code=WITHOUT_PYTORCH, cwd=tmp_path
    )  # kept, so it is the default now, and needs PyTorch no more
    assert (again.json["recommender"], again.json["agents"]) == ("sasrec", said.json["agents"])


def test_where_sasrec_was_not_trained_one_line_says_so(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    said = cli(*STUDY, "--people", "3", "--products", "150")
    (note,) = said.json["notes"]
    assert said.json["recommender"] == "light"
    assert "--recommender sasrec trains it" in note
