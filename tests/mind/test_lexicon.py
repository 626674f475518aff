"""The word knowledge: near-synonyms, opposites, kinds and places."""

from __future__ import annotations

from pathlib import Path

import pytest

import penchant.mind.lexicon
from penchant.english import stem
from penchant.errors import BadData
from penchant.mind.lexicon import (
    has_kin,
    hypernyms,
    is_descriptive,
    is_kind,
    is_place,
    is_plant_milk,
    kinship,
    lexicon,
    qualities,
    read_lexicon,
)


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
    assert all(map(is_place, ["shelf", "drawer", "counter", "nightstand", "windowsill", "hook", "station"]))
    assert not is_place("tea")
    assert is_kind("drink")
    assert not is_kind("latte")
    assert is_descriptive("cold")
    assert not is_descriptive("tea")


def test_a_plant_milk_is_no_dairy() -> None:
    assert is_plant_milk("soy")
    assert not is_plant_milk("cow")
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


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[synonyms]", "[twins]", "lexicon.txt has no section [synonyms]"),
        ("front | back rear", "front back rear", "should have 2 ends or more, with '|' between them"),
        ("coffee: latte", "coffee latte", "should have 2 sides or more, with ':' between them"),
    ],
)
def test_a_mistake_in_the_table_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    text = (Path(penchant.mind.lexicon.__file__).parent / "lexicon.txt").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "lexicon.txt").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData) as refusal:
        read_lexicon(tmp_path / "lexicon.txt")
    assert complaint in str(refusal.value)


def test_the_table_is_read_once_and_when_it_is_first_needed() -> None:
    assert lexicon() is lexicon()
