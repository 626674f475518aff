from __future__ import annotations

import pytest

from penchant import Agent, Statement
from penchant.mind.phrase import ask, note
from penchant.mind.protocol import Scene


def test_a_question_about_things_names_them_and_lists_the_alternatives() -> None:
    question = ask(Scene(("tea", "coffee"), (), False, "", "a drink"), "thing")
    assert question.text == "Which would you like: tea or coffee?"
    assert question.alternatives == ("tea", "coffee")


def test_a_question_about_a_place_names_the_thing_it_is_for() -> None:
    question = ask(Scene(("crackers",), ("top shelf", "low shelf"), True, "", "where to put crackers"), "place")
    assert question.text == "Where should I put the crackers: top shelf or low shelf?"
    assert question.alternatives == ("top shelf", "low shelf")


def test_where_several_things_could_be_meant_the_question_does_not_guess_one() -> None:
    scene = Scene(("crackers", "keys"), ("top shelf", "low shelf"), True, "", "where to put crackers")
    assert "put it" in ask(scene, "place").text
    assert ask(scene, "thing").alternatives == ("crackers", "keys")


def test_a_question_about_many_things_does_not_read_out_all_of_them() -> None:
    things = tuple(f"thing {n}" for n in range(50))
    question = ask(Scene(things, (), False, "", "a thing"), "thing")
    assert question.alternatives == things
    assert sum(thing in question.text for thing in things) < 10


def test_a_note_reads_as_a_sentence() -> None:
    text = note("Ana", "so drowsy", "a drink", "wants", "herbal tea", ["coffee"])
    assert text == "When Ana says “so drowsy” (a drink), Ana wants herbal tea rather than coffee."
    assert note("Ana", "", "a drink", "avoids", "coffee", []) == "Ana turned down coffee when asked “a drink”."
    assert note("Ana", "", "", "accepts", "tea", []) == "Ana is fine with tea."


def test_a_note_on_a_placement_says_what_goes_where() -> None:
    text = note("Ana", "guests are coming", "where to put crackers", "wants", "low shelf", ["top shelf"])
    assert text == "When Ana says “guests are coming”, Ana wants crackers at the low shelf rather than top shelf."


def test_a_note_does_not_list_everything_that_was_passed_over() -> None:
    text = note("Ana", "", "a thing", "wants", "this", [f"thing {n}" for n in range(50)])
    assert text.count("thing ") < 10


def test_somebody_who_is_called_me_is_spoken_to() -> None:
    said = note("me", "so drowsy", "a drink", "wants", "tea", ["coffee"])
    assert said == "When you say “so drowsy” (a drink), you want tea rather than coffee."
    assert note("me", "", "", "accepts", "tea", []) == "You are fine with tea."
    assert note("me", "", "", "avoids", "tea", []) == "You do not want tea."
    assert note("me", "", "", "avoids", "nuts", [], "constraint") == "You never want nuts."
    assert note("Me and Ana", "", "", "wants", "tea", []) == "Me and Ana wants tea."


@pytest.mark.parametrize(
    ("statement", "words", "sentence"),
    [
        (Statement("wants", "sushi", topic="food", exception="on Mondays"), "", "sam likes sushi, except on Mondays."),
        (Statement("wants", "flat white", topic="color"), "flat white please", "sam likes flat white."),
        (Statement("wants", "green", topic="colour"), "my colour is green", "sam likes green (colour)."),
        (Statement("avoids", "milk", situation="coffee"), "no milk in my coffee", "In coffee, sam does not like milk."),
        (Statement("wants", "tulips", topic="flower", whom="Rosa"), "", "Rosa likes tulips."),
        (Statement("is", "Rosa", topic="sister", kind="relation"), "", "Rosa is sam's sister."),
        (Statement("avoids", "nuts", kind="constraint", whom="husband"), "", "sam's husband never wants nuts."),
        (Statement("wants", "vegan", kind="constraint", whom="one of us"), "", "one of us (says sam) is vegan."),
        (Statement("wants", "vegetarian", kind="constraint"), "", "sam is vegetarian."),
        (Statement("wants", "Jain", kind="constraint"), "I'm a strictly Jain person", "sam is Jain."),
        (Statement("wants", "kosher", kind="constraint"), "", "sam keeps kosher."),
        (Statement("wants", "aisle seats", kind="constraint"), "", "sam wants only aisle seats."),
        (Statement("avoids", "before 9am", kind="constraint"), "", "sam wants nothing before 9am."),
        (
            Statement("wants", "at most 80 a night", topic="hotels", kind="constraint"),
            "80 a night",
            "sam wants at most 80 a night for hotels.",
        ),
        (Statement("is", "Lyon", topic="home", kind="fact"), "", "sam's home: Lyon."),
        (
            Statement("avoids", "call me", situation="at night", kind="instruction"),
            "",
            "At night, sam asks: never call me.",
        ),
    ],
    ids=lambda each: each.value if isinstance(each, Statement) else "",
)
def test_what_was_told_is_said_in_plain_words(statement: Statement, words: str, sentence: str) -> None:
    with Agent.open(":memory:") as agent:
        assert agent.learn("sam", [statement], words=words or None).opened == (sentence,)
