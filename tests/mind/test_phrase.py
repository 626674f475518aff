from __future__ import annotations

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
    assert note("me", "", "", "avoids", "nuts", [], "constraint") == "A constraint: you never want nuts."
    assert note("Me and Ana", "", "", "wants", "tea", []) == "Me and Ana wants tea."
