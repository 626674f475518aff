"""What a made-up shop is like: its shape, its numbers, and that they depend on nothing but the arguments.

Ranges are wide enough for another seed (three standard errors or more) and narrow enough to notice a broken generator.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from statistics import mean, median

import pytest

from data.made import a_shop, a_town
from data.searching import contents, words
from penchant.errors import BadInput
from penchant_lab.suites.web.data import generate, open_data
from penchant_lab.suites.web.data.catalogue import SHARES, draw_catalogue
from penchant_lab.suites.web.data.profiles import FIELDS
from penchant_lab.suites.web.data.words import brands, kinds
from penchant_lab.suites.web.records import TYPES, WebData


@pytest.fixture
def shop() -> WebData:
    return a_shop()


@pytest.fixture
def town() -> WebData:
    return a_town()


def test_the_same_arguments_give_the_same_shop() -> None:
    assert generate(people=5, products=300, seed=4) == generate(people=5, products=300, seed=4)


def test_another_seed_gives_another_shop() -> None:
    one, other = generate(people=3, products=200, seed=1), generate(people=3, products=200, seed=2)
    assert one.fingerprint != other.fingerprint
    assert not one.products.keys() & other.products.keys()
    assert not one.profiles.keys() & other.profiles.keys()


def test_people_do_not_depend_on_how_many_others_there_are() -> None:
    few, many = generate(people=4, products=400, seed=9), generate(people=11, products=400, seed=9)
    assert list(few.history.items()) == list(many.history.items())[:4]
    assert list(few.profiles.items()) == list(many.profiles.items())[:4]
    assert few.test == many.test[: len(few.test)]
    assert few.train == many.train[: len(few.train)]
    assert few.withheld.items() <= many.withheld.items()


def test_there_are_many_kinds_and_brands_of_our_own() -> None:
    assert len(kinds()) >= 60
    assert len({brand.name for brand in brands()}) == len(brands()) >= 200


def test_products_are_spread_over_the_five_categories_as_in_the_original(shop: WebData) -> None:
    counts = Counter(product.category for product in shop.products.values())
    assert {name: counts[name] / len(shop.products) for name in SHARES} == pytest.approx(SHARES, abs=0.01)


def test_a_product_has_what_the_original_has(shop: WebData) -> None:
    for asin, product in shop.products.items():
        assert re.fullmatch(r"B0[0-9A-Z]{8}", asin)
        assert product.asin == asin
        assert product.title
        assert product.store
        assert 3 <= len(product.features) <= 6
        assert len(product.description) <= 2
        assert len(product.path) >= 2
        assert product.details["Brand"] == product.store
        assert 1 <= product.rating <= 5
        assert product.ratings >= 1
        assert product.raw_price == ("None" if product.price is None else f"{product.price:.2f}")


def test_no_product_is_what_its_kind_never_is() -> None:
    """No leather power bank, no cast-iron pan with a hollow grip, no vegan cheddar."""
    catalogue = draw_catalogue(3_000, seed=2)
    for row in range(len(catalogue.asins)):
        kind = catalogue.kind_of(row)
        values = catalogue.values(row)
        had = {*values.values(), *(kind.tags[tag][0] for tag in catalogue.tags[row])}
        assert len(set(catalogue.tags[row].tolist())) == 2
        assert all(values[family] in made for family, made in zip(kind.families, kind.comes_in, strict=True))
        assert not any(had & one and had & other for one, other in kind.never), (kind.noun, had)


def test_more_of_a_thing_costs_more() -> None:
    catalogue = draw_catalogue(20_000, seed=2)
    drives = [row for row in range(len(catalogue.asins)) if catalogue.kind_of(row).noun == "portable drive"]
    sizes: dict[str, list[float]] = {"64 GB": [], "1 TB": []}
    for row in drives:
        size = next(value for family, value in catalogue.values(row).items() if family.name == "storage")
        if size in sizes and catalogue.price[row] == catalogue.price[row]:
            sizes[size].append(float(catalogue.price[row]))
    assert mean(sizes["1 TB"]) > 1.5 * mean(sizes["64 GB"])


def test_no_two_products_share_a_title(shop: WebData) -> None:
    assert len({product.title for product in shop.products.values()}) == len(shop.products)


def test_about_a_third_of_the_prices_are_unknown_and_ratings_are_kind(shop: WebData) -> None:
    unknown = mean(product.price is None for product in shop.products.values())
    assert 0.30 <= unknown <= 0.36  # the original has at most 35.6 %
    assert 4.4 <= mean(product.rating for product in shop.products.values()) <= 4.6


def test_a_page_is_about_two_hundred_words_long_without_the_small_ones(shop: WebData) -> None:
    assert 160 <= median(len(words(contents(product))) for product in shop.products.values()) <= 240


def test_a_few_products_are_bought_by_many_and_many_by_few(town: WebData) -> None:
    bought = Counter(event.asin for events in town.history.values() for event in events)
    shares = sorted(bought.values(), reverse=True)
    assert sum(shares[: len(town.products) // 10]) > 0.2 * sum(shares)  # twice what equal shares would give
    assert len(bought) > 0.5 * len(town.products)


def test_people_have_eleven_fields_and_an_id_like_the_original(town: WebData) -> None:
    for person, profile in town.profiles.items():
        assert re.fullmatch(r"A[EFGH][A-Z2-7]{26}", person)
        assert tuple(profile) == FIELDS
        assert all(profile.values())


def test_people_are_mixed_as_in_the_original(town: WebData) -> None:
    def share(field: str, value: str) -> float:
        return mean(profile[field] == value for profile in town.profiles.values())

    assert share("Gender", "Female") == pytest.approx(0.836, abs=0.04)
    assert share("Age", "25-34") == pytest.approx(0.474, abs=0.05)
    assert share("Price Sensitivity", "Medium") == pytest.approx(0.798, abs=0.05)
    assert share("Diversity Preference", "Medium") == pytest.approx(0.770, abs=0.05)
    assert share("Interaction Complexity", "Medium") == pytest.approx(0.839, abs=0.05)


def test_lives_are_of_uneven_length(town: WebData) -> None:
    lengths = [len(events) for events in town.history.values()]
    assert 35 <= mean(lengths) <= 46  # the original: 40.6; three standard errors are 4
    assert 0.10 <= mean(length < 10 for length in lengths) <= 0.18  # the original: 13.9 %
    assert max(lengths) > 4 * mean(lengths)


def test_events_come_in_order_of_time_and_of_split(town: WebData) -> None:
    for events in town.history.values():
        assert all(one.at < other.at for one, other in pairwise(events))
        order = [("history", "train", "test").index(event.split) for event in events]
        assert order == sorted(order)
        assert order[0] == 0
        assert order[-1] == 2


def test_the_splits_have_the_originals_shares(town: WebData) -> None:
    events = sum(len(events) for events in town.history.values())
    assert 0.15 <= len(town.train) / events <= 0.19  # 17.0 %
    assert 0.045 <= len(town.test) / events <= 0.065  # 5.3 %
    assert {task.person for task in town.test} == set(town.profiles)
    assert 0.90 <= len({task.person for task in town.train}) / len(town.profiles) <= 0.99  # 93.9 %


def test_every_type_of_task_is_about_a_third(town: WebData) -> None:
    for tasks in (town.train, town.test):
        counts = Counter(task.type for task in tasks)
        assert all(0.27 <= counts[type_] / len(tasks) <= 0.40 for type_ in TYPES)


def test_each_task_stands_for_one_event_of_its_split(town: WebData) -> None:
    for split, tasks in (("train", town.train), ("test", town.test)):
        events = [(p, e) for p, events in town.history.items() for e in events if e.split == split]
        assert [(task.person, task.target) for task in tasks] == events
        assert [task.number for task in tasks] == list(range(len(tasks)))
        assert all(task.at == task.target.at and task.split == split for task in tasks)


def test_people_ask_to_find_only_what_they_will_like(town: WebData) -> None:
    sought = [task.target.rating for task in (*town.train, *town.test) if task.type != "review"]
    assert min(sought) >= 4


def test_profiles_know_nothing_of_the_tasks_unless_they_leak() -> None:
    honest, leaky = (generate(people=30, products=600, seed=5, leaky=leaky) for leaky in (False, True))
    assert honest.history == leaky.history
    later = 0
    for person, events in honest.history.items():
        before = {honest.products[event.asin].store for event in events if event.split == "history"}
        assert set(honest.profiles[person]["Brand Preference"].split(", ")) == before
        later += set(leaky.profiles[person]["Brand Preference"].split(", ")) != before
    assert later > 10


def test_favourite_brands_and_own_sizes_show_in_what_people_buy(town: WebData) -> None:
    sizes: list[float] = []
    for events in town.history.values():
        clothes = [town.products[e.asin] for e in events if "Clothing" in town.products[e.asin].path]
        worn = Counter(str(product.details["Size"]) for product in clothes if "Size" in product.details)
        if worn.total() >= 5:
            sizes.append(max(worn.values()) / worn.total())
    assert len(sizes) > 100
    assert mean(sizes) > 0.6  # six sizes: by chance it would be under 0.4


@pytest.mark.parametrize(("people", "products", "seed"), [(0, 500, 0), (5, 20, 0), (5, 500, -1)])
def test_a_shop_that_cannot_be_made_is_refused_in_one_line(people: int, products: int, seed: int) -> None:
    with pytest.raises(BadInput) as refused:
        open_data(None, people, products, seed)
    assert "\n" not in str(refused.value)
