"""Each memory of the published tables: how many it brings to mind, in which order, and what it shows of them."""

from __future__ import annotations

import random

import pytest
from webtown import past, shelves, town, with_long_past

from penchant_lab.suites.web.agents.memories import BY_FUNCTION, MEMORIES, Remembered, TaskMoment, as_text, token_count
from penchant_lab.suites.web.records import Event
from penchant_lab.suites.web.shop.functions import RECOMMEND, REVIEW, SEARCH


def moment(instruction: str = "a warm blanket", function: str = SEARCH, seed: int = 0) -> TaskMoment:
    return TaskMoment(instruction=instruction, function=function, shelves=shelves(), rng=random.Random(seed))


def long_past(count: int = 450) -> list[Event]:
    asins = list(town().products)
    return [
        Event(asin=asins[n % len(asins)], rating=5.0, title="Good", text=f"Review {n}.", at=1_000 + n)
        for n in range(count)
    ]


@pytest.mark.parametrize(
    ("name", "single", "multi"),
    [("none", 0, 0), ("random", 50, 20), ("last", 50, 20), ("relevant", 50, 20), ("recmind", 400, 400)],
)
def test_the_published_lengths_are_honoured(name: str, single: int, multi: int) -> None:
    events = long_past()
    row = MEMORIES[name]
    assert len(row.recall(events, moment(), talking=False)) == single
    assert len(row.recall(events, moment(), talking=True)) == multi


def test_the_last_events_come_newest_first() -> None:
    found = MEMORIES["last"].recall(long_past(), moment(), talking=True)
    assert [item.place for item in found] == list(range(449, 429, -1))


def test_the_relevant_events_come_nearest_first() -> None:
    events = past(with_long_past("search"))
    target = town().products[events[3].asin]
    found = MEMORIES["relevant"].recall(events, moment(target.title), talking=True)
    kinds = [town().products[item.asin or ""].path for item in found]
    assert kinds[0] == target.path
    assert target.title in [item.title for item in found[:3]]
    assert kinds[-1] != target.path


def test_random_events_are_the_same_for_the_same_seed_and_others_for_another() -> None:
    events = long_past()
    row = MEMORIES["random"]
    again = [row.recall(events, moment(seed=seed), talking=True) for seed in (1, 1, 2)]
    assert again[0] == again[1]
    assert again[0] != again[2]


@pytest.mark.parametrize("function", [SEARCH, RECOMMEND, REVIEW])
def test_puma_shows_what_the_function_needs_and_nothing_else(function: str) -> None:
    found = MEMORIES["puma"].recall(past(with_long_past("search")), moment(function=function), talking=False)
    hidden = {"title", "asin", "category", "price", "store", "details", "rating", "text", "at"} - {
        *BY_FUNCTION[function]
    }
    assert found
    assert all(getattr(item, name) is None for item in found for name in hidden)


def test_puma_cuts_its_memory_at_768_tokens() -> None:
    found = MEMORIES["puma"].recall(long_past(), moment(), talking=False)
    assert 0 < token_count(as_text(found)) <= 768
    assert len(found) < 100


def test_puma_keeps_the_newest_for_a_recommendation() -> None:
    found = MEMORIES["puma"].recall(long_past(90), moment(function=RECOMMEND), talking=False)
    places = [item.place for item in found]
    assert places == sorted(places, reverse=True)


@pytest.mark.parametrize("name", list(MEMORIES))
def test_nobody_who_bought_nothing_is_remembered(name: str) -> None:
    assert MEMORIES[name].recall([], moment(), talking=False) == []


def test_a_product_that_the_catalogue_lost_is_remembered_by_its_event() -> None:
    lost = Event(asin="B0LOST0000", rating=4.0, title="Nice", text="Nice thing.", at=1)
    [found] = MEMORIES["last"].recall([lost], moment(), talking=False)
    assert isinstance(found, Remembered)
    assert (found.asin, found.text, found.store) == ("B0LOST0000", "Nice thing.", None)
