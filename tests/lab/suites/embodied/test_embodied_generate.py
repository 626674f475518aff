"""People made up by the generator: repeatable, fair, and worth learning."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penchant.errors import BadInput
from penchant_lab.suites.household.content import household
from penchant_lab.suites.household.files import fingerprint
from penchant_lab.suites.household.generate import MOST_TASKS, generate
from penchant_lab.suites.household.records import PICK_UP, EmbodiedLife, HouseholdErrand
from penchant_lab.suites.household.tastes import words
from penchant_lab.suites.names import person_name

FETCH = re.compile(r"\b(bring|fetch|get|hand) me\b|\bI could use\b|\b(what|which)\b.* should (I|the)\b", re.IGNORECASE)
PUT = re.compile(r"\b(put|place|store|tidy)\b|\bwhere should\b|\bfind a home for\b", re.IGNORECASE)


@cache
def crowd(seed: int = 0, people: int = 60) -> tuple[EmbodiedLife, ...]:
    return tuple(generate(seed, index) for index in range(people))


def answer(record: HouseholdErrand) -> str:
    """What an agent has to come up with: the thing to bring, or the place to put it."""
    fetched = record.user_intent_location == PICK_UP
    return record.user_intent_object if fetched else record.user_intent_location


def records() -> list[HouseholdErrand]:
    return [record for life in crowd() for phase in life.phases for record in phase]


def test_the_same_seed_and_index_give_the_same_person_in_another_process() -> None:
    code = (
        "from penchant_lab.suites.household.files import fingerprint;"
        "from penchant_lab.suites.household.generate import generate;"
        "print(fingerprint(generate(5, i) for i in (3, 1, 700)))"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == fingerprint(generate(5, i) for i in (3, 1, 700))


def test_a_person_does_not_depend_on_how_many_are_made() -> None:
    alone = generate(2, 7)
    few = [generate(2, index) for index in range(10)]
    many = [generate(2, index) for index in range(60)]
    assert alone == few[7] == many[7]


def test_seeds_and_indexes_make_different_people() -> None:
    prints = {fingerprint([generate(seed, index)]) for seed in range(4) for index in range(10)}
    assert len(prints) == 40


def test_no_two_people_of_a_seed_share_a_name() -> None:
    for seed in (0, 1, 12345, -3):
        assert len({person_name(seed, index) for index in range(20_000)}) == 20_000


def test_a_life_has_four_phases_that_line_up() -> None:
    for life in crowd():
        assert [len(phase) for phase in life.phases] == [30, 30, 30, 30]
        for same_task in zip(*life.phases, strict=True):
            assert len({record.index for record in same_task}) == 1
            assert len({record.context for record in same_task}) == 1
            assert len({record.user_intent_location == PICK_UP for record in same_task}) == 1
            assert {record.user for record in same_task} == {life.person}


def test_three_errands_in_five_fetch_something() -> None:
    for life in crowd():
        assert sum(record.user_intent_location == PICK_UP for record in life.phases[0]) == 18


def test_some_tastes_come_up_again_in_other_words() -> None:
    for life in crowd():
        distinct = len(life.persona_before)
        assert 21 <= distinct <= 24
        assert len({record.task for record in life.phases[0]}) == 30
        assert len({record.task for record in life.phases[1]}) == 30


def test_an_exam_is_never_worded_or_furnished_like_its_lesson() -> None:
    for life in crowd():
        for lessons, exams in (life.phases[:2], life.phases[2:]):
            asked = {record.task for record in lessons}
            assert asked.isdisjoint(record.task for record in exams)
            for lesson, exam in zip(lessons, exams, strict=True):
                assert set(lesson.scene_objects) != set(exam.scene_objects)


def test_every_taste_changes_and_old_and_new_are_both_on_offer() -> None:
    for life in crowd():
        for before, after in ((life.phases[0], life.phases[2]), (life.phases[1], life.phases[3])):
            for old, new in zip(before, after, strict=True):
                assert answer(old) != answer(new)
                assert answer(old) in new.scene_objects
                assert answer(new) in old.scene_objects


def test_most_requests_and_scenes_stay_as_they_were_when_taste_changes() -> None:
    pairs = [pair for life in crowd() for pair in zip(life.phases[0], life.phases[2], strict=True)]
    assert all(old.task == new.task for old, new in pairs)
    assert 0.8 < sum(old.scene == new.scene for old, new in pairs) / len(pairs) < 0.95


def test_an_exam_wants_what_was_taught_or_its_near_kin() -> None:
    kin = 0
    for life in crowd():
        for lessons, exams in (life.phases[:2], life.phases[2:]):
            for lesson, exam in zip(lessons, exams, strict=True):
                if lesson.user_intent_location != PICK_UP:
                    assert lesson.user_intent_location == exam.user_intent_location
                    continue
                assert words([answer(lesson)]) & words([answer(exam)])
                kin += answer(lesson) != answer(exam)
    assert 0.3 < kin / (60 * 2 * 18) < 0.7


def test_what_is_wanted_is_always_in_sight_once() -> None:
    for record in records():
        assert record.scene_objects.count(answer(record)) == 1
        assert record.scene_objects.count(record.user_intent_object) == 1
        assert len(set(record.scene_objects)) == len(record.scene_objects)
        assert all(name in record.scene for name in record.scene_objects)


def test_a_request_never_holds_a_word_of_its_answer() -> None:
    for record in records():
        assert not words([answer(record)]) & words([record.task]), record


def test_a_request_says_whether_to_bring_or_to_put_away() -> None:
    for record in records():
        fetch = record.user_intent_location == PICK_UP
        assert bool(FETCH.search(record.task)) == fetch, record.task
        assert bool(PUT.search(record.task)) != fetch, record.task
        if not fetch:
            assert record.user_intent_object in record.task


def test_where_the_answer_stands_gives_nothing_away() -> None:
    seen: Counter[tuple[int, int]] = Counter()
    for life in crowd(1, 100):
        for phase in life.phases[:2]:
            seen.update((len(record.scene_objects), record.scene_objects.index(answer(record))) for record in phase)
    for size in (3, 4, 5, 6):
        counts = [seen[size, position] for position in range(size)]
        expected = sum(counts) / size
        if expected > 20:
            chi_square = sum((count - expected) ** 2 / expected for count in counts)
            assert chi_square < 21, (size, counts)  # five degrees of freedom: one in a thousand


def test_a_change_of_heart_is_seldom_a_mere_flip() -> None:
    places = {place.names[0].bare for place in household().spots}
    choices = []
    for record in records():
        fetch = record.user_intent_location == PICK_UP
        choices.append(len(record.scene_objects) if fetch else len(places.intersection(record.scene_objects)))
    assert sum(count > 2 for count in choices) / len(choices) > 0.9
    assert 0.22 < sum(1 / count for count in choices) / len(choices) < 0.35


def test_two_tastes_can_be_told_apart() -> None:
    for life in crowd():
        openings = [sentence.split(": ‘")[0] for sentence in life.persona_before]
        assert len(set(openings)) == len(openings)
        places = [record for record in life.phases[0] if record.user_intent_location != PICK_UP]
        for context in {record.context for record in places}:
            assert len({answer(record) for record in places if record.context == context}) == 1


def test_a_persona_tells_each_taste_with_its_reason_and_its_past() -> None:
    for life in crowd():
        for before, after in zip(life.persona_before, life.persona_after, strict=True):
            assert life.person in before
            assert re.search(r": ‘.+’\.$", before)
            assert " used to want " in after
            assert " and now wants " in after
            assert before.split(",")[0] == after.split(",")[0]


@settings(max_examples=60, deadline=None)
@given(st.integers(), st.integers(0, 10**9), st.integers(1, MOST_TASKS))
def test_any_seed_index_and_length_make_a_whole_life(seed: int, index: int, tasks: int) -> None:
    life = generate(seed, index, tasks)
    assert [len(phase) for phase in life.phases] == [tasks] * 4
    assert all(answer(record) in record.scene_objects for phase in life.phases for record in phase)


@pytest.mark.parametrize(("index", "tasks"), [(-1, 30), (0, 0), (0, MOST_TASKS + 1)])
def test_an_impossible_person_is_refused_in_one_line(index: int, tasks: int) -> None:
    with pytest.raises(BadInput, match="count people from 0"):
        generate(0, index, tasks)
