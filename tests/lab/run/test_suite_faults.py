"""A suite of somebody else's that raises: one clear line or a broken episode, nothing lost, and the run can go on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penchant.domain import Action, Request
from penchant_lab.people import Intent
from penchant_lab.suites.protocol import Life, Task
from workbench import Said, closing_units, is_refused, last_line, tree

Cli = Callable[..., Said]
pytestmark = pytest.mark.usefixtures("no_matplotlib")
COLOURS = ("red", "green", "blue")


class Colours:
    """Three people who each like a colour, and later another."""

    name = "colours"

    def __init__(self, *, data: Path | None = None, people: int | None = None, seed: int = 0) -> None:
        self._people = people or 3

    def __len__(self) -> int:
        return self._people

    def life(self, index: int) -> Life:
        person = ("Ada", "Bo", "Cy")[index]

        def tasks(taste: int) -> tuple[Task, ...]:
            before = Intent(COLOURS[0]) if taste else None
            texts = ("Paint the door.", "Knit me a scarf.")
            return tuple(
                Task(Request(person, text, COLOURS), Intent(COLOURS[taste], formerly=before)) for text in texts
            )

        return Life(person, (tasks(0), tasks(0), tasks(1), tasks(1)))

    def is_right(self, task: Task, action: Action) -> bool:
        return task.intent.is_met_by(action)

    def fingerprint(self) -> str:
        return "the same colours"


@pytest.fixture
def study(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """A study of the suite it is given, found as a plugin is."""

    def run(suite: Any, *words: str | Path) -> Said:
        monkeypatch.setattr("penchant_lab.run.suites.plugin", lambda kind, name: suite)
        small = ("--methods", "none,both", "--passes", "1", "--jobs", "1")
        return cli("study", "colours", *(small if "--resume" not in words else ("--jobs", "1")), *words)

    return run


def raises(*_: object, **__: object) -> Any:
    raise ValueError("no colours\ntoday")


@pytest.mark.parametrize("where", ["__init__", "__len__", "life", "fingerprint"])
def test_a_suite_that_cannot_be_opened_is_one_line_and_leaves_nothing(
    study: Callable[..., Said], tmp_path: Path, where: str
) -> None:
    broken = type("Broken", (Colours,), {where: raises})
    is_refused(study(broken, "--out", "run"), "suite 'colours' failed: ValueError: no colours today")
    assert tree(tmp_path) == []


@pytest.mark.parametrize("lacking", ["life", "is_right", "fingerprint", "__len__"])
def test_what_is_no_suite_is_told_what_it_lacks(study: Callable[..., Said], tmp_path: Path, lacking: str) -> None:
    methods = {
        name: getattr(Colours, name) for name in ("__len__", "life", "is_right", "fingerprint") if name != lacking
    }
    is_refused(study(type("NoSuite", (), methods), "--out", "run"), "is no suite", lacking)
    assert tree(tmp_path) == []


def test_a_life_without_four_phases_is_refused(study: Callable[..., Said]) -> None:
    class Short(Colours):
        def life(self, index: int) -> Life:
            whole = super().life(index)
            return Life(whole.person, whole.phases[:3])

    is_refused(study(Short, "--out", "run"), "gives 3 phases")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_suite_that_raises_in_mid_run_loses_nothing_and_goes_on_once_it_is_mended(
    study: Callable[..., Said], tmp_path: Path, jobs: str
) -> None:
    class Fails(Colours):
        def life(self, index: int) -> Life:
            if index == 2:
                raise KeyError("Cy")
            return super().life(index)

    assert study(Colours, "--out", "whole").code == 0
    said = study(Fails, "--out", "run", "--jobs", jobs)
    assert (said.code, said.out) == (1, "")
    assert "suite 'colours' failed: KeyError: 'Cy'" in last_line(said.err)
    assert last_line(said.err).endswith("penchant study --resume run")
    assert closing_units(tmp_path / "run") == [(who, name) for name in ("Ada", "Bo") for who in ("none", "both")]
    assert study(Colours, "--resume", "run").code == 0
    for name in ("report.json", "episodes.jsonl"):
        assert (tmp_path / "run" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_a_rule_that_raises_breaks_the_episode_and_is_counted(study: Callable[..., Said], tmp_path: Path) -> None:
    class Unruly(Colours):
        def is_right(self, task: Task, action: Action) -> bool:
            if task.request.text == "Paint the door.":
                raise ZeroDivisionError("no rule for doors")
            return super().is_right(task, action)

    said = study(Unruly, "--out", "run", "--json")
    assert said.code == 0
    for method in said.json["methods"].values():
        assert method["broke"] == method["episodes"] / 2
        assert method["phase2"]["n"] == 3
        assert method["why"] == {"ZeroDivisionError: no rule for doors": method["broke"]}
    assert said.json["lines"]["oracle"] == {"phase2": 1.0, "phase4": 1.0}
    lines = [json.loads(line) for line in (tmp_path / "run" / "episodes.jsonl").read_text().splitlines()]
    broken = [line for line in lines if line.get("broke")]
    assert {line["request"] for line in broken} == {"Paint the door."}
    assert not any(line["opened"] for line in broken), "what such an episode taught is taken back"


def test_a_suite_of_another_version_is_not_mixed_with_what_was_begun(study: Callable[..., Said]) -> None:
    assert study(Colours, "--stop-after", "1", "--out", "run").code == 0
    assert json.loads(Path("run/run.json").read_text())["config"]["suite"] == "colours-v1"
    is_refused(study(type("Later", (Colours,), {"version": 2}), "--resume", "run"), "colours-v1", "colours-v2")
