"""`penchant study told`, `facts` and `history`: what scripts rely on, runs that go on, one line for mistakes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from penchant_lab.suites.talk.study import TalkStudy
from workbench import Said, broken_off, goes_on_where_it_was_broken_off, is_refused, penchant, tells_the_same_everywhere

Cli = Callable[..., Said]
SMALL: dict[str, tuple[str, ...]] = {"told": ("--rows", "6"), "facts": ("--people", "2"), "history": ("--people", "2")}
NAMES = {
    "told": ["selection", "stated-0", "stated-10", "stated-100", "choice", "persona"],
    "facts": ["noise-0", "noise-0.3", "noise-0.5", "noise-0.7", "outdated"],
    "history": ["own", "others", "sensitive", "update", "forget", "evidence-at-10"],
}
LINES = {
    "told": ["chance", "longest", "bm25", "cosine", "cosine-polarity", "control", "given"],
    "facts": ["chance", "bm25", "cosine"],
    "history": ["longest", "shortest", "answers-alone", "given", "bm25", "cosine"],
}


@pytest.fixture(scope="module", params=list(SMALL))
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run of a suite, with what it printed beside it."""
    folder = tmp_path_factory.mktemp(request.param)
    said = penchant("study", request.param, *SMALL[request.param], "--json", "--jobs", "1", "--out", "run", cwd=folder)
    assert said.code == 0, said.err
    (folder / "out.json").write_text(said.out)
    return folder


@pytest.fixture(scope="module")
def figures(whole: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((whole / "out.json").read_text())
    return found


def test_the_document_has_the_keys_scripts_rely_on(figures: dict[str, Any]) -> None:
    name = figures["suite"].removesuffix("-v1")
    assert list(figures["results"]) == NAMES[name]
    assert list(figures["lines"]) == LINES[name]
    for scores in (figures["results"], *figures["lines"].values()):
        for row in scores.values():
            assert list(row) == ["score", "low", "high", "n"]
            assert 0 <= row["low"] <= row["score"] <= row["high"] <= 1
            assert row["n"] > 0
    assert figures["broke"] == 0


def test_a_run_s_table_page_and_picture_tell_the_same(whole: Path, figures: dict[str, Any]) -> None:
    first = next(iter(figures["results"].values()))
    words = [*figures["results"], *figures["lines"], f"{100 * first['score']:.1f}"]
    tells_the_same_everywhere(whole, words, ["scores"])


@pytest.mark.parametrize("suite", SMALL)
def test_an_interrupted_run_goes_on_to_the_same_report(cli: Cli, suite: str) -> None:
    methods = ("--methods", f"penchant,{LINES[suite][0]}")
    words = ("study", suite, *SMALL[suite], *methods, "--jobs", "1")
    encounters = broken_off(TalkStudy.encounters, at=2)
    goes_on_where_it_was_broken_off(cli, words, lambda: patch.object(TalkStudy, "encounters", encounters))


def test_two_processes_find_what_one_does(cli: Cli) -> None:
    words = ("study", "told", "--rows", "4", "--methods", "penchant,control")
    one, two = (cli(*words, "--jobs", jobs, "--out", jobs) for jobs in ("1", "2"))
    assert one.code == two.code == 0
    assert Path("1", "report.json").read_text() == Path("2", "report.json").read_text()


MISTAKES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "no rows": (("told", "--rows", "0"), ("--rows", "not 0")),
    "people where there are rows": (("told", "--people", "3"), ("--rows",)),
    "another line": (("told", "--methods", "oracle"), ("oracle", "chance")),
    "a folder that is not there": (("told", "--data", "nowhere"), ("nowhere",)),
    "a folder with something else": (("told", "--data", "."), ("mcq_options",)),
    "nobody": (("facts", "--people", "0"), ("--people", "not 0")),
    "more people than there are": (("history", "--people", "99"), ("--people", "12")),
    "a folder without talks": (("history", "--data", "."), ("questions_32k.csv",)),
    "a folder without facts": (("facts", "--data", "."), ("community_",)),
    "no model": (("told", "--mind", "lm"), ("--model",)),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_and_nothing_is_run(cli: Cli, tmp_path: Path, mistake: str) -> None:
    words, told = MISTAKES[mistake]
    is_refused(cli("study", *words, "--out", tmp_path / "run"), *told)
    assert not (tmp_path / "run").exists()
