"""Texts become the terms that Lucene's English analyser makes of them."""

from __future__ import annotations

import sys

import pytest

from penchant.errors import PenchantError
from penchant_lab.suites.web.shop.words import STOP_WORDS, Analyser, tokens


def test_there_are_lucenes_thirty_three_stop_words() -> None:
    assert len(STOP_WORDS) == 33
    assert Analyser().terms("The mat, and not THE tea, is for this") == ["mat", "tea"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("don't e.g. 3.5 1,000;2 a,b", ["don't", "e.g", "3.5", "1,000;2", "a", "b"]),
        ("USB-C 2x4 snake_case it:ly a1.b2", ["USB", "C", "2x4", "snake_case", "it:ly", "a1", "b2"]),
        ("naïve cafe\u0301 100% $5 m² ½", ["naïve", "cafe\u0301", "100", "5", "m"]),
        ("お茶 tea", ["お", "茶", "tea"]),
        ("", []),
        ("... !!! 🍵", []),
    ],
)
def test_words_end_where_unicode_says(text: str, wanted: list[str]) -> None:
    assert tokens(text) == wanted


def test_possessives_lose_their_ending_before_the_stem() -> None:
    assert Analyser().terms("Ana's ANA’S women's") == ["ana", "ana", "women"]


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("relational", "relat"),
        ("generously", "gener"),  # Porter's second algorithm says "generous"
        ("skies", "ski"),  # and "sky" here
        ("dying", "dy"),  # and "die" here
        ("us", "us"),  # of Porter's programs, not of his paper, which says "u"
        ("possibly", "possibl"),  # the paper: "possibli"
        ("incredibly", "incred"),
        ("technologies", "technolog"),  # the paper: "technologi"
        ("biology", "biologi"),  # too short for it
        ("categories", "categori"),
    ],
)
def test_stems_are_classic_porter_as_lucene_has_it(word: str, stem: str) -> None:
    assert Analyser().stem(word) == stem


def test_underscores_alone_are_no_word() -> None:
    assert Analyser().terms("__ _ a_b") == ["a_b"]


def test_without_the_stemmer_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    with pytest.raises(PenchantError, match=r"pip install 'penchant-lab\[web\]'"):
        Analyser()
