"""Words for what was considered before somebody was forgotten teach nothing: what was erased does not come back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from penchant import Agent, BadInput, Request, Turn

DRINK = Request("ana", "something to drink, I'm drowsy", ["black coffee", "herbal tea"])


@pytest.fixture(params=["memory", "sqlite", "faiss"])
def agent(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Agent]:
    if request.param == "faiss":
        pytest.importorskip("faiss")
    where = {"memory": "memory", "sqlite": str(tmp_path / "m.db"), "faiss": f"faiss:{tmp_path / 'm'}"}[request.param]
    with Agent.open(where) as made:
        yield made


def refused(agent: Agent, turn: Turn, words: str) -> None:
    before = agent.memory.list("ana", closed=True)
    for again in (turn, Turn.from_json(turn.to_json())):
        with pytest.raises(BadInput, match="was forgotten"):
            agent.hear(again, words)
    assert agent.memory.list("ana", closed=True) == before


def test_praise_for_a_turn_from_before_brings_nothing_back(agent: Agent) -> None:
    asked = agent.consider(DRINK)
    done = agent.hear(asked, "the tea")
    assert done.choice is not None
    agent.memory.forget_person("ana")
    refused(agent, done, "perfect")
    refused(agent, asked, "the tea")
    agent.tell("ana", "I'm vegetarian")  # whom we have met anew
    refused(agent, done, "perfect")
    refused(agent, asked, "the tea")
    assert [belief.value for belief in agent.memory.list("ana")] == ["vegetarian"]


def test_an_answer_to_a_stranger_heard_again_after_forgetting_is_refused(agent: Agent) -> None:
    chosen = agent.consider(DRINK, may_ask=False)
    agent.hear(chosen, "perfect")
    agent.memory.forget_person("ana")
    refused(agent, chosen, "perfect")


def test_what_was_considered_since_is_heard(agent: Agent) -> None:
    agent.hear(agent.consider(DRINK), "the tea")
    agent.memory.forget_person("ana")
    other = agent.consider(DRINK)
    assert agent.hear(other, "the coffee").lesson.opened
    third = agent.consider(DRINK, may_ask=False)
    assert agent.hear(third, "perfect").lesson


def test_two_turns_of_a_stranger_are_both_heard(agent: Agent) -> None:
    first, second = agent.consider(DRINK), agent.consider(DRINK)
    agent.hear(first, "the tea")
    assert agent.hear(second, "the tea").lesson.confirmed


def test_praise_for_what_rests_on_an_erased_belief_is_refused(agent: Agent) -> None:
    agent.hear(agent.consider(DRINK), "the tea")
    done = agent.consider(DRINK, may_ask=False)
    assert done.choice is not None
    assert done.choice.reasons
    agent.forget("ana", [belief.id for belief in agent.memory.list("ana")])
    refused(agent, done, "perfect")
