from __future__ import annotations

import numpy as np

from penchant.domain import Reading
from penchant.mind.learned.decide import decide, relate
from penchant.mind.learned.reader import Scores

OPTIONS = ("coffee", "tea")


def scored(*rows: tuple[float, float, float, float], verdict: tuple[float, float, float] = (1, 0, 0)) -> Scores:
    return Scores(OPTIONS, (), np.array(rows), np.array(verdict, dtype=float), 0.0, 0.0, 0.0)


SURE_OF_TEA = scored((0.99, 0, 0, 0.01), (0.01, 0.99, 0, 0))
LEANS_TO_TEA = scored((0.7, 0, 0, 0.3), (0.3, 0.7, 0, 0))


def test_what_both_read_is_surer_than_either() -> None:
    both = decide(Reading(wants=("tea",)), SURE_OF_TEA)
    assert both.reading.wants == ("tea",)
    assert both.relation == "alike"
    assert both.sure > 0.95


def test_sure_weights_are_followed_against_the_rules_but_not_trusted_as_much() -> None:
    opposed, alike = decide(Reading(avoids=("tea",)), SURE_OF_TEA), decide(Reading(wants=("tea",)), SURE_OF_TEA)
    assert opposed.reading.wants == ("tea",)
    assert opposed.reading.sure_of("tea") < alike.reading.sure_of("tea")
    assert opposed.sure < alike.sure


def test_unsure_weights_and_rules_that_say_the_opposite_learn_nothing() -> None:
    opposed = decide(Reading(avoids=("tea",)), LEANS_TO_TEA)
    assert opposed.reading == Reading()


def test_plain_rules_stand_where_the_weights_are_not_sure() -> None:
    plain = decide(Reading(wants=("tea",), avoids=("coffee",)), LEANS_TO_TEA, plain=True)
    assert plain.reading.avoids == ("coffee",)


def test_every_option_gets_its_own_odds() -> None:
    reading = decide(Reading(), scored((0.55, 0, 0, 0.45), (0.01, 0.99, 0, 0))).reading
    assert dict(reading.odds).keys() == set(OPTIONS)
    assert reading.sure_of("coffee") < 0.9 < reading.sure_of("tea")
    assert reading.sure < 0.9


def test_what_only_the_rules_know_is_kept() -> None:
    both = decide(Reading(wants=("tea",), unlisted=("cocoa",), changed=True), SURE_OF_TEA)
    assert both.reading.unlisted == ("cocoa",)
    assert both.reading.changed


def test_to_want_and_to_find_fine_are_alike() -> None:
    assert relate(Reading(wants=("tea",)), Reading(accepts=("tea",)), OPTIONS) == "alike"
    assert relate(Reading(), Reading(accepts=("tea",)), OPTIONS) == "rules silent"
    assert relate(Reading(wants=("tea",)), Reading(), OPTIONS) == "weights silent"
    assert relate(Reading(verdict="right"), Reading(verdict="wrong"), OPTIONS) == "opposed"


PLANNER, PEN = "a weekly planner with tear-off sheets", "a brass pen with a medium nib"


def among_long(*rows: tuple[float, float, float, float]) -> Scores:
    return Scores((PLANNER, PEN), (), np.array(rows), np.array([1.0, 0, 0]), 0.0, 0.0, 0.0)


def test_of_long_options_one_is_chosen_where_it_is_far_likelier_than_the_others() -> None:
    leaning = decide(Reading(), among_long((0.5, 0.5, 0, 0), (0.97, 0.03, 0, 0)))
    assert leaning.reading.wants == (PLANNER,)
    smeared = decide(Reading(), among_long((0.01, 0.99, 0, 0), (0.09, 0.1, 0.81, 0)))
    assert smeared.reading.wants == (PLANNER,)
    assert not smeared.reading.accepts


def test_a_question_about_long_options_chooses_none() -> None:
    assert decide(Reading(), among_long((0.95, 0.05, 0, 0), (0.99, 0.01, 0, 0))).reading == Reading()
