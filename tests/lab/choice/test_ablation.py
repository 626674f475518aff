"""What each habit of memory is worth: the same study with one thing done differently."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from penchant.loop.methods import VARIED
from penchant_lab.choice.ablation import ablated, ablation, ablation_table
from penchant_lab.choice.life import LifeResult
from penchant_lab.choice.tally import Tally
from workbench import Said, is_refused, tiny_people

Cli = Callable[..., Said]
pytestmark = pytest.mark.usefixtures("no_matplotlib")


def life(method: str, person: str, *, exam: int, after: int) -> LifeResult:
    def tally(right: int) -> list[Tally]:
        return [Tally(tasks=10, right=right)]

    phases = {"phase1": tally(5), "phase2": tally(exam), "phase3": tally(5), "phase4": tally(after)}
    return LifeResult(method, person, tallies=phases)


def figures(*methods: str) -> dict[str, dict[str, None]]:
    return {"methods": dict.fromkeys(methods)}


def test_a_difference_is_taken_person_by_person() -> None:
    lives = [
        life("both", "ana", exam=10, after=9),
        life("both", "ben", exam=4, after=3),
        life("both+notes=3", "ana", exam=9, after=9),
        life("both+notes=3", "ben", exam=3, after=5),
    ]
    found = ablation(lives, figures("both", "both+notes=3"))["both+notes=3"]
    assert found["phase2"] == {"difference": -0.1, "low": -0.1, "high": -0.1}, "both lost one of ten"
    assert found["phase4"] == {"difference": 0.1, "low": 0.0, "high": 0.2}


def test_one_person_alone_has_a_difference_and_no_interval() -> None:
    lives = [life("both", "ana", exam=10, after=9), life("both+expand", "ana", exam=8, after=9)]
    found = ablation(lives, figures("both", "both+expand"))["both+expand"]
    assert found["phase2"] == {"difference": -0.2, "low": None, "high": None}


def test_a_run_that_varies_nothing_has_no_ablation() -> None:
    assert ablation([life("both", "ana", exam=10, after=9)], figures("both")) == {}


def test_every_variation_is_a_method_of_its_own() -> None:
    assert ablated("post")[0] == "post"
    assert len(set(ablated("post"))) == len(VARIED) + 1


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_people(tmp_path_factory.mktemp("people"), people=2)


def test_an_ablation_shows_every_habit_beside_the_method_as_it_is(cli: Cli, people: Path, tmp_path: Path) -> None:
    said = cli("study", "embodied", "--data", people, "--ablate", "--passes", "1", "--out", tmp_path / "run")
    assert said.code == 0
    for what in VARIED:
        assert f"both+{what} " in said.out
    found = json.loads((tmp_path / "run" / "report.json").read_text())
    assert list(found["ablation"]) == list(ablated("both"))[1:]
    assert ablation_table(found) in said.out
    assert max(map(len, said.out.splitlines())) <= 110


def test_habits_can_be_named_one_by_one(cli: Cli, people: Path) -> None:
    said = cli("study", "embodied", "--data", people, "--methods", "post+threshold=0.9", "--passes", "1", "--json")
    assert list(json.loads(said.out)["methods"]) == ["post+threshold=0.9"]


@pytest.mark.parametrize(
    ("given", "word"),
    [
        (["--methods", "both+magic"], "magic"),
        (["--methods", "both+notes=many"], "number"),
        (["--methods", "both+notes=0"], "1 or more"),
        (["--methods", "both+threshold=7"], "between -1 and 1"),
        (["--methods", "pre,both", "--ablate"], "one method"),
    ],
)
def test_a_habit_that_makes_no_sense_is_one_line(cli: Cli, people: Path, given: list[str], word: str) -> None:
    is_refused(cli("study", "embodied", "--data", people, *given), word)
