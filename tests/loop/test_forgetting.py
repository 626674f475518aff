"""Forgetting by words: only what they mean goes, and what they name is left in no copy."""

from __future__ import annotations

import pytest

from penchant import Agent, Request, Statement

SAID = "Rosa is my sister and she loves tulips"
ROSA = Statement("is", "Rosa", topic="sister", kind="relation", quote=SAID)
TULIPS = Statement("wants", "tulips", whom="Rosa", quote=SAID)


@pytest.fixture
def agent() -> Agent:
    agent = Agent.open(":memory:")
    agent.learn("sam", [ROSA, TULIPS], words=SAID)
    return agent


def all_copies(agent: Agent) -> str:
    memory = agent.memory
    return f"{memory.list('sam', closed=True)} {memory.evidence('sam')} {memory.transcript('sam')}"


@pytest.mark.parametrize("words", ["that Rosa loves tulips", "tulips", "that my sister loves tulips"])
def test_what_was_heard_in_the_same_words_stays_without_them(agent: Agent, words: str) -> None:
    forgotten = agent.forget("sam", words)
    assert [one.value for one in forgotten.found] == ["tulips"]
    [kept] = agent.memory.list("sam")
    assert (kept.kind, kept.topic, kept.value, kept.words) == ("relation", "sister", "Rosa", "Rosa is my sister")
    assert [item.words for item in agent.memory.evidence("sam")] == ["Rosa is my sister"]
    assert "tulip" not in all_copies(agent)


def test_who_somebody_is_is_forgotten_and_what_they_like_stays(agent: Agent) -> None:
    agent.forget("sam", "that Rosa is my sister")
    [kept] = agent.memory.list("sam")
    assert (kept.whom, kept.value, kept.words) == ("Rosa", "tulips", "she loves tulips")
    assert "sister" not in all_copies(agent)


@pytest.mark.parametrize("words", ["anything about Rosa", "everything about my sister"])
def test_all_about_somebody_is_all_of_it_by_name_or_by_what_they_are(agent: Agent, words: str) -> None:
    found = agent.forget("sam", words)
    assert (found.done, len(found.found)) == (False, 2)
    agent.forget("sam", found)
    assert "Rosa" not in all_copies(agent)


def test_a_request_in_talk_does_the_same(agent: Agent) -> None:
    lesson = agent.tell("sam", "Please forget that Rosa loves tulips")
    assert len(lesson.forgotten) == 1
    assert not lesson.beliefs
    assert [one.value for one in agent.memory.list("sam")] == ["Rosa"]
    assert "tulip" not in all_copies(agent)


def test_where_no_part_of_the_words_is_free_of_it_the_value_is_left(agent: Agent) -> None:
    words = "jazz with tulips on the table"
    agent.learn(
        "sam", [Statement("wants", "jazz", quote=words), Statement("wants", "tulips", quote=words)], words=words
    )
    found = agent.forget("sam", "tulips")
    agent.forget("sam", found)
    assert {one.value: one.words for one in agent.memory.list("sam")} == {"Rosa": "Rosa is my sister", "jazz": "jazz"}


def test_what_else_a_belief_was_heard_in_stays_in_the_transcript(agent: Agent) -> None:
    again = "Rosa, my sister, came by"
    agent.learn("sam", [Statement("is", "Rosa", topic="sister", kind="relation", quote=again)], words=again)
    [rosa] = [one for one in agent.memory.list("sam") if one.kind == "relation"]
    assert len(agent.memory.evidence("sam", rosa.id)) == 2
    agent.forget("sam", "tulips")
    assert [line.words for line in agent.memory.transcript("sam") if line.kind == "heard"] == [again]
    [rosa] = agent.memory.list("sam")
    assert [item.words for item in agent.memory.evidence("sam", rosa.id)] == ["Rosa is my sister", again]


