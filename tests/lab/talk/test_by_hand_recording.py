"""The replies that were written by hand are replayed: what a person expects to be known is done with a model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from penchant.cli.main import main

pytestmark = pytest.mark.slow  # whole studies; small ones are replayed in tests/lab/with_model
RECORDED = Path(__file__).parents[3] / "results" / "everyday-by-hand"


def test_twelve_stories_are_replayed_as_they_were_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--mind", "lm", "--model", "by-hand", "--people", "12", "--methods", "penchant"]
    assert main(["study", "everyday", *words, "--replay", str(RECORDED), "--json", "--out", str(tmp_path / "run")]) == 0
    report = json.loads(capsys.readouterr().out)
    results = {name: row["score"] for name, row in report["results"].items()}
    assert report["broke"] == 0
    assert report["results"]["known-right"]["n"] == 57
    assert results["known-right"] >= 0.92
    assert results["known-wrong"] <= 0.03
    assert results["open-asked"] >= 0.90
    assert results["asks-per-100"] <= 50


def test_six_lives_are_replayed_as_they_were_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--mind", "lm", "--model", "by-hand", "--people", "6", "--methods", "penchant"]
    recorded = RECORDED.with_name("lives-by-hand")
    assert main(["study", "lives", *words, "--replay", str(recorded), "--json", "--out", str(tmp_path / "run")]) == 0
    report = json.loads(capsys.readouterr().out)
    results = {name: row["score"] for name, row in report["results"].items()}
    assert report["broke"] == 0
    assert report["results"]["needed-now"]["n"] == 60
    assert results["needed-now"] >= 0.93
    assert results["precision"] >= 0.50
    assert results["forbidden"] == 0
