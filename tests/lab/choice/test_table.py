from __future__ import annotations

from typing import Any

import pytest

from penchant.errors import BadData
from penchant_lab.choice.presentation import CHOICE_PRESENTATION
from penchant_lab.choice.report import as_report
from penchant_lab.choice.table import feedback_sheet, finding, success_sheet

text_table = CHOICE_PRESENTATION.text


def taught(success: float, asked: float, **others: Any) -> dict[str, Any]:
    plain = {"success": success, "low": success - 0.02, "high": success + 0.02, "asked": asked, "corrected": 0.051}
    return plain | {"feedback": asked + 0.03, "acpe": 1 - success, "utility": None} | others


def exam(success: float, *, alone: bool = False) -> dict[str, Any]:
    low, high = (None, None) if alone else (success - 0.012, success + 0.011)
    return {"success": success, "low": low, "high": high, "n": 1200}


def method(first: float, second: float, passes: int = 3, *, alone: bool = False, **others: Any) -> dict[str, Any]:
    return {
        "phase1": [taught(first - 0.1 + 0.1 * n / passes, 0.9 / n, utility=1.5) for n in range(1, passes + 1)],
        "phase2": exam(first, alone=alone),
        "phase3": [taught(second - 0.2 + 0.2 * n / passes, 0.8 / n) for n in range(1, passes + 1)],
        "phase4": exam(second, alone=alone),
        "broke": 0,
        "episodes": 9600,
    } | others


def report(passes: int = 3, people: int = 40, **methods: dict[str, Any]) -> dict[str, Any]:
    lines = {"chance": {"phase2": 0.271, "phase4": 0.268}, "oracle": {"phase2": 1.0, "phase4": 1.0}}
    start = {"suite": "embodied", "people": people, "seed": 7, "passes": passes}
    return {**start, "methods": methods, "lines": lines, "calibration": {}}


def row(table: str, start: str) -> list[str]:
    return next(line for line in table.splitlines() if line.startswith(start)).split()


@pytest.fixture
def table() -> str:
    study = report(both=method(0.973, 0.951), none=method(0.27, 0.268), post=method(0.9, 0.86, broke=3))
    return text_table(study)


def test_the_table_opens_with_the_finding_and_the_run(table: str) -> None:
    first, second = table.splitlines()[:2]
    assert first == "Asking and listening reaches 97 % and recovers to 95 % after every taste changed"
    assert second.startswith("embodied, 40 people, seed 7")


def test_every_pass_and_exam_stands_in_its_row_with_its_interval(table: str) -> None:
    assert row(table, "both") == [
        "both", "90.6", "94.0", "97.3", "97.3", "[96.1,", "98.4]", "81.8", "88.4", "95.1", "95.1", "[93.9,", "96.2]",
    ]  # fmt: skip


def test_methods_keep_their_order_and_the_lines_to_compare_with_follow(table: str) -> None:
    names = [line.split()[0] for line in table.splitlines() if line[:1].isalpha()]
    assert [n for n in names if n in {"none", "post", "both", "chance", "oracle"}][:5] == [
        "none", "post", "both", "chance", "oracle",
    ]  # fmt: skip
    assert row(table, "chance") == ["chance", "27.1", "26.8"]


def test_feedback_is_told_for_each_pass(table: str) -> None:
    below = table[table.index("Feedback in each pass") :]
    assert row(below, "both")[1:] == ["asked,", "%", "90.0", "45.0", "30.0", "80.0", "40.0", "26.7"]
    both = below[below.index("\nboth") :]
    assert row(both, "      corrected, %")[2:] == ["5.1"] * 6
    assert row(both, "      either, %")[2:4] == ["93.0", "48.0"]
    assert row(both, "      ACPE")[1:4] == ["0.094", "0.060", "0.027"]
    assert row(both, "      utility") == ["utility", "1.50", "1.50", "1.50", "-", "-", "-"]


def test_notes_explain_the_interval_and_count_what_broke(table: str) -> None:
    assert "95 % interval over people, clustered" in table
    assert "none 0 of 9600, post 3 of 9600, both 0 of 9600 episodes" in table


@pytest.mark.parametrize("passes", [1, 2, 3, 5, 12, 40])
def test_the_table_is_never_wider_than_110_columns_and_drops_nothing(passes: int) -> None:
    sure = method(1.0, 1.0, passes, phase2=exam(1.0) | {"low": 1.0, "high": 1.0})
    study = report(passes, both=sure, none=method(0.27, 0.27, passes))
    study["methods"]["a method with a " + "very " * 12 + "long name"] = sure
    table = text_table(study)
    assert max(map(len, table.splitlines())) <= 110
    assert table.count(f"pass {passes} ") + table.count(f"pass {passes}\n") >= 4


def test_three_passes_fit_side_by_side_even_when_everything_is_right() -> None:
    perfect = method(1.0, 1.0, phase2={"success": 1.0, "low": 1.0, "high": 1.0, "n": 9})
    table = text_table(report(both=perfect | {"phase4": perfect["phase2"]}))
    assert row(table, "both").count("[100.0,") == 2


def test_one_person_one_pass_one_method_has_no_interval() -> None:
    table = text_table(report(1, 1, pre=method(0.8, 0.5, 1, alone=True)))
    assert row(table, "pre") == ["pre", "80.0", "80.0", "50.0", "50.0"]
    assert "1 person" in table
    assert "one person only" in table


