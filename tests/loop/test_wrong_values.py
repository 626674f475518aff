"""Values that mean nothing are refused where they come in, in one line, and nothing is learned from them."""

from __future__ import annotations

from typing import Any

import pytest

from penchant import Agent, BadInput, Request
from penchant.loop import AskPolicy
from penchant.memory import Habits

DRINK = Request("ana", "a drink", ["tea", "coffee"])


def test_words_longer_than_a_request_may_be_are_refused_alike() -> None:
    with Agent.open("memory") as agent:
        for turn in (agent.consider(DRINK), agent.consider(Request("ben", "plan a trip"))):
            with pytest.raises(BadInput, match=r"100,001 characters are longer than 100,000.*nothing was learned"):
                agent.hear(turn, "a" * 100_001)
            assert agent.memory.transcript(turn.request.person) == []
            assert agent.hear(turn, "a" * 100_000)


@pytest.mark.parametrize(
    "wrong",
    [
        {"on_change": "zzz"},
        {"on_change": None},
        {"notes": "5"},
        {"notes": 2.5},
        {"notes": True},
        {"threshold": "high"},
        {"threshold": float("nan")},
        {"keywords": "no"},
        {"expand": 1},
    ],
    ids=str,
)
def test_a_habit_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as refused:
        Habits(**wrong)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "wrong",
    [
        {"reliability": 5},
        {"reliability": -0.1},
        {"reliability": "high"},
        {"cost": "much"},
        {"cost": float("nan")},
        {"cost": True},
        {"later": -1},
        {"turns": 1.5},
        {"turns": None},
        {"weary": float("inf")},
    ],
    ids=str,
)
def test_a_policy_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as refused:
        AskPolicy(**wrong)
    assert "\n" not in str(refused.value)
