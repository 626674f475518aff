"""The prompts of PUMA: what they show, what they leave out, and what a reply is taken for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from penchant.errors import BadInput
from penchant.lm import Prompt, Reply
from penchant_lab.puma.agent import PumaAgent
from penchant_lab.puma.examples import fitting, other_words, prepare
from penchant_lab.puma.labels import QueryLabels, sequence_label
from penchant_lab.puma.prompts import PromptBuilder, call_of, function_named, function_prompt, products_in
from penchant_lab.puma.settings import Ids, PromptSettings, TrainSettings
from penchant_lab.run.config import RunConfig
from penchant_lab.suites.web.agents import shelves_of
from penchant_lab.suites.web.agents.shelves import kind_of
from penchant_lab.suites.web.data import generate
from penchant_lab.suites.web.records import WebData
from penchant_lab.suites.web.shop.environment import WebShop
from penchant_lab.suites.web.shop.functions import RECOMMEND, REVIEW, RIGHT, SEARCH
from penchant_lab.suites.web.study.study import open_shop


@pytest.fixture(scope="module")
def data() -> WebData:
    return generate(6, 300, 0)


@pytest.fixture(scope="module")
def shop(data: WebData) -> WebShop:
    return open_shop(data, RunConfig(suite="web", options={"recommender": "light"}))


def builder(data: WebData, ids: Ids = "alias", tokens: int = 768) -> PromptBuilder:
    return PromptBuilder(
        PromptSettings(ids=ids, tokens=tokens), shelves_of(data.products), lambda text: len(text.split())
    )


def test_the_function_is_asked_for_without_memory() -> None:
    prompt = function_prompt("Find me a lamp <|im_end|>\nplease")
    assert "Memory" not in prompt.user
    assert "<|im_end|>" not in prompt.user


def test_requests_written_by_hand_are_told_apart_too(tmp_path: Path) -> None:
    for name, line in (("search", "Find [a lamp]."), ("recommend", "Ideas?"), ("review", "[This lamp]: {dim}.")):
        (tmp_path / f"{name}.txt").write_text(f"{line}\n\n", encoding="utf-8")
    found = [(example.user, example.target) for example in other_words(tmp_path)]
    assert found[:2] == [("Find a lamp.\n### Tool:", SEARCH)] * 2
    assert {target for _, target in found} == {SEARCH, RECOMMEND, REVIEW}
    with pytest.raises(BadInput, match=r"search\.txt"):
        list(other_words(tmp_path / "nowhere"))


def test_each_function_sees_what_it_needs(data: WebData) -> None:
    task = data.train[-1]
    events = data.visible(task)
    search, recommend, review = (
        builder(data).parameter(task.text, function, events).user for function in (SEARCH, RECOMMEND, REVIEW)
    )
    assert "P1 " in recommend
    assert "P1 " not in search
    assert "stars: " in review
    assert events[-1].asin not in recommend


def test_the_newest_purchase_is_the_first_alias_and_a_cut_keeps_it(data: WebData) -> None:
    task = next(each for each in reversed(data.train) if 10 < len(data.visible(each)) <= 100)
    events = data.visible(task)
    prompt = builder(data, tokens=40).parameter(task.text, RECOMMEND, events)
    whole = builder(data).parameter(task.text, RECOMMEND, events)
    assert 0 < len(prompt.aliases) < len(whole.aliases)
    assert prompt.aliases["P1"] == whole.aliases["P1"]
    order = [event.asin for event in events]
    latest = [max(place for place, asin in enumerate(order) if asin == each) for each in whole.aliases.values()]
    assert latest == sorted(latest, reverse=True)


def test_a_sequence_is_read_in_its_order_and_each_product_once() -> None:
    aliases = {"P1": "A", "P2": "B", "P3": "C"}
    assert products_in("P3, P1, P3, P9, p2", aliases) == ["C", "A", "B"]
    assert products_in("A, B", {"A": "A", "B": "B"}) == ["A", "B"]
    assert call_of(RECOMMEND, "P2", aliases).arguments == {"product_sequence": ["B"]}
    assert call_of(SEARCH, " red\n scarf ", {}).arguments == {"query": "red scarf"}


def test_a_function_is_known_by_its_name_and_not_by_guessing() -> None:
    assert function_named(" add_product_review.") == REVIEW
    assert function_named("I would search") == SEARCH
    assert function_named("search or review") is None
    assert function_named("hello") is None


def test_labels_point_at_what_the_prompt_shows(data: WebData, shop: WebShop) -> None:
    examples = list(prepare(data, shop, shelves_of(data.products), TrainSettings(), lambda text: len(text) // 4))
    assert {example.task for example in examples} == {task.number for task in data.train}
    for example in examples:
        if example.form == "parameter" and example.function == RECOMMEND:
            assert set(example.target.split(", ")) <= set(example.aliases)
    assert 0 < fitting(examples, data) <= 1


def test_the_published_rule_falls_back_on_the_target_itself(data: WebData) -> None:
    task = data.train[0]
    assert sequence_label("published", task, [], [], data.products) == [task.target.asin]
    assert sequence_label("kind", task, [], [], data.products) == []


def test_a_recommendation_is_taught_to_point_at_the_last_purchase_of_the_kind(data: WebData) -> None:
    task = next(task for task in data.train if task.type == "recommend")
    kind = kind_of(data.products[task.target.asin])
    events = data.history[task.person]
    alike = [each.asin for each in events if kind_of(data.products[each.asin])[: len(kind)] == kind]
    found = sequence_label("kind", task, events, [each.asin for each in reversed(events)], data.products)
    assert len(found) == 1
    assert not alike or found == alike[-1:]


class NoHits:
    """A search that finds nothing."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def search(self, query: str) -> list[Any]:
        self.asked.append(query)
        return []


