"""What a study with a language model may cost is known before, kept to, and remembered when it is resumed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from penchant.lm.link import Link
from penchant.mind.lm.trial import SENTENCES
from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import Asked, Endpoint, Rules
from penchant_lab.run.models import Models
from with_model.lm_study import Cli, report, start
from workbench import is_refused

pytestmark = pytest.mark.usefixtures("no_matplotlib")


@pytest.fixture
def linked(monkeypatch: pytest.MonkeyPatch) -> list[Link]:
    """How models were reached, run by run."""
    links = list[Link]()

    def models(names: tuple[str | None, str | None], folder: Path, link: Link) -> Models:
        if folder != Path():  # which only looks whether they can be reached
            links.append(link)
        return Models(names, folder, link)

    monkeypatch.setattr("penchant_lab.run.runner.Models", models)
    return links


@pytest.mark.usefixtures("read_by_weights_too")
def test_a_dry_run_counts_and_asks_nobody_and_leaves_nothing(
    cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path
) -> None:
    whole = tmp_path / "whole"
    assert cli(*start(people, whole, endpoint)).code == 0
    asked, files = len(endpoint.asked), set(tmp_path.iterdir())
    said = cli(*start(people, tmp_path / "dry", endpoint, "--dry-run", "--price", "1,2", "--json"))
    paid = json.loads(said.out)["would take"]
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


def test_calls_at_once_and_the_time_limit_are_remembered(
    cli: Cli, people: Path, tmp_path: Path, linked: list[Link]
) -> None:
    run = tmp_path / "run"
    with Endpoint(CapableModel(), Rules(latency=0.01)) as slow:
        assert cli(*start(people, run, slow, "--in-flight", "2", "--timeout", "33", "--max-calls", "14")).code == 1
        assert cli("study", "--resume", run, "--max-calls", "28").code == 1
        assert slow.stats()["most"] == 2
        assert cli("study", "--resume", run, "--in-flight", "1", "--max-calls", "34").code == 1
        assert cli("study", "--resume", run, "--max-calls", "10000").code == 0
    found = [(link.in_flight, link.timeout) for link in linked]
    assert found == [(2, 33.0), (2, 33.0), (1, 33.0), (1, 33.0)], "the last word counts"


@pytest.mark.parametrize("limits", ['{"max_calls": 20, "max_spend": null}', '{"in_flight": "many"}', "[]", None])
def test_a_run_that_kept_no_calls_at_once_goes_on_with_the_usual_ones(
    cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path, linked: list[Link], limits: str | None
) -> None:
    run = tmp_path / "run"
    assert cli(*start(people, run, endpoint, "--in-flight", "2", "--max-calls", "20")).code == 1
    (run / "limits.json").unlink()
    if limits is not None:
        (run / "limits.json").write_text(limits)
    assert cli("study", "--resume", run, "--max-calls", "10000").code == 0
    assert (linked[-1].in_flight, linked[-1].timeout) == (Link().in_flight, Link().timeout)


def test_a_list_of_prices_without_the_model_is_one_line_and_leaves_no_run(
    cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path
) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text('{"scriptde": {"input": 1, "output": 2}}')
    flags = ("--prices", str(prices), "--max-spend", "1")
    is_refused(cli(*start(people, tmp_path / "run", endpoint, *flags)), "has no price for scripted; it has: scriptde.")
    assert not (tmp_path / "run").exists()
    prices.write_text('{"scripted": {"input": 1, "output": 2}}')
    played = ("--people-kind", "played", "--people-model", "actor")
    is_refused(cli(*start(people, tmp_path / "run", endpoint, *flags, *played)), "has no price for actor")


def test_a_dry_run_says_what_is_free_and_what_the_limits_do_not_allow(
    cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path
) -> None:
    out, dry = tmp_path / "dry", ("--people", "2", "--dry-run")
    said = cli(*start(people, out, endpoint, *dry, "--max-calls", "20"))
    assert said.code == 0
    assert "unknown" not in said.out
    assert "--max-calls 20 allows fewer" in said.out
    paid = cli(*start(people, out, endpoint, *dry, "--json")).json["would take"]
    enough = ("--max-calls", str(paid["calls"]))
    assert "allows too few repairs" in cli(*start(people, out, endpoint, *dry, *enough)).out
    assert "allows fewer" not in cli(*start(people, out, endpoint, *dry, "--max-calls", "9999")).out
    dear = cli(*start(people, out, endpoint, *dry, "--max-spend", "0.01", "--price", "1,2")).out
    assert "--max-spend 0.01 may not be enough" in dear
    command = start(people, out, endpoint, *dry)
    command[command.index(endpoint.base_url)] = "http://far.example/v1"
    assert "unknown" in cli(*command).out


@pytest.mark.parametrize("world", [("embodied",), ("web", "--people", "2", "--products", "200", "--agents", "none")])
def test_a_budget_of_money_needs_a_price_in_a_dry_run_too(cli: Cli, tmp_path: Path, world: tuple[str, ...]) -> None:
    command = ("study", *world, "--mind", "lm", "--model", "m", "--base-url", "http://far.example/v1")
    said = [cli(*command, "--max-spend", "1", "--out", tmp_path / "run", *dry) for dry in ((), ("--dry-run",))]
    assert [each.code for each in said] == [2, 2]
    real, dry = (each.err.splitlines()[-1] for each in said)
    assert dry == real
    assert "No price is known for m" in dry


def test_a_dry_run_tells_what_repairs_may_add_and_what_no_run_exceeds(cli: Cli, people: Path, tmp_path: Path) -> None:
    capable = CapableModel()

    def babbles(asked: Asked) -> str:
        tried = any(case.words in asked.text for case in SENTENCES)
        return capable(asked) if tried or len(asked.body["messages"][1]["content"]) % 2 else "Let me think."

    with Endpoint(babbles) as babbling:
        said = cli(*start(people, tmp_path / "dry", babbling, "--dry-run", "--price", "1,2", "--json"))
        words = cli(*start(people, tmp_path / "dry", babbling, "--dry-run", "--price", "1,2")).out
        assert cli(*start(people, tmp_path / "run", babbling)).code == 0
        made = len(babbling.asked)
    paid, most = said.json["would take"], said.json["would take at most"]["calls"]
    again = paid["with_repairs"]
    trial = len(SENTENCES) - 2  # is enough, where they are read well
    assert again["calls"] == 2 * paid["calls"] - trial, "where nothing is asked for again"
    assert paid["purposes"].keys() == {"decide", "understand"}
    assert again["cost"] > 2 * paid["cost"]
    tasks = 3 * 2 * 2 * 4  # of three people in two taught phases, gone through twice
    assert paid["calls"] < made <= most == len(SENTENCES) + tasks * (2 + 6), "post is told one thing, both three"
    assert f"with repairs {again['calls']} " in " ".join(words.split())
    assert f"at most {most:,} calls" in words


@pytest.mark.parametrize("more", [("--choose", "lm"), ("--phrase",)])
def test_a_dry_run_counts_no_repairs_where_nothing_is_asked_for_again(
    cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path, more: tuple[str, ...]
) -> None:
    dry = start(people, tmp_path / "dry", endpoint, "--people", "1", "--dry-run", *more)
    paid = cli(*dry, "--json").json["would take"]
    assert paid["with_repairs"]["calls"] == paid["calls"]
    assert "with repairs" not in cli(*dry).out
    paid = cli(*dry, "--json", "--people-kind", "played").json["would take"]
    said = sum(paid["purposes"][purpose]["calls"] for purpose in ("answer", "react"))
    assert paid["with_repairs"]["calls"] == paid["calls"] + said, "what played people say is asked for again"
