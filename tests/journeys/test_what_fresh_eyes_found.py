"""Sentences on which somebody who had not built it saw the opposite done: each with its neighbours."""

from __future__ import annotations

import pytest

from penchant import Agent, Request

OPEN = ":memory:"


def taken(options: list[str], answer: str) -> str | None:
    agent = Agent.open(OPEN)
    turn = agent.consider(Request("ana", "order me something", options))
    assert turn.question is not None
    turn = agent.hear(turn, answer)
    return None if turn.choice is None else turn.choice.action.thing


@pytest.mark.parametrize(
    ("options", "answer", "wanted"),
    [
        (["whole milk", "oat milk"], "oat, dairy upsets my stomach", "oat milk"),
        (["oat milk", "whole milk", "soy milk"], "oat, dairy upsets my stomach", "oat milk"),
        (["beef burger", "lentil burger"], "lentil, meat gives me gout", "lentil burger"),
        (["prawn curry", "chickpea curry"], "chickpea, shellfish makes me ill", "chickpea curry"),
        (["beer", "wine"], "wine, gluten upsets my stomach", "wine"),
        (["Hotel 7 (£7)", "Hotel 77 (£77)", "Hotel 8 (£8)"], "Hotel 77 please", "Hotel 77 (£77)"),
        (["window", "aisle"], "aisle bitte, ich stehe oft auf", "aisle"),
    ],
)
def test_an_option_that_an_answer_begins_with_is_the_one(options: list[str], answer: str, wanted: str) -> None:
    assert taken(options, answer) == wanted


@pytest.mark.parametrize(
    ("options", "answer", "refused"),
    [
        (["beef stew", "mushroom rice"], "Stew? God no.", "beef stew"),
        (["beef stew", "mushroom rice"], "Stew, no. Rice.", "beef stew"),
        (["beef stew", "mushroom rice"], "The stew's too heavy. Rice.", "beef stew"),
        (["beef stew", "mushroom rice"], "forget the stew, I'll take the rice", "beef stew"),
        (["beef stew", "mushroom rice"], "Stew. Hate it.", "beef stew"),
        (["tomato soup", "pesto pasta"], "soup's out. pasta's out too.", "tomato soup"),
        (["train to Lyon", "flight to Lyon"], "Scrap the flight, I'll go by train", "flight to Lyon"),
        (["red wine", "pale ale"], "Wine again? Ugh.", "red wine"),
        (["oat milk", "whole milk"], "Oat tastes like cardboard", "oat milk"),
        (["jazz club", "cinema"], "the cinema? I'd rather stay at home", "cinema"),
        (["coffee", "tea"], "Coffee. Wait, no, tea.", "coffee"),
    ],
)
def test_an_option_that_an_answer_begins_by_refusing_is_not_the_one(
    options: list[str], answer: str, refused: str
) -> None:
    agent = Agent.open(OPEN)
    turn = agent.hear(agent.consider(Request("ana", "order me something", options)), answer)
    assert turn.choice is None or turn.choice.action.thing != refused
    assert ("wants", refused) not in [(one.stance, one.value) for one in agent.memory.list("ana")]


@pytest.mark.parametrize(
    ("options", "answer", "wanted"),
    [
        (["tomato soup", "pesto pasta"], "Soup, pasta makes me sleepy", "tomato soup"),
        (["hotel in the centre", "cabin by the lake"], "Cabin, city noise drives me mad", "cabin by the lake"),
        (["bus", "taxi"], "Taxi, buses make me sick", "taxi"),
        (["fish tacos", "bean burrito"], "burrito - fish disgusts me", "bean burrito"),
    ],
)
def test_a_reason_that_speaks_against_another_is_not_against_it(options: list[str], answer: str, wanted: str) -> None:
    assert taken(options, answer) == wanted


def test_the_reason_behind_it_is_learned_too() -> None:
    agent = Agent.open(OPEN)
    agent.hear(agent.consider(Request("ana", "order me a coffee", ["whole milk", "oat milk"])), "oat, no dairy for me")
    believed = [(one.stance, one.value) for one in agent.memory.list("ana")]
    assert ("avoids", "oat milk") not in believed
    assert any("dairy" in value for _, value in believed)


@pytest.mark.parametrize("words", ["Nothing over 500 calories please", "never over 500 calories"])
def test_nothing_over_is_no_wish_for_more(words: str) -> None:
    agent = Agent.open(OPEN)
    agent.tell("ana", words)
    turn = agent.consider(Request("ana", "lunch", ["burger 850 kcal", "salad 420 kcal"]))
    assert turn.choice is None or turn.choice.action.thing == "salad 420 kcal"


def test_an_allergy_of_somebody_else_speaks_for_nothing_of_mine() -> None:
    agent = Agent.open(OPEN)
    agent.tell("ana", "My son is allergic to peanuts.")
    assert agent.consider(Request("ana", "A snack for me", ["peanut butter toast", "apple"])).question is not None
    turn = agent.consider(Request("ana", "A snack for my son", ["peanut butter toast", "apple"]))
    assert turn.choice is None or turn.choice.action.thing == "apple"


@pytest.mark.parametrize("request_text", ["Book a flight to Rome", "Rent a flat", "a laptop for work"])
def test_a_limit_for_a_coat_is_none_for_anything_else(request_text: str) -> None:
    agent = Agent.open(OPEN)
    agent.tell("ana", "I pay at most £80 for a coat.")
    assert agent.consider(Request("ana", request_text, ["the small one £60", "the big one £210"])).question is not None
    coat = agent.consider(Request("ana", "I need a coat", ["parka £75", "duffle £120"]))
    assert coat.choice is not None
    assert coat.choice.action.thing == "parka £75"


def test_what_was_chosen_for_somebody_else_is_not_mine() -> None:
    agent = Agent.open(OPEN)
    turn = agent.consider(Request("ana", "My wife needs new running shoes", ["Nike", "Asics"]))
    agent.hear(turn, "Asics, she has wide feet")
    assert agent.consider(Request("ana", "I need new running shoes", ["Nike", "Asics"])).question is not None


def test_zero_of_it_is_none_of_it() -> None:
    agent = Agent.open(OPEN)
    agent.tell("ana", "I have diabetes, so no sugar")
    turn = agent.consider(Request("ana", "a drink", ["cola, 0 g sugar", "juice, 15 g sugar", "tea, 0.5 g sugar"]))
    assert turn.choice is not None
    assert turn.choice.action.thing == "cola, 0 g sugar"
