"""A model's trial: several questions at a time, and none that one after the other would not have asked."""

from __future__ import annotations

import random
import threading

import pytest

from penchant.domain import Reading, Statement
from penchant.errors import BadReply, ModelFailed, ModelUnavailable
from penchant.mind.lm.trial import SENTENCES, Heard, Trial, try_reading


def right(case: Heard) -> Reading:
    """What a good reader reads."""
    also = tuple(Statement("wants", value, "at breakfast") for value in sorted(case.also))
    return Reading(
        case.wants, (), case.avoids or (), changed=case.changed, verdict=case.verdict, once=case.once, also=also
    )


def one_after_the_other(outcomes: dict[str, bool]) -> Trial:
    trial = Trial(len(SENTENCES), len(SENTENCES) - 2)
    for case in SENTENCES:
        if trial.is_over:
            break
        trial.note(case.words, outcomes[case.words])
    return trial


@pytest.mark.parametrize("seed", range(25))
def test_whatever_the_model_says_the_trial_is_the_one_it_would_have_been(seed: int) -> None:
    dice, asked = random.Random(seed), list[str]()
    outcomes = {case.words: dice.random() < dice.choice((0.3, 0.7, 0.95)) for case in SENTENCES}

    def read(case: Heard) -> Reading:
        asked.append(case.words)
        if outcomes[case.words]:
            return right(case)
        raise BadReply("nonsense")

    held, expected = try_reading(read), one_after_the_other(outcomes)
    assert held == expected
    assert sorted(asked) == sorted(case.words for case in SENTENCES[: expected.asked])


def test_what_is_certain_to_be_asked_is_asked_at_the_same_time() -> None:
    three = threading.Barrier(3)

    def read(case: Heard) -> Reading:
        if case in SENTENCES[:3]:
            three.wait(20)
        return right(case)

    trial = try_reading(read)
    assert trial.passed
    assert trial.asked == trial.needed


def test_a_model_that_is_gone_or_never_answers_was_not_tried() -> None:
    def gone(case: Heard) -> Reading:
        raise ModelUnavailable("nobody is there")

    def silent(case: Heard) -> Reading:
        raise ModelFailed(f"no reply to {case.words}")

    with pytest.raises(ModelUnavailable, match="nobody is there"):
        try_reading(gone)
    with pytest.raises(ModelUnavailable, match="Of 3 prompts none got a reply"):
        try_reading(silent)
