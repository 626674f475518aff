"""What the built-in mind understands, told as behaviour; the breadth lies in sentences.jsonl."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from penchant.domain import Question, Reading
from penchant.mind.understand import understand

SENTENCES = [json.loads(line) for line in Path(__file__).with_name("sentences.jsonl").read_text("utf-8").splitlines()]
DRINKS = ["black coffee", "herbal tea", "fruit smoothie"]
PAIR = ["black coffee", "herbal tea"]


def hear(words: str, options: Sequence[str] = DRINKS, *acted: str) -> Reading:
    return understand(words, options, acted=acted)


@pytest.mark.parametrize("case", SENTENCES, ids=lambda case: case["words"][:60])
def test_everyday_sentences_are_read_as_people_read_them(case: dict[str, Any]) -> None:
    question = Question(case["question"], tuple(case["alternatives"])) if "question" in case else None
    reading = understand(case["words"], case["options"], acted=case.get("acted", ()), question=question)
    assert list(reading.wants) == case.get("wants", [])
    assert list(reading.accepts) == case.get("accepts", [])
    assert list(reading.avoids) == case.get("avoids", [])
    assert reading.changed is case.get("changed", False)
    assert reading.verdict == case.get("verdict", "unclear")


def test_a_correction_wants_the_other_and_avoids_the_chosen() -> None:
    reading = hear("no, the tea; coffee makes me jittery", DRINKS, "black coffee")
    assert reading == Reading(("herbal tea",), (), ("black coffee",), False, "wrong")


def test_praise_certifies_what_was_chosen() -> None:
    assert hear("perfect, thanks", DRINKS, "herbal tea") == Reading(("herbal tea",), (), (), False, "right")


def test_the_other_place_displaces_the_place_and_not_the_thing() -> None:
    options = ["crackers", "paper towels", "top shelf", "pantry"]
    reading = hear("put it on the top shelf instead", options, "crackers", "pantry")
    assert (reading.wants, reading.avoids) == (("top shelf",), ("pantry",))


def test_a_bare_no_between_two_options_invents_no_wish() -> None:
    assert hear("not that one", PAIR, "black coffee") == Reading((), (), ("black coffee",), False, "wrong")


def test_a_change_of_taste_is_told_from_a_mood_of_the_day() -> None:
    assert hear("I've gone off coffee").changed
    assert not hear("just for today I'd rather have tea").changed
    assert not hear("no, I wanted the tea", DRINKS, "black coffee").changed


def test_without_a_choice_there_is_no_verdict() -> None:
    assert hear("perfect, thanks").verdict == "unclear"


def test_words_about_something_else_say_nothing() -> None:
    for words in ("Did the postman come?", "My phone battery is dying.", "I had a great day at work.", "hmm"):
        assert hear(words, DRINKS, "black coffee") == Reading()


def test_the_longest_name_wins() -> None:
    shelves = ["top shelf", "refrigerator top shelf"]
    assert hear("the refrigerator top shelf", shelves).wants == ("refrigerator top shelf",)
    assert hear("the top shelf", shelves).wants == ("top shelf",)


def test_a_word_that_fits_two_options_wants_both() -> None:
    assert hear("coffee please", ["black coffee", "iced coffee", "tea"]).wants == ("black coffee", "iced coffee")


def test_ordinals_follow_the_order_of_the_question() -> None:
    asked = Question("Would you like the herbal tea or the black coffee?", ("herbal tea", "black coffee"))
    assert understand("the first", DRINKS, question=asked).wants == ("herbal tea",)


def test_yes_and_no_answer_the_question() -> None:
    asked = Question("Shall I bring the herbal tea?", ("herbal tea",))
    assert understand("yes please", DRINKS, question=asked).wants == ("herbal tea",)
    assert understand("no", DRINKS, question=asked).avoids == ("herbal tea",)


def test_what_is_not_on_offer_is_kept_in_the_persons_words() -> None:
    reading = hear("I'd rather have the island counter", ["top shelf", "pantry"], "pantry")
    assert reading == Reading((), (), ("pantry",), False, "wrong", ("island counter",))


def test_likeness_helps_only_where_word_knowledge_ends() -> None:
    def likeness(first: str, second: str) -> float:
        return 0.9 if {first, second} == {"zingy", "ginger ale"} else 0.0

    options = ["ginger ale", "warm milk"]
    assert understand("the zingy one", options).wants == ()
    assert understand("the zingy one", options, likeness=likeness).wants == ("ginger ale",)
    assert understand("the warm one", options, likeness=likeness).wants == ("warm milk",)


@pytest.mark.parametrize(
    "options", [[], ["tea"], ["(.*", "[a-z", "tea|coffee", "", " "], [f"thing {n}" for n in range(50)]]
)
@pytest.mark.parametrize(
    "words", ["", " ", "\x00", "👍👎", "'" * 500, "tea " * 1_000_000, "\ud800", "İİ ß \u0661", "(((", "no"]
)
def test_no_text_and_no_options_break_it(words: str, options: list[str]) -> None:
    reading = understand(words, options, acted=options[:1], question=Question(words[:50]))
    assert set(reading.wants) <= set(options)
    assert not set(reading.wants) & set(reading.avoids)
