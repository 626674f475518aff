"""The client that everybody has: the `openai` package against the proxy, with its base URL changed and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import openai
import pytest
from proxied import MEMORY, PATIENT_MS, known, told
from scripted_model import Came, Given, Script, ScriptedModel, chunk, completion, stream
from serving import serving

from penchant.server.app import create_app
from penchant.server.settings import ServerSettings

TOOL: Any = {"type": "function", "function": {"name": "order", "parameters": {"type": "object", "properties": {}}}}
DINNER: Any = [{"role": "user", "content": "Plan a dinner for me"}]


@contextmanager
def client_of(
    settings: ServerSettings, script: Script, **changed: Any
) -> Iterator[tuple[openai.OpenAI, ScriptedModel]]:
    """The client, and the model it believes to speak to."""
    model = ScriptedModel(script)
    with serving(model) as behind:
        app = create_app(replace(settings, upstream=f"{behind}/v1", memory_ms=PATIENT_MS, **changed))
        with serving(app) as address, openai.OpenAI(base_url=f"{address}/v1", api_key="sk-x", max_retries=0) as client:
            yield client, model


def test_a_chat_is_answered_by_a_model_that_knows_the_person(settings: ServerSettings) -> None:
    told(settings, "I'm vegetarian")
    with client_of(settings, lambda _: completion()) as (client, model):
        raw = client.chat.completions.with_raw_response.create(model="m", messages=DINNER, user="ana")
        assert raw.headers[MEMORY].startswith("used; beliefs=1")
        assert raw.parse().choices[0].message.content == "Gladly."
        assert "vegetarian" in model.asked[0].system
        assert model.asked[0].headers["authorization"] == "Bearer sk-x"


def test_a_streamed_chat_comes_in_its_parts(settings: ServerSettings) -> None:
    parts = [
        chunk({"role": "assistant", "content": "Gla"}),
        chunk({"content": "dly."}),
        chunk({}, "stop"),
        b"data: [DONE]\n\n",
    ]
    with client_of(settings, lambda _: stream(*parts)) as (client, _):
        streamed = client.chat.completions.create(model="m", messages=DINNER, user="ana", stream=True)
        assert [each.choices[0].delta.content for each in streamed] == ["Gla", "dly.", None]


def test_tool_calls_pass_both_ways_whole_and_streamed(settings: ServerSettings) -> None:
    told(settings, "I'm vegetarian")
    call = {"id": "call_1", "type": "function", "function": {"name": "order", "arguments": '{"dish": "dal"}'}}
    streamed = [
        chunk({"role": "assistant", "tool_calls": [{"index": 0, **call}]}),
        chunk({}, "tool_calls"),
        b"data: [DONE]\n\n",
    ]

    def script(came: Came) -> Given:
        if came.body["messages"][-1]["role"] == "tool":
            return completion("Ordered.")
        return stream(*streamed) if came.body.get("stream") else completion(None, tool_calls=[call])

    with client_of(settings, script) as (client, model):
        create: Callable[..., Any] = client.chat.completions.create
        message = create(model="m", messages=DINNER, user="ana", tools=[TOOL]).choices[0].message
        assert json.loads(message.tool_calls[0].function.arguments) == {"dish": "dal"}
        pieces = list(create(model="m", messages=DINNER, user="ana", tools=[TOOL], stream=True))
        assert pieces[0].choices[0].delta.tool_calls[0].function.name == "order"
        result = {"role": "tool", "tool_call_id": "call_1", "content": "done"}
        after = create(model="m", messages=[*DINNER, message.to_dict(), result], user="ana", tools=[TOOL])
        assert after.choices[0].message.content == "Ordered."
        assert [asked.body["tools"] for asked in model.asked] == [[TOOL]] * 3
        assert model.asked[2].body["messages"][2]["tool_calls"][0]["id"] == "call_1"
        assert "vegetarian" in model.asked[2].system


def test_responses_pass_whole_and_streamed(settings: ServerSettings) -> None:
    told(settings, "I'm vegetarian")
    part = {"type": "output_text", "text": "Gladly.", "annotations": []}
    item = {"id": "msg_1", "type": "message", "status": "completed", "role": "assistant", "content": [part]}
    head = {"id": "resp_1", "object": "response", "created_at": 0, "status": "completed", "model": "m"}
    body = {**head, "output": [item], "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    delta = {"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 0, "content_index": 0,
             "delta": "Gladly.", "sequence_number": 0, "logprobs": []}  # fmt: skip
    done = {"type": "response.completed", "response": body, "sequence_number": 1}
    events = [f"event: {each['type']}\ndata: {json.dumps(each)}\n\n".encode() for each in (delta, done)]

    def script(came: Came) -> Given:
        return stream(*events) if came.body.get("stream") else Given([json.dumps(body).encode()])

    with client_of(settings, script) as (client, model):
        assert client.responses.create(model="m", input="Plan a dinner", user="ana").output_text == "Gladly."
        kinds = [each.type for each in client.responses.create(model="m", input="More", user="ana", stream=True)]
        assert kinds == ["response.output_text.delta", "response.completed"]
        assert "vegetarian" in model.asked[0].body["instructions"]
        assert model.asked[0].body["input"] == "Plan a dinner"


@pytest.mark.parametrize("streamed", [False, True])
def test_a_question_of_the_proxys_reads_like_any_answer(settings: ServerSettings, streamed: bool) -> None:
    question = "Is there anything you do not eat?"
    with client_of(settings, lambda _: completion(), ask="answer") as (client, model):
        if streamed:
            chunks = client.chat.completions.create(model="m", messages=DINNER, user="ana", stream=True)
            assert "".join(each.choices[0].delta.content or "" for each in chunks) == question
            with client.responses.stream(model="m", input="Plan a dinner", user="ana", store=False) as events:
                assert events.get_final_response().output_text == question
        else:
            answer = client.chat.completions.create(model="m", messages=DINNER, user="ana")
            assert answer.choices[0].message.content == question
            response = client.responses.create(model="m", input="Plan a dinner", user="ana", store=False)
            assert response.output_text == question
        assert model.asked == []


def test_what_goes_wrong_is_raised_with_its_sentence(settings: ServerSettings) -> None:
    refusal = Given([b'{"error": {"message": "Slow down", "code": "rate_limit_exceeded"}}'], status=429)
    script = iter([refusal, Given([b"{"], ending="cut"), stream(chunk({"content": "Gla"}), ending="cut")])
    with client_of(settings, lambda _: next(script)) as (client, _):
        with pytest.raises(openai.RateLimitError, match="Slow down"):
            client.chat.completions.create(model="m", messages=DINNER, user="ana")
        with pytest.raises(openai.InternalServerError, match="broke off"):
            client.chat.completions.create(model="m", messages=DINNER, user="ana")
        streamed = client.chat.completions.create(model="m", messages=DINNER, user="ana", stream=True)
        with pytest.raises(openai.APIError, match="broke off"):
            list(streamed)


def test_what_is_said_through_the_client_is_learned(settings: ServerSettings) -> None:
    said: Any = [{"role": "user", "content": [{"type": "text", "text": "I'm vegetarian"}]}]
    with client_of(settings, lambda _: completion()) as (client, _):
        client.chat.completions.create(model="m", messages=said, user="ana")
        assert client.with_options(default_headers={"X-Penchant-Person": "ana"}).chat.completions.create(
            model="m",
            messages=[
                *said,
                {"role": "assistant", "content": "Noted."},
                {"role": "user", "content": "I never eat eggs"},
            ],
        )
    assert sorted(known(settings)) == ["eggs", "vegetarian"]
