"""Different answers of one person, heard at once: what is believed then is what one after the other would leave."""

from __future__ import annotations

import multiprocessing
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from penchant import Agent, Request, Turn

ANSWERS = ("tea please", "beer please")
ROUNDS = 6

Believed = list[tuple[str, str, bool, float]]


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    url: str = request.getfixturevalue("url") if request.param == "postgresql" else str(tmp_path / "memory.db")
    return url


def asked(agent: Agent, person: str) -> list[Turn]:
    """Two turns of one person, each with a question, before either is answered."""
    request = Request(person, "something to drink", ["tea", "beer", "water"])
    turns = [agent.consider(request) for _ in ANSWERS]
    assert all(turn.question for turn in turns)
    return turns


def believed(agent: Agent, person: str) -> Believed:
    kept = agent.memory.list(person, closed=True)
    return sorted((one.stance, one.value, one.is_open, round(one.confidence, 2)) for one in kept)


def orders(agent: Agent) -> list[Believed]:
    """What is believed after both answers, in either order."""
    found = []
    for person, way in (("first", 1), ("second", -1)):
        for turn, words in list(zip(asked(agent, person), ANSWERS, strict=True))[::way]:
            agent.hear(turn, words)
        found.append(believed(agent, person))
    return found


def check(agent: Agent, people: list[str]) -> None:
    """As in one of the orders; and of one matter never two values that are each likelier than not."""
    either = orders(agent)
    for person in people:
        assert believed(agent, person) in either
        assert sum(one.confidence for one in agent.memory.list(person) if one.stance == "wants") <= 1
        assert len(agent.memory.evidence(person)) == 3  # each for its own, and the later one against the other


def test_threads_that_hear_two_answers_at_once_leave_what_one_after_the_other_would(where: str) -> None:
    people = [f"p{number}" for number in range(ROUNDS)]
    with Agent.open(where) as agent, ThreadPoolExecutor(2) as threads:
        gate = threading.Barrier(2)

        def hear(turn: Turn, words: str) -> None:
            gate.wait(60)
            agent.hear(turn, words)

        for person in people:
            list(threads.map(hear, asked(agent, person), ANSWERS))
        check(agent, people)


def hear_in_another_process(where: str, turns: list[str], words: str, gate: Barrier) -> None:
    with Agent.open(where) as agent:
        for text in turns:
            turn = Turn.from_json(text)
            gate.wait(60)
            agent.hear(turn, words)


def test_processes_that_hear_two_answers_at_once_leave_what_one_after_the_other_would(where: str) -> None:
    people, spawn = [f"p{number}" for number in range(ROUNDS)], multiprocessing.get_context("spawn")
    gate = spawn.Barrier(2)
    with Agent.open(where) as agent:
        turns = zip(*([turn.to_json() for turn in asked(agent, person)] for person in people), strict=True)
        started = [
            spawn.Process(target=hear_in_another_process, args=(where, list(some), words, gate), daemon=True)
            for some, words in zip(turns, ANSWERS, strict=True)
        ]
        for process in started:
            process.start()
        for process in started:
            process.join(120)
            assert process.exitcode == 0
        check(agent, people)
