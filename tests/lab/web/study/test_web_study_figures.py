"""Thirds, differences, tables and the page: what is said is what was measured."""

from __future__ import annotations

import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from small_web import event, record, study

from penchant.embed import Embedder
from penchant.testing.fakes import HashEmbedder
from penchant_lab.report.page import write_page
from penchant_lab.suites.web.data.originals import PEOPLE, PRODUCTS, TASKS
from penchant_lab.suites.web.records import TYPES, Product, TaskType, WebData, WebTask
from penchant_lab.suites.web.scores import FIGURES, micro
from penchant_lab.suites.web.shop.environment import WebShop
from penchant_lab.suites.web.shop.rewards import COMPARABLE, ReviewJudge
from penchant_lab.suites.web.study.curves import curves, difference, over_time, thirds
from penchant_lab.suites.web.study.published import MULTI, SINGLE, PublishedRow, differences
from penchant_lab.suites.web.study.table import _ahead as ahead_of_whom
from penchant_lab.suites.web.study.table import finding
from penchant_lab.suites.web.suite import WEB

text_table = WEB.presentation().text


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return study(tmp_path_factory.mktemp("figures") / "run", track="continual", agents=("none", "penchant"))


def test_thirds_are_in_order_of_time_and_as_equal_as_can_be() -> None:
    tasks = [record(number, at=100 - number) for number in range(7)]
    assert [[task.number for task in part] for part in thirds(tasks)["ana"]] == [[6, 5], [4, 3], [2, 1, 0]]
    assert thirds(tasks[:2]) == {}


def test_a_curve_is_measured_third_by_third_and_its_gain_person_by_person() -> None:
    ana = [record(number, at=number, found=number > 0) for number in range(3)]
    ben = [record(number + 3, at=number, person="ben") for number in range(3)]
    curve = curves({"some": [*ana, *ben]})["some"]["success"]
    assert [curve[third]["mean"] for third in ("first", "middle", "last")] == [0.5, 1.0, 1.0]
    assert curve["gain"] == {"difference": 0.5, "low": 0.0, "high": 1.0, "people": 2}
    assert curve["first"]["n"] == 2


def test_a_review_has_no_place_in_a_curve_of_success_and_one_of_results() -> None:
    tasks = [record(number, at=number, type="review") for number in range(3)]
    curve = curves({"some": tasks})["some"]
    assert curve["success"]["gain"]["difference"] is None
    assert curve["result"]["first"]["n"] == 1


def test_a_difference_counts_only_tasks_that_both_did() -> None:
    ours = [record(1), record(2, found=False), record(3, person="ben")]
    theirs = [record(1, found=False), record(2, found=False)]
    assert difference(FIGURES["result"], ours, theirs)["difference"] == 0.5
    assert difference(FIGURES["result"], ours, [])["difference"] is None


def test_what_feedback_is_worth_is_told_for_each_third() -> None:
    hears = [record(number, at=number, found=number > 0) for number in range(3)]
    deaf = [record(number, at=number, found=False) for number in range(3)]
    found = over_time(hears, deaf)
    assert [found[third]["difference"] for third in ("first", "middle", "last")] == [0.0, 1.0, 1.0]


@pytest.mark.parametrize("table", [SINGLE, MULTI])
def test_published_overall_figures_follow_from_those_by_type(table: dict[str, dict[str, PublishedRow]]) -> None:
    for rows in table.values():
        by_type: dict[str, dict[TaskType, float]] = {
            name: {type: getattr(rows[type], name) for type in TYPES} for name in ("function", "result")
        }
        for name, values in by_type.items():
            assert micro(values) == pytest.approx(getattr(rows["overall"], name), abs=0.0015)


def test_published_rows_stand_only_beside_comparable_ones(figures: dict[str, Any]) -> None:
    assert "PUMA (gpt)" not in text_table(figures)
    assert "not comparable, because the original has no continual track; the data are made up;" in flat(figures)
    comparable = {**figures, "track": "single", "comparable": True, "not_comparable": []}
    assert "PUMA (gpt)" in text_table(comparable)
    assert "Comparable with the published rows." in flat(comparable)


def flat(figures: dict[str, Any]) -> str:
    return " ".join(text_table(figures).split())


def test_a_shop_like_the_original_in_everything_is_comparable_and_each_difference_is_named() -> None:
    named: Any = type("Weights", (), {"name": "sasrec", "comparable": True})()
    light: Any = type("Light", (), {"name": "light", "comparable": False})()
    search: Any = None
    data = replace(original_sized(), original=True)
    same = WebShop(data=data, search=search, recommender=named, judge=ReviewJudge(like_minilm()))
    assert differences(same, "multi", files=True, lucene=True) == []
    other = WebShop(data=data, search=search, recommender=light, judge=ReviewJudge(HashEmbedder()))
    reasons = differences(other, "continual", files=False, lucene=False)
    assert [words in reason for words, reason in zip(WHY, reasons, strict=True)] == [True] * len(WHY)
    fewer = WebShop(data=original_sized(people=999), search=search, recommender=named, judge=same.judge)
    assert differences(fewer, "single", files=True, lucene=True) == ["the data are not the original's, whole"]
    altered = WebShop(data=original_sized(), search=search, recommender=named, judge=same.judge)
    assert differences(altered, "single", files=True, lucene=True) == [
        "the files are not the original's, by their checksums"
    ]


