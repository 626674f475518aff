"""The shopping study from the command line: how well it learns, what the report holds, what order changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penchant.cli.main import main
from workbench import Said

Cli = Callable[..., Said]
pytestmark = pytest.mark.usefixtures("no_matplotlib")


@pytest.fixture(scope="module", params=[1, pytest.param(4, marks=pytest.mark.slow)])
def figures(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    run = tmp_path_factory.mktemp("shopping") / "run"
    flags = ["--people", str(request.param), "--seed", "11", "--methods", "none,pre,both"]
    assert main(["study", "shopping", *flags, "--out", str(run)]) == 0
    found: dict[str, Any] = json.loads((run / "report.json").read_text(encoding="utf-8"))
    assert all(method["broke"] == 0 for method in found["methods"].values())
    return found


def test_asking_and_listening_learns_likings_and_their_change(figures: dict[str, Any]) -> None:
    both = figures["methods"]["both"]
    for phase in ("phase2", "phase4"):
        assert both[phase]["success"] >= 0.92
        assert both[phase]["macro"] >= 0.92
    assert both["phase1"][0]["success"] >= 0.75


def test_by_the_third_pass_hardly_anything_is_asked(figures: dict[str, Any]) -> None:
    for phase in ("phase1", "phase3"):
        assert figures["methods"]["both"][phase][2]["asked"] <= 0.05


def test_asking_alone_falls_when_tastes_change(figures: dict[str, Any]) -> None:
    pre = figures["methods"]["pre"]
    assert pre["phase4"]["success"] <= pre["phase2"]["success"] - 0.3


def test_the_lines_stand_beside_the_figures(figures: dict[str, Any]) -> None:
    lines = figures["lines"]
    assert list(lines) == ["chance", "always-none", "stale", "liked-only", "oracle"]
    quarter, whole = {"phase2": 0.25, "phase4": 0.25}, {"phase2": 1.0, "phase4": 1.0}
    assert lines["chance"] == {**quarter, "macro": quarter}
    assert lines["oracle"] == {**whole, "macro": whole}
    assert lines["always-none"]["macro"] == {"phase2": 0.5, "phase4": 0.5}
    assert lines["stale"]["macro"]["phase4"] < lines["liked-only"]["macro"]["phase4"] < 1
    assert lines["stale"]["phase2"] == 1.0
    assert lines["always-none"]["phase4"] < lines["liked-only"]["phase4"] < 1


def test_without_memory_macro_success_is_that_of_a_constant(figures: dict[str, Any]) -> None:
    assert figures["methods"]["none"]["phase2"]["macro"] == pytest.approx(0.5, abs=0.05)


def test_detailed_feedback_and_another_order_are_kept_with_the_report(cli: Cli) -> None:
    words = ("--feedback", "detailed", "--shuffle", "3", "--methods", "post", "--passes", "1", "--people", "1")
    said = cli("study", "shopping", *words, "--jobs", "1", "--json", "--out", "run")
    assert said.code == 0, said.err
    assert (said.json["feedback"], said.json["shuffle"]) == ("detailed", 3)
    assert said.json["methods"]["post"]["broke"] == 0


def test_another_order_is_the_same_tasks_in_the_embodied_world_too(cli: Cli, tmp_path: Path) -> None:
    for name, words in {"plain": (), "mixed": ("--shuffle", "3"), "again": ("--shuffle", "3")}.items():
        command = ("study", "embodied", "--people", "1", "--methods", "none", "--passes", "1", "--jobs", "1")
        assert cli(*command, *words, "--out", name).code == 0
    plain, mixed, again = ((tmp_path / name / "episodes.jsonl").read_text() for name in ("plain", "mixed", "again"))
    assert mixed == again != plain
    assert sorted(mixed.splitlines()) == sorted(plain.splitlines())


def test_the_table_shows_macro_success(cli: Cli) -> None:
    said = cli("study", "shopping", "--people", "1", "--methods", "none", "--passes", "1", "--jobs", "1", "--out", "r")
    assert said.code == 0, said.err
    assert "none, macro" in said.out
    assert [row.split()[2:] for row in said.out.splitlines() if "always-none, macro" in row] == [["50.0", "50.0"]]
    assert "always-none: never takes any" in said.out
