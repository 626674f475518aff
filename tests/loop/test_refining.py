"""A statement that says what is known, and more: the refined belief takes the place of the plain one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from penchant import Agent, Statement
from penchant.domain import Related
from penchant.mind.phrase import line_for_model

DAY = datetime(2026, 1, 5, 9, tzinfo=UTC)


@pytest.fixture
def agent() -> Agent:
    return Agent.open(":memory:", clock=lambda: DAY + timedelta(days=100))


@pytest.mark.parametrize(
    ("known", "now", "exception"),
    [
        ("I love coffee", "I love coffee, but never after 4pm", "after 4pm"),
        ("I love coffee", "I love coffee unless I'm ill", "I'm ill"),
        ("I like loud music", "I like loud music, but not at work", "at work"),
        ("I hate mushrooms", "I hate mushrooms, except on pizza", "on pizza"),
    ],
)
def test_an_exception_that_was_not_known_refines_the_belief(agent: Agent, known: str, now: str, exception: str) -> None:
    [plain] = agent.tell("ana", known, at=DAY).beliefs
    lesson = agent.tell("ana", now, at=DAY + timedelta(days=20), id="now")
    [refined] = agent.memory.list("ana")
    assert (refined.exception, refined.replaces) == (exception, plain)
    assert (len(lesson.opened), len(lesson.closed), lesson.confirmed, lesson.ended_by) == (1, 1, (), (now,))
    assert agent.tell("ana", now, at=DAY + timedelta(days=20), id="now") == lesson


def test_a_second_exception_joins_the_first_and_the_plain_saying_takes_none_away(agent: Agent) -> None:
    for day, words in enumerate(("I love coffee, but not at work", "I love coffee unless I'm ill", "I love coffee")):
        agent.tell("ana", words, at=DAY + timedelta(days=day))
    assert [one.exception for one in agent.memory.list("ana")] == ["at work or I'm ill"]


def test_a_comparison_that_was_not_known_is_kept(agent: Agent) -> None:
    agent.tell("ana", "I like tea", at=DAY)
    agent.tell("ana", "I like tea rather than coffee", at=DAY + timedelta(days=9))
    assert [(one.value, one.rather_than) for one in agent.memory.list("ana")] == [("tea", ("coffee",))]


def test_what_is_private_stays_private_when_it_is_refined(agent: Agent) -> None:
    agent.learn("ana", [Statement("wants", "wine", use="private")])
    agent.learn("ana", [Statement("wants", "wine", exception="on weeknights")])
    assert [(one.exception, one.use) for one in agent.memory.list("ana")] == [("on weeknights", "private")]


def test_a_refinement_that_a_model_tells_takes_the_place_of_what_it_refines(agent: Agent) -> None:
    agent.learn("ana", [Statement("wants", "coffee", topic="drink")])
    [known] = agent.memory.list("ana")
    related = (Related(line_for_model("ana", known), "refines"),)
    agent.learn("ana", [Statement("wants", "coffee", topic="drink", exception="at work", related=related)])
    assert [one.exception for one in agent.memory.list("ana")] == ["at work"]


def test_an_older_saying_with_an_exception_refines_nothing_newer(agent: Agent) -> None:
    agent.tell("ana", "I love coffee", at=DAY + timedelta(days=9))
    lesson = agent.tell("ana", "I love coffee, but not at work", at=DAY)
    assert (lesson.closed, len(lesson.left_alone)) == ((), 1)
