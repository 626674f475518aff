"""A result that is too long for a model is cut so that every product can still be seen."""

from __future__ import annotations

from penchant_lab.suites.web.shop.contents import glimpse


def shown(count: int, letters: int) -> str:
    return "\n".join(f"Product {place}: \nTitle: thing {place}\nFeatures: {'x' * letters}\n" for place in range(count))


def test_of_a_long_result_every_product_is_seen_and_none_takes_another_s_room() -> None:
    text = glimpse(shown(10, 1400), 4000)
    assert len(text) <= 4000 + 10
    for place in range(10):
        assert f"Product {place}: \nTitle: thing {place}\n" in text


def test_what_is_short_enough_stays_as_it_is() -> None:
    assert glimpse(shown(3, 10), 4000) == shown(3, 10)
    assert glimpse("", 10) == ""


def test_what_lists_no_products_is_cut_at_its_end() -> None:
    assert glimpse("Error: " + "y" * 50, 20) == "Error: yyyyyyyyyyyy…"
