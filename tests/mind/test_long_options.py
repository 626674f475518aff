"""An answer to long options chooses by a label, or by words of one of them; "without" chooses by parts."""

from __future__ import annotations

import pytest

from penchant.domain import Question, Reading, Utterance
from penchant.mind.builtin import BuiltInMind
from penchant.testing import HashEmbedder

MIND = BuiltInMind(HashEmbedder())
GIFTS = (
    "A weekly desk planner with tear-off sheets and a space for meals",
    "A set of four noise-cancelling foam earplugs in an aluminium case",
    "A refillable brass fountain pen with a medium nib",
    "A small succulent in a hand-glazed pot",
)
TEA = ("tea with sugar", "tea without sugar", "cocoa")


def answered(words: str, options: tuple[str, ...] = GIFTS) -> Reading:
    return MIND.understand(Utterance(words, options, question=Question("Which would you like?", options)))


@pytest.mark.parametrize(
    "words",
    [
        "option 2",
        "Option 2, because I sleep badly",
        "number two",
        "#2",
        "no. 2 please",
        "the 2nd",
        "the second one",
        "2",
        "B",
        "(b)",
        "b) the rest is clutter",
        "I pick 2",
        "my choice is B",
        "I'd choose option 2 over option 3",
    ],
)
def test_a_label_chooses_by_its_place(words: str) -> None:
    assert answered(words).wants == GIFTS[1:2]


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("I'll go with the planner; the others don't appeal to me", 1),
        ("The pen. I write letters every Sunday and I like things that last", 3),
        ("I don't need a pen or a planner, I'd take the succulent", 4),
        ("Earplugs, since the planner and the pen would only lie around", 2),
    ],
)
def test_a_word_that_one_option_alone_has_chooses_it(words: str, number: int) -> None:
    assert answered(words).wants == (GIFTS[number - 1],)


@pytest.mark.parametrize("words", ["anything but the earplugs", "none of these", "thanks", "", "?!", "🙂"])
def test_what_chooses_none_chooses_none(words: str) -> None:
    assert not answered(words).wants


@pytest.mark.parametrize(
    "words", ["without sugar please", "hold the sugar", "Tea, minus the sugar", "I'd like mine with no sugar at all"]
)
def test_what_lacks_the_part_is_wanted_and_what_has_it_is_not(words: str) -> None:
    heard = answered(words, TEA)
    assert (heard.wants, heard.avoids) == (TEA[1:2], TEA[:1])


def test_long_words_and_many_options_are_no_trouble() -> None:
    answered("the planner " * 10_000)
    answered("option 2", tuple(f"{at} {GIFTS[at % 4]}" for at in range(10_000)))
