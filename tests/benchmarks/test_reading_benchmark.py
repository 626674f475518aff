from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from reading_figure import reliability
from reading_score import mark
from reading_sets import Case, sentences

from penchant.domain import Reading

CASE = Case(
    words="the tea, not the coffee", options=("coffee", "tea"), expected=(Reading(wants=("tea",), avoids=("coffee",)),)
)


def test_all_that_was_said_is_good() -> None:
    assert mark(CASE, Reading(wants=("tea",), avoids=("coffee",))).good


def test_to_miss_something_is_neither_good_nor_false() -> None:
    missed = mark(CASE, Reading(wants=("tea",)))
    assert not missed.good
    assert not missed.false


def test_the_opposite_is_false_and_turned() -> None:
    opposite = mark(CASE, Reading(wants=("coffee",)))
    assert opposite.false
    assert opposite.turned


@pytest.mark.parametrize("name", ["unseen", "harder", "selections", "turned_round"])
def test_every_sentence_names_its_options(name: str) -> None:
    for case in sentences(f"{name}.jsonl"):
        for said in case.expected:
            assert {*said.wants, *said.accepts, *said.avoids, *case.acted} <= {*case.options}, case.words


def test_the_diagram_is_a_picture() -> None:
    drawn = reliability({"both": [(0.9, True), (0.2, False)], "learned": [(1.0, True)]})
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
