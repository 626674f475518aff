"""`penchant study theory`: the statements hold where their conditions are met, and one line for every mistake."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from penchant_lab.suites.theory.study import TheoryStudy
from workbench import Said, broken_off, goes_on_where_it_was_broken_off, is_refused, penchant, tells_the_same_everywhere

Cli = Callable[..., Said]
SMALL = ("study", "theory", "--rounds", "16", "--switches", "2", "--ambiguous", "0.5", "--people", "2", "--jobs", "1")
MORE = pytest.param("4", marks=pytest.mark.slow)
of_four = pytest.mark.parametrize("whole", [MORE], indirect=True)  # what two people are too few to show


@pytest.fixture(scope="module", params=["2", MORE])
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run of every world, with what it printed beside it."""
    folder = tmp_path_factory.mktemp("theory")
    said = penchant(*SMALL, "--people", request.param, "--json", "--out", "run", cwd=folder)
    assert said.code == 0, said.err
    (folder / "out.json").write_text(said.out)
    return folder


@pytest.fixture(scope="module")
def figures(whole: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((whole / "out.json").read_text())
    return found


def regret(figures: dict[str, Any], world: str, method: str) -> float:
    row = next(each for each in figures["worlds"] if each["key"] == world)["methods"][method]
    return float(row["regret"]["mean"])


def rows(figures: dict[str, Any], *statements: str) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (world["key"], name, row)
        for world in figures["worlds"]
        if world["statement"] in statements
        for name, row in world["methods"].items()
    ]


def test_the_document_has_the_keys_scripts_rely_on(figures: dict[str, Any]) -> None:
    assert figures["suite"] == "theory-v1"
    assert figures["wall_s"] > 0
    assert [figures[key] for key in ("rounds", "switches", "ambiguous", "answers", "questions")] == [16, 2, 0.5, 2, 2]
    assert figures["mind"] == "built-in"
    given = next(world for world in figures["worlds"] if world["key"] == "given-16")
    assert list(given["methods"]) == ["none", "pre", "post", "both"]
    assert set(given["lines"]) == {"chance", "constant", "oracle"}
    for _, _, row in rows(figures, "given", "drift", "ambiguity", "theorem", "limits"):
        assert row["regret"]["low"] <= row["regret"]["mean"] <= row["regret"]["high"]
        assert row["broke"] == 0


def test_every_claim_is_kept_to_where_its_conditions_are_met(figures: dict[str, Any]) -> None:
    found = rows(figures, "given", "drift", "ambiguity", "theorem")
    assert len(found) > 20
    assert [(world, name) for world, name, row in found if row["verdict"] == "broken"] == []


def test_with_corrections_a_switch_costs_one_error_however_many_rounds_there_are(figures: dict[str, Any]) -> None:
    for method in ("post", "both"):
        assert all(regret(figures, f"drift-{rounds}", method) <= 2 + 1 for rounds in (4, 8, 16))


@of_four
def test_without_corrections_regret_grows_with_the_rounds(figures: dict[str, Any]) -> None:
    power = next(row["power"] for world, name, row in rows(figures, "drift") if (world, name) == ("drift-16", "pre"))
    assert power > 0.6
    assert regret(figures, "drift-16", "pre") > 3 * regret(figures, "drift-16", "both")


def test_each_question_makes_errors_on_what_is_new_rarer(figures: dict[str, Any]) -> None:
    asked = [regret(figures, f"ambiguity-{k}", "both" if k else "post") for k in range(4)]
    assert asked == sorted(asked, reverse=True)
    assert asked[3] < asked[0] / 3


@of_four
def test_without_a_condition_the_statements_that_rest_on_it_are_broken(figures: dict[str, Any]) -> None:
    broken = {world for world, _, row in rows(figures, "limits") if row["verdict"] == "broken"}
    assert broken >= {"no-switch", "last-switch", "always-asks", "several"}
    assert regret(figures, "no-switch", "pre") == 0
    assert regret(figures, "last-switch", "pre") <= 1
    for world, _, row in rows(figures, "limits"):
        assert world not in ("balanced", "twins") or row["regret"]["mean"] > row["claim"]["regret"]


def test_the_agent_asks_no_more_than_it_may_and_none_who_may_not(whole: Path) -> None:
    lines = map(json.loads, (whole / "run" / "episodes.jsonl").read_text().splitlines())
    for record in (line for line in lines if "unit" not in line and line["world"] == "given-16"):
        assert record["asked"] <= (2 if record["method"] in ("pre", "both") else 0)
        assert (record["reaction"] is None) == (record["method"] in ("none", "pre"))


def test_who_is_not_corrected_does_the_same_whenever_the_switch_came(whole: Path, figures: dict[str, Any]) -> None:
    """The paper's second lemma."""
    lines = map(json.loads, (whole / "run" / "episodes.jsonl").read_text().splitlines())
    done: dict[str, set[str]] = {}
    for record in lines:
        if record.get("world") == "drift-16" and record["method"] == "pre":
            done.setdefault(record["person"], set()).add(record["done"])
    assert len(done) == figures["people"]
    assert all(len(actions) == 1 for actions in done.values())


def test_a_run_s_table_page_and_pictures_tell_the_same(whole: Path, figures: dict[str, Any]) -> None:
    words = ["Regret after 16 rounds", "Proposition 1", "Proposition 2", "Theorem 1", "Limits", "oracle"]
    words.append(f"{regret(figures, 'given-16', 'both'):.1f}")
    tells_the_same_everywhere(whole, words, ["regret", "statements"])


def test_an_interrupted_run_goes_on_to_the_same_report(cli: Cli) -> None:
    small = ("--rounds", "8", "--switches", "1", "--people", "2", "--alone", "--jobs", "1")
    encounters = broken_off(TheoryStudy.encounters, at=5)
    goes_on_where_it_was_broken_off(
        cli, ("study", "theory", *small), lambda: patch.object(TheoryStudy, "encounters", encounters)
    )


MISTAKES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "as many switches as rounds": (("--rounds", "5", "--switches", "5"), ("--switches 5", "0 to 4")),
    "fewer switches than none": (("--switches", "-1"), ("--switches -1",)),
    "no rounds": (("--rounds", "0"), ("--rounds", "not 0")),
    "a share above one": (("--ambiguous", "1.5"), ("--ambiguous", "1.5")),
    "a share below zero": (("--ambiguous", "-0.1"), ("--ambiguous", "-0.1")),
    "a share that is no number": (("--ambiguous", "nan"), ("--ambiguous", "nan")),
    "answers that tell nothing": (("--answers", "1"), ("--answers", "at least two")),
    "questions below zero": (("--questions", "-1"), ("--questions", "not -1")),
    "nobody": (("--people", "0"), ("--people", "not 0")),
    "another method": (("--methods", "dictionary"), ("dictionary", "none, pre, post, both")),
    "data": (("--data", "."), ("--data", "leave")),
    "a model": (("--mind", "lm", "--model", "some"), ("--mind lm", "leave")),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_and_nothing_is_run(cli: Cli, tmp_path: Path, mistake: str) -> None:
    words, told = MISTAKES[mistake]
    is_refused(cli("study", "theory", *words, "--out", tmp_path / "run"), *told)
    assert not (tmp_path / "run").exists()


def test_its_flags_are_told_to_be_its_own_where_another_suite_is_given_them(cli: Cli) -> None:
    is_refused(cli("study", "embodied", "--rounds", "5"), "--rounds", "penchant study theory")
