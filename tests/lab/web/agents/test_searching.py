"""What our agent puts into a query: what was said, what is believed, and prices as they stand on the pages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from webtown import shelves, tasks, town, web_shop

from penchant_lab.suites.web.agents.reading import read
from penchant_lab.suites.web.agents.searching import expanded, near
from penchant_lab.suites.web.agents.shelves import Kind, kind_of


@pytest.fixture(scope="module")
def kind() -> Kind:
    """The kind with most products."""
    return max(shelves().by_kind, key=lambda one: len(shelves().by_kind[one]))


def test_prices_are_those_of_the_kind_that_somebody_may_mean(kind: Kind) -> None:
    prices = [float(text) for text in near(40.0, kind, shelves())]
    assert prices
    inside = {one.price for one in shelves().by_kind[kind] if one.price is not None}
    assert set(prices) == {price for price in inside if abs(price - 40.0) <= 2.5}
    assert near(1e6, kind, shelves()) == []


def test_a_price_that_was_named_brings_what_costs_about_as_much_to_the_top() -> None:
    priced = [task for task in tasks("search") if read(task.text).price is not None]
    assert len(priced) > 7
    closer = 0
    for task in priced:
        reading = read(task.text)
        assert reading.price is not None
        kind = shelves().named(reading.words)
        if kind is None or not near(reading.price, kind, shelves()):
            continue
        first, plain = (
            town().products[web_shop().search.search(expanded(one, [], shelves()), 1)[0].asin]
            for one in (reading, replace(reading, price=None))
        )
        assert kind_of(first) == kind
        closer += off(first.price, reading.price) < off(plain.price, reading.price)
        assert off(first.price, reading.price) <= off(plain.price, reading.price)
    assert closer > 3


def off(price: float | None, wanted: float) -> float:
    return 1e9 if price is None else max(0.0, abs(price - wanted) - max(2.5, 0.05 * wanted))
