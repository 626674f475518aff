"""The lines every score stands beside: chance, constant, stale and oracle."""

from __future__ import annotations

import pytest

from penchant.domain import Request
from penchant_lab.choice.baselines import BaselineCounts, count_baselines
from penchant_lab.people import Intent, Tastes
from penchant_lab.suites.household import EmbodiedSuite
from penchant_lab.suites.protocol import Life, Task

SUITE = EmbodiedSuite(people=1)
TEXT = "I'm so drowsy. Could you bring me something to drink?"


def task(wants: str, options: list[str], *, formerly: str | None = None) -> Task:
    return Task(Request("ana", TEXT, options), Intent(wants, None, Intent(formerly) if formerly else None))


def lines(*tasks: Task) -> BaselineCounts:
    """The lines of an exam with these tasks."""
    return count_baselines(SUITE, Life("ana", ((), tasks, (), ())))["phase2"]


def test_chance_is_what_a_blind_draw_gets_on_average() -> None:
    counted = lines(task("tea", ["tea", "milk"]), task("tea", ["tea", "milk", "water", "juice"]))
    assert counted.tasks == 2
    assert counted.chance == pytest.approx(0.5 + 0.25)


def test_the_oracle_is_right_wherever_the_wish_is_on_offer_and_only_there() -> None:
    counted = lines(task("tea", ["tea", "milk"]), task("cocoa", ["tea", "milk"]), task("tea", []))
    assert (counted.tasks, counted.oracle) == (3, 1)
    assert counted.chance == pytest.approx(0.5)


def test_the_constant_counts_every_position_in_the_order_of_the_offer() -> None:
    counted = lines(task("tea", ["milk", "tea"]), task("tea", ["milk", "tea"]), task("tea", ["tea", "milk"]))
    assert counted.constant[:3] == [1, 2, 0]


def test_the_constant_of_a_placement_is_a_position_among_its_places() -> None:
    request = Request("ana", "Could you put the crackers away?", ["top shelf", "crackers", "low shelf"])
    counted = lines(Task(request, Intent("crackers", "low shelf")))
    assert counted.chance == pytest.approx(0.5)
    assert counted.constant[:3] == [0, 1, 0]


def test_a_stale_memory_is_right_only_about_what_has_not_changed() -> None:
    options = ["tea", "milk"]
    assert lines(task("tea", options, formerly="milk")).stale == 0
    assert lines(task("tea", options)).stale == 1
    assert lines(task("cocoa", options)).stale == 0


def test_many_options_are_no_trouble() -> None:
    counted = lines(task("drink 49", [f"drink {n}" for n in range(50)]))
    assert (counted.oracle, sum(counted.constant)) == (1, 0)
    assert counted.chance == pytest.approx(0.02)


@pytest.fixture(scope="module")
def generated() -> list[dict[str, BaselineCounts]]:
    suite = EmbodiedSuite(people=3, seed=11)
    return [count_baselines(suite, suite.life(index)) for index in range(3)]


def test_on_people_of_our_own_a_stale_memory_knows_everything_before_and_nothing_after_the_change(
    generated: list[dict[str, BaselineCounts]],
) -> None:
    for one in generated:
        assert one["phase2"].stale == one["phase2"].oracle > 0
        assert one["phase4"].stale == 0


def test_on_people_of_our_own_chance_and_constant_stay_far_below_the_oracle(
    generated: list[dict[str, BaselineCounts]],
) -> None:
    for one in generated:
        for phase in ("phase2", "phase4"):
            assert one[phase].tasks == 30
            assert one[phase].oracle >= 28
            assert 0.15 < one[phase].chance / 30 < 0.4
            assert max(one[phase].constant) / 30 < 0.6


def test_on_people_of_our_own_the_oracle_is_always_right() -> None:
    suite = EmbodiedSuite(people=6, seed=11)
    for index in range(6):
        for counted in count_baselines(suite, suite.life(index)).values():
            assert counted.oracle == counted.tasks


def test_what_a_line_gets_right_where_nothing_fits_is_counted_apart() -> None:
    features = [["red"], ["blue"], ["green"]]
    request = Request("ana", "a lamp", ["option A", "option B", "option C"], features=features, may_decline=True)
    nothing = Intent("", None, None, Tastes(frozenset(), frozenset(), frozenset({"red", "blue", "green"})))
    liked = Intent("option B", None, None, Tastes(frozenset({"blue"}), frozenset({"red"}), frozenset({"green"})))
    counted = lines(Task(request, nothing), Task(request, liked))
    assert (counted.none, counted.may_decline, counted.liked) == (1, 2, 1.5)
    assert counted.none_right == {"chance": 0.25, "stale": 1, "liked-only": 1, "oracle": 1, "always-none": 1}
