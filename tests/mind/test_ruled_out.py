"""What a constraint rules out, by the words of an option; and what a reading makes of one that was heard."""

from __future__ import annotations

import pytest

from penchant.domain import Reading, Stance, Statement, Utterance
from penchant.mind.builtin import BuiltInMind
from penchant.mind.constraints import rules_out

RULED_OUT: list[tuple[Stance, str, str]] = [
    ("avoids", "nuts", "almond croissant"),
    ("avoids", "nuts", "hazelnut spread"),
    ("avoids", "nuts", "peanut butter toast"),
    ("avoids", "nut", "nut cake"),
    ("avoids", "nuts", "a bag of cashews"),
    ("avoids", "sesame", "tahini bowl"),
    ("wants", "vegetarian", "steak"),
    ("wants", "vegetarian", "tuna sandwich"),
    ("wants", "vegan", "cheese omelette"),
    ("wants", "vegan", "latte"),
    ("wants", "vegan", "leather wallet"),
    ("wants", "halal", "bacon roll"),
    ("wants", "kosher", "prawn curry"),
    ("avoids", "lactose", "strawberry yoghurt"),
    ("avoids", "gluten", "two slices of bread"),
    ("wants", "gluten-free", "spaghetti"),
    ("avoids", "coffee", "oat latte"),
    ("avoids", "fish", "smoked salmon"),
    ("avoids", "seafood", "prawns"),
    ("avoids", "alcohol", "a glass of red wine"),
    ("avoids", "flying", "a flight to Rome"),
    ("wants", "step-free", "third floor, by the stairs"),
    ("wants", "wheelchair accessible", "a walk-up flat"),
    ("avoids", "wool", "merino jumper"),
    ("wants", "unsweetened", "sweetened tea"),
    ("avoids", "peanut butter", "peanut butter toast"),
    ("avoids", "radiator shelf", "radiator shelf"),
]

LEFT: list[tuple[Stance, str, str]] = [
    ("avoids", "nuts", "nut-free brownie"),
    ("avoids", "nuts", "doughnut"),
    ("avoids", "nuts", "coconut cake"),
    ("avoids", "nuts", "walnut desk"),
    ("avoids", "nuts", "desk with walnut legs"),
    ("avoids", "peanuts", "walnut bread"),
    ("avoids", "dairy", "peanut butter"),
    ("wants", "vegetarian", "veggie burger"),
    ("wants", "vegetarian", "bean burger"),
    ("wants", "vegetarian", "vegan sausage roll"),
    ("wants", "vegetarian", "tomato soup"),
    ("wants", "vegetarian", "a board game"),
    ("wants", "vegan", "oat milk latte"),
    ("wants", "vegan", "vegan leather wallet"),
    ("wants", "halal", "chicken curry"),
    ("wants", "step-free", "ground floor flat"),
    ("avoids", "lactose", "oat milk"),
    ("avoids", "lactose", "lactose-free milk"),
    ("avoids", "lactose", "dairy-free cheesecake"),
    ("avoids", "lactose", "cream sofa"),
    ("avoids", "gluten", "gluten-free bread"),
    ("avoids", "gluten", "rice noodles"),
    ("avoids", "alcohol", "alcohol-free beer"),
    ("avoids", "alcohol", "ginger beer"),
    ("avoids", "alcohol", "virgin mojito"),
    ("avoids", "sugar", "sweet potato"),
    ("avoids", "flying", "the night train"),
    ("accepts", "nuts", "almond croissant"),
]


@pytest.mark.parametrize(("stance", "value", "option"), RULED_OUT)
def test_what_is_known_not_to_fit_is_ruled_out(stance: Stance, value: str, option: str) -> None:
    assert rules_out(stance, value, option)


@pytest.mark.parametrize(("stance", "value", "option"), LEFT)
def test_what_fits_or_is_unknown_is_not_ruled_out(stance: Stance, value: str, option: str) -> None:
    assert not rules_out(stance, value, option)


NUTS = Statement("avoids", "nuts", kind="constraint")


def test_an_option_that_a_constraint_touches_is_avoided_for_good(mind: BuiltInMind) -> None:
    heard = mind.understand(Utterance("I'm allergic to nuts, the plum tart please", ["walnut cake", "plum tart"]))
    assert heard.avoids == heard.constraints == ("walnut cake",)
    assert heard.wants == ("plum tart",)
    assert heard.also == (NUTS,)


def test_a_constraint_is_heard_where_nothing_on_offer_is_touched(mind: BuiltInMind) -> None:
    heard = mind.understand(Utterance("the tea; and by the way, I'm allergic to nuts", ["green tea", "coffee"]))
    assert (heard.wants, heard.avoids, heard.constraints) == (("green tea",), (), ())
    assert heard.also == (NUTS,)


def test_what_was_brought_against_a_constraint_was_wrong(mind: BuiltInMind) -> None:
    heard = mind.understand(Utterance("I'm vegetarian!", ["steak", "risotto"], acted=["steak"]))
    assert (heard.verdict, heard.constraints) == ("wrong", ("steak",))
    assert "steak" not in heard.wants + heard.accepts


def test_a_place_that_is_forbidden_for_good_is_a_constraint(mind: BuiltInMind) -> None:
    options = ["keys", "radiator", "hall table"]
    heard = mind.understand(Utterance("Never put my keys there!", options, acted=["keys", "radiator"]))
    assert (heard.constraints, heard.verdict) == (("radiator",), "wrong")


@pytest.mark.parametrize("words", ["no nuts for me please", "I don't like the walnut cake", "never mind"])
def test_a_taste_is_no_constraint(mind: BuiltInMind, words: str) -> None:
    heard = mind.understand(Utterance(words, ["walnut cake", "plum tart"]))
    assert (heard.constraints, [one for one in heard.also if one.kind == "constraint"]) == ((), [])


def test_a_reading_without_a_constraint_is_as_it_was() -> None:
    assert Reading(wants=("tea",)).constraints == ()
