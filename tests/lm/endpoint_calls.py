"""What the tests of the client share: a prompt, a key, a server to send it to, and pauses nobody sleeps through."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from penchant.lm import ChatMessage, Prompt
from penchant.lm.openai import OpenAIModel
from penchant.lm.retry import Backoff
from penchant.testing.endpoint import (
    Answer,
    Endpoint,
    Fault,
    Rules,
    Said,
)

SCHEMA = {
    "type": "object",
    "properties": {"pick": {"type": "integer"}},
    "required": ["pick"],
    "additionalProperties": False,
}
PICK = Prompt(
    purpose="pick",
    messages=(ChatMessage("system", "You choose."), ChatMessage("user", "Tea or coffee?")),
    schema=SCHEMA,
    max_tokens=64,
    seed=7,
)
SECRET = "sk-very-secret-0123456789"


def said_in_turn(*lines: str | Said | Fault) -> Answer:
    return lambda asked: lines[min(asked.number, len(lines)) - 1]


class Pauses(list[float]):
    """Takes the place of sleeping."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


@contextmanager
def serving(answer: Answer, rules: Rules | None = None, **settings: Any) -> Iterator[tuple[OpenAIModel, Endpoint]]:
    with Endpoint(answer, rules) as endpoint:
        lm = model(endpoint.base_url, **settings)
        yield lm, endpoint
        lm.close()


def model(
    base_url: str | None,
    *,
    name: str = "scripted",
    key: str | None = None,
    attempts: int = 3,
    timeout: float = 30,
    in_flight: int = 64,
    sleep: Callable[[float], None] | None = None,
    notice: Callable[[str], None] | None = None,
) -> OpenAIModel:
    return OpenAIModel(
        name,
        base_url=base_url,
        key=key,
        attempts=attempts,
        timeout=timeout,
        in_flight=in_flight,
        backoff=Backoff(rng=random.Random(1)),
        sleep=sleep if sleep is not None else Pauses(),
        notice=notice,
    )
