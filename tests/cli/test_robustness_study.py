"""`penchant study robustness`: worlds, styles and methods in one run, and one line for every mistake."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from penchant_lab.choice.life import run_life
from penchant_lab.suites.robustness import study as robustness
from workbench import (
    Said,
    broken_off,
    goes_on_where_it_was_broken_off,
    is_refused,
    penchant,
    tells_the_same_everywhere,
    tiny_people,
)

Cli = Callable[..., Said]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run with what it printed beside it."""
    folder = tmp_path_factory.mktemp("robustness")
    tiny_people(folder / "data", people=2, tasks=4)
    said = penchant("study", "robustness", *small("data"), "--jobs", "2", "--json", "--out", "run", cwd=folder)
    assert said.code == 0, said.err
    (folder / "out.json").write_text(said.out)
    return folder


def small(data: str | Path, styles: str = "ideal,noisy-30,impatient") -> list[str]:
    words = ("--worlds", "embodied", "--passes", "1", "--people", "2")
    return ["--data", str(data), "--styles", styles, *words]


@pytest.fixture(scope="module")
def figures(whole: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((whole / "out.json").read_text())
    return found


def test_the_document_has_the_keys_scripts_rely_on(figures: dict[str, Any]) -> None:
    assert figures["suite"] == "robustness-v1"
    assert (figures["people"], figures["passes"], figures["mind"]) == (2, 1, "built-in")
    assert [world["world"] for world in figures["worlds"]] == ["embodied"]
    styles = {style["style"]: style for style in figures["worlds"][0]["styles"]}
    assert {name: style["wrong"] for name, style in styles.items()} == {"ideal": 0, "noisy-30": 0.3, "impatient": 0}
    for style in styles.values():
        assert list(style["methods"]) == ["none", "pre", "post", "both", "dictionary", "nearest", "majority"]
        assert set(style["listener"]) == {"success", "asked", "passes"}
        for row in style["methods"].values():
            assert row["broke"] == 0
            assert row["phase2"]["low"] <= row["phase2"]["success"] <= row["phase2"]["high"]
            assert set(row["recovery"]) == {"at_once", "affected", "recovered", "half", "each"}
            assert ("allowed" in row) == (row is style["methods"]["both"])
            assert set(row["closures"]) == {"share", "low", "high", "true", "falsely", "closed"}


def test_a_life_is_the_same_as_in_a_study_of_its_world(whole: Path, figures: dict[str, Any], cli: Cli) -> None:
    alone = cli(
        *("study", "embodied", "--data", whole / "data", "--people-style", "noisy-30", "--methods", "both"),
        *("--passes", "1", "--people", "2", "--jobs", "1", "--json"),
    )
    both = json.loads(alone.out)["methods"]["both"]
    here = figures["worlds"][0]["styles"][1]["methods"]["both"]
    assert {key: here[key] for key in both} == both


def test_what_a_second_question_is_worth_is_that_of_a_study_with_so_many(
    whole: Path, figures: dict[str, Any], cli: Cli
) -> None:
    for allowed in ("1", "2"):
        alone = cli(
            *("study", "embodied", "--data", whole / "data", "--methods", "both", "--questions", allowed),
            *("--passes", "1", "--people", "2", "--jobs", "1", "--json"),
        )
        both = json.loads(alone.out)["methods"]["both"]
        here = figures["worlds"][0]["styles"][0]["methods"]["both"]["allowed"][allowed]
        assert here["first_pass"] == both["phase1"][0]["success"]
        assert here["questions_per_100"] == both["questions_per_100"]["phase1"]


def test_records_say_what_was_wanted_and_in_which_world_and_style(whole: Path) -> None:
    lines = [json.loads(line) for line in (whole / "run" / "episodes.jsonl").read_text().splitlines()]
    records = [line for line in lines if "unit" not in line]
    assert {"/".join(record["person"].split("/")[:2]) for record in records} == {
        "embodied/ideal",
        "embodied/noisy-30",
        "embodied/impatient",
    }
    for record in records:
        named = {record["wanted"]["thing"], record["wanted"]["place"]} - {None}
        assert record["right"] == (record["action"] == record["wanted"]) or not named <= {*record["options"]}


def test_a_run_s_table_page_and_pictures_tell_the_same(whole: Path, figures: dict[str, Any]) -> None:
    both = figures["worlds"][0]["styles"][0]["methods"]["both"]
    words = ["Asking and listening", "noisy-30", "majority", "ideal listener", "closed though", "half right"]
    words += ["2 questions", f"{100 * both['phase2']['success']:.1f} ["]
    tells_the_same_everywhere(whole, words, PICTURES)


PICTURES = ("exam", "exam-after", "questions", "acpe", "first-pass", "recovery", "closures", "trade-off")


def test_an_interrupted_run_goes_on_to_the_same_report(whole: Path, cli: Cli) -> None:
    given = small(whole / "data", styles="noisy-30")
    words = ("study", "robustness", *given, "--methods", "both,majority", "--jobs", "1")
    goes_on_where_it_was_broken_off(
        cli, words, lambda: patch.object(robustness, "run_life", broken_off(run_life, at=3))
    )


MISTAKES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "another world": (("--worlds", "embodied,moon"), ("--worlds", "'moon'")),
    "no world": (("--worlds", ","), ("--worlds", "embodied and shopping")),
    "a mistyped style": (("--styles", "noisy-15"), ("noisy-15", "Did you mean")),
    "no style": (("--styles", ","), ("--styles", "noisy-10")),
    "a style file that is not there": (("--styles", "ideal,mine.toml"), ("mine.toml",)),
    "one style, as elsewhere": (("--people-style", "noisy-10"), ("takes --styles A,B", "instead of --people-style")),
    "no passes": (("--passes", "0"), ("--passes", "not 0")),
    "fewer questions than none": (("--questions", "-1"), ("--questions", "not -1")),
    "nobody": (("--people", "0"), ("--people", "not 0")),
    "another method": (("--methods", "both,guess"), ("guess", "majority")),
    "data that are not there": (("--data", "nowhere"), ("nowhere",)),
    "a model": (("--mind", "lm", "--model", "some"), ("--mind lm", "--people-style")),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_and_nothing_is_run(cli: Cli, tmp_path: Path, mistake: str) -> None:
    words, told = MISTAKES[mistake]
    is_refused(cli("study", "robustness", *words, "--out", tmp_path / "run"), *told)
    assert not (tmp_path / "run").exists()
