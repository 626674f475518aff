"""What a thing is to be without is read from the options' own names, and only where nothing else is said."""

from __future__ import annotations

import pytest

from penchant.domain import Reading, Utterance
from penchant.mind.understand.parts import read_parts

TEA = ("tea with sugar", "tea without sugar", "cocoa")
PIZZA = ("ham pizza", "pineapple pizza", "salad")


@pytest.mark.parametrize(
    "words",
    [
        "without sugar please",
        "no sugar",
        "I take it without the sugar",
        "hold the sugar",
        "Tea, minus the sugar",
        "leave out the sugar, thanks",
        "I'd like mine with no sugar at all",
    ],
)
def test_what_lacks_the_part_is_wanted_and_what_has_it_is_not(words: str) -> None:
    heard = read_parts(Utterance(words, TEA))
    assert heard is not None
    assert (heard.wants, heard.avoids) == (TEA[1:2], TEA[:1])


@pytest.mark.parametrize("words", ["no pineapple on my pizza", "please no pineapple on the pizza"])
def test_what_it_is_left_off_of_is_not_refused(words: str) -> None:
    heard = read_parts(Utterance(words, PIZZA))
    assert heard == Reading(avoids=("pineapple pizza",))


def test_after_acting_the_wrong_one_is_told() -> None:
    heard = read_parts(Utterance("no sugar please", TEA, TEA[:1]))
    assert heard is not None
    assert (heard.wants, heard.verdict) == (TEA[1:2], "wrong")


def test_names_without_the_word_without_say_it_too() -> None:
    heard = read_parts(Utterance("no sugar", ("sugar-free cola", "cola with sugar")))
    assert heard is not None
    assert heard.wants == ("sugar-free cola",)


@pytest.mark.parametrize(
    "words",
    [
        "no problem",
        "no sugar, and make it cocoa",
        "I can't live without sugar",
        "do you have it without sugar?",
        "without question the cocoa",
        "no more tea",
        "my sister drinks it without sugar",
        "",
        "🙂",
        "no " * 50_000,
    ],
)
def test_everything_else_is_left_to_the_rest_of_the_reader(words: str) -> None:
    assert read_parts(Utterance(words, TEA)) is None
