"""What a new message ends: exactly what it says is over, and the lesson tells by which words."""

from __future__ import annotations

import pytest

from penchant import Agent


def told(*messages: str) -> Agent:
    """An agent that was told these on different days."""
    agent = Agent.open(":memory:")
    for day, words in enumerate(messages, 1):
        agent.tell("ana", words, at=f"2026-01-{day:02}T09:00:00+00:00")
    return agent


def believed(agent: Agent) -> set[str]:
    """The words on which what is believed now stands."""
    return {one.words for one in agent.memory.list("ana")}


HOTELS = ("I like hotels with a pool", "I prefer aisle seats on flights", "I like to stay somewhere quiet")
BESIDE = (
    (("I work at a bakery",), "I've also taken a second job at the library"),
    (("We have a dog called Rex",), "a kitten has moved in too, her name is Mia"),
    (("I speak French",), "I'm learning Portuguese now as well"),
    (("I hate mushrooms",), "what do you think: steak, mushroom risotto or lasagne tonight?"),
    (("I love sushi",), "my husband can't stand sushi"),
    (("I drink coffee in the morning",), "just for today I'll have tea"),
    (("I speak French",), "I speak German"),
    (("I work at the library",), "I work at a bakery"),
    (("I live in York",), "I also live in Hull"),
    (("I live in York",), "my ex lives in Hull"),
    (("I live in York",), "I'm moving to Hull next month"),
    (("I live in York",), "I live in the city centre"),
    (("I weigh 80 kg",), "I'm overweight"),
    (("We live in York and Hull",), "I live in Hull"),
    (("I'm a yoga teacher",), "I'm fed up with yoga"),
    (("I like dogs",), "I'm more of a cat person these days"),
    (("I love coffee",), "I prefer tea to coffee now"),
    (("I hate techno", "I like Baroque music"), "techno is over, it's baroque now for me"),
    (("I'm allergic to nuts",), "no nuts from now on"),
    (("I'm allergic to nuts",), "the sesame allergy is gone but nuts are still deadly"),
    (("I smoke",), "I haven't smoked today"),
)
AVERSIONS = (
    ("I don't like horror films", "I've changed my mind about horror films, they're fun"),
    ("I don't like olives", "I've changed my mind about olives, they're great"),
    ("I'm scared of flying", "not scared of flying any more"),
    ("I'm allergic to nuts", "my allergy to nuts is gone, doctor confirmed"),
    ("I'm allergic to eggs", "my allergy to eggs is gone"),
    ("I smoke", "I haven't smoked for a year"),
)
ANOTHER = (
    ("I live in York", "I live in Hull"),
    ("I live in York", "we've moved to Hull"),
    ("I live in York", "home is Hull these days"),
    ("I live in York", "just got the keys to our new place in Hull"),
    ("I weigh 80 kg", "I weigh 74 kg"),
    ("I'm single", "I'm married"),
)


def test_a_change_ends_what_it_names_and_nothing_of_another_matter() -> None:
    agent = told(*HOTELS)
    words = "nah I changed my mind, window seats are better than aisle on flights"
    lesson = agent.tell("ana", words, at="2026-02-01T09:00:00+00:00")
    assert len(lesson.closed) == 1
    assert lesson.ended_by == (words,)
    assert believed(agent) >= {HOTELS[0], HOTELS[2]}
    assert HOTELS[1] not in believed(agent)


def test_what_is_over_is_ended_though_no_name_says_so() -> None:
    agent = told("I've been vegan since January", "I like my tea strong")
    agent.tell("ana", "I eat fish and eggs again, the vegan thing is over", at="2026-02-01T09:00:00+00:00")
    assert "I've been vegan since January" not in believed(agent)
    assert "I like my tea strong" in believed(agent)


@pytest.mark.parametrize(("before", "now"), BESIDE, ids=[now[:40] for _, now in BESIDE])
def test_what_stands_beside_ends_nothing(before: tuple[str, ...], now: str) -> None:
    agent = told(*before)
    held = believed(agent)
    assert held
    lesson = agent.tell("ana", now, at="2026-02-01T09:00:00+00:00")
    assert (lesson.closed, lesson.ended_by) == ((), ())
    assert held <= believed(agent)


def test_of_words_that_said_several_things_only_the_one_is_ended() -> None:
    agent = told("I'm vegetarian, and from now on window seats")
    agent.tell("ana", "actually I want aisle seats from now on", at="2026-02-01T09:00:00+00:00")
    assert {one.value for one in agent.memory.list("ana")} == {"vegetarian", "aisle seats"}


@pytest.mark.parametrize(("before", "now"), ANOTHER)
def test_of_what_there_is_one_another_takes_its_place(before: str, now: str) -> None:
    agent = told(before)
    assert len(agent.tell("ana", now, at="2026-02-01T09:00:00+00:00").closed) == 1
    assert believed(agent) == {now}


@pytest.mark.parametrize(("before", "now"), AVERSIONS)
def test_words_that_end_a_belief_neither_confirm_it_nor_end_its_neighbour(before: str, now: str) -> None:
    agent = told("I love thrillers", before)
    lesson = agent.tell("ana", now, at="2026-02-01T09:00:00+00:00")
    assert (len(lesson.closed), lesson.confirmed) == (1, ())
    assert before not in believed(agent)
    assert "I love thrillers" in believed(agent)


def test_a_comparison_keeps_what_is_liked_less() -> None:
    agent = told("I love coffee", "I like tea")
    agent.tell("ana", "I prefer tea to coffee now", at="2026-02-01T09:00:00+00:00")
    assert {(one.value, one.rather_than) for one in agent.memory.list("ana")} == {("coffee", ()), ("tea", ("coffee",))}
