"""Figures from hand-made counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from penchant.domain import Choice, Episode, EpisodeId, Exchange, Question, Request
from penchant.domain.episode import Action
from penchant.errors import RunError
from penchant_lab.choice.baselines import POSITIONS, BaselineCounts
from penchant_lab.choice.life import LifeResult
from penchant_lab.choice.metrics import feedback_utility, report
from penchant_lab.choice.tally import Tally, bin_of
from penchant_lab.report.intervals import interval

REQUEST = Request("ana", "a drink", ["tea"])


def life(
    person: str, *successes: int, method: str = "both", exam: int = 10, tasks: int = 10, broke: int = 0
) -> LifeResult:
    """Somebody with so many right of ten in each taught pass, and in both exams."""
    passes = [Tally(tasks=tasks, right=right, broke=broke) for right in successes]
    exams = [Tally(tasks=10, right=exam)]
    constant = [0] * POSITIONS
    constant[len(person) % 3] = 4
    counts = BaselineCounts(tasks=10, chance=2.5, stale=9, oracle=10, constant=constant)
    return LifeResult(
        method,
        person,
        tallies={"phase1": passes, "phase2": exams, "phase3": passes, "phase4": exams},
        baselines={"phase2": counts, "phase4": counts},
    )


def figures(*lives: LifeResult, methods: tuple[str, ...] = ("both",)) -> dict[str, Any]:
    return report(lives, {"suite": "made up"}, methods)


def test_questions_are_told_per_hundred_tasks_in_each_pass_and_over_each_phase() -> None:
    ana = life("ana", 9, 10)
    for tally, asked in zip(ana.tallies["phase1"], (12, 3), strict=True):
        tally.questions = asked
    both = figures(ana, life("ben", 9, 10))["methods"]["both"]
    assert [row["questions_per_100"] for row in both["phase1"]] == [60.0, 15.0]
    assert both["questions_per_100"] == {"phase1": 37.5, "phase3": 37.5}


def test_a_task_may_bring_several_questions_and_old_records_counted_one_at_most() -> None:
    tally, asked = Tally(), Exchange(Question("which?"), "the tea")
    done = Choice(Action("tea"), 0.9)
    tally.add(Episode(id=EpisodeId("1"), request=REQUEST, choice=done, heard=(asked, asked)), True)
    assert (tally.asked, tally.questions) == (1, 2)
    assert Tally.from_json(tally.to_json()) == tally
    old = {key: count for key, count in tally.to_json().items() if key != "questions"}
    assert Tally.from_json(old).questions == 1


def test_sceptics_do_not_say_how_sure_they_are() -> None:
    found = figures(life("ana", 9, 10), life("ana", 5, 5, method="nearest"), methods=("both", "nearest"))
    assert list(found["methods"]) == ["both", "nearest"]
    assert list(found["calibration"]) == ["both"]


def test_one_person_gives_no_interval() -> None:
    assert interval([0.5], [30]) == (None, None)
    assert interval([], []) == (None, None)


def test_people_who_do_alike_give_a_narrow_interval_and_people_who_differ_a_wide_one() -> None:
    assert interval([0.5] * 10, [30] * 10) == (0.5, 0.5)
    low, high = interval([0.0, 1.0] * 5, [30] * 10)
    assert low is not None
    assert high is not None
    assert low < 0.25
    assert high > 0.75


def test_the_interval_is_over_people_and_not_over_tasks() -> None:
    """Ten times the tasks of the same people tell nothing more about people."""
    assert interval([0.2, 0.9, 0.4, 0.7], [10] * 4) == interval([0.2, 0.9, 0.4, 0.7], [100] * 4)


def test_the_interval_holds_the_mean_and_weighs_people_by_their_tasks() -> None:
    low, high = interval([0.2, 0.8, 0.5, 0.6, 0.4], [10] * 5)
    assert low is not None
    assert high is not None
    assert 0.2 <= low < 0.5 < high <= 0.8
    heavy_low, _ = interval([0.0, 1.0, 1.0, 1.0], [1, 1000, 1000, 1000])
    assert heavy_low is not None
    assert heavy_low > 0.99


@pytest.mark.parametrize(
    ("tally", "utility"),
    [
        (Tally(tasks=10, right=8, feedback=5, right_with_feedback=5), 1.666667),
        (Tally(tasks=10, right=6, feedback=4, right_with_feedback=0), 0.0),
        (Tally(tasks=10, right=8, feedback=0, right_with_feedback=0), None),
        (Tally(tasks=10, right=8, feedback=10, right_with_feedback=8), None),
        (Tally(tasks=10, right=5, feedback=5, right_with_feedback=5), None),
        (Tally(), None),
    ],
    ids=["helps", "never right with it", "no feedback", "always feedback", "never right without", "nothing happened"],
)
def test_feedback_utility_is_a_ratio_where_there_is_one(tally: Tally, utility: float | None) -> None:
    assert feedback_utility(tally) == utility


def test_the_cumulative_error_averages_over_the_passes_so_far() -> None:
    passes = figures(life("ana", 5, 10, 6))["methods"]["both"]["phase1"]
    assert [row["success"] for row in passes] == [0.5, 1.0, 0.6]
    assert [row["acpe"] for row in passes] == pytest.approx([0.5, 0.25, 0.3])


def test_the_cumulative_error_begins_anew_after_the_change() -> None:
    ana = life("ana", 0, 0)
    ana.tallies["phase3"] = [Tally(tasks=10, right=10)]
    assert [row["acpe"] for row in figures(ana)["methods"]["both"]["phase3"]] == [0.0]


def test_success_pools_tasks_over_people() -> None:
    both = figures(life("ana", 2, exam=4), life("ben", 10, exam=8))["methods"]["both"]
    assert both["phase1"][0]["success"] == 0.6
    assert both["phase1"][0]["n"] == 20
    assert (both["phase2"]["success"], both["phase2"]["n"]) == (0.6, 20)
    assert both["phase2"]["low"] == 0.4
    assert both["phase2"]["high"] == 0.8


def test_what_broke_is_counted_and_neither_right_nor_wrong() -> None:
    both = figures(life("ana", 4, tasks=5, broke=5))["methods"]["both"]
    assert both["phase1"][0]["success"] == 0.8
    assert both["phase1"][0]["n"] == 5
    assert both["broke"] == 10
    assert both["episodes"] == 40


def test_a_pass_in_which_everything_broke_is_no_result_and_says_where_to_look() -> None:
    with pytest.raises(RunError, match=r"Every episode of both in phase1 broke.*episodes\.jsonl"):
        figures(life("ana", 0, tasks=0, broke=10))


def test_the_figures_do_not_depend_on_the_order_in_which_people_came_in() -> None:
    lives = [life("ana", 1, 5), life("benno", 7, 9), life("cy", 3, 3), life("ana", 2, 2, method="pre")]
    forth, back = (figures(*order, methods=("pre", "both")) for order in (lives, lives[::-1]))
    assert forth == back
    assert list(forth["methods"]) == ["pre", "both"]


def test_the_lines_are_counted_once_and_not_once_a_method() -> None:
    one = figures(life("ana", 1), life("benno", 1))
    two = figures(*(life(p, 1, method=m) for m in ("pre", "both") for p in ("ana", "benno")), methods=("pre", "both"))
    assert one["lines"] == two["lines"]
    assert one["lines"]["chance"] == {"phase2": 0.25, "phase4": 0.25}
    assert one["lines"]["stale"]["phase4"] == 0.9
    assert one["lines"]["oracle"]["phase2"] == 1.0


def test_the_constant_is_the_one_position_that_does_best_over_everybody() -> None:
    apart = figures(life("ana", 1), life("benno", 1))["lines"]["constant"]["phase2"]
    together = figures(life("ana", 1), life("eva", 1))["lines"]["constant"]["phase2"]
    assert (apart, together) == (0.2, 0.4)


def test_calibration_tells_what_was_said_and_how_often_it_was_right() -> None:
    ana, ben = life("ana", 1), life("ben", 1)
    ana.calibration[bin_of(0.95)].add(0.95, True)
    ben.calibration[bin_of(0.91)].add(0.91, False)
    ben.calibration[bin_of(0.2)].add(0.2, False)
    assert figures(ana, ben)["calibration"]["both"] == [
        {"said": 0.2, "right": 0.0, "n": 1},
        {"said": 0.93, "right": 0.5, "n": 2},
    ]


@pytest.mark.parametrize(("confidence", "bin"), [(0.0, 0), (0.0999, 0), (0.1, 1), (0.999, 9), (1.0, 9)])
def test_every_confidence_has_a_bin(confidence: float, bin: int) -> None:
    assert bin_of(confidence) == bin


def test_a_tally_counts_asking_and_correction_once_as_feedback() -> None:
    asked = (Exchange(Question("which?"), "the tea"),)
    done = Choice(Action("tea"), 0.9)
    tally = Tally()
    tally.add(Episode(id=EpisodeId("1"), request=REQUEST, choice=done, heard=asked, corrected=True), True)
    tally.add(Episode(id=EpisodeId("2"), request=REQUEST, choice=done, corrected=True), False)
    tally.add(Episode(id=EpisodeId("3"), request=REQUEST, choice=done), True)
    tally.add(Episode(id=EpisodeId("4"), request=REQUEST, broke="it broke"), True)
    assert tally == Tally(
        tasks=3, right=2, asked=1, questions=1, corrected=2, feedback=2, right_with_feedback=1, broke=1
    )


def test_why_episodes_broke_is_told_the_commonest_first_and_numbers_alone_make_no_difference() -> None:
    ana, ben = life("ana", 4, tasks=5, broke=5), life("ben", 4, tasks=5, broke=5)
    ana.reasons = {"Too long: 700 tokens.": 2, "Too long: 812 tokens.": 1, "It refused.": 2}
    ben.reasons = {"Too long: 812 tokens.": 2, "It refused.": 2}
    told = figures(ana, ben)
    assert told["methods"]["both"]["why"] == {"Too long: 812 tokens.": 5, "It refused.": 4}
    assert "why" not in figures(life("ana", 4))["methods"]["both"]
    with pytest.raises(RunError, match="Mostly: It refused"):
        figures(replace(life("cem", 0, tasks=0, broke=10), reasons={"It refused.": 10}))
