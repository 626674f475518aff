"""Studies with a language model as mind and as people, over real HTTP: recorded, resumed, replayed."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from penchant.cli.bar import Bar
from penchant.mind.lm.trial import SENTENCES
from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import Asked, Endpoint, Rules
from with_model.lm_study import Cli, report, start
from workbench import is_refused

pytestmark = pytest.mark.usefixtures("no_matplotlib")


@pytest.mark.usefixtures("read_by_weights_too")
def test_with_a_capable_model_the_study_is_at_least_as_good_as_with_the_built_in_mind(
    cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path
) -> None:
    whole = tmp_path / "whole"
    assert cli(*start(people, whole, endpoint)).code == 0
    built_in = ["study", "embodied", "--data", people, "--methods", "post,both", "--passes", "2"]
    assert cli(*built_in, "--out", tmp_path / "built-in").code == 0
    ours, modelled = report(tmp_path / "built-in")["methods"], report(whole)["methods"]
    for method, exam in ((method, exam) for method in ("post", "both") for exam in ("phase2", "phase4")):
        assert modelled[method][exam]["success"] >= ours[method][exam]["success"]
    model = report(whole)["model"]
    assert model["name"] == "scripted"
    assert 0 < model["calls"] < 2 * 4 * 4 * 3 * 2, "fewer than one a task: what is plain is not asked about"
    assert model["purposes"].keys() == {"decide", "understand"}


@pytest.mark.parametrize("how", [("--in-flight", "1"), ("--in-flight", "7"), ("--jobs", "2", "--in-flight", "4")])
def test_the_report_is_the_same_however_many_people_are_served_at_once(
    cli: Cli, people: Path, endpoint: Endpoint, whole: Path, tmp_path: Path, how: tuple[str, ...]
) -> None:
    assert cli(*start(people, tmp_path / "run", endpoint, *how)).code == 0
    assert (tmp_path / "run" / "report.json").read_bytes() == (whole / "report.json").read_bytes()
    assert (tmp_path / "run" / "episodes.jsonl").read_bytes() == (whole / "episodes.jsonl").read_bytes()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_no_more_calls_are_made_at_once_than_allowed_and_no_fewer_while_there_is_work(
    cli: Cli, people: Path, tmp_path: Path, jobs: str
) -> None:
    with Endpoint(CapableModel(), Rules(latency=0.02)) as slow:
        assert cli(*start(people, tmp_path / "run", slow, "--in-flight", "3", "--jobs", jobs)).code == 0
        assert slow.stats()["most"] == 3, "of all processes together, though twice as many people are served"


def test_a_resumed_run_repeats_no_call_that_was_paid_for(
    cli: Cli, endpoint: Endpoint, whole: Path, tmp_path: Path
) -> None:
    before = (whole / "report.json").read_bytes()
    lines = (whole / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    (whole / "episodes.jsonl").write_bytes(b"".join(lines[: len(lines) // 3]))
    asked = len(endpoint.asked)
    assert cli("study", "--resume", whole, "--base-url", endpoint.base_url).code == 0
    assert len(endpoint.asked) == asked
    assert (whole / "report.json").read_bytes() == before


def test_a_resumed_run_makes_the_calls_that_are_missing(cli: Cli, endpoint: Endpoint, whole: Path) -> None:
    before = (whole / "report.json").read_bytes()
    (whole / "episodes.jsonl").write_bytes(b"")
    calls = (whole / "calls.jsonl").read_bytes().splitlines(keepends=True)
    (whole / "calls.jsonl").write_bytes(b"".join(calls[:-3]) + calls[-3][:20])
    asked = len(endpoint.asked)
    assert cli("study", "--resume", whole, "--base-url", endpoint.base_url).code == 0
    assert len(endpoint.asked) == asked + 3
    assert (whole / "report.json").read_bytes() == before


def test_a_recorded_run_is_replayed_without_any_endpoint(cli: Cli, people: Path, whole: Path, tmp_path: Path) -> None:
    with Endpoint(CapableModel()) as gone:
        command = start(people, tmp_path / "again", gone, "--replay", str(whole))
    assert cli(*command).code == 0
    assert (tmp_path / "again" / "report.json").read_bytes() == (whole / "report.json").read_bytes()


def test_a_run_is_replayed_by_its_name_alone(cli: Cli, whole: Path, tmp_path: Path) -> None:
    assert cli("study", "--replay", whole, "--out", tmp_path / "again", "--in-flight", "3").code == 0
    assert (tmp_path / "again" / "report.json").read_bytes() == (whole / "report.json").read_bytes()
    assert cli("study", "--replay", tmp_path / "again", "--out", tmp_path / "third").code == 0
    assert (tmp_path / "third" / "report.json").read_bytes() == (whole / "report.json").read_bytes()


@pytest.mark.parametrize(
    ("flags", "word"),
    [
        (["--seed", "99"], "--seed 99 is not what"),
        (["shopping"], "suite"),
        (["--model", "other"], "--model other"),
        (["--methods", "both"], "--methods both"),
        (["--people-kind", "played"], "--people-kind played"),
        (["--ablate"], "--ablate"),
    ],
)
def test_a_replay_with_other_settings_is_refused(
    cli: Cli, whole: Path, tmp_path: Path, flags: list[str], word: str
) -> None:
    is_refused(cli("study", *flags, "--replay", whole, "--out", tmp_path / "run"), word)
    assert not (tmp_path / "run").exists()


def test_a_replay_asks_nobody_and_no_more_when_it_is_resumed(
    cli: Cli, endpoint: Endpoint, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.base_url)
    calls = (whole / "calls.jsonl").read_bytes().splitlines(keepends=True)
    (whole / "calls.jsonl").write_bytes(b"".join(calls[:-3]))
    asked, run = len(endpoint.asked), tmp_path / "run"
    for command in (("--replay", whole, "--out", run), ("--resume", run)):
        said = cli("study", *command)
        assert said.code == 1
        last = said.err.splitlines()[-1]
        assert "has no reply of scripted" in last
        assert last.endswith("Nobody was asked.")
    assert "answers from the calls recorded in" in said.err
    assert len(endpoint.asked) == asked
    is_refused(cli("study", "--resume", run, "--base-url", endpoint.base_url), "--replay")
    is_refused(cli("study", "--resume", whole, "--replay", whole), "--replay")
    (whole / "calls.jsonl").write_bytes(b"".join(calls))
    assert cli("study", "--resume", run).code == 0
    assert (run / "report.json").read_bytes() == (whole / "report.json").read_bytes()
    assert len(endpoint.asked) == asked


def test_a_replay_of_no_run_is_one_line(cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path) -> None:
    is_refused(cli(*start(people, tmp_path / "b", endpoint, "--replay", str(tmp_path / "nowhere"))), "--replay")


def test_what_is_put_right_when_asked_again_is_as_good_as_right_at_once(
    cli: Cli, people: Path, whole: Path, tmp_path: Path
) -> None:
    capable = CapableModel()

    def at_the_second_try(asked: Asked) -> str:
        tried = any(case.words in asked.text for case in SENTENCES)  # in the trial nothing is asked again
        return capable(asked) if tried or len(asked.body["messages"]) > 2 else "Let me think."

    with Endpoint(at_the_second_try) as running:
        assert cli(*start(people, tmp_path / "run", running)).code == 0
    again, once = report(tmp_path / "run"), report(whole)
    assert again["model"]["purposes"]["understand-repair"]["calls"] > 0
    assert again["methods"] == once["methods"]


def test_people_played_by_a_model_are_checked_against_what_they_want(cli: Cli, people: Path, tmp_path: Path) -> None:
    capable = CapableModel()

    def plays(asked: Asked) -> str:
        if "You play" not in asked.body["messages"][0]["content"]:
            return capable(asked)
        wish = asked.body["messages"][0]["content"].split("What you want this time: ")[1].split(".")[0]
        lies = asked.number % 3 == 0
        return json.dumps({"says": "Perfect, thank you." if lies else f"I want the {wish.split(',')[0]}."})

    with Endpoint(plays) as running:
        said = cli(*start(people, tmp_path / "run", running, "--people-kind", "played"))
    assert said.code == 0
    assert "People: played by scripted; of" in said.out
    assert "Model: scripted was called" in said.out
    played = report(tmp_path / "run")["played"]
    assert played["by"] == "scripted"
    assert 0 < played["contradicted"] < played["judged"] <= played["said"]
    assert played["share"] == pytest.approx(played["contradicted"] / played["judged"], abs=1e-6)


def plays(asked: Asked) -> str:
    """A model that plays people: it says what they want."""
    wish = asked.body["messages"][0]["content"].split("What you want this time: ")[1].split(".")[0]
    return json.dumps({"says": f"I want the {wish.split(',')[0]}."})


def test_calls_are_told_by_model_and_by_purpose(cli: Cli, people: Path, tmp_path: Path) -> None:
    capable = CapableModel()

    def answer(asked: Asked) -> str:
        return plays(asked) if asked.body["model"] == "actor" else capable(asked)

    played = ("--people-kind", "played", "--people-model", "actor")
    with Endpoint(answer, Rules(models=("scripted", "actor"))) as running:
        both = cli(*start(people, tmp_path / "both", running, *played))
        dry = cli(*start(people, tmp_path / "dry", running, *played, "--dry-run", "--json"))
        alone = cli(
            *("study", "embodied", "--data", people, "--methods", "both", "--passes", "1", "--out", tmp_path / "alone"),
            *(*played, "--base-url", running.base_url),
        )
    assert (both.code, dry.code, alone.code) == (0, 0, 0), both.err + alone.err
    model = report(tmp_path / "both")["model"]
    assert model["models"].keys() == {"actor", "scripted"}
    assert model["models"]["actor"]["purposes"].keys() == {"answer", "react"}
    for part in ("calls", "input_tokens", "output_tokens"):
        assert sum(each[part] for each in model["models"].values()) == model[part]
    reactions = model["models"]["actor"]["purposes"]["react"]["calls"]
    calls = model["models"]["actor"]["calls"]
    answers = calls - reactions
    words = " ".join(both.out.split())
    assert f"Model: actor was called {calls} times (answer {answers}, react {reactions})," in words
    assert f"Model: scripted was called {model['models']['scripted']['calls']} times (" in words
    assert json.loads(dry.out)["would take"]["models"].keys() == {"actor", "scripted"}
    assert report(tmp_path / "alone")["model"]["name"] == "actor"
    assert "Model: actor was called" in alone.out


def test_played_people_without_a_model_are_one_line(cli: Cli, people: Path) -> None:
    is_refused(cli("study", "embodied", "--data", people, "--people-kind", "played"), "--people-model")


def test_a_run_that_was_killed_repeats_at_most_the_calls_that_were_in_flight(
    cli: Cli, people: Path, whole: Path, tmp_path: Path
) -> None:
    run, in_flight = tmp_path / "run", 4
    with Endpoint(CapableModel(), Rules(latency=0.02)) as slow:
        command = start(people, run, slow, "--in-flight", str(in_flight))
        process = subprocess.Popen([sys.executable, "-m", "penchant.cli.main", *command], stderr=subprocess.DEVNULL)
        while len(slow.asked) < 30 and process.poll() is None:
            time.sleep(0.001)
        process.kill()
        process.wait()
        assert not (run / "report.json").exists()
        assert cli("study", "--resume", run, "--base-url", slow.base_url).code == 0
        questions = Counter(asked.text for asked in slow.asked)
    repeated = sum(times - 1 for times in questions.values())
    assert repeated <= in_flight
    again, once = report(run), report(whole)
    assert abs(again.pop("model")["calls"] - once.pop("model")["calls"]) <= in_flight  # of the life that was cut off
    assert again == once


def test_a_resumed_run_goes_on_where_its_model_is(cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert cli(*start(people, run, endpoint, "--max-calls", "20")).code == 1
    assert cli("study", "--resume", run, "--max-calls", "10000").code == 0


def test_the_bar_is_told_of_episodes_before_any_life_is_over(
    cli: Cli, people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, under_way, capable = list[int](), threading.Event(), CapableModel()

    def lived(bar: Bar, episodes: int) -> None:
        told.append(episodes)
        if episodes:
            under_way.set()

    def answer(asked: Asked) -> str:
        assert asked.number < 20 or under_way.wait(60)
        return capable(asked)

    monkeypatch.setattr("penchant_lab.cli.study._Bar.lived", lived)
    with Endpoint(answer) as endpoint:
        assert cli(*start(people, tmp_path / "run", endpoint)).code == 0
    assert under_way.is_set()
    assert told == sorted(told)
