"""What is refused stays refused, and what is fine is not asked about again."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize("words", ["ok", "that's fine", "the hook is fine"])
def test_who_wants_something_and_says_that_it_is_fine_goes_on_wanting_it(agent: Agent, words: str) -> None:
    agent.hear(agent.consider(KEYS), "on the hook please")
    turn = agent.consider(KEYS, may_ask=False)
    agent.hear(turn, words)
    (belief,) = agent.memory.list("cy")
    assert (belief.stance, belief.value) == ("wants", "hook")
    assert [item.supports for item in agent.memory.evidence("cy")] == [True, True]


def test_of_two_wishes_on_the_same_errand_the_later_is_likelier_and_a_third_word_settles_it(agent: Agent) -> None:
    turn = agent.hear(agent.consider(KEYS), "in the bowl please")
    agent.hear(turn, "no, the hook instead")
    hook = agent.consider(KEYS, may_ask=False)
    assert hook.choice is not None
    assert hook.choice.action.place == "hook"
    agent.hear(hook, "Perfect, thank you!")
    assert [(belief.stance, belief.value) for belief in agent.memory.list("cy")] == [("wants", "hook")]


@pytest.mark.parametrize(
    "words",
    [
        "the tea please, and never ever coffee, whatever happens",
        "tea, I hate coffee",
        "tea, not coffee, it makes me ill",
        "the tea. Under no circumstances coffee.",
        "I can't stand coffee, so tea",
    ],
)
def test_what_is_never_wanted_is_remembered_beside_a_wish(agent: Agent, words: str) -> None:
    agent.hear(agent.consider(DRINKS), words)
    kept = {(belief.stance, belief.value, belief.kind) for belief in agent.memory.list("ed")}
    assert kept == {("wants", "herbal tea", "taste"), ("avoids", "black coffee", "taste")}
    _is_left_out(agent)


def test_an_allergy_is_remembered_beside_a_wish_as_a_constraint(agent: Agent) -> None:
    agent.hear(agent.consider(DRINKS), "I'm allergic to coffee, so tea please")
    kept = {(belief.stance, belief.value, belief.kind) for belief in agent.memory.list("ed")}
    assert kept == {("wants", "herbal tea", "taste"), ("avoids", "coffee", "constraint")}
    _is_left_out(agent)


def _is_left_out(agent: Agent) -> None:
    turn = agent.consider(Request("ed", DRINKS.text, ["black coffee", "orange juice"]))
    assert turn.choice is None or turn.choice.action.thing != "black coffee"
    if turn.question is not None:
        assert "black coffee" not in turn.question.alternatives


@pytest.mark.parametrize(
    "words", ["tea, not coffee", "tea rather than coffee", "never mind coffee, tea please", "I prefer tea to coffee"]
)
def test_what_another_is_preferred_to_is_no_aversion(agent: Agent, words: str) -> None:
    agent.hear(agent.consider(DRINKS), words)
    assert [(belief.stance, belief.value) for belief in agent.memory.list("ed")] == [("wants", "herbal tea")]
