"""What endpoints send as a completion: all that can be understood is kept and read back the same, the rest is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from endpoint_calls import PICK, model
from hostile import hostile, saying

from penchant.errors import ModelFailed
from penchant.lm import Reply
from penchant.lm.chat import read_reply
from penchant.lm.ledger import Ledger
from penchant.lm.recorded import Recorded, Replayed
from penchant.lm.usage import Usage

pytestmark = pytest.mark.usefixtures("no_key_of_the_machine")

ESTIMATED = (7, 1)  # tokens of the prompt and of "tea", as they are estimated where nobody counts


def body(message: Any, **more: Any) -> dict[str, Any]:
    return {"choices": [{"message": message, "finish_reason": "stop"}], **more}


def saying_tea(**more: Any) -> dict[str, Any]:
    return body({"content": "tea"}, **more)


def read(sent: Any) -> Reply:
    return read_reply(json.dumps(sent).encode(), "scripted", PICK, 0.5)


@pytest.mark.parametrize("wrong", [-5, -1, True, False, None, "12", 12.5, [12], {}, 10**30, 1e300, 0, float("inf")])
def test_a_count_that_is_none_is_estimated(wrong: Any) -> None:
    reply = read(saying_tea(usage={"prompt_tokens": wrong, "completion_tokens": wrong}))
    assert (reply.input_tokens, reply.output_tokens) == ESTIMATED
    assert type(reply.input_tokens) is int


@pytest.mark.parametrize("usage", [[1], "many", 7, None, True, {}, [], {"tokens": 3}])
def test_usage_that_is_none_is_as_if_there_were_none(usage: Any) -> None:
    reply = read(saying_tea(usage=usage))
    assert (reply.text, reply.input_tokens, reply.output_tokens) == ("tea", *ESTIMATED)


def test_whole_numbers_are_counts_however_they_are_written() -> None:
    reply = read(saying_tea(usage={"prompt_tokens": 12.0, "completion_tokens": 3}))
    assert (reply.input_tokens, reply.output_tokens) == (12, 3)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([{"type": "text", "text": "green "}, {"type": "text", "text": "tea"}], "green tea"),
        ([{"text": "tea"}], "tea"),
        (["green ", "tea"], "green tea"),
        ([{"type": "output_text", "text": "tea"}], "tea"),
        ([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, {"type": "text", "text": "tea"}], "tea"),
        ([{"type": "image_url", "image_url": {"url": "x"}}], ""),
        ([], ""),
        (None, ""),
    ],
)
def test_a_text_in_parts_is_one_text(content: Any, text: str) -> None:
    assert read(body({"content": content})).text == text


@pytest.mark.parametrize("finish", [7, None, ["stop"], {"why": "stop"}, "eos", True])
def test_an_end_nobody_knows_is_an_end(finish: Any) -> None:
    sent = {"id": 3, "model": 4, "choices": [{"message": {"content": "tea"}, "finish_reason": finish}]}
    assert (read(sent).text, read(sent).finish, read(sent).model) == ("tea", "stop", "scripted")


@pytest.mark.parametrize(("refusal", "text"), [("No.", "No."), (True, ""), ({"why": "no"}, "")])
def test_a_refusal_is_one_in_whatever_words(refusal: Any, text: str) -> None:
    reply = read(body({"content": None, "refusal": refusal}))
    assert (reply.finish, reply.text) == ("refusal", text)


def test_half_a_letter_is_marked_because_no_file_can_hold_it() -> None:
    assert read(body({"content": "té \ud83d and \U0001f375"})).text == "té � and \U0001f375"


@pytest.mark.parametrize(
    "sent",
    [
        *({}, [], "tea", 7, None, {"choices": None}, {"choices": []}, {"choices": {}}, {"choices": "tea"}),
        *({"choices": [None]}, {"choices": ["tea"]}, {"choices": [[]]}, {"choices": [{}]}, {"choices": 7}),
        *(body(None), body("tea"), body(["tea"]), body(7), body({"content": 7}), body({"content": True})),
        *(body({"content": {"text": "tea"}}), body({"content": [7]}), body({"content": [{"type": "text"}]})),
        body({"content": [{"type": "text", "text": 7}]}),
    ],
)
def test_what_cannot_be_understood_is_told_and_never_an_error_of_another_kind(sent: Any) -> None:
    with pytest.raises(ValueError, match=r"no completion in the response|is no text"):
        read(sent)


@pytest.mark.parametrize("sent", [b"[" * 200_000, b"\xff\xfe\xfd", b"", b"<html>", b'{"choices": [' + b"9" * 5000])
def test_what_is_no_json_is_told(sent: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_reply(sent, "scripted", PICK, 0.5)


@pytest.mark.parametrize(
    "sent",
    [
        saying_tea(usage={"prompt_tokens": -5, "completion_tokens": True}),
        saying_tea(usage=[1]),
        saying_tea(usage={"prompt_tokens": 2.5, "completion_tokens": 10**400}),
        saying_tea(id=None, model=7, created="now"),
        body({"content": [{"type": "text", "text": "tea"}]}),
        body({"content": 'tea ","messages":[ \ud83d \x00 \u2028 é'}),
    ],
)
def test_what_was_paid_for_is_read_back_the_same(sent: Any, tmp_path: Path) -> None:
    with hostile(saying(json.dumps(sent).encode())) as url:
        lm = Recorded(model(url), Ledger(tmp_path))
        reply = lm.complete(PICK)
    ledger = Ledger(tmp_path, writable=False)
    again = Replayed(ledger).complete(PICK)
    assert (again.text, again.input_tokens, again.output_tokens) == (
        reply.text,
        reply.input_tokens,
        reply.output_tokens,
    )
    assert ledger.paid() == {("scripted", "pick"): Usage(1, reply.input_tokens, reply.output_tokens, None)}


def test_what_cannot_be_understood_is_tried_again_and_told_in_one_line() -> None:
    with hostile(saying(b"[" * 100_000)) as url, pytest.raises(ModelFailed) as raised:
        model(url).complete(PICK)
    assert str(raised.value).endswith("cannot be read (it is nested beyond all measure), 3 times.")


@pytest.mark.parametrize("code", [["insufficient_quota"], {"a": 1}, 7, True, None])
def test_an_error_whose_code_is_no_word_is_an_error_like_any_other(code: Any) -> None:
    error = json.dumps({"error": {"message": "no", "code": code, "param": [1]}}).encode()
    head = b"HTTP/1.1 429 No\r\nContent-Type: application/json\r\n"
    with hostile(saying(error, head)) as url, pytest.raises(ModelFailed, match=r"answered 429 \(no\), 3 times"):
        model(url).complete(PICK)
