"""The word knowledge: near-synonyms, opposites, kinds and places."""

from __future__ import annotations

import pytest

from penchant.english import stem
from penchant.mind.lexicon import PLACE_NOUNS, PLANT_MILKS, has_kin, hypernyms, is_descriptive, kinship, qualities


@pytest.mark.parametrize(
    "pair", ["iced cold", "bubbly sparkling", "couch sofa", "fridge refrigerator", "shelves shelf"]
)
def test_near_synonyms_are_kin(pair: str) -> None:
    first, second = pair.split()
    assert kinship(first, second) == kinship(second, first) == 1.0


@pytest.mark.parametrize("pair", ["hot cold", "big tiny", "sweet salty", "loud quiet", "top bottom", "wired wireless"])
def test_opposites_are_told_apart(pair: str) -> None:
    first, second = pair.split()
    assert kinship(first, second) == kinship(second, first) == -1.0


def test_strangers_are_unknown() -> None:
    assert kinship("tea", "couch") is None
    assert kinship("", "") == 1.0
    assert kinship("zxqv", "tea") is None


def test_things_have_kinds_and_usual_qualities() -> None:
    assert {"drink", "coffee"} <= hypernyms("lattes")
    assert "hot" in qualities("soup")
    assert hypernyms("zxqv") == qualities("zxqv") == frozenset()


def test_places_and_describing_words_are_known() -> None:
    assert {"shelf", "drawer", "counter", "nightstand", "windowsill", "hook", "station"} <= PLACE_NOUNS
    assert is_descriptive("cold")
    assert not is_descriptive("tea")


def test_a_plant_milk_is_no_dairy() -> None:
    assert "soy" in PLANT_MILKS
    assert "dairy" in qualities("milk")


def test_a_word_without_kin_is_kin_to_its_own_forms_alone() -> None:
    words = [
        "hot",
        "iced",
        "ices",
        "couch",
        "sofas",
        "tea",
        "teas",
        "keys",
        "grey",
        "gray",
        "shelves",
        "shelf",
        "",
        "ω",
    ]
    for a in words:
        for b in words:
            if kinship(a, b) is not None and stem(a) != stem(b):
                assert has_kin(a)
                assert has_kin(b)
