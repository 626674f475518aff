"""One call as a line of JSON: what was asked, what was said, what it took.

The line opens with what sums and searches need, in a fixed order, so that a ledger of a hundred thousand calls is
opened without taking its texts apart.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b

from penchant.lm.paid import Paid
from penchant.lm.protocol import Prompt, Reply

_HEAD = re.compile(
    rb'\{"key":"([0-9a-f]{32})","purpose":("(?:[^"\\]|\\.)*"),"model":("(?:[^"\\]|\\.)*"),'
    rb'"input_tokens":(\d+),"output_tokens":(\d+),"cost":([^,]+),'
)

# Made once: json.dumps makes one for every call that wants anything but the usual.
_in_order = json.JSONEncoder(separators=(",", ":"), default=dict).encode
_sorted = json.JSONEncoder(separators=(",", ":"), default=dict, sort_keys=True).encode


@dataclass(frozen=True, slots=True)
class Head:
    """What a line opens with."""

    key: bytes
    purpose: str
    model: str
    paid: Paid


def key_of(model: str, prompt: Prompt) -> bytes:
    """The address of a question: the same for the same model, words, form and limits, whatever it is asked for."""
    asked = [
        model,
        [[message.role, message.text] for message in prompt.messages],
        prompt.schema,
        prompt.max_tokens,
        float(prompt.temperature),
        prompt.seed,
    ]
    return blake2b(_sorted(asked).encode(), digest_size=16).digest()


def line_of(key: bytes, model: str, prompt: Prompt, reply: Reply, at: datetime) -> bytes:
    """A call, ready to be appended."""
    return (
        _in_order(
            {
                "key": key.hex(),
                "purpose": prompt.purpose,
                "model": model,
                "input_tokens": reply.input_tokens,
                "output_tokens": reply.output_tokens,
                "cost": reply.cost,
                "seconds": reply.seconds,
                "at": at.isoformat(timespec="milliseconds"),
                "finish": reply.finish,
                "reply": reply.text,
                "messages": [[message.role, message.text] for message in prompt.messages],
                "schema": prompt.schema,
                "max_tokens": prompt.max_tokens,
                "temperature": prompt.temperature,
                "seed": prompt.seed,
            }
        )
        + "\n"
    ).encode()


def head_of(line: bytes) -> Head | None:
    """What a line opens with; None where it is no line of ours, or not the whole of one."""
    match = _HEAD.match(line)
    if match is None or not line.endswith(b"}\n"):
        return None
    key, purpose, model, said, heard, cost = match.groups()
    paid = Paid(1, int(said), int(heard), None if cost == b"null" else float(cost))
    return Head(bytes.fromhex(key.decode()), json.loads(purpose), json.loads(model), paid)


def reply_of(line: bytes) -> Reply:
    """The reply on a line, as one that had been paid for before."""
    entry = json.loads(line)
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
