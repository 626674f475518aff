"""A model decides from what was said; what is taken, and what never is, is decided by code."""

from __future__ import annotations

import json
from typing import Any

import pytest

from penchant import Agent, Request
from penchant.lm import Prompt, Reply
from penchant.mind.lm.deciding import decision_of

FRIDAY = Request("ana", "a table for two on Friday, our anniversary", ["Trattoria Roma", "Kyoto Garden, Japanese, £££"])


class _Decides:
    """A model that decides as it is told, hears nothing in what is said, and keeps what it was asked."""

    name = "decides"

    def __init__(self, **decision: Any) -> None:
        self.decision = {"against": [], "for": [1], "verdict": "known", "take": 2, "sure": "certain", **decision}
        self.asked: list[Prompt] = []

    def complete(self, prompt: Prompt) -> Reply:
        self.asked.append(prompt)
        if prompt.purpose.startswith("decide"):
            return Reply(text=json.dumps(self.decision))
        return Reply(text=json.dumps({"statements": [], "forget": []}))


def _agent(model: _Decides) -> Agent:
    agent = Agent.open(":memory:", mind="lm", lm=model, lm_options={"trusted": True})
    agent.tell("ana", "Japanese, I always go for that on date nights")
    return agent


def test_next_week_it_acts_on_the_reason_and_says_so_in_the_persons_words() -> None:
    turn = _agent(_Decides()).consider(FRIDAY)
    assert turn.choice is not None
    assert turn.choice.action.thing == "Kyoto Garden, Japanese, £££"
    assert "“Japanese, I always go for that on date nights” on " in turn.choice.because


def test_where_nothing_that_was_said_decides_it_asks() -> None:
    assert _agent(_Decides(verdict="ask", take=0, sure="guess")).consider(FRIDAY).question is not None


def test_none_of_these_is_an_answer() -> None:
    against = [{"option": 1, "lines": [1]}, {"option": 2, "lines": [1]}]
    turn = _agent(_Decides(verdict="none", take=0, against=against)).consider(FRIDAY)
    assert turn.choice is not None
    assert turn.choice.action.declined
    assert turn.choice.because.startswith("None of these fits: you said")


def test_a_constraint_holds_whatever_the_model_says() -> None:
    agent = _agent(_Decides(take=1))
    agent.tell("ana", "I'm allergic to peanuts")
    turn = agent.consider(Request("ana", "a snack", ["peanut bar", "apple"]))
    assert turn.choice is None or turn.choice.action.thing != "peanut bar"


def test_a_decision_is_one_call_however_often_it_is_weighed() -> None:
    model = _Decides()
    agent = _agent(model)
    agent.consider(FRIDAY)
    assert sum(prompt.purpose == "decide" for prompt in model.asked) == 1


def test_of_a_stranger_nothing_is_asked() -> None:
    model = _Decides()
    agent = _agent(model)
    agent.consider(Request("bo", FRIDAY.text, FRIDAY.options))
    assert not any(prompt.purpose == "decide" for prompt in model.asked)


def test_a_line_that_was_not_shown_is_refused_asked_once_more_and_then_the_built_in_answer_stands() -> None:
    model = _Decides(**{"for": [7], "take": 1})
    turn = _agent(model).consider(FRIDAY)
    assert [prompt.purpose for prompt in model.asked if "decide" in prompt.purpose] == ["decide", "decide-repair"]
    assert turn.choice is None or turn.choice.action.thing == FRIDAY.options[1]


def test_a_decision_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="take"):
        decision_of({"against": [], "for": [], "verdict": "ask", "take": 1, "sure": "guess"})
