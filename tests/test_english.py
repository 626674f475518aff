"""The rules of English that readers and writers share."""

from __future__ import annotations

import doctest

import pytest

import penchant.english
from penchant.english import (
    capital,
    counted,
    in_number,
    is_plural,
    listed,
    plain_degrees,
    singular,
    small,
    stem,
    stopped,
    verb_forms,
    verb_roots,
    without_article,
)


def test_stems_are_singular_and_in_one_spelling() -> None:
    words = ["shelves", "berries", "boxes", "colour", "glass", "walnuts", "peaches", "headaches", "cookies"]
    assert [stem(word) for word in words] == [
        "shelf", "berry", "box", "color", "glass", "walnut", "peach", "headache", "cookie",
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["news", "series", "clothes", "does", "always", "chess", "this", "bus", "yes", "tea"])
def test_what_has_no_other_singular_stays_as_it_is(word: str) -> None:
    assert singular(word) == word


@pytest.mark.parametrize("word", ["walnuts", "dice", "children", "scissors", "clothes", "buses", "ties", "species"])
def test_several_are_known_by_their_ending_or_by_heart(word: str) -> None:
    assert is_plural(word)


@pytest.mark.parametrize("word", ["walnut", "gas", "bus", "iris", "glass", "lens", "canvas", "news", "series", ""])
def test_an_s_at_the_end_does_not_make_several(word: str) -> None:
    assert not is_plural(word)


def test_small_words_agree_in_number() -> None:
    one, many = in_number(plural=False), in_number(plural=True)
    assert one.keys() == many.keys()
    assert [one[word] for word in ("it", "them", "is", "this", "belongs")] == ["it", "it", "is", "this", "belongs"]
    assert [many[word] for word in ("it", "them", "is", "this", "belongs")] == [
        "they",
        "them",
        "are",
        "these",
        "belong",
    ]


def test_only_an_article_is_taken_away() -> None:
    names = ["a tart", "an apple", "apples", "another tart", "the tart"]
    assert [without_article(name) for name in names] == ["tart", "apple", "apples", "another tart", "the tart"]


def test_verbs_have_all_their_forms() -> None:
    assert verb_forms("take") == ["take", "takes", "took", "taken", "taking"]
    assert verb_forms("like") == ["like", "likes", "liked", "liking"]
    assert verb_forms("fancy") == ["fancy", "fancies", "fancied", "fancying"]
    assert verb_forms("enjoy") == ["enjoy", "enjoys", "enjoyed", "enjoying"]
    assert verb_forms("switch") == ["switch", "switches", "switched", "switching"]


def test_a_form_leads_back_to_what_it_may_come_from() -> None:
    assert "fly" in verb_roots("flying")
    assert "drive" in verb_roots("driving")
    assert verb_roots("ring") == ("ring",)
    assert {"cold"} <= {*plain_degrees("coldest")}
    assert {"big"} <= {*plain_degrees("bigger")}
    assert {"tasty"} <= {*plain_degrees("tastier")}
    assert plain_degrees("her") == []


@pytest.mark.parametrize(
    ("names", "text"),
    [([], ""), (["tea"], "tea"), (["tea", "coffee"], "tea or coffee"), (["a", "b", "c"], "a, b or c")],
)
def test_names_are_listed_as_a_person_would(names: list[str], text: str) -> None:
    assert listed(names) == text


def test_lists_may_end_with_and() -> None:
    assert listed(["a", "b", "c"], "and") == "a, b and c"


def test_things_are_counted() -> None:
    assert [counted(number, "person", "people") for number in (0, 1, 2)] == ["0 people", "1 person", "2 people"]
    assert counted(3, "task") == "3 tasks"


def test_sentences_begin_and_end_as_they_should() -> None:
    assert (capital("tea"), capital("")) == ("Tea", "")
    assert (small("Tea helps."), small("I like tea."), small("")) == ("tea helps.", "I like tea.", "")
    assert [stopped(text) for text in ("tea", "tea!", "tea?", "tea…", "tea.")] == [
        "tea.",
        "tea!",
        "tea?",
        "tea…",
        "tea.",
    ]


def test_the_examples_in_its_docstrings_hold() -> None:
    assert doctest.testmod(penchant.english).failed == 0
