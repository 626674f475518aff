"""What is refused stays refused, and what is fine is not asked about again."""

from __future__ import annotations

from penchant.domain import Request
from penchant.loop import Agent

DRINKS = Request("ed", "I'm so drowsy. Could you bring me something to drink?", ["black coffee", "herbal tea", "water"])
SNACKS = Request("bo", "bring me a snack", ["walnuts", "almonds", "raisins"])
KEYS = Request("cy", "put the keys away please", ["keys", "bowl", "hook"])


def test_after_neither_nothing_that_was_refused_is_brought_unasked(agent: Agent) -> None:
    agent.hear(agent.consider(DRINKS), "neither")
    turn = agent.consider(DRINKS)
    assert turn.choice is not None
    assert turn.choice.action.declined


def test_what_is_refused_is_neither_offered_again_nor_believed_twice(agent: Agent) -> None:
    agent.hear(agent.consider(SNACKS), "anything but the walnuts")
    again = agent.consider(SNACKS)
    if again.question is not None:
        assert again.question.alternatives == ("almonds", "raisins")
        agent.hear(again, "anything but the walnuts")
    kept = [(belief.stance, belief.value) for belief in agent.memory.list("bo")]
    assert sorted(kept) == [("accepts", "almonds"), ("accepts", "raisins"), ("avoids", "walnuts")]


def test_two_things_that_are_both_fine_are_not_preferred_to_each_other(agent: Agent) -> None:
    agent.hear(agent.consider(SNACKS), "almonds or raisins, either is fine")
    assert {belief.value: belief.rather_than for belief in agent.memory.list("bo")} == {
        "almonds": ("walnuts",),
        "raisins": ("walnuts",),
    }


def test_what_is_taken_back_on_the_same_errand_is_closed(agent: Agent) -> None:
    turn = agent.hear(agent.consider(KEYS), "in the bowl please")
    agent.hear(turn, "no, the hook instead")
    assert [(belief.stance, belief.value) for belief in agent.memory.list("cy")] == [("wants", "hook")]
