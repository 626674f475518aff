from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench import Said, penchant, tiny_people

Cli = Callable[..., Said]
pytestmark = pytest.mark.usefixtures("no_matplotlib")
METHODS = ["none", "pre", "post", "both", "dictionary", "nearest"]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """The figures of a small study with all methods, as a script would ask for them."""
    folder = tmp_path_factory.mktemp("study")
    people = tiny_people(folder / "people", people=2, tasks=4)
    return penchant("study", "embodied", "--data", people, "--passes", "2", "--seed", "5", "--json", cwd=folder)


@pytest.fixture(scope="module")
def figures(said: Said) -> dict[str, Any]:
    assert said.code == 0
    found: dict[str, Any] = said.json
    return found


def test_standard_output_is_exactly_one_document(said: Said) -> None:
    assert said.out.count("\n") == 1
    assert isinstance(json.loads(said.out), dict)
    assert "Run directory" in said.err


def test_the_document_has_the_keys_scripts_rely_on(figures: dict[str, Any]) -> None:
    assert {"suite", "people", "seed", "methods", "lines", "wall_s"} <= figures.keys()
    assert (figures["suite"], figures["people"], figures["seed"]) == ("embodied-v1", 2, 5)
    assert list(figures["methods"]) == METHODS
    assert figures["wall_s"] > 0


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_its_passes_and_exams(figures: dict[str, Any], method: str) -> None:
    found = figures["methods"][method]
    for phase in ("phase1", "phase3"):
        assert len(found[phase]) == 2
        for row in found[phase]:
            for key in ("success", "asked", "corrected", "feedback", "acpe"):
                assert 0 <= row[key] <= 1, key
            assert max(row["asked"], row["corrected"]) <= row["feedback"] <= row["asked"] + row["corrected"] + 1e-6
    for phase in ("phase2", "phase4"):
        exam = found[phase]
        assert 0 <= exam["low"] <= exam["success"] <= exam["high"] <= 1
    assert found["broke"] == 0


def test_a_method_without_a_channel_never_uses_it(figures: dict[str, Any]) -> None:
    rows = {m: [row for p in ("phase1", "phase3") for row in figures["methods"][m][p]] for m in METHODS}
    assert all(row["feedback"] == 0 for row in rows["none"])
    assert all(row["corrected"] == 0 for row in rows["pre"])
    assert all(row["asked"] == 0 for row in rows["post"])
    assert any(row["asked"] > 0 for row in rows["both"])


def test_every_line_is_there_for_both_exams(figures: dict[str, Any]) -> None:
    assert list(figures["lines"]) == ["chance", "constant", "stale", "oracle"]
    for line in figures["lines"].values():
        assert set(line) == {"phase2", "phase4"}
        assert all(0 <= value <= 1 for value in line.values())


def test_without_json_a_table_is_printed_and_the_page_is_named(cli: Cli, tmp_path: Path) -> None:
    people = tiny_people(tmp_path / "people", people=1, tasks=2)
    said = cli("study", "embodied", "--data", people, "--methods", "both", "--passes", "1", "--jobs", "1", "--out", "r")
    assert said.code == 0
    assert "both" in said.out
    assert "oracle" in said.out
    assert "r/report.html" in said.out
    assert (tmp_path / "r" / "report.html").exists()


def test_methods_keep_the_order_they_are_asked_for_in_and_each_counts_once(cli: Cli, tmp_path: Path) -> None:
    people = tiny_people(tmp_path / "people", people=1, tasks=2)
    command = ("study", "embodied", "--data", people, "--passes", "1", "--jobs", "1", "--json", "--out", "r")
    said = cli(*command, "--methods", "both, none,both")
    assert list(said.json["methods"]) == ["both", "none"]


def test_people_that_are_written_out_and_read_back_give_the_same_figures(cli: Cli) -> None:
    wrote = cli("data", "embodied", "--people", "2", "--seed", "9", "--out", "people")
    assert wrote.code == 0
    assert "2 people" in wrote.out
    more = ("--people", "1", "--seed", "9", "--methods", "both", "--passes", "1", "--jobs", "1", "--json")
    bundled = cli("study", "embodied", *more, "--out", "a").json
    read = cli("study", "embodied", "--data", "people", *more, "--out", "b").json
    assert bundled.pop("wall_s") > 0
    assert read.pop("wall_s") > 0
    assert bundled == read
    assert Path("a/episodes.jsonl").read_bytes() == Path("b/episodes.jsonl").read_bytes()


def test_an_interval_needs_more_than_one_person(cli: Cli, tmp_path: Path) -> None:
    people = tiny_people(tmp_path / "people", people=1, tasks=2)
    command = ("study", "embodied", "--data", people, "--passes", "1", "--jobs", "1", "--json", "--out", "r")
    exam = cli(*command, "--methods", "none").json["methods"]["none"]["phase2"]
    assert exam["low"] is exam["high"] is None
