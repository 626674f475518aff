"""A model's trial: several questions at a time, and none that one after the other would not have asked."""

from __future__ import annotations

import random
import threading

import pytest

from penchant.domain import Reading, Statement, Utterance
from penchant.errors import BadReply, ModelFailed, ModelUnavailable
from penchant.mind.lm.trial import SENTENCES, Trial, try_reading

SENTENCE = {case.words: case for case in SENTENCES}


def right(said: Utterance) -> Reading:
    """What a good reader reads."""
    case = SENTENCE[said.words]
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

    def read(said: Utterance) -> Reading:
        asked.append(said.words)
        if outcomes[said.words]:
            return right(said)
        raise BadReply("nonsense")

    held, expected = try_reading(read), one_after_the_other(outcomes)
    assert held == expected
    assert sorted(asked) == sorted(case.words for case in SENTENCES[: expected.asked])


def test_what_is_certain_to_be_asked_is_asked_at_the_same_time() -> None:
    three = threading.Barrier(3)

    def read(said: Utterance) -> Reading:
        if SENTENCE[said.words] in SENTENCES[:3]:
            three.wait(20)
        return right(said)

    trial = try_reading(read)
    assert trial.passed
    assert trial.asked == trial.needed


def test_a_model_that_is_gone_or_never_answers_was_not_tried() -> None:
    def gone(said: Utterance) -> Reading:
        raise ModelUnavailable("nobody is there")

    def silent(said: Utterance) -> Reading:
        raise ModelFailed(f"no reply to {said.words}")

    with pytest.raises(ModelUnavailable, match="nobody is there"):
        try_reading(gone)
    with pytest.raises(ModelUnavailable, match="Of 3 prompts none got a reply"):
        try_reading(silent)