def test_a_request_beside_an_answer_is_done_and_the_answer_heard(agent: Agent) -> None:
    agent.tell("sam", "Lola was my girlfriend for six years")
    turn = agent.consider(Request("sam", "something to drink", ["black coffee", "herbal tea"]))
    turn = agent.hear(turn, "the tea please, and forget about Lola")
    assert turn.choice is not None
    assert turn.choice.action.thing == "herbal tea"
    assert len(turn.lesson.forgotten) == 1
    assert "Lola" not in all_copies(agent)


def test_a_request_alone_leaves_the_question_open(agent: Agent) -> None:
    agent.tell("sam", "Lola was my girlfriend for six years")
    asked = agent.consider(Request("sam", "something to drink", ["black coffee", "herbal tea"]))
    turn = agent.hear(asked, "please forget about Lola")
    assert turn.question == asked.question
    assert "Lola" not in all_copies(agent)


def test_what_was_said_last_is_taken_back_and_what_was_said_long_ago_is_not(agent: Agent) -> None:
    agent.tell("sam", "I love jazz", at="2026-01-01T10:00:00+00:00")
    agent.tell("sam", "scratch that last one", at="2026-03-01T10:00:00+00:00")
    assert "jazz" in [one.value for one in agent.memory.list("sam")]
    agent.tell("sam", "I collect stamps", at="2026-03-01T10:05:00+00:00")
    agent.tell("sam", "actually no, don't remember that", at="2026-03-01T10:06:00+00:00")
    assert "stamps" not in all_copies(agent)


def test_forgetting_that_i_smoke_leaves_a_father_who_does(agent: Agent) -> None:
    agent.tell("sam", "I smoke ten cigarettes a day")
    agent.tell("sam", "My father smoked a pipe")
    agent.tell("sam", "Forget that I smoke")
    assert [line.words for line in agent.memory.transcript("sam") if "smok" in line.words] == [
        "My father smoked a pipe"
    ]


def test_forgetting_an_option_turns_it_down_and_erases_nothing(agent: Agent) -> None:
    agent.tell("sam", "I love black coffee")
    turn = agent.consider(Request("sam", "something to drink", ["black coffee", "herbal tea"]), may_ask=False)
    heard = agent.hear(turn, "Forget the black coffee, herbal tea from now on.")
    assert not heard.lesson.forgotten
    assert "black coffee" in all_copies(agent)


def test_what_a_choice_rested_on_may_be_forgotten_in_the_reaction_to_it(agent: Agent) -> None:
    agent.tell("sam", "I love black coffee")
    turn = agent.consider(Request("sam", "something to drink", ["black coffee", "herbal tea"]), may_ask=False)
    assert turn.choice is not None
    assert turn.choice.reasons
    heard = agent.hear(turn, "Please forget that I love black coffee. And no, the herbal tea.")
    assert heard.lesson.forgotten
    assert heard.reaction is not None
    assert "love black" not in all_copies(agent)


@pytest.mark.parametrize(
    "words",
    ["I'd rather not have black coffee.", "Thanks, I wouldn't have taken any of them.", "I would not keep coffee."],
)
def test_what_somebody_would_rather_not_have_is_turned_down_and_not_forgotten(agent: Agent, words: str) -> None:
    agent.tell("sam", "I love black coffee")
    turn = agent.consider(Request("sam", "something to drink", ["black coffee", "herbal tea"]), may_ask=False)
    assert not agent.hear(turn, words).lesson.forgotten
    assert not agent.tell("ben", words).forgotten
    assert not agent.tell("sam", words).forgotten


def test_what_nothing_was_read_from_is_forgotten_by_a_word_of_it(agent: Agent) -> None:
    agent.tell("joan", "I fell in the tub last night and lay there an hour like a fool, nothing broken")
    agent.tell("joan", "I love cribbage")
    agent.tell("joan", "now you forget about that tub business")
    assert "tub last night" not in str(agent.memory.transcript("joan"))
    assert [one.value for one in agent.memory.list("joan")] == ["cribbage"]
