"""The model asks when it should: a question worth asking is told to it, or put to the person in its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from proxied import CHAT, MEMORY, RESPONSES, conversation, known, proxied, told
from scripted_model import Given

from penchant.server.settings import ServerSettings

QUESTION = "Is there anything you do not eat?"


def test_a_question_worth_asking_is_told_to_the_model(settings: ServerSettings) -> None:
    with proxied(settings) as proxy:
        response = proxy.say("Plan a dinner for me")
        assert "asks=note" in response.headers[MEMORY]
        assert QUESTION in proxy.model.asked[0].system


def test_nothing_is_asked_that_is_known_or_in_the_middle_of_the_models_work(settings: ServerSettings) -> None:
    told(settings, "I'm vegetarian", person="ben")
    tools = [*conversation("Plan a dinner", "Let me look."), {"role": "tool", "tool_call_id": "1", "content": "shops"}]
    with proxied(settings) as proxy:
        proxy.say("Plan a dinner for me", person="ben")
        proxy.client.post(CHAT, json={"model": "m", "user": "ana", "messages": tools})
        assert not [asked for asked in proxy.model.asked if QUESTION in asked.system]


def test_it_never_asks_where_that_is_switched_off(settings: ServerSettings) -> None:
    with proxied(settings, ask="never") as proxy:
        response = proxy.say("Plan a dinner for me")
        assert "asks" not in response.headers[MEMORY]
        assert QUESTION not in proxy.model.asked[0].raw.decode()


def test_the_proxy_asks_itself_and_learns_from_the_answer(settings: ServerSettings) -> None:
    with proxied(settings, ask="answer") as proxy:
        response = proxy.say("Plan a dinner for me")
        assert response.json()["choices"][0]["message"]["content"] == QUESTION
        assert "asks=answer" in response.headers[MEMORY]
        assert proxy.model.asked == []
        said = ("Plan a dinner for me", QUESTION, "I never eat fish")
        assert proxy.say(*said).json()["choices"][0]["message"]["content"] == "Gladly."
    assert known(settings) == ["fish"]


def test_the_proxy_asks_the_same_once_in_a_conversation(settings: ServerSettings) -> None:
    with proxied(settings, ask="answer") as proxy:
        proxy.say("Plan a dinner for me", QUESTION, "Never mind, what is for dinner?")
        assert len(proxy.model.asked) == 1


@pytest.mark.parametrize(
    "more",
    [
        {"response_format": {"type": "json_object"}},
        {"tool_choice": "required", "tools": []},
        {"n": 2},
    ],
)
def test_where_more_than_plain_text_is_wanted_the_model_answers(settings: ServerSettings, more: dict[str, Any]) -> None:
    with proxied(settings, ask="answer") as proxy:
        assert "asks=note" in proxy.say("Plan a dinner for me", **more).headers[MEMORY]
        assert len(proxy.model.asked) == 1


def test_a_response_that_the_model_is_to_know_again_is_its_own(settings: ServerSettings) -> None:
    body = {"model": "m", "input": "Plan a dinner", "user": "ana"}
    with proxied(settings, lambda _: Given([b"{}"]), ask="answer") as proxy:
        assert proxy.client.post(RESPONSES, json=body).json() == {}
        own = proxy.client.post(RESPONSES, json={**body, "store": False}).json()
        assert own["output"][0]["content"][0]["text"] == QUESTION
        assert json.dumps(own)
        assert len(proxy.model.asked) == 1
