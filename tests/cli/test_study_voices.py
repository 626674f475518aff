"""Studies of people who speak otherwise: kept with the run, told in the report, and the same when it goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from penchant_lab.run.config import RunConfig
from penchant_lab.run.runner import StudyRun, new_run
from workbench import PIRATE_REMARKS, Said, is_refused, pirates, tiny_people, tree

Cli = Callable[..., Said]
pytestmark = pytest.mark.usefixtures("no_matplotlib")


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_people(tmp_path_factory.mktemp("people"), people=2, tasks=2)


@pytest.fixture
def crew(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pirates(tmp_path_factory.mktemp("voices") / "pirates")


def start(people: Path, *more: str | Path) -> list[str | Path]:
    flags = ["--methods", "both", "--passes", "1", "--jobs", "1", "--out", "run"]
    return ["study", "embodied", "--data", people, *flags, *more]


def heard(run: Path) -> list[str]:
    """Every word that was said in a run."""
    episodes = [json.loads(line) for line in (run / "episodes.jsonl").read_text(encoding="utf-8").splitlines()]
    lived = [each for each in episodes if "unit" not in each]
    answers = [exchange["answer"] for each in lived for exchange in each["heard"]]
    return answers + [each["reaction"] for each in lived if each["reaction"]]


def test_people_of_a_folder_are_heard_and_named_without_its_path(
    cli: Cli, people: Path, crew: Path, tmp_path: Path
) -> None:
    said = cli(*start(people, "--voices", crew))
    assert said.code == 0
    words = heard(tmp_path / "run")
    assert words
    assert all(each.startswith("Arr") for each in words)
    assert "2 people with pirates voices, seed 0" in said.out
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    assert report["voices"] == "pirates"
    page = (tmp_path / "run" / "report.html").read_text()
    assert "<dt>voices</dt><dd>pirates</dd>" in page
    assert str(crew.parent) not in page + json.dumps(report) + said.out


def test_people_of_the_house_are_named_too(cli: Cli, people: Path, tmp_path: Path) -> None:
    figures = cli(*start(people, "--json")).json
    assert figures["voices"] == "house"
    assert cli(*start(people, "--out", "again", "--voices", "house")).code == 0
    assert heard(tmp_path / "again") == heard(tmp_path / "run")


def test_a_run_goes_on_with_the_same_shapes_wherever_they_lie(
    cli: Cli, people: Path, crew: Path, tmp_path: Path
) -> None:
    assert cli(*start(people, "--voices", crew, "--stop-after", "2")).code == 0
    moved = crew.rename(crew.with_name("corsairs"))
    is_refused(cli("study", "--resume", "run"), str(crew), "is not there")
    assert cli("study", "--resume", "run", "--voices", moved).code == 0
    assert all(each.startswith("Arr") for each in heard(tmp_path / "run"))


def test_a_run_does_not_go_on_with_other_voices(cli: Cli, people: Path, crew: Path, tmp_path: Path) -> None:
    assert cli(*start(people, "--voices", crew, "--stop-after", "2")).code == 0
    before = (tmp_path / "run" / "episodes.jsonl").read_bytes()
    is_refused(cli("study", "--resume", "run", "--voices", "house"), "'house'", "leave it out")
    pirates(crew, remarks=PIRATE_REMARKS.replace("Arr.", "Aye."))
    is_refused(cli("study", "--resume", "run"), "'pirates'", "start a new run")
    assert (tmp_path / "run" / "episodes.jsonl").read_bytes() == before


def test_people_of_the_web_shop_speak_a_folders_remarks(cli: Cli, crew: Path, tmp_path: Path) -> None:
    plain = ("study", "web", "--people", "3", "--products", "300", "--agents", "none,last", "--jobs", "1")
    said = cli(*plain, "--track", "multi", "--voices", crew, "--out", "run")
    assert said.code == 0, said.err
    assert "3 people with pirates voices" in said.out
    assert json.loads((tmp_path / "run" / "report.json").read_text())["voices"] == "pirates"
    assert "arr" in (tmp_path / "run" / "episodes.jsonl").read_text().casefold()


def test_a_study_in_python_takes_voices_too(people: Path, crew: Path, tmp_path: Path) -> None:
    options = {"passes": 1, "voices": str(crew)}
    config = RunConfig(suite="embodied-v1", data=str(people), methods=("both",), options=options)
    run, study = new_run(config, tmp_path / "run")
    assert study.voices is not None
    assert study.voices.name == "pirates"
    figures = StudyRun(run, study, jobs=1).finish()
    run.close()
    assert figures is not None
    assert figures["voices"] == "pirates"
    assert all(each.startswith("Arr") for each in heard(tmp_path / "run"))


def test_a_replay_takes_the_same_voices_wherever_they_lie(cli: Cli, people: Path, crew: Path, tmp_path: Path) -> None:
    assert cli(*start(people, "--voices", crew)).code == 0
    (tmp_path / "run" / "calls.jsonl").touch()
    replay = ("study", "--replay", "run")
    moved = crew.rename(crew.with_name("corsairs"))
    is_refused(cli(*replay, "--voices", "house"), "--voices house is not what run was recorded with")
    assert "--voices" not in cli(*replay, "--voices", moved).err


def test_spoilt_voices_are_refused_before_there_is_a_run(cli: Cli, people: Path, crew: Path, tmp_path: Path) -> None:
    pirates(crew, voice="[songs]\nyo ho ho\n")
    said = cli(*start(people, "--voices", crew))
    is_refused(said, f"{crew / 'pirate.txt'}, line 1", "is not a section")
    assert said.code == 1
    is_refused(cli(*start(people, "--voices", "stranger")), "Did you mean 'strangers'?")
    is_refused(cli(*start(people, "--voices", crew / "nowhere")), "nowhere is not there")
    assert tree(tmp_path) == []


def test_voices_where_nobody_speaks_in_any_are_refused(cli: Cli, people: Path, crew: Path, tmp_path: Path) -> None:
    played = ("--people-kind", "played", "--people-model", "m", "--base-url", "http://localhost:1/v1")
    is_refused(cli(*start(people, "--voices", crew, *played)), "--voices is for simulated people", "'played'")
    is_refused(cli("study", "web", "--people", "2", "--voices", crew), "single-turn track", "--track multi")
    assert tree(tmp_path) == []
