"""Requests are read without a language model."""

from __future__ import annotations

import pytest
from webtown import town

from penchant.bench.web.agents.reading import read
from penchant.bench.web.data import generate
from penchant.bench.web.shop.functions import RECOMMEND, REVIEW, RIGHT, SEARCH


@pytest.mark.parametrize("seed", [31, 32, 33])
def test_the_function_is_read_from_the_words_of_nearly_every_request(seed: int) -> None:
    data = generate(people=40, products=600, seed=seed)
    tasks = [*data.train, *data.test]
    right = sum(read(task.text).function == RIGHT[task.type] for task in tasks)
    assert right / len(tasks) >= 0.97


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("I need high-quality replacement parts for my robotic vacuum, around $20?", SEARCH),
        ("Looking for handy cleaning tools. Any recommendations for quality products with great ratings?", RECOMMEND),
        ("Can you help me write a review for this remote cover? It fits okay, but the width disappoints.", REVIEW),
        ("My sister recommended a kettle to me. Please find one like hers.", SEARCH),
        ("I read many reviews and still want a blue scarf. Search for one.", SEARCH),
        ("A friend recommended this pan. Please write a review of it for me.", REVIEW),
    ],
)
def test_requests_that_nobody_generated_are_read_too(text: str, function: str) -> None:
    assert read(text).function == function


def test_the_words_to_search_by_are_what_is_asked_for_and_no_chatter() -> None:
    text = (
        "My old one finally gave up. Could you find a duvet cover at about $120, in navy for me? You know what I like."
    )
    found = read(text)
    assert found.words == ("duvet", "cover", "navy")
    assert found.price == 120


def test_a_size_in_capitals_is_no_little_word() -> None:
    assert "US" in read("I need boots in US 9.").words


def test_how_well_something_pleased_is_read_from_a_plea_for_a_review() -> None:
    pleas = [task for task in (*town().train, *town().test) if task.type == "review"]
    near = sum(abs((read(task.text).stars or 0) - task.target.rating) <= 1 for task in pleas)
    assert near / len(pleas) > 0.9
