"""Among long options the clause that selects counts: by a label, a word that one option alone has, or likeness."""

from __future__ import annotations

import time

import pytest

from penchant.domain import Utterance
from penchant.mind.understand.selection import ALIKE, read_selection

GIFTS = (
    "A weekly desk planner with tear-off sheets and a space for meals",
    "A set of four noise-cancelling foam earplugs in an aluminium case",
    "A refillable brass fountain pen with a medium nib",
    "A small succulent in a hand-glazed pot",
)


def chosen(words: str, options: tuple[str, ...] = GIFTS) -> int | None:
    heard = read_selection(Utterance(words, options))
    return None if heard is None else options.index(heard.wants[0]) + 1


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
    assert chosen(words) == 2


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
    assert chosen(words) == number


@pytest.mark.parametrize(
    "words",
    [
        "the planner or the pen",
        "not the pen",
        "not option 2",
        "option 9",
        "1 or 2",
        "anything but the earplugs",
        "is the pen refillable?",
        "tell me more about the planner",
        "I already have a planner",
        "none of these",
        "thanks",
        "",
        "?!",
        "🙂",
    ],
)
def test_what_chooses_none_or_two_is_left_to_the_rest_of_the_reader(words: str) -> None:
    assert chosen(words) is None


def test_short_names_and_reactions_are_not_selections() -> None:
    assert chosen("the tea", ("herbal tea", "black coffee")) is None
    assert read_selection(Utterance("the pen is great", GIFTS, GIFTS[2:3])) is None


def test_what_is_most_alike_is_chosen_with_less_certainty() -> None:
    def likeness(said: str, name: str) -> float:
        return 0.4 if "plant" in said and "succulent" in name else 0.1

    heard = read_selection(Utterance("I'd choose the plant", GIFTS), likeness)
    assert heard is not None
    assert (heard.wants, heard.sure) == (GIFTS[3:], ALIKE)
    assert read_selection(Utterance("I'd choose the plant", GIFTS), lambda said, name: 0.4) is None


def test_long_words_and_many_options_are_quick() -> None:
    started = time.process_time()
    read_selection(Utterance("the planner " * 10_000, GIFTS))
    read_selection(Utterance("option 2", tuple(f"{at} {GIFTS[at % 4]}" for at in range(10_000))))
    assert time.process_time() - started < 1
