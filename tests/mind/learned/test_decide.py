from __future__ import annotations

import numpy as np

from penchant.domain import Reading
from penchant.mind.learned.decide import decide
from penchant.mind.learned.reader import Scores

OPTIONS = ("coffee", "tea")
NONE: frozenset[str] = frozenset()
TEA = frozenset({"tea"})


def scored(
    *rows: tuple[float, float, float, float],
    options: tuple[str, ...] = OPTIONS,
    acted: tuple[str, ...] = (),
    verdict: tuple[float, float, float] = (1, 0, 0),
) -> Scores:
    return Scores(options, acted, np.array(rows), np.array(verdict, dtype=float), 0.0, 0.0, 0.0)


SURE_OF_TEA = scored((0.99, 0, 0, 0.01), (0.01, 0.99, 0, 0))
LEANS_TO_TEA = scored((0.9, 0, 0, 0.1), (0.45, 0.55, 0, 0))


def test_what_is_named_and_likely_is_read_surely() -> None:
    found = decide(SURE_OF_TEA, TEA).reading
    assert found.wants == ("tea",)
    assert found.sure > 0.95


def test_an_option_that_is_named_is_read_sooner_than_one_that_is_not() -> None:
    assert decide(LEANS_TO_TEA, TEA).reading.wants == ("tea",)
    assert decide(LEANS_TO_TEA, NONE).reading == Reading()
    assert decide(LEANS_TO_TEA, frozenset({"coffee"})).reading == Reading()


def test_what_was_just_done_is_spoken_of_without_being_named() -> None:
    blamed = scored((0.4, 0, 0, 0.6), (1, 0, 0, 0), acted=("coffee",), verdict=(0, 0.05, 0.95))
    found = decide(blamed, NONE).reading
    assert (found.avoids, found.verdict) == (("coffee",), "wrong")


def test_a_verdict_that_is_not_likely_enough_is_unclear() -> None:
    torn = scored((1, 0, 0, 0), (1, 0, 0, 0), acted=("coffee",), verdict=(0.1, 0.5, 0.4))
    assert decide(torn, NONE).reading.verdict == "unclear"


def test_every_option_gets_its_own_odds() -> None:
    reading = decide(scored((0.55, 0, 0, 0.45), (0.01, 0.99, 0, 0)), frozenset(OPTIONS)).reading
    assert dict(reading.odds).keys() == set(OPTIONS)
    assert reading.sure_of("coffee") < 0.9 < reading.sure_of("tea")
    assert reading.sure < 0.9


LONG = ("a weekly planner with tear-off sheets", "a brass pen with a medium nib")


def test_of_long_options_one_is_chosen_where_it_is_far_likelier_than_the_others() -> None:
    leaning = decide(scored((0.5, 0.5, 0, 0), (0.97, 0.03, 0, 0), options=LONG), NONE)
    assert leaning.reading.wants == LONG[:1]
    smeared = decide(scored((0.01, 0.99, 0, 0), (0.09, 0.1, 0.81, 0), options=LONG), NONE)
    assert smeared.reading.wants == LONG[:1]
    assert not smeared.reading.accepts


def test_a_question_about_long_options_chooses_none() -> None:
    assert decide(scored((0.95, 0.05, 0, 0), (0.99, 0.01, 0, 0), options=LONG), NONE).reading == Reading()
