"""What people buy in sequence: refills in their time, things that go together, baskets, seasons, and bestsellers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from data.made import a_shop, a_town
from penchant.errors import BadData
from penchant_lab.suites.web.data import words
from penchant_lab.suites.web.data.catalogue import draw_catalogue
from penchant_lab.suites.web.data.needs import Companions, needs
from penchant_lab.suites.web.data.words import kinds
from penchant_lab.suites.web.records import WebData

DAY = 86_400_000
NUMBER = {kind.path[-1]: number for number, kind in enumerate(kinds())}
BY_PATH = {kind.path: number for number, kind in enumerate(kinds())}


TOGETHER = (("Cases", "Screen Protectors"), ("Shampoo", "Conditioner"), ("French Presses", "Coffee"))


def bought(data: WebData, asin: str) -> int:
    return BY_PATH[data.products[asin].path]


@pytest.mark.parametrize("make", [a_shop, a_town])
def test_nobody_buys_the_same_used_up_thing_three_times_in_three_days(make: Callable[[], WebData]) -> None:
    made = make()
    refills: list[float] = []
    for events in made.history.values():
        last: dict[str, int] = {}
        for event in events:
            kind = bought(made, event.asin)
            if needs().used_up[kind]:
                if event.asin in last:
                    refills.append((event.at - last[event.asin]) / DAY / needs().lasts[kind])
                last[event.asin] = event.at
    assert len(refills) > 50
    assert min(refills) > 0.55  # nobody buys it again while most of it is left: protein powder, not within 23 days
    assert 0.8 < float(np.median(refills)) < 4.0  # of the time that it lasts


def test_some_of_what_is_used_up_becomes_a_habit_and_what_is_kept_is_hardly_bought_twice() -> None:
    town = a_town()
    again: Counter[bool] = Counter()
    total: Counter[bool] = Counter()
    for events in town.history.values():
        seen: set[str] = set()
        for event in events:
            used = bool(needs().used_up[bought(town, event.asin)])
            total[used] += 1
            again[used] += event.asin in seen
            seen.add(event.asin)
    assert again[True] / total[True] > 0.2
    assert again[False] / total[False] < 0.05


def test_what_goes_together_is_bought_one_after_the_other() -> None:
    town = a_town()
    follows: Counter[tuple[int, int]] = Counter()
    first: Counter[int] = Counter()
    second: Counter[int] = Counter()
    for events in town.history.values():
        for one, other in pairwise(bought(town, event.asin) for event in events):
            follows[one, other] += 1
            first[one] += 1
            second[other] += 1
    for main, then in TOGETHER:
        pair = NUMBER[main], NUMBER[then]
        by_chance = first[pair[0]] * second[pair[1]] / second.total()
        assert follows[pair] > 3 * by_chance


def test_people_fill_baskets_in_minutes_and_come_back_after_days() -> None:
    gaps = [(other.at - one.at) / DAY for events in a_town().history.values() for one, other in pairwise(events)]
    together = [gap for gap in gaps if gap < 0.1]
    assert 0.3 < len(together) / len(gaps) < 0.6
    assert not [gap for gap in gaps if 0.1 < gap < 0.5]


def test_sweaters_sell_in_winter_and_sandals_in_summer() -> None:
    town = a_town()
    months: dict[str, Counter[bool]] = {"Sweaters": Counter(), "Sandals": Counter()}
    for events in town.history.values():
        for event in events:
            shelf = town.products[event.asin].path[-1]
            if shelf in months:
                months[shelf][(event.at // 2_629_800_000) % 12 in (4, 5, 6, 7)] += 1
    assert months["Sandals"][True] / months["Sandals"].total() > 0.4
    assert months["Sweaters"][True] / months["Sweaters"].total() < 0.33


def test_a_tenth_of_the_products_takes_most_of_what_is_bought_by_many() -> None:
    shop = a_shop()
    counts = sorted(Counter(event.asin for events in shop.history.values() for event in events).values(), reverse=True)
    assert sum(counts[: len(shop.products) // 10]) > 0.5 * sum(counts)


def test_what_goes_with_a_product_is_the_same_for_everybody_and_fits_it() -> None:
    catalogue = draw_catalogue(5_000, 0)
    row = int(catalogue.rows_of[NUMBER["Cases"]][0])
    found = Companions(catalogue).of(row, NUMBER["Screen Protectors"])
    assert found.tolist() == Companions(catalogue).of(row, NUMBER["Screen Protectors"]).tolist()
    phones = {
        value
        for other in (row, *found.tolist())
        for family, value in catalogue.values(other).items()
        if family.name == "phone"
    }
    assert len(phones) == 1


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Cases | any", "Covers | any", "'Covers', which is no shelf of the shop"),
        ("Sweaters | winter", "Sweaters | monsoon", "'monsoon', which is no season"),
        ("Protein | any | 42", "Protein | any | soon", "a number of days or 'kept', not 'soon'"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, complaint: str
) -> None:
    file = words._file("needs")
    assert old in file.read_text(encoding="utf-8")
    (tmp_path / "needs.txt").write_text(file.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(words, "_file", lambda name: tmp_path / f"{name}.txt")
    with pytest.raises(BadData, match=r"needs\.txt, line ") as refusal:
        needs.__wrapped__()
    assert complaint in str(refusal.value)
