"""The proxy's addresses as the OpenAPI description tells them: what is ours in them, the rest is the model's own."""

from __future__ import annotations

from typing import Any, get_args

from penchant.server.proxy.visit import Learn
from penchant.server.schemas.fields import NOT_EMPTY

_PERSON: dict[str, Any] = {
    "name": "X-Penchant-Person",
    "in": "header",
    "description": "For whom it is, percent-encoded; without it, the body's user.",
    "schema": {"type": "string", "maxLength": 1_000, **NOT_EMPTY},
}
_LEARN: dict[str, Any] = {
    "name": "X-Penchant-Learn",
    "in": "header",
    "description": "What is learned from: what the person says now, all they say in the request, or nothing.",
    "schema": {"type": "string", "enum": list(get_args(Learn)), "default": "last"},
}
_USER: dict[str, Any] = {
    "type": ["string", "null"],
    "maxLength": 1_000,
    **NOT_EMPTY,
    "description": "For whom it is, where no header says so.",
}
_ANSWER: dict[str, Any] = {
    "description": "The model's answer as it came, or a question that is put to the person first.",
    "headers": {"X-Penchant-Memory": {"description": "What memory did.", "schema": {"type": "string"}}},
    "content": {"application/json": {"schema": {"type": "object"}}, "text/event-stream": {}},
}
_SAID = (
    ("/v1/chat/completions", "messages", {"type": "array"}, "A chat completion, by the model behind this server."),
    ("/v1/responses", "input", {"type": ["string", "array"]}, "A response, by the model behind this server."),
)


def described(problems: dict[str, Any]) -> dict[str, Any]:
    """The addresses that a conversation is sent to, each with these problems besides the model's own errors."""
    return {path: {"post": _operation(path, field, form, says, problems)} for path, field, form, says in _SAID}


def _operation(path: str, field: str, form: Any, says: str, problems: dict[str, Any]) -> dict[str, Any]:
    """What one address takes and gives."""
    more = "What is known of the person goes before it; whatever else the model's API takes is passed on."
    body = {"type": "object", "properties": {field: form, "user": _USER}}
    return {
        "tags": ["proxy"],
        "summary": says,
        "description": more,
        "operationId": path.strip("/").replace("/", "_"),
        "parameters": [_PERSON, _LEARN],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"200": _ANSWER, **problems, "default": {"description": "An error of the model, as it came."}},
    }
