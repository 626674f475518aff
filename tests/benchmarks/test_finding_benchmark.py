"""The benchmark of much that was said and much on offer runs, and tells all it promises."""

from __future__ import annotations

import json

import finding
import pytest


def test_a_small_run_tells_every_kind_of_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert finding.main(["--beliefs", "100", "--options", "12", "--rounds", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {name.split(": ")[1] for name in told if "beliefs" in name} == {
        *("first consider after opening", "consider", "hear", "search", "what bears on something"),
    }
    assert {name.split(": ")[0] for name in told if "options" in name} == {
        *("12 options", "12 options with features", "12 options of a catalogue"),
    }
    assert all(0 < one["median"] <= one["p95"] for one in told.values())


def test_what_is_no_number_is_refused_in_one_line() -> None:
    with pytest.raises(SystemExit, match="no list of numbers"):
        finding.main(["--beliefs", "many"])
