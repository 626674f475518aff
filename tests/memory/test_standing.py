"""Change is told from noise by the company a contradiction keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from penchant.domain import EpisodeId, Evidence, Preference, PreferenceId, Source
from penchant.memory import Standing
from workbench import belief, minute


class Life:
    """Errands of one person, a minute each, about as many matters as there are beliefs."""

    def __init__(self, matters: int = 12, *, topic: str | None = None, situation: str | None = None) -> None:
        self.beliefs: dict[int, Preference] = {}
        self.evidence: list[Evidence] = []
        self.now = 0
        for number in range(1, matters + 1):
            kept = belief(number, f"value {number}", confirmed=self.now, confidence=0.99)
            if topic is not None:
                kept = replace(kept, topic=topic)
            if situation is not None:
                kept = replace(kept, situation=situation)
            self.beliefs[number] = replace(kept, episode=EpisodeId(f"e{self.now}"))
            self.hear(number)

    def hear(self, number: int, *, supports: bool = True, source: Source | None = None, ends: bool = False) -> None:
        """Something for or against a belief, on an errand of its own; it may end it."""
        kind = source or ("praise" if supports else "correction")
        self.evidence.append(
            Evidence(
                preference=PreferenceId(number),
                episode=EpisodeId(f"e{self.now}"),
                source=kind,
                supports=supports,
                words=f"word {self.now}",
                at=minute(self.now),
            )
        )
        if supports:
            self.beliefs[number] = replace(self.beliefs[number], confirmed=minute(self.now))
        if ends:
            self.beliefs[number] = replace(self.beliefs[number], until=minute(self.now))
        self.now += 1

    def of(self, numbers: Sequence[int]) -> list[float]:
        """How each of these beliefs stands."""
        return Standing(list(self.beliefs.values()), self.evidence).of([self.beliefs[number] for number in numbers])


def lived(matters: int = 12, passes: int = 2) -> Life:
    """Somebody whose tastes were heard, and then confirmed one after the other."""
    life = Life(matters)
    for _ in range(passes - 1):
        for number in range(1, matters + 1):
            life.hear(number)
    return life


def test_a_belief_nobody_has_tested_stands_nearly_at_its_own_confidence() -> None:
    life = Life(2)
    assert life.of([1])[0] == pytest.approx(0.99, abs=0.02)
    life.beliefs[1] = replace(life.beliefs[1], confidence=0.5)
    assert life.of([1])[0] == pytest.approx(0.5, abs=0.02)
    assert Standing([], []).of([]) == []


def test_one_stray_contradiction_hardly_touches_other_beliefs() -> None:
    life = lived()
    life.hear(1, supports=False)
    assert min(life.of(range(2, 13))) > 0.85
    life.hear(2)
    life.hear(3)
    assert min(life.of(range(4, 13))) > 0.95, "and those that hold clear it up"


def test_several_contradictions_in_a_row_are_a_change_of_all_that_was_heard_before() -> None:
    life = lived(passes=4)
    for number in (1, 2, 3, 4):
        life.hear(number, supports=False)
    assert max(life.of(range(5, 13))) < 0.5


def test_contradictions_of_somebody_who_often_errs_say_less() -> None:
    steady, unsteady = lived(passes=4), lived(passes=4)
    for number in range(1, 13, 2):
        unsteady.hear(number, supports=False)
        unsteady.hear(number)
        steady.hear(number)
        steady.hear(number)
    for life in (steady, unsteady):
        for number in (1, 3, 5):
            life.hear(number, supports=False)
    assert unsteady.of([12])[0] > 0.7 > 0.5 > steady.of([12])[0]


def test_an_announced_change_counts_for_more_than_a_contradiction() -> None:
    plain, announced = lived(), lived()
    plain.hear(1, supports=False)
    announced.hear(1, supports=False, ends=True)
    assert announced.of([5])[0] < plain.of([5])[0] - 0.1


def test_what_was_confirmed_after_a_change_came_to_light_is_not_suspected() -> None:
    life = lived()
    for number in (1, 2, 3):
        life.hear(number, supports=False, ends=True)
    life.hear(4)
    for number in (5, 6):
        life.hear(number, supports=False, ends=True)
    assert life.of([4])[0] > 0.9
    assert life.of([7])[0] < 0.4


def changed(numbers: Sequence[int], into: int) -> Life:
    """Somebody who wants other things in these matters now, and said so; the new beliefs count on from a number."""
    life = lived(24)
    for new, number in enumerate(numbers, into):
        life.hear(number, supports=False, ends=True)
        life.now -= 1
        kept = belief(new, f"value {new}", confirmed=life.now, confidence=0.99)
        life.beliefs[new] = replace(kept, episode=EpisodeId(f"e{life.now}"), replaces=PreferenceId(number))
        life.hear(new)
    return life


def test_while_one_taste_changes_after_another_those_that_have_changed_are_relied_on() -> None:
    life = changed(range(1, 7), into=31)
    for number in (7, 8):
        life.hear(number, supports=False, ends=True)
    assert min(life.of(range(31, 37))) > 0.9
    assert max(life.of(range(9, 25))) < 0.5


def test_who_changes_all_of_it_once_more_is_noticed() -> None:
    life = changed(range(1, 13), into=31)
    for number in range(31, 43):
        life.hear(number)
    for number in range(31, 35):
        life.hear(number, supports=False, ends=True)
    assert max(life.of(range(35, 43))) < 0.5


def test_of_one_moment_many_contradictions_count_as_one() -> None:
    one, many = lived(), lived()
    one.hear(1, supports=False)
    many.hear(1, supports=False)
    for number in (2, 3, 4):
        many.now -= 1
        many.hear(number, supports=False)
    assert many.of([8])[0] == pytest.approx(one.of([8])[0], abs=0.05)


def test_a_change_about_one_kind_of_thing_is_noticed_though_what_is_known_of_others_holds() -> None:
    life = Life(8, topic="lamp", situation="")
    others = range(21, 45)
    for number in others:
        kept = replace(belief(number, f"value {number}", confirmed=life.now, confidence=0.99), topic="desk")
        life.beliefs[number] = replace(kept, situation="", episode=EpisodeId(f"e{life.now}"))
        life.hear(number)
    for number in (1, 2):
        life.hear(number, supports=False, ends=True)
        for held in others[8 * number : 8 * number + 8]:
            life.hear(held)
    assert life.of([8])[0] < 0.5
    assert life.of([others[0]])[0] > life.of([8])[0] + 0.1


def test_it_matters_in_which_order_things_were_heard_and_not_what_the_clock_says() -> None:
    life = lived()
    for number in (1, 2, 3):
        life.hear(number, supports=False)
    expected = life.of(range(1, 13))
    still = [replace(item, at=minute(0)) for item in life.evidence]
    beliefs = [replace(kept, confirmed=minute(0), since=minute(0)) for kept in life.beliefs.values()]
    assert Standing(beliefs, still).of(beliefs) == pytest.approx(expected)


def test_what_was_heard_before_all_that_is_looked_back_on_is_judged_as_well() -> None:
    life = lived()
    for number in (1, 2, 3):
        life.hear(number, supports=False)
    beliefs = list(life.beliefs.values())
    standing = Standing(beliefs, life.evidence[-6:]).of(beliefs)
    assert all(0 <= each <= 1 for each in standing)
    assert standing[3] < 0.9
