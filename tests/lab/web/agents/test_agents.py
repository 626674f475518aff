"""Every agent on the built-in mind, in every track it is for."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from webtown import agent, opened, past, shelves, tasks, town, web_shop, with_long_past

from penchant.errors import BadInput
from penchant_lab.suites.web.agents import AGENTS, make_agent
from penchant_lab.suites.web.agents.liked import LikedLists, Lists
from penchant_lab.suites.web.agents.reading import read
from penchant_lab.suites.web.agents.shelves import kind_of, told
from penchant_lab.suites.web.records import TYPES, Event, Track, WebTask
from penchant_lab.suites.web.scores import record_of
from penchant_lab.suites.web.shop.functions import RIGHT

CAST = [(name, track) for name, spec in AGENTS.items() if not spec.trained for track in spec.tracks]
SINGLE = [name for name, track in CAST if track == "single"]


@pytest.mark.parametrize(("name", "track"), CAST)
def test_every_agent_brings_every_type_of_task_to_its_end(name: str, track: Track) -> None:
    player = agent(name, track)
    for type in TYPES:
        episode = opened(tasks(type)[0], track, details=AGENTS[name].details)
        player.play(episode)
        assert episode.ended
        assert next(attempt.function for attempt in episode.attempts()) == RIGHT[type]
        assert not episode.broke


@pytest.mark.parametrize(("name", "track"), CAST)
def test_the_same_task_is_played_the_same_way_twice(name: str, track: Track) -> None:
    played = []
    for _ in range(2):
        episode = opened(with_long_past("search"), track, details=AGENTS[name].details)
        agent(name, track).play(episode)
        played.append(episode.calls)
    assert played[0] == played[1]


@pytest.mark.parametrize("name", SINGLE)
def test_what_happens_after_a_task_changes_nothing(name: str) -> None:
    task = with_long_past("search")
    late = [replace(event, at=task.at + 1 + place) for place, event in enumerate(past(task)[:20])]
    data = town()
    history = {**data.history, task.person: [*data.history[task.person], *late]}
    shop = replace(web_shop(), data=replace(data, history=history))
    calls = []
    for place in (web_shop(), shop):
        episode = place.open(task, details=AGENTS[name].details)
        agent(name).play(episode)
        calls.append(episode.calls)
    assert calls[0] == calls[1]


@pytest.mark.parametrize("name", SINGLE)
def test_an_agent_that_served_others_serves_the_next_person_as_a_fresh_one_would(name: str) -> None:
    task = with_long_past("search")
    others = [other for other in itertools.islice(tasks("search"), 8) if other.person != task.person]
    used = agent(name)
    for other in others:
        used.play(opened(other, details=AGENTS[name].details))
    episodes = [opened(task, details=AGENTS[name].details) for _ in range(2)]
    used.play(episodes[0])
    agent(name).play(episodes[1])
    assert episodes[0].calls == episodes[1].calls


@pytest.mark.parametrize("name", SINGLE)
def test_a_person_without_a_past_is_served_too(name: str) -> None:
    data = town()
    for type in TYPES:
        task = tasks(type)[1]
        shop = replace(web_shop(), data=replace(data, history={**data.history, task.person: []}))
        episode = shop.open(task, details=AGENTS[name].details)
        agent(name).play(episode)
        assert episode.ended
        assert not episode.broke


def test_a_recommendation_is_asked_for_with_what_they_had_in_order_of_time_at_most_thirty() -> None:
    task = with_long_past("recommend")
    order = {event.asin: place for place, event in enumerate(past(task))}
    for name in ("random", "last", "relevant", "puma", "penchant"):
        episode = opened(task)
        agent(name).play(episode)
        asins = episode.calls[0].arguments["product_sequence"]
        assert 0 < len(asins) <= 30
        assert len(set(asins)) == len(asins)
        if name != "random":  # which may have picked an earlier purchase of the same thing
            had = [order[asin] for asin in asins]
            assert had == sorted(had)


def test_recmind_looks_up_details_before_it_answers() -> None:
    episode = opened(with_long_past("search"), details=True)
    played = agent("recmind").play(episode)
    assert [call.name for call in episode.calls][:3] == ["get_product_details_by_asin"] * 3
    assert played.completions == 4


@pytest.mark.parametrize("name", ["react", "reflexion"])
def test_thinking_and_reflecting_are_no_steps(name: str) -> None:
    for task in tasks("recommend")[:10]:
        episode = opened(task, "multi")
        assert agent(name, "multi").play(episode).completions == episode.steps


def test_an_agent_that_is_not_for_a_track_says_so() -> None:
    with pytest.raises(BadInput, match="reflexion is for the tracks multi, continual"):
        agent("reflexion", "single")
    with pytest.raises(BadInput, match="puma-sft goes by a model of its own"):
        agent("puma-sft")
    with pytest.raises(BadInput, match="There are: none, random"):
        make_agent("nobody", town().products, seed=0, track="single")


def test_a_new_like_leaves_the_dislikes_and_expectations_stop_at_thirty() -> None:
    lists = Lists(like=("a",), dislike=("b",)).after(likes=["b"], dislikes=["a"], expect=[str(n) for n in range(40)])
    assert (lists.like, lists.dislike) == (("b",), ("a",))
    assert len(lists.expect) == 30
    assert lists.expect[-1] == "39"


def test_the_lists_of_two_people_are_kept_apart() -> None:
    kept = LikedLists()
    kept.change("ana", likes=["x"], dislikes=[], expect=["soft"])
    assert kept.of("ben") == Lists()


def test_the_simple_baseline_counts_brands_and_details_of_the_kind_and_repeats_what_comes_nearest() -> None:
    made = {}
    for type in TYPES:
        understood = [task for task in tasks(type) if read(task.text).function == RIGHT[type]]
        task = max(understood, key=lambda task: len(past(task)))
        episode = opened(task)
        agent("simple").play(episode)
        made[type] = (task, next(iter(episode.calls[0].arguments.values())))
    task, query = made["search"]
    words = read(task.text).words
    had = [town().products[event.asin] for event in past(task)]
    alike = [product for product in had if kind_of(product) == shelves().named(words)]
    usual = Counter(product.store for product in alike if product.store).most_common(1)
    assert query.startswith(" ".join([*words, *(brand for brand, _ in usual)]))
    task, sequence = made["recommend"]
    assert sequence == list(dict.fromkeys(event.asin for event in past(task)[-2:]))
    task, review = made["review"]
    assert review.removesuffix(f" {task.text}") in {event.text for event in past(task)}


def test_the_simple_baseline_takes_the_brand_and_the_shared_details_of_that_kind_and_no_other() -> None:
    lamp = next(product for product in town().products.values() if len(told(product)) >= 2)
    other = next(product for product in town().products.values() if product.category != lamp.category)
    bought = [
        Event(asin=asin, rating=5, title="", text="", at=at)
        for at, asin in enumerate([lamp.asin] * 2 + [other.asin] * 5)
    ]
    task = tasks("search")[0]
    wanted = replace(task, text=f"I want to find {shelves().label(kind_of(lamp))} {lamp.title}")
    episode = web_shop().open(wanted, past=bought)
    agent("simple").play(episode)
    query = episode.calls[0].arguments["query"]
    assert query.endswith(" ".join([lamp.store or "", *list(told(lamp).values())[:2]]))


def result(name: str, wanted: list[WebTask]) -> float:
    player = agent(name)
    records = []
    for task in wanted:
        episode = opened(task, details=AGENTS[name].details)
        player.play(episode)
        records.append(record_of(episode).result)
    return sum(records) / len(records)


@pytest.mark.parametrize("type", TYPES)
def test_beliefs_are_worth_more_than_no_memory_and_than_the_last_events(type: str) -> None:
    wanted = [task for task in (*town().train, *town().test) if task.type == type]
    mine = result("penchant", wanted)
    least = 0.01 if type == "review" else 0.05  # most of a review is told by the request
    assert mine > result("none", wanted) + least
    assert mine > result("last", wanted)
