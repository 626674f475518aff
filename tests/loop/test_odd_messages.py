"""Messages that nobody writes by hand: what is left alone is said, nothing is invented, and it takes no long."""

from __future__ import annotations

import time

import pytest

from penchant import Agent


@pytest.fixture
def agent() -> Agent:
    made = Agent.open(":memory:")
    made.tell("sam", "I love jazz")  # what is loaded once is loaded
    return made


def test_of_ten_megabytes_the_beginning_is_read_and_the_rest_is_told(agent: Agent) -> None:
    begun = time.perf_counter()
    lesson = agent.tell("sam", "I love sushi. " * 750_000)
    assert [one.value for one in agent.memory.list("sam")] == ["jazz", "sushi"]
    assert any("is read up to" in left.why for left in lesson.left_alone)
    assert time.perf_counter() - begun < 30


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("🎉🎉😀" * 50, ["no words"]),
        ("```\ndef f(x):\n    return [i for i in x if i]\n```", ["code"]),
        ("SELECT * FROM t WHERE a = 'I love sushi';", ["code"]),
        ("J'adore le thé vert et je déteste le café", ["another language"]),
        ("我喜欢寿司", ["another language"]),
        ("I love sushi except sushi", ["its exception is all of it"]),
    ],
)
def test_what_is_no_plain_english_teaches_nothing(agent: Agent, words: str, why: list[str]) -> None:
    lesson = agent.tell("sam", words)
    assert [one.value for one in agent.memory.list("sam")] == ["jazz"]
    assert [left.why for left in lesson.left_alone] == why


def test_a_thousand_statements_take_time_in_proportion(agent: Agent) -> None:
    def seconds(count: int, person: str) -> float:
        begun = time.perf_counter()
        agent.tell(person, "\n".join(f"I love thing{number}." for number in range(count)))
        return time.perf_counter() - begun

    few, many = seconds(60, "few"), seconds(1_000, "many")
    assert 0 < len(agent.memory.list("many")) <= 1_000
    assert many < 60 * max(few, 0.1)
