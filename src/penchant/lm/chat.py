"""The chat-completions format: a prompt as the body of a request, the body of a response as a reply.

Endpoints differ in which parameters they take. What one has declined once is left out, or said in another way, from
then on; that is its :class:`Dialect`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from penchant.lm.price import estimate_tokens
from penchant.lm.protocol import ChatMessage, Finish, Prompt, Reply

_TOO_LONG = re.compile(
    r"context[ _]?(length|window|size)|maximum context|too many tokens|too long|reduce the length|n_ctx", re.IGNORECASE
)
_FORMAT = re.compile(r"response_format|json_schema|guided|grammar|structured output", re.IGNORECASE)
_DECLINED = re.compile(
    r"(un|not |n't |does not )(support|recogni[sz]ed|known|permitted|allowed)|extra|invalid", re.IGNORECASE
)

_MOST_TOKENS = 10**9
"""No prompt and no reply is longer; an endpoint that counts more does not count tokens."""

_readable_json = json.JSONEncoder(ensure_ascii=False, default=dict).encode


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """Which parameters an endpoint takes."""

    formats: bool = True  # response_format with a JSON schema; otherwise the schema is part of the prompt
    max_tokens: str = "max_tokens"
    temperature: bool = True
    seed: bool = True

    def without(self, complaint: str) -> Dialect | None:
        """The dialect that avoids what was complained about; None where that is nothing we could leave out."""
        if self.formats and _FORMAT.search(complaint):
            return replace(self, formats=False)
        if self.max_tokens == "max_tokens" and "max_completion_tokens" in complaint:
            return replace(self, max_tokens="max_completion_tokens")
        if self.temperature and _declines("temperature", complaint):
            return replace(self, temperature=False)
        if self.seed and _declines("seed", complaint):
            return replace(self, seed=False)
        return None


def _declines(name: str, complaint: str) -> bool:
    return re.search(rf"\b{name}\b", complaint) is not None and _DECLINED.search(complaint) is not None


def is_too_long(complaint: str) -> bool:
    """Whether an endpoint's complaint says that the prompt does not fit."""
    return _TOO_LONG.search(complaint) is not None


def request_body(model: str, prompt: Prompt, dialect: Dialect) -> dict[str, Any]:
    """What is sent to an endpoint."""
    body: dict[str, Any] = {"model": model, dialect.max_tokens: prompt.max_tokens}
    if dialect.temperature:
        body["temperature"] = prompt.temperature
    if dialect.seed:
        body["seed"] = prompt.seed
    messages = prompt.messages
    if prompt.schema is not None and dialect.formats:
        form = {"name": "reply", "strict": True, "schema": json.loads(_readable_json(prompt.schema))}
        body["response_format"] = {"type": "json_schema", "json_schema": form}
    elif prompt.schema is not None:
        messages = _with_schema(messages, prompt.schema)
    body["messages"] = [{"role": each.role, "content": _whole_letters(each.text)} for each in messages]
    return body


def _with_schema(messages: tuple[ChatMessage, ...], schema: Mapping[str, Any]) -> tuple[ChatMessage, ...]:
    form = _readable_json(schema)
    words = f"Reply with one JSON object and nothing else. It must fit this JSON schema: {form}"
    first = messages[0]
    if first.role == "system":  # some chat templates take one system message only, and only as the first
        return (ChatMessage("system", f"{first.text}\n\n{words}"), *messages[1:])
    return (ChatMessage("system", words), *messages)


def read_reply(content: bytes, model: str, prompt: Prompt, seconds: float) -> Reply:
    """The reply in the body of a response; ValueError says what is missing."""
    try:
        body = json.loads(content)
        choice = body["choices"][0]
        message = choice["message"]
        usage = body.get("usage")
        said = message.get("content")
        refusal = message.get("refusal")
    except (KeyError, IndexError, TypeError, AttributeError):
        raise ValueError("there is no completion in the response") from None
    except RecursionError:
        raise ValueError("it is nested beyond all measure") from None
    text = said if isinstance(said, str) else _joined(said)
    finish: Finish = "length" if choice.get("finish_reason") == "length" else "stop"
    if choice.get("finish_reason") == "content_filter" or (refusal and not text):
        finish, text = "refusal", refusal if refusal and isinstance(refusal, str) else text
    if not isinstance(usage, dict):
        usage = {}
    return Reply(
        text=_whole_letters(text),
        model=model,
        finish=finish,
        input_tokens=_count(usage, "prompt_tokens") or estimate_tokens(*(each.text for each in prompt.messages)),
        output_tokens=_count(usage, "completion_tokens") or estimate_tokens(text),
        seconds=round(seconds, 4),
    )


def _joined(said: Any) -> str:
    """What is said in parts; those that are not part of the answer, such as thoughts, are left out."""
    if said is None:
        return ""
    if not isinstance(said, list) or not all(isinstance(part, str | dict) for part in said):
        raise ValueError("the completion is no text")
    return "".join([part if isinstance(part, str) else _part(part) for part in said])


def _part(part: Mapping[str, Any]) -> str:
    if part.get("type", "text") not in ("text", "output_text"):
        return ""
    text = part.get("text")
    if not isinstance(text, str):
        raise ValueError("a part of the completion is no text")
    return text


def _whole_letters(text: str) -> str:
    """The text with a mark for each half of a letter, which JSON can say and no file can hold."""
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _count(usage: Mapping[str, Any], name: str) -> int:
    """How many tokens were counted; 0, for unknown, where what is there is no such number."""
    value = usage.get(name)
    if isinstance(value, float) and value.is_integer():  # as some write whole numbers
        value = int(value)
    return value if type(value) is int and 0 <= value <= _MOST_TOKENS else 0
