"""People of the web shop played by a language model, over real HTTP: recorded, resumed, within a budget."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from penchant.testing.endpoint import EMPTY, Asked, Endpoint, Rules
from penchant.testing.endpoint import Said as Answered
from workbench import Said, is_refused, penchant

Cli = Callable[..., Said]
pytestmark = pytest.mark.usefixtures("no_matplotlib")


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
    resume = ("study", "--resume", tmp_path / "run")
    assert "3 calls" in cli(*resume).err, "what it may cost is remembered, and where the model is"
    assert cli(*resume, "--max-calls", "10000").code == 0
    assert (tmp_path / "run" / "report.json").exists()


def test_a_repeated_study_pays_for_nothing_and_a_dry_run_says_so(cli: Cli, endpoint: Endpoint, tmp_path: Path) -> None:
    assert cli(*start(tmp_path / "one", endpoint)).code == 0
    first, asked = json.loads((tmp_path / "one" / "report.json").read_text()), len(endpoint.asked)
    reuse = ("--reuse", str(tmp_path / "one"))
    dry = cli(*start(tmp_path / "two", endpoint, *reuse, "--dry-run")).out
    said = cli(*start(tmp_path / "two", endpoint, *reuse))
    assert (said.code, len(endpoint.asked)) == (0, asked)
    again = json.loads((tmp_path / "two" / "report.json").read_text())
    assert {**again, "model": None} == {**first, "model": None}
    assert (again["model"]["calls"], again["model"]["reused"]) == (0, first["model"]["calls"])
    assert f"reused from other runs: {first['model']['calls']}" in " ".join(said.out.split())
    assert dry.startswith("No call would be made")
    other = cli(*start(tmp_path / "two", endpoint, *reuse, "--dry-run", "--seed", "3"))
    assert "At most" in other.out


def test_a_mistyped_model_is_told_to_be_named_again_rather_than_resumed(
    cli: Cli, endpoint: Endpoint, tmp_path: Path
) -> None:
    command = start(tmp_path / "run", endpoint)
    command[command.index("scripted")] = "scriptd"
    last = cli(*command).err.splitlines()[-1]
    assert "Did you mean 'scripted'?" in last
    if (tmp_path / "run").exists():  # lives that need no model were kept before the model was found missing
        assert "Start again with the right name, with another --out; or, where the name is right" in last
    else:
        assert "Nothing was paid for and nothing is left behind; start again with the right name." in last


def test_calls_at_once_are_remembered(cli: Cli, tmp_path: Path) -> None:
    with Endpoint(wants_blue, Rules(latency=0.01)) as slow:
        assert cli(*start(tmp_path / "run", slow, "--in-flight", "1", "--max-calls", "3")).code == 1
        resume = ("study", "--resume", tmp_path / "run", "--base-url", slow.base_url)
        assert cli(*resume, "--max-calls", "10000").code == 0
        assert slow.stats()["most"] == 1


def test_a_dry_run_counts_and_leaves_nothing(cli: Cli, endpoint: Endpoint, tmp_path: Path) -> None:
    asked = len(endpoint.asked)
    said = cli(*start(tmp_path / "dry", endpoint, "--dry-run", "--json"))
    assert said.json["would take at most"]["calls"] > 0
    assert len(endpoint.asked) == asked
    assert list(tmp_path.iterdir()) == []


TALKS_ON = 'Thought: I wonder.\nAction: respond\nArguments: {"content": "Which one?"}'
"""Whoever answers so never comes to an end, in either form."""


def test_what_a_dry_run_says_is_never_exceeded(cli: Cli, tmp_path: Path) -> None:
    def never_done(asked: Asked) -> str | Answered:
        if "Answer again" in asked.text:  # one reply in two is empty
            return TALKS_ON
        return EMPTY if asked.body.get("max_tokens", asked.body.get("max_completion_tokens")) == 400 else TALKS_ON

    with Endpoint(never_done) as endless:
        plain = (
            "study",
            "web",
            "--people",
            "2",
            "--products",
            "300",
            "--track",
            "multi",
            "--base-url",
            endless.base_url,
        )
        argv = (
            *plain,
            "--mind",
            "lm",
            "--model",
            "scripted",
            "--people-model",
            "scripted",
            "--price",
            "1,1",
            "--jobs",
            "1",
        )
        agents = ("--agents", "none,reflexion,interecagent")
        most = cli(*argv, *agents, "--dry-run", "--json").json["would take at most"]
        assert len(endless.asked) == 0
        said = cli(*argv, *agents, "--json", "--out", tmp_path / "run")
        assert said.code == 0, said.err
        made = said.json["model"]
    for purpose in ("act", "act-repair", "reflect", "extract", "extract-repair"):
        assert made["purposes"][purpose]["calls"] == most["purposes"][purpose]["calls"], purpose
    assert most["calls"] == 3 * said.json["tasks"] * (10 + 10 + 10) + said.json["tasks"] * (9 + 2)
    assert made["calls"] <= most["calls"]  # people who are told the same say the same, and are asked once
    assert made["input_tokens"] <= most["input_tokens"]
    assert made["output_tokens"] <= most["output_tokens"]


def test_a_dry_run_says_what_is_usual_too(cli: Cli, endpoint: Endpoint) -> None:
    plain = ("study", "web", "--people", "3", "--products", "300", "--agents", "none,puma", "--dry-run")
    reached = ("--mind", "lm", "--model", "x", "--base-url", endpoint.base_url)
    paid = cli(*plain, *reached, "--track", "multi", "--json").json["would take at most"]
    tasks = paid["purposes"]["act"]["calls"] // 20
    assert paid["usual_calls"] == round(tasks * (2.280 + 3.608))
    assert f"Usual are about {paid['usual_calls']} calls" in cli(*plain, *reached, "--track", "multi").out
    single = cli(*plain, *reached, "--json").json["would take at most"]
    assert single["usual_calls"] * 10 == single["purposes"]["act"]["calls"]


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
