"""What is private is gone by and told nowhere; what is never to be used is not even gone by."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from penchant import Agent, Request, Statement
from penchant.domain import Choice, Preference, Use
from penchant.lm.scripted import ScriptedModel
from penchant.memory import Memory
from penchant.mind.lm import LanguageModelMind
from penchant.plugins import embedder_named
from penchant.store.dict import DictStore
from workbench import draft

FREE: tuple[Use, ...] = ("free",)
GAMES = Request("sam", "a game for tonight", ["poker", "whist"])


def agent_with(use: Use) -> Agent:
    agent = Agent.open(":memory:")
    agent.learn("sam", [Statement("wants", "poker", topic="game", use=use, quote="poker night")])
    return agent


def kept_to(use: Use) -> Agent:
    agent = Agent.open(":memory:")
    agent.learn("sam", [Statement("avoids", "nuts", kind="constraint", use=use, quote="nuts could kill me")])
    return agent


def chosen(agent: Agent, request: Request) -> Choice:
    turn = agent.consider(request, may_ask=False)
    assert turn.choice is not None
    return turn.choice


def all_told(agent: Agent, request: Request) -> str:
    choice = chosen(agent, request)
    return " ".join((choice.because, *(reason.note for reason in choice.reasons)))


def recalled(agent: Agent, request: Request) -> list[Preference]:
    return agent.recall(agent.consider(request, may_ask=False))


@pytest.mark.parametrize("use", ["private", "never"])
def test_neither_is_in_a_profile_or_a_briefing(use: Use) -> None:
    agent = agent_with(use)
    assert not agent.profile("sam").lines
    assert not agent.profile("sam", "a game for tonight").lines
    turn = agent.consider(Request("sam", "find a game for tonight"), may_ask=False)
    assert turn.briefing is not None
    assert "poker" not in str(turn.briefing.profile)


@pytest.mark.parametrize("use", ["private", "never"])
def test_neither_is_found_for_a_models_prompt(use: Use) -> None:
    agent = agent_with(use)
    assert agent.memory.search("sam", "a game")
    assert not agent.memory.search("sam", "a game", uses=FREE)


def test_a_private_liking_is_gone_by_and_not_told() -> None:
    agent = agent_with("private")
    choice = chosen(agent, GAMES)
    assert choice.action.thing == "poker"
    assert choice.confidence > 0.6
    assert not choice.reasons
    assert "poker night" not in choice.because


def test_a_liking_that_is_never_to_be_used_decides_nothing() -> None:
    agent, stranger = agent_with("never"), Agent.open(":memory:")
    assert chosen(agent, GAMES).confidence == chosen(stranger, GAMES).confidence
    assert recalled(agent, GAMES) == []


def test_what_an_errand_taught_is_not_recalled_once_it_is_never_to_be_used() -> None:
    agent = Agent.open(":memory:")
    turn = agent.consider(GAMES)
    agent.hear(turn, "poker, please")
    [belief] = recalled(agent, GAMES)
    agent.memory.update("sam", belief.id, value=belief.value, words="never use that", use="never")
    assert recalled(agent, GAMES) == []


CAKES = Request("sam", "some cake", ["a nut cake with nuts", "a lemon cake"])


def test_a_private_constraint_is_kept_to_and_not_told() -> None:
    agent = kept_to("private")
    assert chosen(agent, CAKES).action.thing == "a lemon cake"
    assert "kill" not in all_told(agent, CAKES)
    assert "never nuts" not in all_told(agent, CAKES)
    assert "in private" in all_told(agent, CAKES)
    asked = agent.consider(replace(CAKES, options=["a nut cake with nuts"]))
    assert "kill" not in str(asked.question)


def test_a_constraint_that_is_never_to_be_used_rules_nothing_out() -> None:
    assert recalled(kept_to("never"), CAKES) == []


def test_a_model_that_chooses_is_not_shown_what_is_private() -> None:
    model = ScriptedModel(lambda prompt: json.dumps({"way": 1, "sure": "guess"}))
    embedder = embedder_named("wordllama")
    mind = LanguageModelMind(embedder, model, choose=True, trusted=True)
    agent = Agent(Memory(DictStore(), embedder), mind)
    uses: dict[str, Use] = {"poker": "private", "whist": "free"}
    for value, use in uses.items():
        kept = draft(value, topic="a game", situation="for tonight")
        agent.memory.add("sam", replace(kept, rather_than=(), confidence=0.6, use=use))
    agent.consider(GAMES, may_ask=False)
    shown = " ".join(message.text for prompt in model.asked for message in prompt.messages)
    assert "sam wants whist" in shown
    assert "sam wants poker" not in shown
