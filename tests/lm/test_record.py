"""What a question is called and how a call is written down: records of earlier runs rest on every letter of it."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

import pytest

from penchant.lm import ChatMessage, Prompt, Reply
from penchant.lm.chat import Dialect, request_body
from penchant.lm.price import estimate_input, estimate_tokens
from penchant.lm.record import key_of, line_of, reply_of
from penchant.lm.schema import object_with

ODD = 'tea "☕"\\ \ud83d \U0001f375\x00\x1f\x7f\u2028\n\t/ é {x} %s'
SCHEMA = {"type": "object", "properties": {ODD: {"enum": [1, 1.5, None, True, ODD]}}, "required": [], "title": "a"}
PLAIN = Prompt(
    purpose=ODD, messages=(ChatMessage("system", ODD), ChatMessage("user", ""), ChatMessage("assistant", "ß"))
)
PROMPTS = [
    PLAIN,
    replace(PLAIN, messages=()),
    replace(PLAIN, schema=SCHEMA),
    replace(PLAIN, schema={}),
    replace(PLAIN, schema=MappingProxyType({"z": MappingProxyType({"b": 1, "a": object_with({"c": {}})}), "y": []})),
    replace(PLAIN, schema=object_with({"b": {"type": "string"}, "a": {}})),
    *(replace(PLAIN, temperature=degree) for degree in (0, 1, -0.0, 0.1 + 0.2, 1e22, 1e-7, math.nan, math.inf)),
    replace(PLAIN, max_tokens=True, seed=2**70),
]
REPLIES = [
    Reply(text=ODD, model=ODD, input_tokens=3, output_tokens=0, seconds=0.25, cost=1e-9),
    Reply(text='{"a": 1},"messages":[["b"]]', finish="refusal", cost=None, seconds=3),
]


@pytest.mark.parametrize("prompt", PROMPTS)
def test_the_address_of_a_question_is_that_of_its_json(prompt: Prompt) -> None:
    said = [[message.role, message.text] for message in prompt.messages]
    asked = [ODD, said, prompt.schema, prompt.max_tokens, float(prompt.temperature), prompt.seed]
    text = json.dumps(asked, separators=(",", ":"), default=dict, sort_keys=True)
    assert key_of(ODD, prompt) == blake2b(text.encode(), digest_size=16).digest()


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize("reply", REPLIES)
def test_a_line_is_json_in_its_order(prompt: Prompt, reply: Reply) -> None:
    at = datetime(2026, 1, 2, 3, 4, 5, 678_901, UTC)
    entry = {
        "key": "00ff",
        "purpose": prompt.purpose,
        "model": ODD,
        "input_tokens": reply.input_tokens,
        "output_tokens": reply.output_tokens,
        "cost": reply.cost,
        "seconds": reply.seconds,
        "at": "2026-01-02T03:04:05.678+00:00",
        "finish": reply.finish,
        "reply": reply.text,
        "messages": [[message.role, message.text] for message in prompt.messages],
        "schema": prompt.schema,
        "max_tokens": prompt.max_tokens,
        "temperature": prompt.temperature,
        "seed": prompt.seed,
    }
    line = line_of(b"\x00\xff", ODD, prompt, reply, at)
    assert line.decode() == json.dumps(entry, separators=(",", ":"), default=dict) + "\n"
    assert reply_of(line) == replace(reply, model=ODD, cached=True)


def test_a_line_may_do_without_the_texts_of_its_question() -> None:
    entry = {"model": "m", "input_tokens": 1, "output_tokens": 2, "cost": None, "seconds": 0.5, "finish": "stop"}
    line = json.dumps({**entry, "reply": "tea"}, separators=(",", ":")).encode()
    assert reply_of(line).text == "tea"


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize(
    "dialect", [Dialect(), Dialect(temperature=False, seed=False, max_tokens="max_completion_tokens")]
)
def test_a_request_has_what_the_dialect_takes_and_no_half_letters(prompt: Prompt, dialect: Dialect) -> None:
    body: dict[str, Any] = {"model": ODD, dialect.max_tokens: prompt.max_tokens}
    if dialect.temperature:
        body |= {"temperature": prompt.temperature, "seed": prompt.seed}
    if prompt.schema is not None:
        form = {"name": "reply", "strict": True, "schema": prompt.schema}
        body["response_format"] = {"type": "json_schema", "json_schema": form}
    whole = [message.text.replace("\ud83d ", "\ufffd ") for message in prompt.messages]
    body["messages"] = [{"role": each.role, "content": text} for each, text in zip(prompt.messages, whole, strict=True)]
    sent = request_body(ODD, prompt, dialect)
    assert json.dumps(sent) == json.dumps(body, default=dict)
    if math.isfinite(prompt.temperature):
        json.dumps(sent["messages"], ensure_ascii=False).encode()


@pytest.mark.parametrize("prompt", PROMPTS)
def test_a_form_counts_for_as_many_tokens_as_its_json(prompt: Prompt) -> None:
    schema = "" if prompt.schema is None else json.dumps(prompt.schema, default=dict)
    assert estimate_input(prompt) == estimate_tokens(*(message.text for message in prompt.messages), schema)
