"""Requests are read without a language model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from webtown import town

from penchant_lab.suites.web.agents.reading import read
from penchant_lab.suites.web.data import generate
from penchant_lab.suites.web.records import TYPES, TaskType
from penchant_lab.suites.web.shop.functions import RECOMMEND, REVIEW, RIGHT, SEARCH


@pytest.mark.parametrize("seed", [31, 32, 33])
@pytest.mark.parametrize("templates", ["first", "second"])
def test_the_function_is_read_from_the_words_of_nearly_every_request(templates: str, seed: int) -> None:
    data = generate(people=60, products=600, seed=seed)
    tasks = [task for task in data.test if data.withheld[task.split, task.number].templates == templates]
    right = sum(read(task.text).function == RIGHT[task.type] for task in tasks)
    assert right / len(tasks) >= 0.95


@pytest.mark.parametrize("name", ["seen", "held"])
def test_requests_that_were_written_without_sight_of_the_reader_are_read(name: str) -> None:
    found = [read(text).function == RIGHT[label] for label, text in written(name)]
    assert sum(found) / len(found) >= 0.9


def written(name: str) -> Iterator[tuple[TaskType, str]]:
    folder = Path(__file__).parents[4] / "benchmarks" / "sentences" / "requests"
    labels: dict[str, TaskType] = {type_: type_ for type_ in TYPES}
    for line in (folder / f"{name}.tsv").read_text("utf-8").splitlines():
        label, _, text = line.partition("\t")
        yield labels[label], text


UNSEEN = (
    ("I need high-quality replacement parts for my robotic vacuum, around $20?", SEARCH),
    ("Looking for handy cleaning tools. Any recommendations for quality products with great ratings?", RECOMMEND),
    ("Can you help me write a review for this remote cover? It fits okay, but the width disappoints.", REVIEW),
    ("My sister recommended a kettle to me. Please find one like hers.", SEARCH),
    ("I read many reviews and still want a blue scarf. Search for one.", SEARCH),
    ("A friend recommended this pan. Please write a review of it for me.", REVIEW),
    ("Draft my thoughts on this blender: it is loud, but strong.", REVIEW),
    ("Could you jot down my first impressions of these boots?", REVIEW),
    ("Please rate this lamp 4 stars, it is bright enough.", REVIEW),
    ("It holds up well after a year. Put that into a short comment.", REVIEW),
    ("Find boots that people give five stars.", SEARCH),
    ("I need a comment card holder.", SEARCH),
    ("Based on what I've bought, what else might I like?", RECOMMEND),
    ("Going by my past orders, what would I enjoy next?", RECOMMEND),
    ("Help me discover new tea brands.", RECOMMEND),
    ("I want to explore caves: find me a headlamp.", SEARCH),
    ("Could you recommend me a scarf? Never mind, find a red one.", SEARCH),
    ("Search for a rug... actually, recommend me one.", RECOMMEND),
    ("It broke on day two. Give it one star for me.", REVIEW),
    ("Could you recommend a red scarf... no, just search for one.", SEARCH),
    ("There is no review of it yet. Find me a blue lamp.", SEARCH),
)
"""Requests that nobody generated; two of them are misread today."""


def test_requests_that_nobody_generated_are_read_too() -> None:
    misread = [text for text, function in UNSEEN if read(text).function != function]
    assert len(misread) <= 2, misread


def test_the_words_to_search_by_are_what_is_asked_for_and_no_chatter() -> None:
    text = (
        "My old one finally gave up. Could you find a duvet cover at about $120, in navy for me? You know what I like."
    )
    found = read(text)
    assert found.words == ("duvet", "cover", "navy")
    assert found.price == 120


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("Find a lamp under 50 dollars.", 50),
        ("Find a lamp for less than 19.99 USD.", 19.99),
        ("Find a lamp, 30 bucks or so.", 30),
        ("Find a desk for up to $1,200.", 1200),
        ("Find a lamp with 50 lights.", None),
    ],
)
def test_a_price_is_read_in_signs_and_in_words(text: str, price: float | None) -> None:
    found = read(text)
    assert found.price == price
    if price is not None:
        assert len(found.words) == 1


def test_who_changes_their_mind_is_not_searched_for_by_what_they_took_back() -> None:
    assert read("Could you recommend a red scarf... no, just search for one.").words == ("red", "scarf")


def test_stars_that_are_named_are_the_stars() -> None:
    assert read("Please rate this lamp four stars. I hate the cable.").stars == 4


def test_a_size_in_capitals_is_no_little_word() -> None:
    assert "US" in read("I need boots in US 9.").words


def test_how_well_something_pleased_is_read_from_a_plea_for_a_review() -> None:
    pleas = [task for task in (*town().train, *town().test) if task.type == "review"]
    near = sum(abs((read(task.text).stars or 0) - task.target.rating) <= 1 for task in pleas)
    assert near / len(pleas) > 0.75


def test_an_opinion_is_told_apart_from_the_plea_around_it() -> None:
    found = read("Could you write a review of my kettle? It boils fast. The lid is loose. Keep it short, please.")
    assert found.opinion[0] == "My kettle."
    assert {"It boils fast.", "The lid is loose."} <= set(found.opinion)
    assert not any("review" in line for line in found.opinion)
    assert found.about == "kettle"


def test_a_text_with_nothing_to_read_is_read_all_the_same() -> None:
    assert read("").words == ()
    assert read("???").words == ()
