"""The table of several runs: the tasks that all rows share, each held against the first, and its picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import web_ablation

from penchant.cli.main import main as penchant


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    for people, name in ((4, "few"), (6, "more")):
        size = ["--people", str(people), "--products", "300", "--recommender", "light"]
        assert penchant(["study", "web", "--agents", "none,last", *size, "--out", str(folder / name)]) == 0
    return folder


def test_rows_of_two_runs_stand_on_the_tasks_that_both_did(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--row", f"first={runs / 'more'}:last", "--row", f"second={runs / 'few'}:none", "--out", str(tmp_path)]
    capsys.readouterr()
    assert web_ablation.main(given) == 0
    told = capsys.readouterr().out
    tasks = json.loads((runs / "few" / "report.json").read_text("utf-8"))["tasks"]
    assert told.startswith(f"{tasks} tasks of 4 people")
    kept = json.loads((tmp_path / "ablation.json").read_text("utf-8"))
    assert kept["rows"]["first"]["overall"]["n"] == kept["rows"]["second"]["overall"]["n"] == tasks
    assert kept["rows"]["first"]["beside"]["overall"]["difference"] == 0
    assert (tmp_path / "ablation.png").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["nothing"], "not of the form NAME=RUN:AGENT"),
        (["a={runs}/none:last"], "is not the folder of a run"),
        (["a={runs}/few:penchant"], "holds no task of an agent penchant"),
        (["a={runs}/few:last", "a={runs}/few:none"], "Two rows have one name"),
    ],
)
def test_a_wrong_row_is_told_in_one_line(
    runs: Path, rows: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [each for row in rows for each in ("--row", row.format(runs=runs))]
    assert web_ablation.main(given) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert why in said[0]
