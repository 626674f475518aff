"""What a request names is brought, what it refuses is left out, and nothing lasting is learned from either."""

from __future__ import annotations

import pytest

from penchant import Request
from penchant.domain import Turn
from penchant.loop import Agent
from penchant.mind.explain import ASKED_FOR
from workbench import draft

MEALS = ["tonkotsu ramen", "pizza", "green salad"]


def considered(agent: Agent, text: str, options: list[str] | None = None) -> Turn:
    return agent.consider(Request("sam", text, options or MEALS))


@pytest.mark.parametrize(
    ("text", "brought"),
    [
        ("I'd like the ramen please", "tonkotsu ramen"),
        ("The ramen, please.", "tonkotsu ramen"),
        ("tonkotsu ramen", "tonkotsu ramen"),
        ("I'll have the pizza", "pizza"),
        ("can I get a pizza?", "pizza"),
        ("It was a long day. I want the green salad.", "green salad"),
    ],
)
def test_what_is_asked_for_by_name_is_brought_without_a_question(agent: Agent, text: str, brought: str) -> None:
    turn = considered(agent, text)
    assert turn.question is None
    assert turn.choice is not None
    assert turn.choice.action.thing == brought
    assert turn.choice.because == ASKED_FOR


def test_a_place_that_is_named_is_where_it_goes(agent: Agent) -> None:
    turn = considered(agent, "put the mug on the top shelf", ["mug", "top shelf", "low shelf"])
    assert turn.choice is not None
    assert (turn.choice.action.thing, turn.choice.action.place) == ("mug", "top shelf")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("anything but the pizza", ("tonkotsu ramen", "green salad")),
        ("something to eat, just not the pizza again", ("tonkotsu ramen", "green salad")),
        ("dinner please, no pizza", ("tonkotsu ramen", "green salad")),
    ],
)
def test_what_is_refused_is_not_even_offered(agent: Agent, text: str, left: tuple[str, ...]) -> None:
    turn = considered(agent, text)
    assert turn.question is not None
    assert turn.question.alternatives == left


def test_an_ingredient_rules_out_what_is_made_of_it(agent: Agent) -> None:
    turn = considered(agent, "no onions please, something quick", ["onion soup", "toast", "green salad"])
    assert turn.question is not None
    assert turn.question.alternatives == ("toast", "green salad")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("the usual, please", MEALS),
        ("bring me something to drink", ["energy drink", "herbal tea", "black coffee"]),
        ("Could you bring me a drink?", ["energy drink", "herbal tea", "black coffee"]),
        ("some coffee would be nice", ["black coffee", "iced coffee", "herbal tea"]),
        ("put the mug away", ["mug", "top shelf", "low shelf"]),
        ("I need a container", ["disposable container", "lunch box"]),
        ("I had pizza yesterday. Something to eat, please.", MEALS),
        ("is the pizza any good?", MEALS),
        ("maybe pizza? or not", MEALS),
        ("my sister wants pizza. What about me?", MEALS),
        ("something green to eat", MEALS),
    ],
)
def test_what_only_sounds_like_a_name_is_still_asked_about(agent: Agent, text: str, options: list[str]) -> None:
    turn = considered(agent, text, options)
    assert turn.question is not None


def test_nothing_lasting_is_learned_from_a_request_and_thanks(agent: Agent) -> None:
    turn = agent.hear(considered(agent, "I'd like the ramen please"), "perfect, thank you")
    assert not turn.lesson
    assert agent.memory.list("sam") == []


def test_what_is_asked_for_beats_what_is_usually_wanted(agent: Agent) -> None:
    agent.hear(considered(agent, "something to eat, please"), "the pizza, please")
    turn = considered(agent, "something to eat, please: the ramen today")
    assert turn.choice is not None
    assert turn.choice.action.thing == "tonkotsu ramen"
    assert [belief.value for belief in agent.memory.list("sam")] == ["pizza"]


def test_what_is_refused_for_now_stays_known(agent: Agent) -> None:
    agent.hear(considered(agent, "something to eat, please"), "the pizza, please")
    turn = considered(agent, "something to eat, please, but no pizza today")
    names = turn.question.alternatives if turn.question else (turn.choice.action.thing,) if turn.choice else ()
    assert "pizza" not in names
    assert [belief.value for belief in agent.memory.list("sam")] == ["pizza"]


def test_what_is_forbidden_is_asked_about_even_when_it_is_named(agent: Agent) -> None:
    agent.memory.add("sam", draft("pizza", topic="", situation="", stance="avoids", kind="constraint"))
    turn = considered(agent, "I'd like the pizza please")
    assert turn.choice is None or turn.choice.because != ASKED_FOR
