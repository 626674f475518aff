"""Wishes for one time only, and what is said beside them of other days."""

from __future__ import annotations

import pytest

from penchant.domain import Question, Request, Statement, Utterance
from penchant.loop import Agent
from penchant.mind.understand import read

DRINKS = ("black coffee", "herbal tea", "orange juice")
WHICH = Question("Which would you like?", DRINKS)

ALONE = (
    "the tea, just this time",
    "for this once the tea please",
    "this once, tea",
    "the tea for a change",
    "tea, today only",
    "just for now, the tea",
    "this time only, the tea",
    "tea, one time only",
    "Only for this time, tea please.",
    "tea just this one time",
    "no, the tea, only tonight",
    "as an exception, the tea",
    "tea, this one time",
    "for now, tea",
    "tea, as a treat",
    "for the time being tea",
    "at the moment I want tea",
    "tea for the moment",
    "as a one-off, tea",
)
BESIDE_THE_USUAL = (
    "just this time the tea, I am usually a coffee person",
    "only this time the tea, I am usually a coffee person",
    "for a change the tea, normally I drink coffee",
    "today only: the tea. I usually have coffee.",
    "the tea, but only this time; I usually drink coffee",
    "I usually drink coffee, but just this time the tea",
    "I am a coffee person, but for this once I would like the tea",
    "I normally take coffee. Just this time, tea.",
    "the tea this time, coffee is my usual",
    "just for today the tea, my usual is coffee",
    "for once the tea, I always drink coffee",
    "the tea, just tonight, I am a coffee person",
)
LASTING = (
    "this time the tea",
    "tea for me from now on, for a change",
    "I am usually a tea person",
    "tea as always",
    "I drink tea",
)


@pytest.mark.parametrize("words", ALONE)
def test_a_wish_for_once_is_followed_and_not_kept(words: str) -> None:
    reading = read(Utterance(words, DRINKS, question=WHICH))[0]
    assert (reading.wants, reading.once, reading.also) == (("herbal tea",), True, ())


@pytest.mark.parametrize("words", BESIDE_THE_USUAL)
def test_what_is_usual_is_told_apart_from_what_is_wanted_once(words: str) -> None:
    reading = read(Utterance(words, DRINKS, question=WHICH))[0]
    assert (reading.wants, reading.accepts, reading.once) == (("herbal tea",), (), True)
    assert reading.also == (Statement("wants", "black coffee"),)


@pytest.mark.parametrize("words", LASTING)
def test_what_is_not_for_once_lasts(words: str) -> None:
    reading = read(Utterance(words, DRINKS, question=WHICH))[0]
    assert (reading.wants, reading.once, reading.also) == (("herbal tea",), False, ())


@pytest.mark.parametrize("words", BESIDE_THE_USUAL)
def test_the_tea_is_brought_and_the_coffee_remembered(words: str) -> None:
    agent = Agent.open(":memory:")
    turn = agent.consider(Request("ana", "something to drink, I'm drowsy", DRINKS))
    assert turn.question is not None
    turn = agent.hear(turn, words)
    assert turn.choice is not None
    assert turn.choice.action.thing == "herbal tea"
    assert {(belief.stance, belief.value) for belief in agent.memory.list("ana")} <= {("wants", "black coffee")}
