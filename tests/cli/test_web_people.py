"""People of the web shop played by a language model, over real HTTP: recorded, resumed, within a budget."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from penchant.testing.endpoint import Asked, Endpoint
from workbench import Said, is_refused, penchant

Cli = Callable[..., Said]


def wants_blue(asked: Asked) -> str:
    """Somebody who says one thing."""
    return "I would rather have\nit in blue."


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Endpoint]:
    with Endpoint(wants_blue) as running:
        yield running


def start(out: Path, endpoint: Endpoint, *more: str) -> list[str]:
    plain = ["study", "web", "--people", "3", "--products", "300", "--track", "multi", "--agents", "none,last"]
    return [*plain, "--out", str(out), "--people-model", "scripted", "--base-url", endpoint.base_url, *more]


def test_a_model_plays_people_and_the_report_is_the_same_however_many_are_served_at_once(
    cli: Cli, endpoint: Endpoint, tmp_path: Path
) -> None:
    assert cli(*start(tmp_path / "one", endpoint, "--jobs", "1", "--in-flight", "1")).code == 0
    figures = json.loads((tmp_path / "one" / "report.json").read_text())
    assert figures["model"]["purposes"].keys() == {"person"}
    assert figures["model"]["calls"] > 0
    lines = (tmp_path / "one" / "episodes.jsonl").read_text()
    assert "I would rather have it in blue." in lines
    for name, how in (("many", ("--jobs", "1")), ("crews", ("--jobs", "2", "--in-flight", "4"))):
        assert cli(*start(tmp_path / name, endpoint, *how)).code == 0
        assert (tmp_path / name / "episodes.jsonl").read_text() == lines


def test_a_budget_stops_cleanly_and_more_may_be_allowed_on_resuming(
    cli: Cli, endpoint: Endpoint, tmp_path: Path
) -> None:
    said = cli(*start(tmp_path / "run", endpoint, "--max-calls", "3"))
    assert said.code == 1
    assert "3 calls" in said.err
    assert not (tmp_path / "run" / "report.json").exists()
    assert cli("study", "--resume", tmp_path / "run", "--base-url", endpoint.base_url).code == 0
    assert (tmp_path / "run" / "report.json").exists()


def test_a_dry_run_counts_and_leaves_nothing(cli: Cli, endpoint: Endpoint, tmp_path: Path) -> None:
    asked = len(endpoint.asked)
    said = cli(*start(tmp_path / "dry", endpoint, "--dry-run", "--json"))
    assert said.json["would take at most"]["calls"] > 0
    assert len(endpoint.asked) == asked
    assert list(tmp_path.iterdir()) == []


def test_nobody_is_played_where_nobody_is_talked_to(cli: Cli, endpoint: Endpoint, tmp_path: Path) -> None:
    is_refused(cli(*start(tmp_path / "run", endpoint, "--track", "single")), "--people-model")


def test_in_the_continual_track_the_model_says_how_it_went_too(cli: Cli, endpoint: Endpoint, tmp_path: Path) -> None:
    more = ("--track", "continual", "--agents", "penchant", "--people", "2", "--json")
    figures = cli(*start(tmp_path / "run", endpoint, *more)).json
    assert figures["model"]["purposes"]["afterword"]["calls"] == figures["tasks"]


def test_help_names_no_flag_that_the_web_shop_refuses(cli: Cli, endpoint: Endpoint, tmp_path: Path) -> None:
    said = " ".join(penchant("study", "--help").out.split())
    assert "in the web shop by itself, elsewhere with --people-kind played" in said
    is_refused(cli(*start(tmp_path / "run", endpoint, "--people-kind", "played")), "--people-kind")
