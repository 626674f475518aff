"""What somebody says is over ends, and a lesson that is taken back leaves no trace in what is believed."""

from __future__ import annotations

import pytest

from penchant import Agent, Request


@pytest.fixture
def agent() -> Agent:
    return Agent.open(":memory:")


def believed(agent: Agent) -> list[tuple[str, str]]:
    return [(one.stance, one.value) for one in agent.memory.list("sam")]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("I'm allergic to nuts", "not allergic after all"),
        ("I'm allergic to shellfish", "turns out I'm not allergic to shellfish"),
        ("I'm lactose intolerant", "Turns out I'm not lactose intolerant"),
        ("I'm diabetic", "It turns out I'm not diabetic"),
        ("I smoke", "I quit smoking"),
        ("I smoke ten cigarettes a day", "I don't smoke any more"),
        ("I'm vegetarian", "I eat meat again"),
        ("I hate mushrooms", "Mushrooms are fine now"),
        ("No mushrooms please", "Mushrooms are fine now"),
        ("I don't eat fish", "I eat fish now"),
        ("I never drink coffee", "I drink coffee again"),
    ],
)
def test_what_is_over_ends_what_was_told(agent: Agent, before: str, now: str) -> None:
    agent.tell("sam", before)
    agent.tell("sam", "I love jazz")
    told = agent.memory.list("sam")
    assert agent.tell("sam", now).closed
    left = {one.id for one in agent.memory.list("sam")}
    assert [one.value for one in told if one.id in left and one.words == "I love jazz"] == ["jazz"]
    assert not [one for one in told if one.id in left and one.words == before and one.kind != "fact"]


def test_of_two_allergies_none_ends_where_it_is_not_said_which(agent: Agent) -> None:
    agent.tell("sam", "I'm allergic to nuts")
    agent.tell("sam", "I'm allergic to cats")
    agent.tell("sam", "not allergic after all")
    assert believed(agent) == [("avoids", "nuts"), ("avoids", "cats")]


def test_a_fact_and_its_denial_are_not_the_same(agent: Agent) -> None:
    agent.tell("sam", "I smoke")
    lesson = agent.tell("sam", "I don't smoke any more")
    assert (len(lesson.closed), lesson.confirmed, believed(agent)) == (1, (), [("is", "don't smoke")])


@pytest.mark.parametrize(
    "words", ["undo that", "Undo that, please.", "No wait, take that back", "I take that back", "scratch that"]
)
def test_taking_a_lesson_back_restores_what_it_closed(agent: Agent, words: str) -> None:
    agent.tell("sam", "I love jazz")
    agent.tell("sam", "I hate mushrooms")
    agent.tell("sam", "Mushrooms are fine now")
    lesson = agent.tell("sam", words)
    assert believed(agent) == [("wants", "jazz"), ("avoids", "mushrooms")]
    assert lesson.opened == ("sam does not like mushrooms.",)
    assert agent.tell("sam", "Mushrooms are fine now")


def test_a_lesson_that_only_closed_something_can_be_taken_back(agent: Agent) -> None:
    agent.tell("sam", "I'm allergic to nuts")
    agent.tell("sam", "not allergic after all")
    agent.tell("sam", "undo that")
    assert believed(agent) == [("avoids", "nuts")]


def test_each_lesson_is_taken_back_once(agent: Agent) -> None:
    agent.tell("sam", "I love jazz")
    agent.tell("sam", "I hate mushrooms")
    agent.tell("sam", "undo that")
    assert not agent.tell("sam", "undo that")
    assert believed(agent) == [("wants", "jazz")]
    agent.tell("sam", "I love opera")
    agent.tell("sam", "undo that")
    assert believed(agent) == [("wants", "jazz")]


def test_a_lesson_is_taken_back_in_a_task_too(agent: Agent) -> None:
    agent.tell("sam", "I hate mushrooms")
    agent.tell("sam", "Mushrooms are fine now")
    turn = agent.consider(Request("sam", "dinner", ["mushroom risotto", "steak"]), may_ask=False)
    assert agent.hear(turn, "undo that").lesson.opened == ("sam does not like mushrooms.",)
    asked = agent.consider(Request("sam", "a seat", ["window", "aisle"]))
    agent.tell("sam", "I love jazz")
    assert agent.hear(asked, "No wait, take that back").question == asked.question
    assert believed(agent) == [("avoids", "mushrooms")]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("I drink oat milk in my porridge", "I'm back to cow's milk in my coffee"),
        ("I'm a Liverpool fan", "The lad's gone and become an Everton supporter"),
        ("We live in Leeds", "Mum's in Cardiff now"),
        ("I always have a salad at lunch", "After a long ride it's a huge plate of pasta at lunch, no salad"),
    ],
)
def test_what_is_of_others_or_of_another_occasion_ends_nothing(agent: Agent, before: str, now: str) -> None:
    agent.tell("sam", before)
    assert not agent.tell("sam", now).closed


def test_a_message_that_states_nothing_ends_what_it_plainly_says_is_over(agent: Agent) -> None:
    agent.tell("sam", "I love jazz")
    agent.tell("sam", "In Zurich, not the Krone any more, I take the Limmathof now.")
    lesson = agent.tell("sam", "The Limmathof did disappoint me very much. Please go back to the Krone as before.")
    assert [one.words for one in agent.memory.list("sam")] == ["I love jazz"]
    assert len(lesson.closed) == len(lesson.ended_by) > 0
    assert not agent.tell("sam", "Thanks, that was lovely.").closed


def test_only_the_last_that_was_said_of_a_thing_is_scratched(agent: Agent) -> None:
    agent.tell("sam", "On trains I like the window.")
    agent.tell("sam", "Put me at the window when I fly from now on.")
    agent.tell("sam", "What I said about the window, scratch that.")
    assert [one.words for one in agent.memory.list("sam")] == ["On trains I like the window"]
    assert any("trains" in line.words for line in agent.memory.transcript("sam"))


def test_a_home_that_is_forgotten_is_the_speakers_own(agent: Agent) -> None:
    agent.tell("sam", "My home is Rotterdam")
    agent.tell("sam", "My best friend lives in Rotterdam.")
    agent.tell("sam", "Forget Rotterdam as my home.")
    assert [one.whom for one in agent.memory.list("sam")] == ["best friend"]


def test_everything_about_ones_health_goes_and_nobody_elses(agent: Agent) -> None:
    mine = [
        "Penicillin brings me out in hives, so never suggest it.",
        "I take 500 mg of metformin with breakfast.",
        "No sugar in any recipe, my readings shoot up otherwise.",
    ]
    others = ["My mother has had Parkinson's since 2016.", "I love jazz."]
    for words in (*mine, *others):
        agent.tell("sam", words)
    agent.tell("sam", "Please forget everything you know about my health.")
    kept = {line.words for line in agent.memory.transcript("sam") if line.kind == "heard"}
    assert kept.isdisjoint(mine)
    assert kept.issuperset(others)


def test_what_only_points_at_what_is_forgotten_goes_with_it(agent: Agent) -> None:
    agent.tell("sam", "Lola and I were together for six years.")
    agent.tell("sam", "She still has a key to my workshop.")
    agent.tell("sam", "Please forget about Lola.")
    assert not [line.words for line in agent.memory.transcript("sam") if "key" in line.words]
