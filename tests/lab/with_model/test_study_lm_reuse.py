"""`--reuse RUN`: what another run was told is not paid for again, and is part of the new run's own record."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import EMPTY, Asked, Endpoint, Rules
from with_model.lm_study import Cli, report, start
from workbench import is_refused

pytestmark = pytest.mark.usefixtures("no_matplotlib")


def calls(run: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (run / "calls.jsonl").read_bytes().splitlines()]


@pytest.mark.parametrize("how", [("--jobs", "1"), ("--jobs", "2", "--in-flight", "4"), ("--max-calls", "1")])
def test_a_repeated_study_pays_for_nothing(
    cli: Cli, people: Path, endpoint: Endpoint, whole: Path, tmp_path: Path, how: tuple[str, ...]
) -> None:
    asked, run = len(endpoint.asked), tmp_path / "run"
    said = cli(*start(people, run, endpoint, "--reuse", str(whole), "--price", "1,2", *how))
    assert said.code == 0
    assert len(endpoint.asked) == asked
    first, again = report(whole), report(run)
    assert again["methods"] == first["methods"]
    nothing = {"calls": 0, "input_tokens": 0, "output_tokens": 0, "cost": 0.0, "purposes": {}}
    replies = {"reused": first["model"]["calls"]}
    assert again["model"] == {
        **(nothing | replies),
        "name": "scripted",
        "models": {"scripted": nothing | replies},
        "trial": first["model"]["trial"],
    }
    told = f"Model: scripted was called 0 times; replies reused from other runs: {first['model']['calls']}."
    assert told in " ".join(said.out.split())
    assert "replies reused from other runs" in (run / "report.html").read_text()
    assert all(line["reused"] and line["cost"] == 0.0 for line in calls(run))
    assert len(calls(run)) == first["model"]["calls"]


def test_what_was_reused_is_in_the_record_of_the_run_which_is_resumed_and_replayed_without_the_other(
    cli: Cli, people: Path, endpoint: Endpoint, whole: Path, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    assert cli(*start(people, run, endpoint, "--reuse", str(whole))).code == 0
    shutil.rmtree(whole)
    asked, before = len(endpoint.asked), (run / "report.json").read_bytes()
    assert cli("study", "--replay", run, "--out", tmp_path / "again").code == 0
    assert (tmp_path / "again" / "report.json").read_bytes() == before
    (run / "episodes.jsonl").write_bytes(b"")
    said = cli("study", "--resume", run)
    assert (said.code, f"no calls to reuse in {whole} any more" in said.err) == (0, True)
    assert (run / "report.json").read_bytes() == before
    third = cli(*start(people, tmp_path / "third", endpoint, "--reuse", str(tmp_path / "again")))
    assert (third.code, report(tmp_path / "third")["model"]["calls"]) == (0, 0), "a replay names where its calls are"
    assert len(endpoint.asked) == asked


def test_another_study_pays_only_for_what_is_new(cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path) -> None:
    one, two, run = tmp_path / "one", tmp_path / "two", tmp_path / "run"
    few = ("--people", "1", "--methods", "both")
    assert cli(*start(people, one, endpoint, *few)).code == 0
    assert cli(*start(people, two, endpoint, "--people", "2", "--methods", "post", "--seed", "3")).code == 0
    assert cli(*start(people, tmp_path / "whole", endpoint, "--passes", "3")).code == 0
    asked = len(endpoint.asked)
    said = cli(*start(people, run, endpoint, "--passes", "3", "--reuse", str(one), "--reuse", str(two)))
    assert said.code == 0
    model, whole = report(run)["model"], report(tmp_path / "whole")["model"]
    assert report(run)["methods"] == report(tmp_path / "whole")["methods"]
    assert 0 < model["calls"] == len(endpoint.asked) - asked
    assert model["calls"] + model["reused"] == whole["calls"]
    assert [line.get("reused", False) for line in calls(run)].count(False) == model["calls"]
    assert f"; replies reused from other runs: {model['reused']}." in " ".join(said.out.split())


def test_reuse_is_remembered_and_may_be_added_to_when_a_run_is_resumed(
    cli: Cli, people: Path, endpoint: Endpoint, whole: Path, tmp_path: Path
) -> None:
    one, run = tmp_path / "one", tmp_path / "run"
    assert cli(*start(people, one, endpoint, "--people", "1", "--methods", "both")).code == 0
    flags = ("--reuse", str(one), "--max-calls", "1")
    assert "1 calls" in cli(*start(people, run, endpoint, *flags)).err
    (run / "calls.jsonl").write_bytes(b"")
    (run / "episodes.jsonl").unlink(missing_ok=True)
    asked = len(endpoint.asked)
    assert cli("study", "--resume", run, "--reuse", whole).code == 0
    assert len(endpoint.asked) == asked
    assert json.loads((run / "limits.json").read_text())["reuse"] == [str(one), str(whole)]
    assert report(run)["methods"] == report(whole)["methods"]


def test_a_dry_run_does_not_count_what_would_be_reused(
    cli: Cli, people: Path, endpoint: Endpoint, whole: Path, tmp_path: Path
) -> None:
    before = (whole / "calls.jsonl").read_bytes()
    said = cli(*start(people, tmp_path / "run", endpoint, "--reuse", str(whole), "--dry-run"))
    assert said.code == 0
    assert said.out.startswith("No call would be made")
    assert f"reused from other runs: {report(whole)['model']['calls']} replies." in said.out
    more = cli(*start(people, tmp_path / "run", endpoint, "--reuse", str(whole), "--dry-run", "--seed", "4")).out
    assert f"reused from other runs: {report(whole)['model']['trial']['asked']} replies." in more, "of the trial"
    assert "understand" in more
    assert (whole / "calls.jsonl").read_bytes() == before
    assert not (tmp_path / "run").exists()


def test_replies_that_were_no_use_and_their_repairs_are_reused_too(cli: Cli, people: Path, tmp_path: Path) -> None:
    capable = CapableModel()
    with Endpoint(lambda asked: EMPTY if len(asked.text) % 3 == 0 else capable(asked)) as moody:
        assert cli(*start(people, tmp_path / "one", moody)).code == 0
        asked = len(moody.asked)
        assert cli(*start(people, tmp_path / "two", moody, "--reuse", str(tmp_path / "one"))).code == 0
        assert len(moody.asked) == asked
    assert report(tmp_path / "one")["methods"] == report(tmp_path / "two")["methods"]


def test_another_model_is_asked(cli: Cli, people: Path, whole: Path, tmp_path: Path) -> None:
    with Endpoint(CapableModel(), Rules(models=("other",))) as running:
        command = start(people, tmp_path / "run", running, "--reuse", str(whole))
        command[command.index("scripted")] = "other"
        assert cli(*command).code == 0
        assert len(running.asked) == report(tmp_path / "run")["model"]["calls"]
    assert "reused" not in report(tmp_path / "run")["model"]


def test_a_record_that_is_spoilt_at_the_end_gives_what_it_has(
    cli: Cli, people: Path, endpoint: Endpoint, whole: Path, tmp_path: Path
) -> None:
    lines = (whole / "calls.jsonl").read_bytes().splitlines(keepends=True)
    spoilt = b"".join(lines[:-2]) + b"\x00\xff\n" + lines[-1][:30]
    (whole / "calls.jsonl").write_bytes(spoilt)
    assert cli(*start(people, tmp_path / "run", endpoint, "--reuse", str(whole))).code == 0
    model = report(tmp_path / "run")["model"]
    assert (model["calls"], model["reused"]) == (2, len(lines) - 2)
    assert (whole / "calls.jsonl").read_bytes() == spoilt, "nothing is ever written there"


def test_a_run_that_has_nothing_to_reuse_is_one_line_and_leaves_no_run(
    cli: Cli, people: Path, endpoint: Endpoint, whole: Path, tmp_path: Path
) -> None:
    empty, folder, out = tmp_path / "empty", tmp_path / "folder", tmp_path / "run"
    empty.mkdir()
    (folder / "calls.jsonl").mkdir(parents=True)
    for what, words in (
        (tmp_path / "nowhere", ("--reuse takes the folder of a run", "nowhere")),
        (whole / "calls.jsonl", ("--reuse takes the folder of a run",)),
        (empty, ("no recorded calls", "calls.jsonl")),
        (folder, ("cannot be read",)),
    ):
        is_refused(cli(*start(people, out, endpoint, "--reuse", str(what))), *words)
    is_refused(cli(*start(people, out, endpoint, "--reuse", str(whole), "--replay", str(whole))), "--reuse")
    is_refused(cli("study", "--replay", whole, "--reuse", whole, "--out", out), "leave out --reuse")
    is_refused(cli("study", "embodied", "--people", "1", "--reuse", whole, "--out", out), "--reuse", "--mind lm")
    assert not out.exists()


def test_people_who_are_played_say_again_what_they_said(cli: Cli, people: Path, tmp_path: Path) -> None:
    def plays(asked: Asked) -> str:
        wish = asked.body["messages"][0]["content"].split("What you want this time: ")[1].split(".")[0]
        return json.dumps({"says": f"The {wish.split(',')[0]}, and I am asked for the {asked.number}th time."})

    with Endpoint(plays, Rules(models=("actor",))) as running:
        command = ("study", "embodied", "--data", people, "--methods", "both", "--passes", "1", "--people-kind")
        model = ("played", "--people-model", "actor", "--base-url", running.base_url)
        assert cli(*command, *model, "--out", tmp_path / "one").code == 0
        asked = len(running.asked)
        assert cli(*command, *model, "--out", tmp_path / "two", "--reuse", tmp_path / "one").code == 0
        assert len(running.asked) == asked
    one, two = report(tmp_path / "one"), report(tmp_path / "two")
    assert (two["methods"], two["played"]) == (one["methods"], one["played"])
    assert (two["model"]["models"]["actor"]["reused"], two["model"]["calls"]) == (asked, 0)