WHY = ("continual", "made up", "Lucene", "'light'", "MiniLM")


def like_minilm() -> Embedder:
    class Named(HashEmbedder):
        name = COMPARABLE

    return Named()


def original_sized(people: int = PEOPLE) -> WebData:
    products = {str(n): Product(asin=str(n), title="", category="") for n in range(PRODUCTS)}
    types = [type for type in TYPES for _ in range(TASKS["test"][type])]
    tasks = [
        WebTask(number=n, person="0", text="", type=type, at=0, target=event("0", 0)) for n, type in enumerate(types)
    ]
    return WebData(products=products, profiles={str(n): {} for n in range(people)}, history={}, train=[], test=tasks)


def test_the_table_tells_every_agent_line_and_third_within_its_width(figures: dict[str, Any]) -> None:
    text = text_table(figures)
    assert max(map(len, text.splitlines())) <= 110
    result = figures["agents"]["penchant"]["search"]["result"]
    assert f"{result:.3f}" in next(line for line in text.splitlines() if line.startswith("penchant  "))
    for word in ("penchant-deaf", "oracle-title", "oracle-kind", "gold-review", "chance", "last - first", "events"):
        assert word in text
    assert "Broke, kept but not scored: none 0 of" in text
    asked = figures["agents"]["penchant"]["overall"]["questions"]
    table = text[text.index("Questions per 100 tasks\n") :]
    row = next(line for line in table.splitlines() if line.startswith("penchant  "))
    assert row.split()[-1] == f"{100 * asked:.1f}"
    assert "Questions per 100 tasks over time" in text


def test_one_task_is_one_task(figures: dict[str, Any]) -> None:
    assert ", 1 task," in text_table({**figures, "tasks": 1})
    assert " 1 tasks" not in text_table({**figures, "tasks": 1})


def overall(result: float, reach: float | None = None, questions: float = 0.0) -> dict[str, Any]:
    """What an agent reached over all tasks, with its interval, and what it asked."""
    ends = (None, None) if reach is None else (result - reach, result + reach)
    return {"overall": {"result": result, "result_low": ends[0], "result_high": ends[1], "questions": questions}}


def test_the_finding_names_ties_as_ties_and_tells_what_was_asked() -> None:
    rows = {"none": overall(0.3, 0.02), "simple": overall(0.47, 0.03), "ours": overall(0.5, 0.03, 1.604)}
    assert finding({"agents": rows}) == (
        "ours gets 0.500 of 1 over all tasks for 160 questions per 100 tasks, and simple cannot be told apart from it "
        "by the intervals, no memory 0.300"
    )
    many = {"ours": rows["ours"], **{f"other {n}": rows["simple"] for n in range(5)}}
    assert "and 5 other agents cannot be told apart" in finding({"agents": many})
    apart = {**rows, "simple": overall(0.4, 0.03)}
    assert "told apart" not in finding({"agents": apart})
    alone = {"none": overall(0.3), "ours": overall(0.5), "simple": overall(0.5)}
    assert finding({"agents": alone}).startswith("ours gets 0.500 of 1 over all tasks, and simple cannot")


def test_a_lead_within_its_interval_is_no_lead() -> None:
    apart = {"best": "ours", "second": "simple", "difference": 0.02}
    ahead = {"search": {**apart, "low": 0.01, "high": 0.03}, "recommend": {**apart, "low": -0.01, "high": 0.05}}
    assert list(ahead_of_whom({"ahead": ahead})) == [
        "Best result, and by how much over the next on the same tasks: search: ours by +0.020 [+0.010, +0.030] over "
        "simple; recommend: ours and simple not told apart, +0.020 [-0.010, +0.050]."
    ]


def test_the_finding_names_who_gets_most() -> None:
    rows = {name: {"overall": {"result": worth}} for name, worth in (("none", 0.3), ("ours", 0.5))}
    assert finding({"agents": rows}) == "ours gets 0.500 of 1 over all tasks, no memory 0.300"
    assert finding({"agents": {"none": rows["none"]}}) == "none gets 0.300 of 1 over all tasks"


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.append(tag)


def test_the_page_is_one_file_with_figures_tables_and_no_script(figures: dict[str, Any], tmp_path: Path) -> None:
    out, told = tmp_path / "report.html", {**figures, "notes": ["<b>bold</b>"]}
    write_page(told, WEB.presentation(), tmp_path / "episodes.jsonl", out, facts={"penchant": "1<2"})
    page = out.read_text()
    tags = Tags()
    tags.feed(page)
    assert not {"script", "link", "img"} & set(tags.found)
    assert tags.found.count("figure") == 2
    assert tags.found.count("table") >= 6
    for text in ("1&lt;2", "&lt;b&gt;bold", "default-src 'none'"):
        assert text in page


def test_the_report_on_disk_is_what_was_given_back(tmp_path: Path) -> None:
    given = study(tmp_path / "run", people=2, agents=("none",))
    assert given.pop("wall_s") > 0
    assert json.loads((tmp_path / "run" / "report.json").read_text()) == given
