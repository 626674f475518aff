"""One call as a line of JSON: what was asked, what was said, what it took.

The line opens with what sums and searches need, in a fixed order, so that a ledger of a hundred thousand calls is
opened without taking its texts apart.
"""

from __future__ import annotations

import json
import re
import sys
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from penchant.lm.protocol import Prompt, Reply

_HEAD = re.compile(
    rb'\{"key":"([0-9a-f]{32})","purpose":("(?:[^"\\]|\\.)*"),"model":("(?:[^"\\]|\\.)*"),'
    rb'"input_tokens":(\d{1,18}),"output_tokens":(\d{1,18}),"cost":(null|-?\d[\d.e+-]*),("reused":true,)?'
)
_json = json.JSONEncoder(separators=(",", ":"), default=dict).encode
_sorted_json = json.JSONEncoder(separators=(",", ":"), default=dict, sort_keys=True).encode
_MOST = 10**18  # tokens: what has more digits is no count, and is not read as one


class Head(NamedTuple):
    """What a line opens with."""

    key: bytes
    purpose: str
    model: str
    input_tokens: int
    output_tokens: int
    cost: float | None
    reused: bool = False  # it was paid for by another run


def key_of(model: str, prompt: Prompt) -> bytes:
    """The address of a question: the same for the same model, words, form and limits, whatever it is asked for."""
    limits = (prompt.max_tokens, float(prompt.temperature), prompt.seed)
    asked = _sorted_json([model, _messages(prompt), prompt.schema, *limits])
    return blake2b(asked.encode(), digest_size=16).digest()


def line_of(key: bytes, model: str, prompt: Prompt, reply: Reply, at: datetime, *, reused: bool = False) -> bytes:
    """A call, ready to be appended: a line that :func:`head_of` reads, whatever the model says of its reply."""
    said, heard, cost = counted(reply)
    entry = {
        "key": key.hex(),
        "purpose": prompt.purpose,
        "model": model,
        "input_tokens": said,
        "output_tokens": heard,
        "cost": cost,
        **({"reused": True} if reused else {}),
        "seconds": reply.seconds,
        "at": at.isoformat(timespec="milliseconds"),
        "finish": reply.finish,
        "reply": reply.text,
        "messages": _messages(prompt),
        "schema": prompt.schema,
        "max_tokens": prompt.max_tokens,
        "temperature": prompt.temperature,
        "seed": prompt.seed,
    }
    return f"{_json(entry)}\n".encode()


def counted(reply: Reply) -> tuple[int, int, float | None]:
    """Tokens in, tokens out and cost as they are kept: what is no count is 0, and what is no price is unknown."""
    return _count(reply.input_tokens), _count(reply.output_tokens), _price(reply.cost)


def _price(cost: object) -> float | None:
    if isinstance(cost, int | float) and not isinstance(cost, bool) and abs(cost) <= sys.float_info.max:
        return float(cost)
    return None


def _count(tokens: object) -> int:
    return int(tokens) if isinstance(tokens, int) and not isinstance(tokens, bool) and 0 <= tokens < _MOST else 0


def _messages(prompt: Prompt) -> list[tuple[str, str]]:
    return [(each.role, each.text) for each in prompt.messages]


def head_of(line: bytes) -> Head | None:
    """What a line opens with; None where it is no line of ours, or not the whole of one."""
    match = _HEAD.match(line)
    if match is None or not line.endswith(b"}\n"):
        return None
    key, purpose, model, said, heard, cost, reused = match.groups()
    try:
        price = None if cost == b"null" else float(cost)
    except ValueError:
        return None
    found = bytes.fromhex(key.decode())
    return Head(found, _text(purpose), _text(model), int(said), int(heard), price, reused is not None)


@lru_cache(maxsize=256)
def _text(quoted: bytes) -> str:
    text: str = json.loads(quoted)
    return text


def reply_of(line: bytes) -> Reply:
    """The reply on a line, as one that had been paid for before."""
    # What follows are the texts of the question, most of the line; within a text its quotation marks would be escaped.
    opening, rest, _ = line.partition(b',"messages":')
    entry = json.loads(opening + b"}" if rest else line)
    return Reply(
        text=entry["reply"],
        model=entry["model"],
        input_tokens=entry["input_tokens"],
        output_tokens=entry["output_tokens"],
        finish=entry["finish"],
        seconds=entry["seconds"],
        cost=entry["cost"],
        cached=True,
    )
