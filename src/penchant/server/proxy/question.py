"""A question of ours in place of the model's answer, in the form the client expects: whole or streamed."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from typing import Any

from penchant.server.proxy.form import ModelRequest


def may_answer(request: ModelRequest, question: str) -> bool:
    """Whether the question can stand for the answer: plain text is wanted, the person spoke last, and it is news."""
    body = request.body
    forms = (body.get("response_format"), _object(body.get("text")).get("format"))
    plain = all(form is None or (isinstance(form, dict) and form.get("type") == "text") for form in forms)
    free = body.get("tool_choice") in (None, "auto", "none") and body.get("n") in (None, 1)
    # the model would not know a response again that it never gave
    known = request.api == "chat" or (body.get("store") is False and not body.get("previous_response_id"))
    asked = any(question in message.content for message in request.messages if message.role == "assistant")
    return plain and free and known and bool(request.fresh) and not asked


def asking(request: ModelRequest, question: str) -> tuple[str, bytes]:
    """Content type and bytes of the answer that asks."""
    streamed = request.body.get("stream") is True
    model = str(request.body.get("model") or "penchant")
    made = _Reply(model, question, int(time.time()), secrets.token_hex(12))
    if not streamed:
        whole = made.completion() if request.api == "chat" else made.response("completed")
        return "application/json", json.dumps(whole).encode()
    if request.api == "chat":
        usage = bool(_object(request.body.get("stream_options")).get("include_usage"))
        events = [f"data: {json.dumps(chunk)}\n\n" for chunk in made.chunks(usage=usage)]
        return "text/event-stream; charset=utf-8", ("".join(events) + "data: [DONE]\n\n").encode()
    told = "".join(
        f"event: {event['type']}\ndata: {json.dumps({**event, 'sequence_number': number})}\n\n"
        for number, event in enumerate(made.events())
    )
    return "text/event-stream; charset=utf-8", told.encode()


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


class _Reply:
    def __init__(self, model: str, question: str, at: int, id: str) -> None:
        self._model, self._question, self._at, self._id = model, question, at, id

    def completion(self) -> dict[str, Any]:
        message = {"role": "assistant", "content": self._question, "refusal": None}
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        return {**self._head("chat.completion"), "choices": [choice], "usage": _NO_TOKENS}

    def chunks(self, *, usage: bool) -> Iterator[dict[str, Any]]:
        head = self._head("chat.completion.chunk")
        for delta, finish in (({"role": "assistant", "content": self._question}, None), ({}, "stop")):
            yield {**head, "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]}
        if usage:
            yield {**head, "choices": [], "usage": _NO_TOKENS}

    def response(self, status: str) -> dict[str, Any]:
        return {
            "id": f"resp_penchant_{self._id}",
            "object": "response",
            "created_at": self._at,
            "status": status,
            "model": self._model,
            "output": [self._item("completed", [self._part(self._question)])] if status == "completed" else [],
            "error": None,
            "incomplete_details": None,
            "instructions": None,
            "metadata": {},
            "parallel_tool_calls": True,
            "temperature": None,
            "tool_choice": "auto",
            "tools": [],
            "top_p": None,
            "usage": _NO_RESPONSE_TOKENS if status == "completed" else None,
        }

    def events(self) -> Iterator[dict[str, Any]]:
        part, item = self._part(self._question), self._item("completed", [self._part(self._question)])
        where = {"item_id": item["id"], "output_index": 0, "content_index": 0}
        yield {"type": "response.created", "response": self.response("in_progress")}
        yield {"type": "response.in_progress", "response": self.response("in_progress")}
        yield {"type": "response.output_item.added", "output_index": 0, "item": self._item("in_progress", [])}
        yield {"type": "response.content_part.added", **where, "part": self._part("")}
        yield {"type": "response.output_text.delta", **where, "delta": self._question, "logprobs": []}
        yield {"type": "response.output_text.done", **where, "text": self._question, "logprobs": []}
        yield {"type": "response.content_part.done", **where, "part": part}
        yield {"type": "response.output_item.done", "output_index": 0, "item": item}
        yield {"type": "response.completed", "response": self.response("completed")}

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": f"chatcmpl-penchant-{self._id}", "object": kind, "created": self._at, "model": self._model}

    def _item(self, status: str, content: list[dict[str, Any]]) -> dict[str, Any]:
        id = f"msg_penchant_{self._id}"
        return {"id": id, "type": "message", "status": status, "role": "assistant", "content": content}

    def _part(self, text: str) -> dict[str, Any]:
        return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


_NO_TOKENS = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
_NO_RESPONSE_TOKENS = {
    "input_tokens": 0,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 0,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 0,
}
