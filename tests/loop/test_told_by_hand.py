"""What was told in free talk and then touched by hand is used as it was told: an allergy goes on ruling things out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from penchant import Agent, Preference, Request
from penchant.memory import Memory
from penchant.memory.confirming import confirm_once_a_day, unconfirm
from penchant.memory.undo import bring_back

SNACK = Request("ana", "get me a snack", ["peanut bar", "apple"])


def confirmed_too_soon(memory: Memory, one: Preference, episode: str) -> list[Preference]:
    confirm_once_a_day(memory, "ana", one.id, words="still right")
    return [unconfirm(memory, "ana", one.id, episode=episode), unconfirm(memory, "ana", one.id, episode=episode)]


def retired_and_undone(memory: Memory, one: Preference, episode: str) -> list[Preference]:
    memory.retire("ana", one.id)
    return [again for _ in "ab" for again in bring_back(memory, "ana", [one.id], episode=episode)]


def corrected_and_undone(memory: Memory, one: Preference, episode: str) -> list[Preference]:
    new = memory.update("ana", one.id, value="walnuts", words="walnuts, I meant")
    return [again for _ in "ab" for again in bring_back(memory, "ana", [new.id], episode=episode)]


def used_otherwise(memory: Memory, one: Preference, episode: str) -> list[Preference]:
    return [memory.update("ana", one.id, value=one.value, words="by hand", episode=episode, use="private")]


@pytest.mark.parametrize("touch", [confirmed_too_soon, retired_and_undone, corrected_and_undone, used_otherwise])
def test_an_allergy_rules_out_the_same_after_it_was_touched_by_hand(
    touch: Callable[[Memory, Preference, str], list[Preference]],
) -> None:
    agent = Agent.open(":memory:")
    agent.tell("ana", "I'm allergic to peanuts. I love window seats.")
    before = {one.value: agent.mind.note("ana", one) for one in agent.memory.list("ana")}
    for one in agent.memory.list("ana"):
        again = touch(agent.memory, one, f"key {one.id}")
        assert len({new.id for new in again}) == 1, "the same episode is done once"
    after = {one.value: agent.mind.note("ana", one) for one in agent.memory.list("ana")}
    assert after == before
    choice = agent.consider(SNACK).choice
    assert choice
    assert choice.action.thing == "apple"
    assert "Ruled out for you: peanut bar" in choice.because


def test_an_allergy_that_was_corrected_rules_out_what_it_is_now() -> None:
    agent = Agent.open(":memory:")
    agent.tell("ana", "I'm allergic to walnuts.")
    [walnuts] = agent.memory.list("ana")
    agent.memory.update("ana", walnuts.id, value="peanuts", words="peanuts, I meant")
    choice = agent.consider(SNACK).choice
    assert choice
    assert choice.action.thing == "apple"
