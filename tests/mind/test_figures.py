"""Numbers and clock times of options, held against what was said and what was chosen before."""

from __future__ import annotations

import pytest

from penchant.domain import Statement
from penchant.mind.told.figures import Limit, between, bounds, figures, limit_of, limited, within
from penchant.mind.told.matter import matter_of


@pytest.mark.parametrize(
    ("words", "options", "kept"),
    [
        ("afternoons suit me, but not after 5", ["16:00", "17:30"], [1, -1]),
        ("I refuse to get up before seven", ["the 6:30", "the 11:30"], [-1, 1]),
        ("never before nine, and never after five", ["Monday 08:00", "Monday 11:00", "Monday 17:30"], [-1, 1, -1]),
        ("nothing later than 8 pm please", ["dinner at 7 pm", "dinner at 9:30 pm"], [1, -1]),
        ("under ten minutes on foot", ["14 min walk", "8 min walk"], [-1, 1]),
        ("Under 20 a main. Not under 10, that's rubbish", ["mains 9", "mains 38", "mains 16"], [-1, -1, 1]),
        ("We have 60 and not a cent more!", ["Teapot set, 58", "Watch, 95"], [1, -1]),
        ("at most £80 for a coat", ["Coat, £75", "Coat, £120", "Cape"], [1, -1, 0]),
        ("no more than half an hour", ["20 min walk", "45 min walk", "4 stars"], [1, -1, 0]),
        ("1.200 euros tops", ["laptop, 999", "laptop, 1,450"], [1, -1]),
        ("1,200 euros, tops", ["laptop, 999", "laptop, 1,450"], [1, -1]),
    ],
)
def test_a_limit_is_held_against_every_option(words: str, options: list[str], kept: list[float]) -> None:
    assert within(words, options) == kept


@pytest.mark.parametrize("words", ["", "I love it", "my daughter is 7", "room 12 again", "1" * 400])
def test_words_without_a_limit_say_nothing(words: str) -> None:
    assert within(words, ["Coat, £75", "16:00"]) is None


def test_times_are_no_prices() -> None:
    assert within("not after 5", ["Soup, 7.50", "Bread, 3.20"]) is None


def test_what_was_taken_below_all_others_is_a_sign_that_less_will_do() -> None:
    heels = ["Stilettos, 11 cm", "Platform heels, 9 cm"]
    assert between("Court shoes, 3 cm", heels, ["Sandals, 9 cm", "Sandals, 2 cm", "Boots"]) == [-1.0, 1.0, 0.0]


def test_what_was_taken_between_others_is_best_alike() -> None:
    near, far = between("size 40", ["size 38", "size 44"], ["size 40", "size 46"])
    assert near == 1.0
    assert far == -1.0


def test_a_text_of_many_numbers_is_read_in_one_pass() -> None:
    assert len(figures("7 " * 5_000)) == 5_000


@pytest.mark.parametrize(
    ("words", "matter"),
    [
        ("My budget for lunch is 12 euros", "lunch"),
        ("No films longer than two hours, please", "films"),
        ("I only take flights of at most 4 hours", "flights"),
        ("I won't pay more than 15 euros for a bottle of wine", "wine"),
        ("no more than 30 euros for a T-shirt", "shirt"),
        ("My luggage may weigh at most 20 kg", "luggage"),
        ("I can carry at most 10 kg in my backpack", "backpack"),
        ("I don't do calls after 6 in the evening", "calls"),
        ("I never work after 6pm", "work"),
        ("at most 80 for my sister", ""),
        ("1,200 euros, tops", ""),
        ("not after 5", ""),
    ],
)
def test_what_a_limit_is_of_is_found_around_it(words: str, matter: str) -> None:
    assert matter_of(words) == matter


def test_a_limit_is_of_its_own_sentence() -> None:
    said = Statement(
        "wants", "at most 2 hours", kind="constraint", quote="Lunch under 12 euros. Films at most 2 hours."
    )
    assert limited(said) == "films"


def test_an_hour_in_the_evening_is_late() -> None:
    assert [one.low for one in bounds("after 6 in the evening, and after 6 in the morning")] == [1080.0, 360.0]


def test_notes_of_money_have_a_worth() -> None:
    assert limit_of("over a tenner", "avoids") == Limit("at most", 10.0, "pound")