def test_the_finding_says_when_nothing_recovers_and_when_there_is_no_memory() -> None:
    assert finding(report(both=method(0.9, 0.6))) == (
        "Asking and listening reaches 90 % and falls to 60 % after every taste changed"
    )
    assert finding(report(none=method(0.27, 0.26))).startswith("No memory gets 27 % and gets 26 %")
    assert finding(report(mine=method(0.9, 0.9))).startswith("mine reaches 90 %")


def test_the_finding_is_about_the_best_method_whatever_its_name() -> None:
    assert finding(report(both=method(0.6, 0.6), post=method(0.7, 0.8))).startswith("Correction alone reaches 70 %")
    assert finding(report(pre=method(0.6, 0.6), both=method(0.6, 0.6))).startswith("Asking and listening")


def test_methods_whose_intervals_meet_are_named_as_a_tie() -> None:
    said = finding(report(both=method(0.957, 0.951), post=method(0.951, 0.952), pre=method(0.95, 0.02)))
    assert said.startswith("Asking and listening reaches 96 % and recovers to 95 % after every taste changed")
    assert said.endswith("; correction alone does as well, within the interval")
    three = finding(report(both=method(0.95, 0.95), post=method(0.95, 0.95), pre=method(0.95, 0.95)))
    assert three.endswith("; asking alone and correction alone do as well, within the interval")
    many = report() | {"methods": {f"both+notes={n}": method(0.95, 0.95) for n in range(9)}}
    assert finding(many).endswith("; 8 other methods do as well, within the interval")


def test_intervals_that_do_not_meet_are_no_tie_and_one_person_ties_with_the_same_figure_only() -> None:
    assert finding(report(both=method(0.95, 0.90), post=method(0.95, 0.93))).startswith("Correction alone")
    alone = report(1, 1, both=method(0.9, 0.90, 1, alone=True), post=method(0.9, 0.91, 1, alone=True))
    assert finding(alone) == "Correction alone reaches 90 % and recovers to 91 % after every taste changed"
    same = report(1, 1, both=method(0.9, 0.9, 1, alone=True), post=method(0.9, 0.9, 1, alone=True))
    assert finding(same).endswith("; correction alone does as well, within the interval")


def costing(success: float, *, asks: tuple[float, float, float]) -> dict[str, Any]:
    found = method(success, success)
    for phase in ("phase1", "phase3"):
        for row, asked in zip(found[phase], asks, strict=True):
            row["questions_per_100"] = asked
    return found | {"questions_per_100": {phase: sum(asks) / 3 for phase in ("phase1", "phase3")}}


@pytest.fixture
def compared() -> dict[str, Any]:
    """A study in which ours is compared with both sceptics."""
    return report(
        nearest=costing(0.91, asks=(3, 0, 0)),
        dictionary=costing(0.27, asks=(100, 2, 0)),
        both=costing(0.95, asks=(120.5, 30, 3)),
        post=costing(0.95, asks=(0, 0, 0)),
    )


def test_sceptics_stand_below_ours_and_above_the_baselines(compared: dict[str, Any]) -> None:
    ours, sceptics, asks, lines = ([row.name for row in rows] for _, rows in success_sheet(compared).sections)
    assert (ours, sceptics) == (["post", "both"], ["dictionary", "nearest"])
    assert asks == ["both, asks", "dictionary, asks", "nearest, asks"]
    assert lines == ["chance", "oracle"]


def test_beside_success_stands_what_it_cost_in_each_pass(compared: dict[str, Any]) -> None:
    table = text_table(compared)
    assert "Success, % of tasks; asks: questions per 100 tasks" in table
    assert row(table, "both, asks") == ["both,", "asks", "120.5", "30.0", "3.0", "120.5", "30.0", "3.0"]
    assert max(map(len, table.splitlines())) <= 110
    assert "Asks: how many questions a hundred tasks brought" in table


def test_the_finding_tells_what_success_cost_and_whether_something_cheaper_does_as_well(
    compared: dict[str, Any],
) -> None:
    assert finding(compared) == (
        "Asking and listening reaches 95 % and recovers to 95 % after every taste changed, for 51 questions per 100 "
        "tasks; correction alone (0 questions) does as well, within the interval"
    )
    compared["methods"]["nearest"] = costing(0.94, asks=(3, 0, 0))
    assert finding(compared).endswith(
        "; correction alone (0 questions) and the nearest earlier request (1 question) do as well, within the interval"
    )


def test_a_sceptic_that_does_better_is_what_the_finding_is_about(compared: dict[str, Any]) -> None:
    compared["methods"]["nearest"] = costing(0.999, asks=(1, 0, 0))
    assert finding(compared) == (
        "The nearest earlier request reaches 100 % and recovers to 100 % after every taste changed, "
        "for 0.3 questions per 100 tasks"
    )
    assert "asking and listening 95 % and 95 % for 51 questions" in CHOICE_PRESENTATION.lead(compared)


def test_a_report_from_before_questions_were_counted_says_nothing_of_them(table: str) -> None:
    assert "asks:" not in table
    assert "questions per 100" not in table.splitlines()[0]


def test_a_method_that_never_got_there_leaves_dashes() -> None:
    study = as_report(report(both=method(0.9, 0.9) | {"phase3": [], "phase4": {"success": None}}))
    assert success_sheet(study).sections[0][1][0].cells[-4:] == ["-", "-", "-", "-"]
    assert feedback_sheet(study).sections[0][1][0].cells[-3:] == ["-", "-", "-"]
    assert "could not be scored" in text_table(study)


def test_a_report_without_methods_is_refused() -> None:
    with pytest.raises(BadData, match="no methods"):
        text_table({"methods": {}})
