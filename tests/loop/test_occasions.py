"""Wishes for one time, and what is said of other occasions, from hearing to memory."""

from __future__ import annotations

import pytest

from penchant.domain import Reading, Request, Statement, Utterance
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.store.dict import DictStore

VECTORS = cached(WordLlamaEmbedder())
DRINKS = ["black coffee", "herbal tea", "orange juice"]
DROWSY = Request("ana", "I'm so drowsy, can you bring me something to drink?", DRINKS)
MORNING = Request("ana", "It is early in the morning, can you bring me something to drink?", DRINKS)


class Understanding(BuiltInMind):
    """Reads every sentence as a test wrote it down."""

    reading = Reading()

    def understand(self, utterance: Utterance) -> Reading:
        return self.reading


def an_agent(mind: BuiltInMind | None = None) -> Agent:
    return Agent(Memory(DictStore(), VECTORS), mind or BuiltInMind(VECTORS))


@pytest.mark.parametrize(
    "words", ["the juice, just for today", "today, for once, the juice", "only today: the juice", "juice, this once"]
)
def test_a_wish_for_today_is_followed_and_not_kept(words: str) -> None:
    agent = an_agent()
    turn = agent.hear(agent.consider(DROWSY), words)
    assert turn.choice is not None
    assert turn.choice.action.thing == "orange juice"
    assert agent.memory.list("ana") == []


def test_a_wish_for_today_leaves_what_is_believed_as_it_is() -> None:
    agent = an_agent()
    agent.hear(agent.consider(DROWSY), "the tea, please")
    turn = agent.consider(DROWSY, may_ask=False)
    turn = agent.hear(turn, "just this once I'd rather have the coffee")
    assert not turn.lesson
    assert [b.value for b in agent.memory.list("ana")] == ["herbal tea"]


def test_a_wish_for_today_about_a_feature_is_followed_too() -> None:
    mind = Understanding(VECTORS)
    agent = an_agent(mind)
    request = Request("ana", "a kettle", ["A", "B"], features=[["glass body"], ["steel body"]], may_decline=True)
    for value, option in (("glass body", "A"), ("steel body", "B")):
        other = "steel body" if value == "glass body" else "glass body"
        mind.reading = Reading(wants=(value,), avoids=(other,), once=True)
        turn = agent.consider(request)
        assert turn.question is not None
        turn = agent.hear(turn, "as you read it")
        assert turn.choice is not None
        assert turn.choice.action.thing == option
        assert agent.memory.list("ana") == []


def test_what_others_like_is_not_what_the_person_wants() -> None:
    for words in ("my sister loves coffee", "everyone here drinks coffee", "our neighbours always have coffee"):
        agent = an_agent()
        agent.hear(agent.consider(DROWSY, may_ask=False), words)
        assert agent.memory.list("ana") == []


def test_what_is_said_of_another_occasion_is_believed_of_that_one() -> None:
    mind = Understanding(VECTORS)
    agent = an_agent(mind)
    mind.reading = Reading(
        wants=("herbal tea",), also=(Statement("wants", "black coffee", "it is early in the morning"),)
    )
    agent.hear(agent.consider(DROWSY), "coffee early in the morning, tea when I'm drowsy")
    kept = {(b.situation, b.value) for b in agent.memory.list("ana")}
    here = agent.mind.survey(DROWSY).situation
    assert kept == {(here, "herbal tea"), ("it is early in the morning", "black coffee")}
    for request, thing in ((MORNING, "black coffee"), (DROWSY, "herbal tea")):
        choice = agent.consider(request, may_ask=False).choice
        assert choice is not None
        assert choice.action.thing == thing


def test_the_same_said_again_of_an_occasion_confirms_and_the_contrary_is_weighed() -> None:
    mind = Understanding(VECTORS)
    agent = an_agent(mind)
    for reading in (
        Reading(also=(Statement("wants", "black coffee", "mornings"),)),
        Reading(also=(Statement("wants", "black coffee", "Mornings"),)),
    ):
        mind.reading = reading
        agent.hear(agent.consider(DROWSY, may_ask=False), "coffee in the mornings")
    [belief] = agent.memory.list("ana")
    assert belief.confidence > 0.9
    mind.reading = Reading(changed=True, also=(Statement("wants", "herbal tea", "mornings"),))
    agent.hear(agent.consider(DROWSY, may_ask=False), "I no longer have coffee in the mornings but tea")
    [belief] = agent.memory.list("ana")
    assert (belief.value, belief.situation) == ("herbal tea", "mornings")
    assert [b.value for b in agent.memory.history("ana", belief.id)] == ["black coffee", "herbal tea"]


def test_of_a_wish_for_today_what_is_said_of_other_days_is_kept() -> None:
    mind = Understanding(VECTORS)
    agent = an_agent(mind)
    mind.reading = Reading(wants=("orange juice",), once=True, also=(Statement("wants", "herbal tea", "most days"),))
    turn = agent.hear(agent.consider(DROWSY), "tea most days, but today the juice")
    assert turn.choice is not None
    assert turn.choice.action.thing == "orange juice"
    assert [(b.situation, b.value) for b in agent.memory.list("ana")] == [("most days", "herbal tea")]


@pytest.mark.parametrize("wish", ["just for today, the black coffee", "the black coffee, but only this time"])
def test_thanks_for_what_was_for_once_makes_it_no_lasting_taste(agent: Agent, wish: str) -> None:
    drowsy = Request("ana", "I'm so drowsy. Could you bring me something to drink?", ["black coffee", "herbal tea"])
    turn = agent.hear(agent.consider(drowsy), wish)
    assert turn.choice is not None
    assert turn.choice.action.thing == "black coffee"
    agent.hear(turn, "perfect, thank you")
    assert agent.memory.list("ana") == []
    assert agent.consider(drowsy).question is not None
