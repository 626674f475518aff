from __future__ import annotations

from typing import Any

import pytest

from penchant.errors import ModelFailed, ModelUnavailable
from penchant.lm import ChatMessage, Prompt, Reply
from penchant.lm.json_reply import find_json
from penchant.lm.schema import fault
from penchant.lm.scripted import ScriptedModel
from penchant.lm.structured import SHOWN, ask_for

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"pick": {"type": "integer", "minimum": 1, "maximum": 3}, "why": {"type": ["string", "null"]}},
    "required": ["pick"],
    "additionalProperties": False,
}
PICK = Prompt(purpose="pick", messages=(ChatMessage("user", "Which one?"),), schema=SCHEMA)


def number(reply: Any) -> int:
    picked: int = reply["pick"]
    if picked == 3:
        raise ValueError("the third is sold out")
    return picked


@pytest.mark.parametrize(
    "said",
    [
        '{"pick": 2}',
        ' \n{"pick": 2, "why": null}\n',
        '```json\n{"pick": 2}\n```',
        'Of course!\n```\n{"pick": 2}\n```\nHave a nice day.',
        'I would take the second {really}: {"pick": 2}. And you?',
        '<think>{"pick": 1}? No, they said tea.</think>{"pick": 2}',
        'First thought {"pick": 2}, final answer {"pick": 2}',
        '{"pick": 2} is my answer',
    ],
)
def test_the_json_is_found_wherever_a_model_puts_it(said: str) -> None:
    lm = ScriptedModel([said])
    assert ask_for(lm, PICK, number) == 2


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("the second", "no JSON object"),
        ('{"pick": 2', "broken at character 10"),
        ('{"pick": 2,}', "broken at character"),
        ('{"outer": {"pick": 2}', "broken at character"),
        ('Well: {"outer": {"pick": 2}', "broken at character"),
        ("{'pick': 2}", "broken at character"),
        ('{"pick": 1} or {"pick": 2}', "more than one JSON object"),
        ('{"pick": 1}{"pick": 2}', "more than one JSON object"),
        ('{"pick": 1, "pick": 2}', "given twice"),
        ('{"pick": NaN}', "NaN is not a number"),
        ('{"pick": "2"}', "pick must be of type integer"),
        ('{"pick": true}', "pick must be of type integer"),
        ('{"pick": 4}', "pick must be at most 3"),
        ('{"why": "tea"}', "pick is missing"),
        ('{"pick": 2, "mood": "good"}', "mood must not be there"),
        ('[{"pick": 2}]', "must be of type object"),
        ('{"pick": 2, "why": "\\ud83d"}', "half a character"),
        ('{"pick": ' + "[" * 20_000, "nested too deeply"),
        ("", "empty"),
        ("  \n ", "empty"),
    ],
)
def test_a_reply_that_is_no_use_is_shown_to_the_model_once_with_the_reason(said: str, reason: str) -> None:
    lm = ScriptedModel([said, '{"pick": 1}'])
    assert ask_for(lm, PICK, number) == 1
    first, second = lm.asked
    assert first == PICK
    assert second.purpose == "pick-repair"
    assert second.messages[0] == PICK.messages[0]
    assert second.messages[1] == ChatMessage("assistant", said.strip()[:SHOWN] or "(nothing)")
    assert reason in second.messages[2].text


def test_what_parse_refuses_is_put_right_too() -> None:
    lm = ScriptedModel(['{"pick": 3}', '{"pick": 1}'])
    assert ask_for(lm, PICK, number) == 1
    assert "the third is sold out" in lm.asked[1].messages[-1].text


def test_two_useless_replies_fail_in_one_line_that_names_the_model_and_the_reason() -> None:
    lm = ScriptedModel(["tea\n\nor coffee", '{"pick": 3}'], name="tiny")
    with pytest.raises(ModelFailed) as caught:
        ask_for(lm, PICK, number)
    assert str(caught.value) == "tiny, asked to pick, gave no usable reply, twice: the third is sold out."
    assert len(lm.asked) == 2


def test_a_refusal_is_called_a_refusal_and_not_asked_again() -> None:
    lm = ScriptedModel([Reply(text="I can't help\nwith that.", model="tiny", finish="refusal")])
    with pytest.raises(ModelFailed, match=r"^tiny, asked to pick, refused: I can't help with that\.$"):
        ask_for(lm, PICK, number)
    assert len(lm.asked) == 1


def test_a_reply_cut_off_is_called_that_and_gets_more_room() -> None:
    cut = Reply(text='{"pick": 2, "why": "because', finish="length")
    lm = ScriptedModel([cut, cut])
    with pytest.raises(ModelFailed, match="cut off at 1024 tokens"):
        ask_for(lm, PICK, number)
    assert "cut off at 512 tokens" in lm.asked[1].messages[-1].text
    assert lm.asked[1].max_tokens == 1024


def test_a_reply_that_was_whole_before_it_was_cut_off_is_good_enough() -> None:
    assert ask_for(ScriptedModel([Reply(text='{"pick": 2}', finish="length")]), PICK, number) == 2


def test_without_a_schema_the_text_itself_is_parsed() -> None:
    prompt = Prompt(purpose="phrase", messages=PICK.messages)
    assert ask_for(ScriptedModel(["  Tea? "]), prompt, str.strip) == "Tea?"


def test_a_model_that_is_gone_is_not_asked_again() -> None:
    lm = ScriptedModel([ModelUnavailable("Nobody there.")])
    with pytest.raises(ModelUnavailable):
        ask_for(lm, PICK, number)
    assert len(lm.asked) == 1


def test_a_schema_keyword_that_is_not_checked_is_our_own_mistake() -> None:
    with pytest.raises(NotImplementedError, match="oneOf"):
        fault(1, {"oneOf": []})


@pytest.mark.parametrize(
    ("value", "schema", "found"),
    [
        ([], {"type": "array", "minItems": 1}, "the reply must have at least 1 items"),
        (["a", 1], {"items": {"type": "string"}}, "the reply[1] must be of type string"),
        (
            {"a": {"b": 1}},
            {"additionalProperties": {"properties": {"b": {"type": "null"}}}},
            "a.b must be of type null",
        ),
        ("rum", {"enum": ["tea", "milk"]}, 'the reply must be one of "tea", "milk"'),
        (True, {"enum": [1]}, "the reply must be one of 1"),
        ("", {"type": "string", "minLength": 1}, "the reply must have at least 1 characters"),
        ("x", {"pattern": "^y"}, "the reply must match ^y"),
        (1.5, {"anyOf": [{"type": "integer"}, {"type": "null"}]}, "must be of type integer or the reply must be"),
        (2.0, {"type": "integer"}, None),
        (None, {"anyOf": [{"type": "integer"}, {"type": "null"}]}, None),
        ("tea", {"const": "tea", "description": "a drink"}, None),
    ],
)
def test_values_are_held_against_the_schema(value: object, schema: dict[str, Any], found: str | None) -> None:
    said = fault(value, schema)
    assert (found in said) if said and found else (said is found)


def test_a_list_is_found_where_a_list_is_asked_for() -> None:
    assert find_json("```json\n[1, 2]\n```", {"type": "array"}) == [1, 2]
