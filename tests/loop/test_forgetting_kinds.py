"""Forgetting by kind: a field of life in whole, one part of it alone, and whom an animal or somebody close is."""

from __future__ import annotations

import pytest

from penchant import Agent

ILL = ("I'm diabetic.", "I'm allergic to penicillin.", "I take metformin.")
WORK = ("I work at Barclays", "I earn 52000 a year", "I live in Leeds")
CLOSE = ("My dog is called Lola", "Lola does not like thunderstorms", "My mum hates lilies", "I love jazz")


def told(*messages: str) -> Agent:
    agent = Agent.open(":memory:")
    for number, words in enumerate(messages):
        agent.tell("sam", words, id=str(number))
    return agent


def values(agent: Agent) -> set[str]:
    return {one.value for one in agent.memory.list("sam", closed=True)}


@pytest.mark.parametrize("words", ["everything about my health", "anything to do with my health"])
def test_all_of_ones_health_is_shown_with_what_was_concluded_and_goes_in_every_copy(words: str) -> None:
    agent = told(*ILL)
    found = agent.forget("sam", words)
    assert (found.done, {one.value for one in found.found}) == (False, values(agent))
    agent.forget("sam", found)
    assert not agent.memory.list("sam", closed=True)
    assert not agent.memory.evidence("sam")
    assert not [line for line in agent.memory.transcript("sam") if line.kind == "heard" and line.words]


def test_all_of_ones_health_goes_when_it_is_said_in_talk() -> None:
    agent = told(*ILL, "I love jazz")
    agent.tell("sam", "delete everything about my health please")
    assert values(agent) == {"jazz"}


def test_a_whole_field_is_shown_first_though_one_thing_is_found() -> None:
    agent = told("I earn 52000 a year")
    found = agent.forget("sam", "everything about money")
    assert (found.done, len(found.found)) == (False, 1)
    assert agent.forget("sam", "my income").done


def test_who_is_ill_is_forgotten_with_what_follows_and_what_was_said_beside_it_is_not() -> None:
    agent = told("I'm diabetic and I love jazz")
    agent.forget("sam", "jazz")
    assert "sugar" in values(agent)
    agent = told("I'm diabetic.", "I'm allergic to penicillin.")
    agent.tell("sam", "forget that I have diabetes")
    assert values(agent) == {"penicillin"}


@pytest.mark.parametrize(
    ("words", "gone"),
    [("where I work", "Barclays"), ("my job", "Barclays"), ("what I earn", "52000 a year"), ("where I live", "Leeds")],
)
def test_one_part_of_a_life_is_forgotten_and_no_other(words: str, gone: str) -> None:
    agent = told(*WORK)
    before = values(agent)
    agent.tell("sam", f"stop remembering {words}")
    assert before - values(agent) == {gone}


def test_parts_that_are_asked_for_together_are_found_together() -> None:
    found = told(*WORK).forget("sam", "where I work and what I earn")
    assert {one.value for one in found.found} == {"Barclays", "52000 a year"}


def test_an_allergy_of_somebody_close_is_none_of_ones_own() -> None:
    agent = told("My daughter Mia is allergic to nuts", "I'm allergic to bees", "I take metformin")
    agent.tell("sam", "forget my allergies")
    assert values(agent) == {"Mia", "nuts", "metformin"}


def test_what_one_cannot_eat_is_not_what_one_likes() -> None:
    agent = told("I don't eat pork", "I love beef stew")
    agent.tell("sam", "forget what I can't eat")
    assert values(agent) == {"beef stew"}


def test_what_somebody_close_eats_is_not_what_one_eats() -> None:
    agent = told("My sister Ana is vegetarian", "I don't eat pork", "I love beef stew")
    found = agent.forget("sam", "what my sister eats")
    assert found.found
    assert not {"pork", "beef stew"} & {one.value for one in found.found}


@pytest.mark.parametrize("words", ["my pet", "the animal", "Lola", "the dog"])
def test_an_animal_goes_with_what_is_said_of_it_whatever_it_is_called(words: str) -> None:
    agent = told(*CLOSE)
    found = agent.forget("sam", words)
    assert {one.value for one in found.found} == {"Lola", "thunderstorms"}
    agent.forget("sam", found)
    assert "Lola" not in f"{agent.memory.evidence('sam')} {agent.memory.transcript('sam')}"


def test_a_mother_is_a_mum() -> None:
    agent = told(*CLOSE)
    agent.tell("sam", "forget about my mother")
    assert values(agent) == {"Lola", "thunderstorms", "jazz"}


def test_a_former_boyfriend_is_an_ex_and_no_boyfriend_of_now() -> None:
    said = ("My boyfriend Ben loves tea", "My ex Tom still has my keys")
    assert [one.value for one in told(*said).forget("sam", "my former boyfriend").found] == ["Tom"]
    assert {one.value for one in told(*said).forget("sam", "my boyfriend").found} == {"Ben", "tea"}
    agent = told("My ex-boyfriend Tom still has my keys", "Tom hates lilies")
    assert "lilies" in {one.value for one in agent.forget("sam", "my ex").found}
    agent = told("My ex-boyfriend Tom still has my keys", "Tom hates lilies")
    assert "lilies" not in {one.value for one in agent.forget("sam", "the keys").found}
