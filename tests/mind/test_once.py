"""Wishes for one time only, and what is said beside them of other days."""

from __future__ import annotations

import pytest

from penchant.domain import Question, Reading, Request, Stance, Utterance
from penchant.loop import Agent
from penchant.mind.builtin import BuiltInMind
from penchant.testing import HashEmbedder

DRINKS = ("black coffee", "herbal tea", "orange juice")
WHICH = Question("Which would you like?", DRINKS)
MIND = BuiltInMind(HashEmbedder())

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
LASTING = ("tea as always", "tea, as usual", "I always drink tea", "tea from now on")


def read(words: str) -> Reading:
    return MIND.read(Utterance(words, DRINKS, question=WHICH))


@pytest.mark.parametrize(("table", "share"), [(ALONE, 0.63), (BESIDE_THE_USUAL, 0.16)])
def test_a_share_of_the_wishes_for_once_is_followed_and_not_kept(table: tuple[str, ...], share: float) -> None:
    readings = {words: read(words) for words in table}
    misread = {
        words: found for words, found in readings.items() if (found.wants, found.once) != (("herbal tea",), True)
    }
    print(misread)
    assert not any("herbal tea" in found.avoids for found in readings.values())
    assert 1 - len(misread) / len(table) > share


@pytest.mark.parametrize("words", LASTING)
def test_what_is_not_for_once_lasts(words: str) -> None:
    assert (read(words).wants, read(words).once) == (("herbal tea",), False)


def test_of_some_wishes_for_once_the_tea_is_brought_and_at_most_the_coffee_remembered() -> None:
    found = {words: said_to_an_agent(words) for words in BESIDE_THE_USUAL}
    missed = {words: (thing, held) for words, (thing, held) in found.items() if thing != "herbal tea"}
    print(missed)
    assert all(held <= {("wants", "black coffee")} for _, held in found.values())
    assert 1 - len(missed) / len(found) > 0.16


def said_to_an_agent(words: str) -> tuple[str | None, set[tuple[Stance, str]]]:
    """What is brought on an answer, and what is believed then."""
    agent = Agent.open(":memory:")
    turn = agent.consider(Request("ana", "something to drink, I'm drowsy", DRINKS))
    assert turn.question is not None
    turn = agent.hear(turn, words)
    believed = {(belief.stance, belief.value) for belief in agent.memory.list("ana")}
    return (turn.choice.action.thing if turn.choice else None), believed
