"""Limits in numbers are compared with what the options carry, and say nothing where they cannot be."""

from __future__ import annotations

import time

import pytest

from penchant.domain import Reading, Utterance
from penchant.mind.understand.numbers import read_numbers

HOTELS = ("Alpha, €95 a night", "Beta, €200 a night", "Gamma, €40 a night")
HEAT = ("19 °C", "21 °C", "24 °C")
RATED = ("Inn, 4.5 stars, €120", "Lodge, 3 stars, €60", "Palace, 5 stars, €310")
BOTTLES = ("bottle, 330 ml", "bottle, 500 ml", "bottle, 1 l")
WALKS = ("bakery, 300 m away", "bakery, 1.5 km away", "bakery, 4 km away")


def numbers(words: str, options: tuple[str, ...], acted: str = "") -> Reading:
    return read_numbers(Utterance(words, options, (acted,) if acted else ())) or Reading()


def by_number(options: tuple[str, ...], reading: Reading) -> str:
    """A reading in few signs: + wanted, ~ will do, - avoided, . not spoken of."""
    signs = dict.fromkeys(reading.wants, "+") | dict.fromkeys(reading.accepts, "~")
    signs |= dict.fromkeys(reading.avoids, "-")
    return "".join(signs.get(name, ".") for name in options)


@pytest.mark.parametrize(
    ("words", "options", "read"),
    [
        ("under 100 a night", HOTELS, "~-~"),
        ("no more than a hundred", HOTELS, "~-~"),
        ("Nothing over €90, please", HOTELS, "--+"),
        ("I don't want to pay more than 95", HOTELS, "~-~"),
        ("my budget is 50 euros", HOTELS, "--+"),
        ("less than 95 a night", HOTELS, "--+"),
        ("under 100 a night", ("200 a night", "80 a night", "150 a night"), "-+-"),
        ("at least four stars", RATED, "~-~"),
        ("nothing below 4 stars", RATED, "~-~"),
        ("4 stars or more, and under 200 euros", RATED, "+--"),
        ("up to half a litre", BOTTLES, "~~-"),
        ("more than 400 ml", BOTTLES, "-~~"),
        ("within two kilometres", WALKS, "~~-"),
        ("1 km max", WALKS, "+--"),
        ("between 20 and 23 degrees", HEAT, "-+-"),
        ("20-22 degrees please", HEAT, "-+-"),
        ("not under twenty-one degrees", HEAT, "-~~"),
        ("around 21 degrees", HEAT, ".+."),
        ("roughly half a litre", BOTTLES, ".+."),
        ("twenty-one degrees please", HEAT, ".+."),
        ("from 21 degrees up", HEAT, "-~~"),
    ],
)
def test_a_limit_allows_what_is_within_it_and_refuses_the_rest(words: str, options: tuple[str, ...], read: str) -> None:
    assert by_number(options, numbers(words, options)) == read


@pytest.mark.parametrize(
    ("words", "options", "read"),
    [
        ("the cheapest", HOTELS, "..+"),
        ("the most expensive one", HOTELS, ".+."),
        ("whichever is closest", WALKS, "+.."),
        ("The best-rated one, please", RATED, "..+"),
        ("the smallest bottle", BOTTLES, "+.."),
        ("not the cheapest", HOTELS, "..-"),
        ("anything but the most expensive", HOTELS, ".-."),
    ],
)
def test_the_most_of_something_is_one_option(words: str, options: tuple[str, ...], read: str) -> None:
    assert by_number(options, numbers(words, options)) == read


@pytest.mark.parametrize(
    ("words", "options", "acted", "read"),
    [
        ("too dear", HOTELS, "Alpha, €95 a night", "--+"),
        ("That's too far for me", WALKS, "bakery, 1.5 km away", "+--"),
        ("a bit warmer, please", HEAT, "19 °C", "-+."),
        ("warmer", HEAT, "19 °C", "-~~"),
        ("could you make it a little cooler?", HEAT, "24 °C", ".+-"),
        ("something cheaper than that", HOTELS, "Alpha, €95 a night", "--+"),
        ("It isn't warm enough", HEAT, "21 °C", "--+"),
        ("less expensive would be great", HOTELS, "Beta, €200 a night", "~-~"),
    ],
)
def test_more_and_less_are_held_against_what_was_done(
    words: str, options: tuple[str, ...], acted: str, read: str
) -> None:
    heard = numbers(words, options, acted)
    assert by_number(options, heard) == read
    assert heard.verdict == "wrong"


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("an espresso at 4", ("espresso, €3", "latte, €4")),
        ("a table for two", ("terrace, 2 m", "cellar, 4 m")),
        ("platform 9", ("platform 9", "platform 4")),
        ("the 2 pm train", ("2 pm train, 90 min", "4 pm train, 60 min")),
        ("option 2", HOTELS),
        ("the second one", HOTELS),
        ("under 5 km", HOTELS),
        ("under 100 dollars", HOTELS),
        ("under 100 a week", HOTELS),
        ("under the bed", ("under the bed, 40 cm", "over the desk, 90 cm")),
        ("my last hotel cost over 100 euros", HOTELS),
        ("is it under 100?", HOTELS),
        ("which is the cheapest?", HOTELS),
        ("the second cheapest", HOTELS),
        ("Tom wants one under 100", HOTELS),
        ("under 100, but not the Gamma", HOTELS),
        ("cheaper than the Beta", HOTELS),
        ("warmer", HEAT),
        ("under 100", ("tea", "coffee")),
        ("the iPhone 15, not over 12", ("iPhone 15", "iPhone 12")),
        ("under 100", ("€50-80", "€120-200")),
        ("at 18:30", ("18:30, €20", "19:00, €30")),
    ],
)
def test_what_is_no_limit_is_left_to_the_rest_of_the_reader(words: str, options: tuple[str, ...]) -> None:
    assert read_numbers(Utterance(words, options)) is None


@pytest.mark.parametrize("words", ["not too dear", "much warmer now, lovely", "the room is warmer than the hall"])
def test_praise_after_acting_is_no_complaint(words: str) -> None:
    assert read_numbers(Utterance(words, HOTELS + HEAT, (HOTELS[0], HEAT[0]))) is None


def test_a_limit_that_has_to_guess_its_unit_is_less_sure() -> None:
    assert numbers("under 100", HOTELS).sure < numbers("under 100 euros", HOTELS).sure < 1


@pytest.mark.parametrize(
    "words", ["", "  ", "?!...", "🙂🙂🙂", "9" * 100_000, "under " * 20_000, "under 100 " * 10_000]
)
def test_odd_input_is_quick_and_silent(words: str) -> None:
    started = time.process_time()
    assert read_numbers(Utterance(words, HOTELS)) is None
    assert time.process_time() - started < 0.5


def test_ten_thousand_options_are_compared() -> None:
    options = tuple(f"flat {at}, €{at}" for at in range(1, 10_001))
    started = time.process_time()
    heard = read_numbers(Utterance("under 100 euros", options))
    assert heard is not None
    assert (len(heard.accepts), len(heard.avoids)) == (99, 9_901)
    assert time.process_time() - started < 5
