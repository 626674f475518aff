from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penchant.errors import BadData
from penchant_lab.people import intent, nouns, simulated
from penchant_lab.people.nouns import noun, read_noun_table, shorter


@pytest.mark.parametrize(
    ("place", "preposition"),
    [
        ("top shelf", "on"),
        ("refrigerator bottom shelf", "on"),
        ("refrigerator shelves", "on"),
        ("top drawer", "in"),
        ("couch", "on"),
        ("couch area", "in"),
        ("refrigerator", "in"),
        ("refrigerator door", "in"),
        ("bedroom closet door", "on"),
        ("bedroom closet", "in"),
        ("bedroom nightstand", "on"),
        ("microwave top", "on"),
        ("kitchen island", "on"),
        ("pantry cabinet", "in"),
        ("cabinet storage", "in"),
        ("coffee station", "at"),
        ("shelf 3", "on"),
        ("Lagrange point", "at"),
        ("next to the sink", ""),
        ("under my bed", ""),
    ],
)
def test_a_place_takes_the_preposition_of_its_last_known_word(place: str, preposition: str) -> None:
    assert noun(place).preposition == preposition


@pytest.mark.parametrize(
    ("name", "the", "kind", "plural"),
    [
        ("herbal tea", "the herbal tea", "herbal tea", False),
        ("herbal tea with honey", "the herbal tea with honey", "herbal tea with honey", False),
        ("walnuts", "the walnuts", "walnuts", True),
        ("energy bar", "the energy bar", "the energy bar", False),
        ("bottle of wine", "the bottle of wine", "the bottle of wine", False),
        ("mix of small bites", "the mix of small bites", "the mix of small bites", False),
        ("same items for everyone", "the same items for everyone", "same items for everyone", True),
        ("hummus", "the hummus", "hummus", False),
        ("wine glass", "the wine glass", "the wine glass", False),
        ("one large apple", "one large apple", "one large apple", False),
        ("multiple small snacks", "multiple small snacks", "multiple small snacks", True),
        ("a banana", "a banana", "a banana", False),
        ("my mug", "my mug", "my mug", False),
        ("B", "B", "B", False),
        ("option C", "option C", "option C", False),
    ],
)
def test_articles_and_number_follow_the_head_of_the_name(name: str, the: str, kind: str, plural: bool) -> None:
    form = noun(name)
    assert (form.the, form.any, form.plural) == (the, kind, plural)


@pytest.mark.parametrize(
    ("name", "others", "short"),
    [
        ("herbal tea", {"black coffee", "green juice"}, "tea"),
        ("herbal tea", {"black tea", "walnuts"}, "herbal one"),
        ("plain crackers", {"cheese crackers"}, "plain ones"),
        ("herbal tea", {"iced herbal tea"}, None),
        ("herbal tea", {"chamomile"}, None),
        ("black coffee", {"espresso"}, None),
        ("energy drink", {"black coffee"}, None),
        ("top shelf", {"couch"}, "shelf"),
        ("top shelf", {"bookshelf"}, None),
        ("top shelf", {"low shelf"}, "top one"),
        ("top shelf", {"low shelf", "top drawer"}, None),
        ("tea", {"coffee"}, None),
        ("herbal tea with honey", {"coffee"}, None),
    ],
)
def test_a_name_is_shortened_only_where_nothing_else_could_be_meant(
    name: str, others: set[str], short: str | None
) -> None:
    assert shorter(name, frozenset(others)) == short
    assert shorter(name, frozenset({*others, name})) == short


@given(st.text(min_size=1), st.frozensets(st.text(min_size=1), max_size=4))
def test_any_name_has_forms_that_keep_it_whole(name: str, others: frozenset[str]) -> None:
    form = noun(name)
    assert name in form.the
    assert name in form.any
    short = shorter(name, others)
    assert short is None or short.split()[0] in name


@pytest.mark.parametrize("module", [intent, nouns, simulated])
def test_the_examples_in_the_docstrings_are_true(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried
    assert not failed


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[by]", "[beside]", r"nouns\.txt has no section \[by\]"),
        ("fridge door: in", "fridge door: into", r"nouns\.txt, line \d+: .* one of in, on, at or by"),
        ("fridge door: in", "door: in", "should be two words, a colon"),
        ("[families]", "[on]", "comes a second time"),
    ],
)
def test_a_mistake_in_the_table_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    text = (Path(nouns.__file__).parent / "nouns.txt").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "nouns.txt").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=complaint):
        read_noun_table(tmp_path / "nouns.txt")
