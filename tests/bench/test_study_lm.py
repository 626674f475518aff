"""Studies with a language model as mind and as people, over real HTTP: recorded, resumed, replayed, within a budget."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import BROKEN, EMPTY, OUT_OF_ORDER, REFUSAL, Asked, Endpoint, Fault, Rules
from penchant.testing.endpoint import Said as Reply
from workbench import Said, is_refused, tiny_people

Cli = Callable[..., Said]
KEY = "sk-very-secret-7"


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_people(tmp_path_factory.mktemp("people"), tasks=6)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Endpoint]:
    with Endpoint(CapableModel()) as running:
        yield running


def start(people: Path, out: Path, endpoint: Endpoint, *more: str) -> list[str]:
    plain = ["study", "embodied", "--data", str(people), "--methods", "post,both", "--passes", "2", "--jobs", "1"]
    model = ["--mind", "lm", "--model", "scripted", "--base-url", endpoint.base_url]
    return [*plain, "--out", str(out), *model, *more]


def report(run: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run / "report.json").read_text())
    return found


@pytest.fixture
def whole(cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path) -> Path:
    assert cli(*start(people, tmp_path / "whole", endpoint)).code == 0
    return tmp_path / "whole"


def test_with_a_capable_model_the_study_is_at_least_as_good_as_with_the_built_in_mind(
    cli: Cli, people: Path, whole: Path, tmp_path: Path
) -> None:
    built_in = ["study", "embodied", "--data", people, "--methods", "post,both", "--passes", "2"]
    assert cli(*built_in, "--out", tmp_path / "built-in").code == 0
    assert report(whole)["methods"] == report(tmp_path / "built-in")["methods"]
    model = report(whole)["model"]
    assert model["name"] == "scripted"
    assert 0 < model["calls"] < 2 * 6 * 4 * 3 * 2, "fewer than one a task: what is plain is not asked about"
    assert model["purposes"].keys() == {"understand"}


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


def test_a_replay_that_was_never_recorded_is_one_line(
    cli: Cli, people: Path, endpoint: Endpoint, whole: Path, tmp_path: Path
) -> None:
    said = cli(*start(people, tmp_path / "run", endpoint, "--replay", str(whole), "--seed", "99"))
    assert said.code == 1
    assert "no reply" in said.err.splitlines()[-1]
    is_refused(cli(*start(people, tmp_path / "b", endpoint, "--replay", str(tmp_path / "nowhere"))), "--replay")


def test_a_dry_run_counts_and_asks_nobody_and_leaves_nothing(
    cli: Cli, people: Path, endpoint: Endpoint, whole: Path, tmp_path: Path
) -> None:
    asked, files = len(endpoint.asked), set(tmp_path.iterdir())
    said = cli(*start(people, tmp_path / "dry", endpoint, "--dry-run", "--price", "1,2", "--json"))
    paid = json.loads(said.out)["would take at most"]
    assert len(endpoint.asked) == asked
    assert set(tmp_path.iterdir()) == files
    assert paid["cost"] == pytest.approx((paid["input_tokens"] + 2 * paid["output_tokens"]) / 1e6, abs=1e-6)
    real = report(whole)["model"]
    assert abs(paid["calls"] - real["calls"]) <= 2  # of the trial, which a model may pass early
    assert "calls" in cli(*start(people, tmp_path / "dry", endpoint, "--dry-run")).out


def test_a_budget_stops_cleanly_and_more_may_be_allowed_on_resuming(
    cli: Cli, people: Path, endpoint: Endpoint, whole: Path, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    said = cli(*start(people, run, endpoint, "--max-calls", "20"))
    assert said.code == 1
    assert "20 calls" in said.err
    assert f"penchant study --resume {run}" in said.err
    assert len((run / "calls.jsonl").read_text().splitlines()) == 20
    again = cli("study", "--resume", run)
    assert (again.code, "20 calls" in again.err) == (1, True), "what it may cost is remembered"
    assert cli("study", "--resume", run, "--max-calls", "25").code == 1
    assert "25 calls" in cli("study", "--resume", run).err, "the last word counts"
    assert len((run / "calls.jsonl").read_text().splitlines()) == 25
    assert cli("study", "--resume", run, "--base-url", endpoint.base_url, "--max-calls", "10000").code == 0
    assert (run / "report.json").read_bytes() == (whole / "report.json").read_bytes()


def test_a_budget_of_money_and_its_prices_are_remembered(
    cli: Cli, people: Path, endpoint: Endpoint, whole: Path, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    said = cli(*start(people, run, endpoint, "--max-spend", "0.01", "--price", "1,2"))
    assert (said.code, "budget of 0.01" in said.err) == (1, True)
    paid = len((run / "calls.jsonl").read_text().splitlines())
    again = cli("study", "--resume", run)
    assert (again.code, "budget of 0.01" in again.err) == (1, True)
    assert len((run / "calls.jsonl").read_text().splitlines()) <= paid + 1
    assert cli("study", "--resume", run, "--max-spend", "100").code == 0
    assert report(run)["methods"] == report(whole)["methods"]
    assert report(run)["model"]["cost"] > 0.01, "at the price that was given at first"


def test_a_budget_of_money_needs_a_price(cli: Cli, people: Path, tmp_path: Path) -> None:
    said = cli(
        *("study", "embodied", "--data", people, "--mind", "lm", "--model", "m", "--base-url", "http://far.example/v1"),
        *("--max-spend", "1", "--out", tmp_path / "run"),
    )
    assert said.code == 2
    assert "price" in said.err.splitlines()[-1]


def test_a_wrong_key_is_one_line_and_never_shown(
    cli: Cli, people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with Endpoint(CapableModel(), Rules(key="another")) as guarded:
        said = cli(*start(people, tmp_path / "run", guarded))
    assert said.code == 1
    assert "OPENAI_API_KEY" in said.err.splitlines()[-1]
    assert KEY not in said.err + said.out


def test_a_key_is_in_no_file_of_a_run(cli: Cli, people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with Endpoint(CapableModel(), Rules(key=KEY)) as guarded:
        assert cli(*start(people, tmp_path / "run", guarded)).code == 0
    for file in (tmp_path / "run").rglob("*"):
        assert not file.is_file() or KEY.encode() not in file.read_bytes()


def test_a_model_that_is_not_there_is_one_line(cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path) -> None:
    command = start(people, tmp_path / "run", endpoint)
    command[command.index("scripted")] = "scripted-2"
    said = cli(*command)
    assert said.code == 1
    assert "scripted-2" in said.err.splitlines()[-1]
    is_refused(cli("study", "embodied", "--data", people, "--mind", "lm"), "--model")


def test_replies_that_are_no_use_leave_the_built_in_reading_and_the_run_goes_on(
    cli: Cli, people: Path, whole: Path, tmp_path: Path
) -> None:
    capable, faults = CapableModel(), (BROKEN, EMPTY, REFUSAL, OUT_OF_ORDER, "{", "Je ne comprends pas.")

    def moody(asked: Asked) -> str | Reply | Fault:
        return (
            faults[asked.number // 5 % len(faults)] if asked.number > 12 and asked.number % 5 == 0 else capable(asked)
        )

    with Endpoint(moody) as running:
        assert cli(*start(people, tmp_path / "run", running, "--timeout", "5")).code == 0
    found = report(tmp_path / "run")["methods"]
    assert found == report(whole)["methods"]
    assert all(method["broke"] == 0 for method in found.values())


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
    assert (run / "report.json").read_bytes() == (whole / "report.json").read_bytes()


@pytest.mark.parametrize(
    ("flags", "word"),
    [
        (["--max-calls", "-1"], "budget"),
        (["--base-url", "notaurl"], "base URL"),
        (["--in-flight", "0"], "--in-flight"),
        (["--timeout", "0"], "--timeout"),
        (["--memory", ""], "Which memory"),
    ],
)
def test_a_mistake_in_the_flags_is_one_line_and_leaves_no_run(
    cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path, flags: list[str], word: str
) -> None:
    is_refused(cli(*start(people, tmp_path / "run", endpoint, *flags)), word)
    assert not (tmp_path / "run").exists()


def test_an_endpoint_that_never_replies_stops_the_run_rather_than_being_left_out(
    cli: Cli, people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    with Endpoint(lambda asked: OUT_OF_ORDER) as dead:
        said = cli(*start(people, tmp_path / "run", dead))
    assert said.code == 1
    assert "none got a reply" in said.err.splitlines()[-1]


def test_a_model_that_cannot_read_is_left_out_and_the_report_says_so(cli: Cli, people: Path, tmp_path: Path) -> None:
    with Endpoint(lambda asked: "I am a helpful assistant.") as weak:
        said = cli(*start(people, tmp_path / "run", weak))
    assert said.code == 0
    assert "The model was left out: it read 0 of the first 3 sentences" in " ".join(said.out.split())
    assert report(tmp_path / "run")["model"]["trial"] == {"right": 0, "asked": 3, "needed": 10, "passed": False}


def test_a_resumed_run_goes_on_where_its_model_is(cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert cli(*start(people, run, endpoint, "--max-calls", "20")).code == 1
    assert cli("study", "--resume", run, "--max-calls", "10000").code == 0
