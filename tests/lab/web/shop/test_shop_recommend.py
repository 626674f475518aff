"""The light recommender: what it learns from, what it leans on, and what it leaves alone."""

from __future__ import annotations

from dataclasses import replace

from shelf import LAMP, MAT, MUG, PRODUCTS, TEA, bought, shop, task

from penchant_lab.suites.web.records import Product
from penchant_lab.suites.web.shop.recommend import LightRecommender, before_the_tasks

BY_ASIN = {product.asin: product for product in PRODUCTS}


def shelf_of(*kinds: str, each: int = 20) -> dict[str, Product]:
    made = [
        Product(asin=f"{kind}-{n}", title=kind, category="c", path=(kind,), ratings=n, store=f"{kind} {n % 4}")
        for kind in kinds
        for n in range(each)
    ]
    return {product.asin: product for product in made}


def test_nothing_from_a_persons_first_task_on_is_learned_from() -> None:
    data = shop(task("search", MUG, at=200), task("recommend", LAMP, at=300))
    assert [event.asin for event in before_the_tasks(data)["ana"]] == [MAT.asin]
    unmarked = replace(data, history={"ana": [bought(MAT, 100), bought(TEA, 200), bought(MUG, 250)]})
    assert [event.asin for event in before_the_tasks(unmarked)["ana"]] == [MAT.asin]  # the tasks say so too
    free = replace(unmarked, test=())
    assert [event.asin for event in before_the_tasks(free)["ana"]] == [MAT.asin, TEA.asin, MUG.asin]


def test_what_followed_for_many_comes_first_and_what_followed_once_does_not() -> None:
    products = shelf_of("mat", "tea", each=60)
    often = LightRecommender(products, [["mat-3", "tea-7"]] * 30)
    assert often.recommend(["mat-3"])[:2] == ["mat-3", "tea-7"]  # all of them had the mat, too
    assert often.recommend(["mat-5"])[0] != "tea-7"
    once = LightRecommender(products, [["mat-3", "tea-7"]])
    assert "tea-7" in once.recommend(["mat-3"])[2:]


def test_kinds_and_stores_that_somebody_keeps_to_come_before_others() -> None:
    found = LightRecommender(shelf_of("mat", "tea", "lamp"), []).recommend(["mat-1", "tea-2", "tea-6", "tea-10"])
    assert sum(asin.startswith("tea") for asin in found) >= 8
    assert not any(asin.startswith("lamp") for asin in found)
    stores = [int(asin.rpartition("-")[2]) % 4 for asin in found if asin.startswith("tea")]
    assert stores[:5] == [2] * 5  # the store of all the teas above


def test_the_newest_say_more_than_the_oldest() -> None:
    recommender = LightRecommender(shelf_of("mat", "tea"), [])
    assert recommender.recommend(["mat-1"] * 8 + ["tea-1"] * 8)[0].startswith("tea")
    assert recommender.recommend(["tea-1"] * 8 + ["mat-1"] * 8)[0].startswith("mat")


def test_only_the_last_thirty_count() -> None:
    recommender = LightRecommender(shelf_of("mat", "tea"), [])
    tail = ["tea-1"] * 30
    assert recommender.recommend(["mat-1"] * 500 + tail) == recommender.recommend(tail)


def test_what_they_had_may_come_again_and_unknown_products_are_passed_over() -> None:
    recommender = LightRecommender(BY_ASIN, [])
    assert set(recommender.recommend([MUG.asin])) == set(BY_ASIN)
    assert recommender.recommend(["B999999999", MUG.asin]) == recommender.recommend([MUG.asin])
    assert recommender.recommend(["B999999999"]) == []
    assert recommender.recommend([]) == []


def test_there_are_ten_and_they_are_the_same_every_time() -> None:
    products = shelf_of("mat", "tea", "lamp", each=200)
    first, second = (LightRecommender(products, [["mat-3", "tea-7"]]).recommend(["mat-3", "lamp-2"]) for _ in range(2))
    assert first == second
    assert len(set(first)) == 10


def test_one_that_learned_from_a_shop_knows_nothing_of_its_targets() -> None:
    asked = task("recommend", LAMP)
    with_target, without = shop(asked), shop()
    given = [MAT.asin, TEA.asin]
    assert LightRecommender.trained(with_target).recommend(given) == LightRecommender.trained(without).recommend(given)
    assert not LightRecommender.trained(with_target).comparable
