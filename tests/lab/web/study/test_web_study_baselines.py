"""The baselines: what guessing is worth, and what the truth is."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from small_web import CONFIG, event, small_shop, task_of

from penchant_lab.suites.web.records import Product, WebData, WebTask
from penchant_lab.suites.web.shop.environment import WebShop
from penchant_lab.suites.web.shop.rewards import rank_reward
from penchant_lab.suites.web.study.baselines import blind, past_like, played_baseline
from penchant_lab.suites.web.study.study import open_shop


@pytest.fixture(scope="module")
def shop() -> WebShop:
    return open_shop(small_shop(), CONFIG)


def test_a_blind_list_is_worth_what_blind_lists_come_to() -> None:
    draw, products = Random(0), [str(number) for number in range(40)]
    worth = [rank_reward(draw.sample(products, 10), "7") for _ in range(20_000)]
    assert blind(40)["result"] == pytest.approx(sum(worth) / len(worth), abs=0.01)
    assert blind(40)["result"] == pytest.approx(5.5 / 40)
    assert blind(40)["success"] == 0.25


def test_the_persons_own_review_is_worth_everything(shop: WebShop) -> None:
    record = played_baseline("gold-review", shop, task_of(shop.data, "review"), 0)
    assert record.function == 1
    assert record.result == pytest.approx(1, abs=1e-5)


def test_the_title_finds_the_target_first(shop: WebShop) -> None:
    searches = [task for task in shop.data.test if task.type == "search"]
    assert [played_baseline("oracle-title", shop, task, 0).rank for task in searches] == [1] * len(searches)


def test_somebody_elses_review_is_the_same_for_the_same_seed_only(shop: WebShop) -> None:
    task = task_of(shop.data, "review")
    first, again, other = (played_baseline("chance", shop, task, seed).actions for seed in (0, 0, 1))
    assert first == again != other


def made(*events: tuple[str, int]) -> tuple[WebData, WebTask]:
    """Somebody with this past who wants a lamp of the home; L are lamps, R rugs, G groceries."""
    home, path = "Home_and_Kitchen", {"L": ("Lamps",), "R": ("Rugs",), "G": ("Tea",)}
    names = {name for name, _ in events} | {"L0"}
    products = {
        name: Product(asin=name, title=name, category="Grocery" if name[0] == "G" else home, path=path[name[0]])
        for name in names
    }
    target = event("L0", 1000)
    task = WebTask(number=0, person="ana", text="a lamp", type="recommend", at=1000, target=target)
    past = [*(event(name, at) for name, at in events), target]
    data = WebData(products=products, profiles={"ana": {}}, history={"ana": past}, train=[], test=[task])
    return data, task


def test_the_oracles_take_past_products_like_the_target_newest_last() -> None:
    data, task = made(("L1", 1), ("G1", 2), ("R1", 3), ("L2", 4), ("L3", 2000))
    assert past_like(data, task, kind=False) == ["L1", "R1", "L2"]
    assert past_like(data, task, kind=True) == ["L1", "L2"]


def test_without_the_kind_it_is_the_category_and_without_that_the_target_itself() -> None:
    data, task = made(("R1", 1), ("G1", 2))
    assert past_like(data, task, kind=True) == ["R1"]
    data, task = made(("G1", 2))
    assert past_like(data, task, kind=True) == past_like(data, task, kind=False) == ["L0"]


def test_the_oracles_take_no_more_than_the_recommender_reads() -> None:
    data, task = made(*((f"L{number}", number) for number in range(1, 41)))
    taken = past_like(data, task, kind=False)
    assert (len(taken), taken[0], taken[-1]) == (30, "L11", "L40")
    assert all(int(one[1:]) < int(other[1:]) for one, other in pairwise(taken))
    later = replace(task, at=5)
    assert past_like(data, later, kind=False) == ["L1", "L2", "L3", "L4"]
