"""A suite with environments of its own, the one of `docs/extending.md`: run, resumed and told like any other."""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from penchant_lab.run import suites
from workbench import Said, closing_units, is_refused, last_line

Cli = Callable[..., Said]
PAGE = (Path(__file__).parents[3] / "docs" / "extending.md").read_text(encoding="utf-8")
WORLD = PAGE.split("## A suite with environments of its own")[1].split("```python\n")[1].split("```")[0]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the page defines, with its suite found as a plugin is."""
    defined: dict[str, Any] = {"__name__": "guessing"}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(WORLD, "extending.md", "exec"), defined)
    monkeypatch.setattr(suites, "plugin", lambda kind, name: defined["GUESSING"])
    monkeypatch.setattr(suites, "installed", lambda kind: {"guessing": None})
    return defined


def study(cli: Cli, *words: str) -> Said:
    return cli("study", "guessing", "--games", "5", "--jobs", "1", *words)


def failed(why: str) -> str:
    go_on = "Nothing that was finished is lost; go on with: penchant study --resume run"
    return f"penchant: The suite 'guessing' failed: {why}. {go_on}"


def raises(*_: object, **__: object) -> Any:
    raise LookupError("out of\nnumbers.")


@pytest.mark.usefixtures("world")
def test_it_is_studied_by_the_same_runner(cli: Cli) -> None:
    said = study(cli, "--out", "run")
    assert said.code == 0, said.err
    assert said.out.splitlines()[0] == "halving needs the fewest guesses"
    assert "guessing-v1, 3 people" in said.out
    assert len(closing_units(Path("run"))) == 6
    assert "halving needs the fewest guesses" in Path("run/report.html").read_text()


@pytest.mark.usefixtures("world")
def test_it_has_a_help_page_of_its_own(cli: Cli, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli("study", "guessing", "--help")
    text = capsys.readouterr().out
    assert set(re.findall(r"--(?:agents|games|methods|track|passes)", text)) == {"--agents", "--games"}


@pytest.mark.usefixtures("world")
def test_cut_short_it_is_resumed_to_the_same_bytes(cli: Cli) -> None:
    assert study(cli, "--out", "run").code == 0
    whole = {name: Path("run", name).read_bytes() for name in ("report.json", "episodes.jsonl")}
    os.truncate("run/episodes.jsonl", len(whole["episodes.jsonl"]) // 2)
    is_refused(cli("study", "--resume", "run", "--games", "9"), "--games 9", "started with (5)")
    assert cli("study", "--resume", "run", "--jobs", "2").code == 0
    assert {name: Path("run", name).read_bytes() for name in whole} == whole


def test_an_encounter_that_raises_is_counted_as_broken(cli: Cli, world: dict[str, Any]) -> None:
    def stuck(low: int, high: int) -> int:
        raise LookupError("out of numbers")

    world["AGENTS"]["stuck"] = stuck
    said = study(cli, "--agents", "stuck", "--out", "run")
    assert (said.code, last_line(said.err)) == (1, failed("ZeroDivisionError: division by zero"))
    closing = Path("run/episodes.jsonl").read_text().splitlines()[5]
    assert closing.endswith('"episodes":5,"broke":5}')
    assert '"broke":"LookupError: out of numbers"' in Path("run/episodes.jsonl").read_text()


@pytest.mark.parametrize("where", ["__init__", "__len__", "fingerprint", "check", "speakers"])
def test_a_study_that_cannot_begin_is_one_line_and_leaves_nothing(
    cli: Cli, world: dict[str, Any], monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(world["GuessingStudy"], where, raises)
    is_refused(study(cli, "--out", "run"), "suite 'guessing' failed: LookupError: out of numbers.")
    assert not Path("run").exists()


def test_a_suite_that_cannot_settle_its_options_is_one_line(cli: Cli, world: dict[str, Any]) -> None:
    world["GUESSING"] = replace(world["GUESSING"], settle=raises)
    is_refused(study(cli, "--out", "run"), "suite 'guessing' failed: LookupError: out of numbers.")


def test_a_suite_without_people_is_refused(cli: Cli, world: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world["GuessingStudy"], "__len__", lambda self: 0)
    is_refused(study(cli, "--out", "run"), "has nobody in it")
    assert not Path("run").exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("where", ["person", "encounters", "open_worker", "prepare", "episodes", "report", "after"])
def test_a_study_that_raises_in_mid_run_is_one_line_and_goes_on_once_it_is_mended(
    cli: Cli, world: dict[str, Any], monkeypatch: pytest.MonkeyPatch, where: str, jobs: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(world["GuessingStudy"], where, raises)
        said = study(cli, "--out", "run", "--jobs", jobs)
    assert (said.code, said.out, last_line(said.err)) == (1, "", failed("LookupError: out of numbers"))
    assert cli("study", "--resume", "run", "--jobs", "1").code == 0
    assert study(cli, "--out", "whole").code == 0
    for name in ("report.json", "episodes.jsonl"):
        assert Path("run", name).read_bytes() == Path("whole", name).read_bytes()


def test_what_cannot_be_kept_of_an_encounter_is_one_line(cli: Cli, world: dict[str, Any]) -> None:
    world["Guessing"].run = lambda self: {"guesses": object()}
    said = study(cli, "--out", "run")
    assert said.code == 1
    assert "suite 'guessing' failed: TypeError" in last_line(said.err)


@pytest.mark.parametrize("part", ["finding", "sheets"])
def test_a_report_that_cannot_be_told_is_one_line(cli: Cli, world: dict[str, Any], part: str) -> None:
    spec = world["GUESSING"]
    world["GUESSING"] = replace(spec, presentation=lambda: replace(spec.presentation(), **{part: raises}))
    said = study(cli, "--out", "run")
    assert (said.code, said.out, last_line(said.err)) == (1, "", failed("LookupError: out of numbers"))


def test_a_suite_that_calls_itself_something_else_than_its_entry_point_is_refused(
    cli: Cli, world: dict[str, Any]
) -> None:
    world["GUESSING"] = replace(world["GUESSING"], name="riddles")
    is_refused(study(cli), "'guessing' calls itself 'riddles'")


@pytest.mark.usefixtures("world")
def test_a_version_that_is_not_installed_is_refused_and_not_taken_for_the_one_that_is(cli: Cli) -> None:
    is_refused(cli("study", "guessing-v2", "--out", "run"), "no guessing-v2 here; guessing-v1 is installed")
    assert cli("study", "guessing-v1", "--games", "2", "--jobs", "1", "--out", "run").code == 0