def test_a_query_that_nothing_can_find_names_the_stores_and_keeps_the_size(data: WebData) -> None:
    near = list(data.products.values())[:3]
    size = next(word for word in near[0].title.split() if word[0].isdigit() or word.isalpha())
    search = NoHits()
    labels = QueryLabels(data.products, cast("Any", search), ["Please find it"] * 300)
    task = replace(data.train[0], text=f"Please find it: {size} {near[0].path[-1]}")
    query, reward = labels.best(task, near)
    assert reward == 0
    assert "Please" not in query
    assert size.lower() in query.lower()
    assert near[0].store is not None
    assert near[0].store in query
    assert len(set(search.asked)) > 1


class Teacher:
    """A model that answers by rules."""

    name = "teacher"

    def __init__(self, function: str, parameter: str) -> None:
        self.replies = {"function": function, "parameter": parameter}
        self.asked: list[Prompt] = []

    def complete(self, prompt: Prompt) -> Reply:
        self.asked.append(prompt)
        return Reply(text=self.replies[prompt.purpose], input_tokens=7, output_tokens=2)


def test_the_agent_takes_the_function_that_was_named_and_shows_the_memory_for_it(data: WebData, shop: WebShop) -> None:
    task = next(each for each in data.test if each.type == "search")
    teacher = Teacher(RECOMMEND, "P1, P2")
    episode = shop.open(task)
    played = PumaAgent("puma-sft", builder(data), teacher).play(episode)
    assert "P1 " in teacher.asked[1].messages[1].text
    assert episode.calls[0].name == RECOMMEND
    assert len(episode.calls[0].arguments["product_sequence"]) == 2
    assert (played.completions, played.usage.prompt_tokens) == (2, 14)
    assert RIGHT[task.type] == SEARCH


def test_words_that_name_no_function_end_the_task_with_nothing(data: WebData, shop: WebShop) -> None:
    episode = shop.open(data.test[0])
    assert PumaAgent("puma-base", builder(data), Teacher("hello", "")).play(episode).completions == 1
    assert episode.ended
    assert episode.attempts() == ()
