"""How a verb's requests are delivered, whoever waits for them: what is sent, tried again, and when it is given up."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from penchant.client.wire import ApiCall, ApiReply, Steps, checked_address, checked_reply, pause_before_trying_again
from penchant.errors import BadInput, Unavailable

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")

TIMEOUT = 30.0
"""Seconds that one try may take."""

RETRIES = 2
"""So often a request is sent again where nothing came back, or the server is busy or away."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A wait before the next try."""

    seconds: float


Delivery = Generator[ApiCall | Pause, ApiReply | Exception | None, T]
"""What a sender does, step by step: send a request and hand in the reply, or what went wrong; or wait, and go on."""


class Session:
    """Where the server is, by which key, and how patient to be."""

    def __init__(self, url: str, key: str | None, timeout: float, retries: int) -> None:
        self.url = checked_address(url)
        if key is not None and (not isinstance(key, str) or not key.isascii() or not key.isprintable() or not key):
            raise BadInput("A key is a text, as `penchant keys add` printed it.")
        if not isinstance(timeout, int | float) or not 0 < timeout < math.inf:
            raise BadInput(f"A timeout is a number of seconds above 0, not {timeout!r:.40}.")
        if not isinstance(retries, int) or isinstance(retries, bool) or retries < 0:
            raise BadInput(f"Retries count from 0 up, so {retries!r:.40} means nothing.")
        self.retries = retries
        headers = {"Accept": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        self.options: dict[str, Any] = {"base_url": self.url, "timeout": float(timeout), "headers": headers}

    def deliver(self, steps: Steps[T]) -> Delivery[T]:
        """Carry a verb's requests out one after the other, each as often as is worth it; gives what comes of them."""
        try:
            call = next(steps)
            while True:
                reply = checked_reply((yield from self._tried(call)))
                call = _next(steps, reply)
        except StopIteration as done:
            result: T = done.value
            return result

    def _tried(self, call: ApiCall) -> Delivery[ApiReply]:
        for tried in range(self.retries + 1):
            came = yield call
            reply = came if isinstance(came, ApiReply) else None
            pause = pause_before_trying_again(reply, tried)
            if pause is None or tried == self.retries:
                break
            yield Pause(pause)
        if reply is None:
            why = f"{type(came).__name__}: {came}" if str(came) else type(came).__name__
            raise Unavailable(f"No penchant server answers at {self.url} ({why}). Is it running? penchant serve")
        return reply


def _next(steps: Steps[T], reply: ApiReply) -> ApiCall:
    """What a verb asks next, or its end; Unavailable where it cannot make anything of a reply."""
    try:
        return steps.send(reply)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Unavailable(
            f"The server speaks another version of penchant than this client: {type(error).__name__} {error}"
        ) from error


def imported_httpx() -> ModuleType:
    """The package that speaks HTTP; BadInput with its install line where it is missing."""
    try:
        import httpx
    except ImportError:
        raise BadInput("A client needs httpx: pip install 'penchant[client]'") from None
    return httpx


def written(call: ApiCall) -> dict[str, Any]:
    """A request in the words of httpx."""
    content = call.content()
    kind = {"Content-Type": "application/json"} if content is not None else {}
    return {
        "method": call.method,
        "url": call.path,
        "params": dict(call.query),
        "content": content,
        "headers": {**kind, **call.headers},
    }


def reply_of(response: httpx.Response) -> ApiReply:
    """A response of httpx as ours."""
    text = response.content.decode("utf-8", "replace")
    return ApiReply(response.status_code, text, {name.lower(): value for name, value in response.headers.items()})
