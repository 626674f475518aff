"""Among very many options the right one is still found, and what is kept of the others stays short."""

from __future__ import annotations

import pytest

from penchant.domain import Request
from penchant.loop import Agent
from penchant.loop.revision import PASSED_OVER

KINDS = ("oak", "brass", "glass", "linen", "copper", "paper", "marble", "wicker", "steel", "clay")
THINGS = ("lamp", "bowl", "chair", "frame", "basket", "clock", "mirror", "shelf", "vase", "tray")
COLORS = ("red", "blue", "green", "white", "black", "yellow", "gray", "brown", "pink", "orange")
EVERY = [f"{color} {kind} {thing}" for color in COLORS for kind in KINDS for thing in THINGS]


@pytest.mark.parametrize("wanted", ["blue wicker basket", "green copper clock"])
def test_what_was_wanted_once_is_chosen_among_a_thousand(agent: Agent, wanted: str) -> None:
    request = Request("ana", "something for the hall", EVERY)
    agent.hear(agent.consider(request, may_ask=False), f"no, the {wanted}")
    choice = agent.consider(request, may_ask=False).choice
    assert choice is not None
    assert choice.action.thing == wanted


def test_of_what_was_passed_over_the_most_like_it_is_kept(agent: Agent) -> None:
    request = Request("ana", "something for the hall", EVERY)
    agent.hear(agent.consider(request, may_ask=False), "no, the blue wicker basket")
    [kept] = [one for one in agent.memory.list("ana") if one.stance == "wants"]
    assert len(kept.rather_than) == PASSED_OVER
    assert "red wicker basket" in kept.rather_than
    assert kept.value not in kept.rather_than


def test_the_next_best_among_other_options_is_like_what_was_wanted(agent: Agent) -> None:
    agent.hear(
        agent.consider(Request("ana", "something for the hall", EVERY), may_ask=False), "no, the blue wicker basket"
    )
    others = [name for name in EVERY if name != "blue wicker basket"]
    choice = agent.consider(Request("ana", "something for the hall", others), may_ask=False).choice
    assert choice is not None
    assert choice.action.thing is not None
    assert len(set(choice.action.thing.split()) & {"blue", "wicker", "basket"}) == 2
