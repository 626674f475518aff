from __future__ import annotations

import numpy as np
import pytest

from penchant.embed import Embedder
from penchant.mind.likeness import Likeness, _mean


@pytest.fixture(scope="module")
def likeness(embedder: Embedder) -> Likeness:
    return Likeness(embedder)


@pytest.mark.parametrize("name", ["herbal tea", "Ω", "", "the", "🙂"])
def test_a_name_is_wholly_like_itself(likeness: Likeness, name: str) -> None:
    assert likeness.names(name, name) == 1.0


@pytest.mark.parametrize(("a", "b"), [("iced lemonade", "cold water"), ("sofa", "couch"), ("", "tea"), ("the", "of")])
def test_likeness_goes_both_ways(embedder: Embedder, a: str, b: str) -> None:
    assert Likeness(embedder).names(a, b) == Likeness(embedder).names(b, a)


@pytest.mark.parametrize(
    ("name", "nearer", "farther"),
    [
        ("iced lemonade", "cold water", "warm lemon water"),
        ("hot soup", "warm broth", "chilled soup"),
        ("couch", "sofa", "saucepan"),
        ("green apples", "green apple", "red apple"),
        ("top shelf", "upper shelf", "bottom shelf"),
    ],
)
def test_opposites_are_less_alike_than_near_synonyms(likeness: Likeness, name: str, nearer: str, farther: str) -> None:
    assert likeness.names(name, nearer) > likeness.names(name, farther)


def test_case_number_and_small_words_make_no_difference_to_the_words(likeness: Likeness) -> None:
    assert likeness.names("cup of tea", "Cups of tea") > 0.9
    assert likeness.names("The shelf in the kitchen", "kitchen shelf") > 0.85


def test_likeness_stays_within_bounds(likeness: Likeness) -> None:
    names = ["hot tea", "iced tea", "keys", "", "🙂", "bottom drawer", "top drawer", "x" * 500]
    for a in names:
        for b in names:
            assert -1.0 <= likeness.names(a, b) <= 1.000001


def test_texts_of_like_meaning_are_nearer(likeness: Likeness) -> None:
    asked = "something to drink when tired"
    assert likeness.texts(asked, "a beverage for a sleepy evening") > likeness.texts(asked, "where to put the parcels")


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 9, 40])
def test_a_mean_is_to_the_last_digit_what_numpy_gives(count: int) -> None:
    numbers = np.random.default_rng(count).uniform(-1, 1, count).astype(np.float32)
    assert _mean(numbers.tolist()) == numbers.mean()
