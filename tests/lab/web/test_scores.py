"""The published arithmetic, to the digit, and the figures beside it on hand-made records."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from penchant_lab.suites.web.export import original_results
from penchant_lab.suites.web.matching import Matching
from penchant_lab.suites.web.records import TYPES, Event, Product, TaskType, WebData, WebTask, Withheld
from penchant_lab.suites.web.scores import TaskRecord, TaskUsage, from_line, micro, slices, table, to_line
from penchant_lab.suites.web.shop.functions import RECOMMEND, RIGHT, SEARCH
from penchant_lab.suites.web.shop.rewards import Attempt

TEN = tuple(f"B{number:09d}" for number in range(10))
TARGET = TEN[0]

SINGLE_TURN = {  # function and result of search, recommend and review, then overall
    "No Memory": ((1.000, 0.647), (0.092, 0.000), (1.000, 0.444), (0.684, 0.355)),
    "Random Memory": ((0.974, 0.640), (0.296, 0.018), (0.996, 0.442), (0.745, 0.357)),
    "Last Memory": ((0.937, 0.626), (0.432, 0.028), (1.000, 0.442), (0.782, 0.357)),
    "Relevant Memory": ((0.928, 0.622), (0.492, 0.030), (1.000, 0.443), (0.800, 0.356)),
    "ReAct": ((0.903, 0.605), (0.560, 0.027), (0.996, 0.444), (0.815, 0.350)),
    "RecMind": ((0.981, 0.645), (0.226, 0.017), (0.990, 0.442), (0.721, 0.359)),
    "PUMA (gpt)": ((1.000, 0.649), (0.939, 0.048), (1.000, 0.449), (0.979, 0.373)),
    "PUMA (LLaMA-7B)": ((0.996, 0.652), (0.987, 0.054), (1.000, 0.538), (0.994, 0.406)),
    "reproduction of PUMA": ((0.984, 0.626), (0.984, 0.028), (1.000, 0.518), (0.989, 0.381)),
    "oracle": ((0.984, 0.978), (0.984, 0.124), (1.000, 1.000), (0.989, 0.688)),
}
MANY_TURNS = {  # and steps
    "No Memory": ((0.996, 0.656, 2.398), (0.096, 0.000, 2.420), (1.000, 0.446, 2.019), (0.685, 0.358, 2.280)),
    "Random Memory": ((0.999, 0.680, 4.193), (0.703, 0.042, 4.474), (1.000, 0.448, 2.007), (0.896, 0.380, 3.564)),
    "Last Memory": ((0.996, 0.676, 4.229), (0.708, 0.045, 4.252), (1.000, 0.449, 2.007), (0.897, 0.381, 3.498)),
    "Relevant Memory": ((0.996, 0.686, 4.233), (0.715, 0.042, 4.564), (0.999, 0.448, 2.008), (0.899, 0.383, 3.609)),
    "ReAct": ((0.996, 0.674, 4.657), (0.218, 0.013, 5.468), (0.974, 0.448, 2.129), (0.718, 0.369, 4.098)),
    "Reflexion": ((1.000, 0.686, 5.406), (0.281, 0.014, 6.145), (0.976, 0.449, 2.145), (0.741, 0.373, 4.579)),
    "RecMind": ((0.997, 0.642, 6.728), (0.347, 0.026, 6.003), (0.997, 0.451, 2.107), (0.771, 0.364, 4.938)),
    "InteRecAgent": ((0.999, 0.642, 3.110), (0.618, 0.022, 3.008), (1.000, 0.447, 2.001), (0.867, 0.362, 2.706)),
    "PUMA (gpt)": ((0.999, 0.720, 5.082), (0.984, 0.052, 3.791), (1.000, 0.453, 2.002), (0.994, 0.399, 3.608)),
}
PUBLISHED = [
    (f"{name}, {track}", row)
    for track, rows in (("single", SINGLE_TURN), ("many", MANY_TURNS))
    for name, row in rows.items()
]


@pytest.mark.parametrize("row", [row for _, row in PUBLISHED], ids=[name for name, _ in PUBLISHED])
def test_the_published_overall_figures_follow_from_those_by_type(row: tuple[tuple[float, ...], ...]) -> None:
    *by_type, overall = row
    for figure, wanted in enumerate(overall):
        values: dict[TaskType, float] = {type: by_type[place][figure] for place, type in enumerate(TYPES)}
        assert micro(values) == pytest.approx(wanted, abs=0.0013)  # each is rounded to three digits


def test_a_mean_over_types_would_not_give_them() -> None:
    search, recommend, review, overall = SINGLE_TURN["No Memory"]
    assert (search[0] + recommend[0] + review[0]) / 3 != pytest.approx(overall[0], abs=0.0013)


def attempt(result: float, *, right: bool = True, type: TaskType = "search", **more: Any) -> Attempt:
    wrong = {"search": RECOMMEND, "recommend": SEARCH, "review": SEARCH}[type]
    return Attempt(function=RIGHT[type] if right else wrong, right=int(right), result=result, **more)


def record(*attempts: Attempt, **more: Any) -> TaskRecord:
    facts = {"number": 0, "person": "ana", "type": "search", "target": TARGET, "text": "?", "at": 1, "split": "test"}
    return TaskRecord(**{**facts, "history": 5, "steps": len(attempts), **more}, attempts=attempts)


def test_no_attempt_is_worth_nothing() -> None:
    assert (record().function, record().result, record().outcome, record().final) == (0, 0, 0, None)


def test_the_best_attempt_with_the_right_function_counts_and_not_the_last() -> None:
    tried = record(attempt(0.4), attempt(0.9), attempt(1.0, right=False), attempt(0.1))
    assert (tried.function, tried.result, tried.outcome, tried.final_result) == (1, 0.9, 1.0, 0.1)


def test_wrong_functions_only_are_worth_nothing_but_for_the_outcome() -> None:
    tried = record(attempt(1.0, right=False))
    assert (tried.function, tried.result, tried.outcome) == (0, 0, 1)


def test_a_review_worse_than_nothing_stays_so() -> None:
    tried = record(attempt(-0.2, type="review"), type="review")
    assert (tried.result, tried.success) == (-0.2, None)


def test_an_answer_taken_back_is_not_the_final_one() -> None:
    tried = record(attempt(1.0, asins=TEN), attempt(0.0, withdrawn=True))
    assert (tried.final_result, tried.success, tried.rank) == (1.0, 1.0, 1)


def test_figures_are_means_over_tasks_and_not_over_types() -> None:
    rows = table(
        [
            record(attempt(1.0, asins=TEN)),
            record(attempt(0.5, asins=("x", TARGET)), person="ben"),
            record(attempt(0.0, asins=("x",)), person="ben"),
            record(
                attempt(0.6, type="review"),
                type="review",
                steps=5,
                usage=TaskUsage(prompt_tokens=7, completion_tokens=3),
            ),
        ]
    )
    assert rows["overall"]["result"] == pytest.approx(2.1 / 4)
    assert (rows["overall"]["n"], rows["overall"]["people"], rows["search"]["n"]) == (4, 2, 3)
    assert rows["overall"]["steps"] == 2
    assert rows["overall"]["tokens"] == 2.5
    assert rows["recommend"] == {**dict.fromkeys(rows["recommend"]), "n": 0, "people": 0}
    search = rows["search"]
    assert search["mrr"] == pytest.approx((1 + 1 / 2) / 3, abs=1e-6)
    assert search["hit1"] == pytest.approx(1 / 3, abs=1e-6)
    assert search["hit10"] == search["success"] == pytest.approx(2 / 3, abs=1e-6)
    assert search["ndcg10"] == pytest.approx((1 + 1 / math.log2(3)) / 3, abs=1e-6)
    assert rows["review"]["mrr"] is None
    assert rows["overall"]["mrr"] == search["mrr"]  # reviews have no ranks


def test_intervals_are_drawn_over_people() -> None:
    one = table([record(attempt(float(n % 2))) for n in range(50)])
    assert (one["search"]["result_low"], one["search"]["result_high"]) == (None, None)  # fifty tasks, one person
    two = table([record(attempt(float(n % 2)), person="ana" if n % 2 else "ben") for n in range(50)])
    assert (two["search"]["result_low"], two["search"]["result_high"]) == (0.0, 1.0)  # she always, he never
    many = table([record(attempt(float(n % 2)), person=str(n)) for n in range(50)])
    assert 0.3 < many["search"]["result_low"] < 0.5 < many["search"]["result_high"] < 0.7


def test_slices_go_by_the_length_of_the_past_that_could_be_seen() -> None:
    found = slices([record(history=length) for length in (0, 9, 10, 29, 30, 99, 100, 5000)])
    assert {name: rows["overall"]["n"] for name, rows in found.items()} == {"<10": 2, "10-29": 2, "30-99": 2, "100+": 2}
    assert list(slices([record(history=3)])) == ["<10"]


def test_a_record_comes_back_from_json_as_it_was() -> None:
    whole = record(
        attempt(1.0, asins=TEN, withdrawn=True),
        match=0.5,
        usage=TaskUsage(prompt_tokens=3, by_step=((1, 0), (2, 0))),
        broke=("oops",),
        actions=({"name": "stop", "arguments": {}},),
        messages=({"role": "user", "content": "hi"},),
    )
    assert from_line(json.loads(json.dumps(to_line(whole)))) == whole


def test_the_originals_results_file_has_its_shape() -> None:
    records = [
        record(attempt(0.4), attempt(0.9), number=1, steps=4, actions=({"name": SEARCH, "arguments": {"query": "a"}},)),
        record(number=0, type="review", steps=1, usage=TaskUsage(price=0.25, person_price=0.5, prompt_tokens=2)),
    ]
    summary, first, second = json.loads(json.dumps(original_results(records, {"seed": 2024})))
    assert summary["run_args"] == {"seed": 2024}
    assert summary["total cost"] == 0.25
    assert list(summary["results"]) == ["search", "recommend", "review", "overall"]
    assert summary["results"]["search"] == {
        "total_count": 1,
        "avg_interaction_times": 4.0,
        "avg_action_acc": 1.0,
        "avg_res_acc": 0.9,
    }
    assert summary["results"]["overall"]["avg_res_acc"] == 0.45
    assert (first["task_id"], first["action_acc"], first["res_acc"], first["trial"]) == (0, [0], [0], 0)
    assert first["info"]["user_cost"] == 0.5
    assert first["info"]["usage"]["total_tokens"] == [2]
    assert second["info"]["usage"]["total_tokens"] == [0, 0, 0, 0]
    assert (second["action_acc"], second["res_acc"]) == ([1, 1], [0.4, 0.9])
    assert second["info"]["task"] == {"user_id": "ana", "task": "?", "type": "search", "timestamp": 1, "target": TARGET}
    assert second["info"]["actions"] == [{"name": SEARCH, "arguments": {"query": "a"}}]


def test_steps_counted_by_the_lists_of_a_results_file_are_the_steps_of_its_summary() -> None:
    by_step = ((5, 1), (6, 2), (7, 3))
    usage = TaskUsage(prompt_tokens=18, completion_tokens=6, by_step=by_step)
    records = [
        record(attempt(1.0), steps=3, usage=usage),
        record(attempt(1.0), number=1, steps=2),
        record(number=2, steps=1),
    ]
    summary, *tasks = original_results(records, {})
    lists = [task["info"]["usage"] for task in tasks]
    assert [len(found["completion_tokens"]) for found in lists] == [one.steps for one in records]
    counted = sum(len(found["total_tokens"]) for found in lists) / len(lists)
    assert summary["results"]["search"]["avg_interaction_times"] == pytest.approx(counted, abs=1e-6)
    assert lists[0]["prompt_tokens"] == [5, 6, 7]
    assert lists[0]["total_tokens"] == [6, 8, 10]


def priced(asin: str, price: float | None, **more: Any) -> Product:
    return Product(asin=asin, title=asin, category="c", price=price, **more)


def test_a_product_matches_by_the_share_of_what_was_withheld() -> None:
    products = [
        priced("cheap", 5, store="Nordlys", details={"Size": "M"}),
        priced("mid", 20, store="nordlys ", details={"size": "m", "Colour": 3}),
        priced("dear", 90, store="Lumo", details={"Size": "L"}),
        priced("unpriced", None, store="Nordlys"),
    ]
    event = Event(asin="cheap", rating=5, title="", text="", at=1, split="test")
    task = WebTask(number=7, person="ana", text="?", type="search", at=1, target=event)
    withheld = Withheld(attributes={"store": "Nordlys", "price band": "budget", "size": "M"})
    data = WebData(
        products={product.asin: product for product in products},
        profiles={},
        history={},
        train=(),
        test=(task,),
        withheld={("test", 7): withheld},
    )
    matching = Matching(data)
    shares = {asin: matching.share(task, asin) for asin in ("cheap", "mid", "dear", "unpriced", None)}
    assert shares == {"cheap": 1.0, "mid": 2 / 3, "dear": 0.0, "unpriced": 1 / 3, None: 0.0}
    other = WebTask(number=8, person="ana", text="?", type="search", at=1, target=event)
    assert matching.share(other, "cheap") is None  # nothing is known to have been withheld
