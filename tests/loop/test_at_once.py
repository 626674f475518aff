"""Several who hear, tell and edit about one person at once: what is left is what one after the other would leave."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from penchant import Agent, BadInput, Behaviour, Preference, Request, Turn
from penchant.domain import PreferenceId
from penchant.errors import PenchantError

DRINKS = ["black coffee", "herbal tea"]
ROUNDS = 12

Call = Callable[[], object]


@pytest.fixture(params=["memory", "sqlite", "faiss"])
def agent(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Agent]:
    if request.param == "faiss":
        pytest.importorskip("faiss")
    where = {"memory": "memory", "sqlite": str(tmp_path / "m.db"), "faiss": f"faiss:{tmp_path / 'm'}"}[request.param]
    with Agent.open(where) as made:
        yield made


def at_once(*calls: Call) -> list[object]:
    """What the calls give, or how they fail, begun at one moment."""
    gate = threading.Barrier(len(calls))

    def run(call: Call) -> object:
        gate.wait(60)
        try:
            return call()
        except PenchantError as error:
            return error

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def drink(person: str) -> Request:
    return Request(person, "something to drink, I'm drowsy", DRINKS)


def what(belief: Preference) -> tuple[str, ...]:
    return belief.stance, belief.situation, belief.topic, belief.value


def test_two_who_hear_the_same_leave_one_belief(agent: Agent) -> None:
    for turn in range(ROUNDS):
        one, other = (agent.consider(drink(f"p{turn}")) for _ in range(2))
        at_once(partial(agent.hear, one, "the tea"), partial(agent.hear, other, "the tea"))
        [kept] = agent.memory.list(f"p{turn}")
        assert kept.value == "herbal tea"
        assert len(agent.memory.evidence(f"p{turn}")) == 2


def test_the_same_turn_heard_twice_at_once_counts_once(agent: Agent) -> None:
    for turn in range(ROUNDS):
        asked = agent.consider(drink(f"p{turn}"))
        hear: Call = partial(agent.hear, asked, "the tea")
        first, second = at_once(hear, hear)
        assert isinstance(first, Turn)
        assert isinstance(second, Turn)
        assert first.lesson == second.lesson
        assert len(agent.memory.evidence(f"p{turn}")) == len(agent.memory.list(f"p{turn}")) == 1


def test_contradictory_things_told_at_once_leave_one_of_them(agent: Agent) -> None:
    for turn in range(ROUNDS):
        who = f"p{turn}"
        at_once(
            partial(agent.tell, who, "I love jazz"),
            partial(agent.tell, who, "I hate jazz"),
        )
        [kept] = agent.memory.list(who)
        assert all(not belief.is_open for belief in agent.memory.list(who, closed=True) if belief.id != kept.id)


def test_the_same_told_in_other_words_at_once_is_one_belief(agent: Agent) -> None:
    for turn in range(ROUNDS):
        who = f"p{turn}"
        at_once(
            partial(agent.tell, who, "I love jazz"),
            partial(agent.tell, who, "I really love jazz"),
        )
        assert [belief.value for belief in agent.memory.list(who)] == ["jazz"]


def test_hearing_beside_telling_leaves_what_one_after_the_other_would(agent: Agent) -> None:
    def hear(who: str) -> None:
        agent.hear(agent.consider(drink(who)), "the tea, I love jazz")

    def tell(who: str) -> None:
        agent.tell(who, "I hate jazz, and I'm vegetarian")

    orders = []
    for who, calls in (("first", (hear, tell)), ("second", (tell, hear))):
        for call in calls:
            call(who)
        orders.append(sorted(map(what, agent.memory.list(who))))
    for turn in range(ROUNDS):
        who = f"p{turn}"
        at_once(partial(hear, who), partial(tell, who))
        assert sorted(map(what, agent.memory.list(who))) in orders


def test_a_log_watched_beside_what_is_told_is_believed_once(agent: Agent) -> None:
    bought = [
        Behaviour(
            id=f"order {n}",
            at=datetime(2026, 1, n, tzinfo=UTC),
            item=f"No. {n}",
            topic="beans",
            features={"roast": "dark"},
            rating=5,
        )
        for n in (1, 2, 3, 4)
    ]
    for turn in range(ROUNDS):
        who = f"p{turn}"
        at_once(
            partial(agent.watch, who, bought[:3]),
            partial(agent.watch, who, bought[1:]),
            partial(agent.tell, who, "I'm vegetarian"),
        )
        kept = [what(belief) for belief in agent.memory.list(who)]
        assert len(kept) == len(set(kept))
        assert len([one for one in agent.memory.transcript(who) if one.kind == "seen"]) == 4


def test_of_two_edits_of_one_belief_one_is_kept_and_the_other_told_why(agent: Agent) -> None:
    for turn in range(ROUNDS):
        who = f"p{turn}"
        agent.tell(who, "I love jazz")
        [jazz] = agent.memory.list(who)
        done = at_once(
            partial(agent.memory.update, who, jazz.id, value="swing", words="swing"),
            partial(agent.memory.update, who, jazz.id, value="blues", words="blues"),
        )
        [refused] = [one for one in done if isinstance(one, PenchantError)]
        [kept] = [one for one in done if isinstance(one, Preference)]
        assert isinstance(refused, BadInput)
        assert "was closed" in str(refused)
        assert agent.memory.list(who) == [kept]


def test_many_who_tell_of_one_person_at_once_are_all_heard(agent: Agent) -> None:
    bands = [
        "Abba",
        "Blur",
        "Can",
        "Devo",
        "Eels",
        "Fugazi",
        "Gong",
        "Hole",
        "Interpol",
        "Joy Division",
        "Kraftwerk",
        "Low",
    ]
    done = at_once(*(partial(agent.tell, "ana", f"I love {band}") for band in bands))
    assert not [one for one in done if isinstance(one, PenchantError)]
    values = [belief.value for belief in agent.memory.list("ana")]
    assert len(values) == len(set(values)) >= len(bands) - 2


def test_what_two_forget_at_once_is_gone_and_neither_fails(agent: Agent) -> None:
    for turn in range(ROUNDS):
        who = f"p{turn}"
        agent.tell(who, "I love jazz")
        forget: Call = partial(agent.forget, who, "jazz")
        assert not [one for one in at_once(forget, forget) if isinstance(one, PenchantError)]
        assert agent.memory.list(who, closed=True) == []


def hear_in_another_process(path: str, turns: list[str], gate: Barrier) -> None:
    with Agent.open(path) as agent:
        for text in turns:
            turn = Turn.from_json(text)
            gate.wait(60)
            agent.hear(turn, "the tea")


def test_two_processes_that_hear_the_same_leave_one_belief(tmp_path: Path) -> None:
    path = str(tmp_path / "memory.db")
    spawn = multiprocessing.get_context("spawn")
    gate = spawn.Barrier(2)
    with Agent.open(path) as agent:
        turns = [[agent.consider(drink(f"p{n}")).to_json() for n in range(8)] for _ in range(2)]
        started = [
            spawn.Process(target=hear_in_another_process, args=(path, some, gate), daemon=True) for some in turns
        ]
        for process in started:
            process.start()
        for process in started:
            process.join(60)
            assert process.exitcode == 0
        assert [len(agent.memory.list(f"p{n}")) for n in range(8)] == [1] * 8
        assert [len(agent.memory.evidence(f"p{n}", PreferenceId(1))) for n in range(8)] == [2] * 8
