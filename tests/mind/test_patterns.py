"""The one language for turns of phrase: what its signs mean, that every line can be read, and that none is slow."""

from __future__ import annotations

import time

import pytest

from penchant.errors import BadData
from penchant.mind.understand import tables
from penchant.mind.understand.patterns import Patterns
from penchant.tables import read_sections

FILES = (
    "talk/forgetting.txt",
    "talk/things.txt",
    "talk/plain.txt",
    "understand/constraints.txt",
    "understand/guard.txt",
    "understand/turns.txt",
)
LISTS = {"parts", "topics"}
PARTS = {"KIN": "sister/brother; mother in law"}


def one(pattern: str) -> Patterns:
    """A table of one pattern."""
    return Patterns(read_sections("here", f"[only]\n{pattern}"), PARTS)


@pytest.mark.parametrize(
    ("pattern", "fits", "other"),
    [
        ("i never/always eat fish", "so I always eat fish!", "I never eat fishcakes"),
        ("i [really] like tea", "I like tea", "I really, like tea"),
        ("(no|not any) tea", "not any tea", "any tea"),
        ("allerg* to X", "allergic to nuts", "allergy: nuts"),
        ("i ~love tea", "I loved tea", "I lovely tea"),
        ("i am !not *", "I am vegan", "I am not"),
        ("my KIN likes X", "my mother in law likes tea", "my mother likes tea"),
        ("^ no $", "No!", "no, thanks"),
        ("take ** off", "take that old thing off", "take that, off"),
        ("i can't", "I can’t", "I can"),
    ],
)
def test_a_pattern_means_what_its_signs_say(pattern: str, fits: str, other: str) -> None:
    assert one(pattern).are_in(fits)
    assert not one(pattern).are_in(other)


def test_what_a_phrase_is_about_is_told_as_it_was_said() -> None:
    found = one("forget about X:KIN").search("Please forget about my sister, forget about Sister")
    assert found is not None
    assert found.said == "Sister"


def test_a_line_that_is_no_pattern_is_named() -> None:
    with pytest.raises(BadData, match="here, line 2"):
        one("i (like tea").are_in("i like tea")


@pytest.mark.parametrize("file", FILES)
def test_every_pattern_can_be_read_and_none_is_slow(file: str) -> None:
    long = ["i never ", "my sister likes the ", "no, ", "forget that i said about my ", "a", "on my way, and "]
    for name in tables.section_names(file):
        if name in LISTS:
            continue
        patterns = tables.patterns(file, name)
        for words in long:
            patterns.are_in(words * 10)
        for words in long:
            started = time.process_time()
            patterns.are_in(words * 500)
            assert time.process_time() - started < 1, (name, words)
