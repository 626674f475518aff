"""A real HTTP server that speaks as much of the OpenAI API as penchant uses, and can go wrong in every way we know of.

    with Endpoint(lambda asked: "tea") as endpoint:
        lm = OpenAIModel("scripted", base_url=endpoint.base_url)

What it says is a function of the request, so that the same questions get the same replies, whatever runs side by side.
It runs on a thread of its own; with ``process=True`` in a process of its own, for measuring (the function must then be
importable there). One event loop and a bare parser: it speaks to its own tests, not to the open Internet.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import threading
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

from penchant.testing._wire import Conversation, HttpRequest, HttpResponse, Mishap

TOLD = 10.0
"""Seconds a server may take to start."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request for a completion, as it came over the wire."""

    body: dict[str, Any]
    headers: dict[str, str]  # names in small letters
    number: int  # the first request is 1

    @property
    def text(self) -> str:
        """The last message."""
        return str(self.body["messages"][-1]["content"])

    @property
    def schema(self) -> dict[str, Any] | None:
        """The JSON schema the reply should have, where one was sent along."""
        form: dict[str, Any] | None = self.body.get("response_format", {}).get("json_schema")
        return form["schema"] if form else None


@dataclass(frozen=True, slots=True)
class Said:
    """A reply that is more than its text: how it ended, or that it refuses."""

    text: str | None
    finish: str = "stop"
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """An error reply, or no proper reply at all."""

    status: int = 500
    message: str = "out of order"
    code: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    mishap: Mishap | None = None


Answer = Callable[[Asked], str | Said | Fault]

TOO_MANY = Fault(429, "Rate limit reached", "rate_limit_exceeded", {"Retry-After": "7"})
NO_QUOTA = Fault(429, "You exceeded your current quota", "insufficient_quota")
OUT_OF_ORDER = Fault(500)
HANG = Fault(mishap="hang")
CUT = Fault(200, mishap="cut")  # the connection goes in the middle of a reply
DROP = Fault(mishap="drop")  # it goes before any of it
BROKEN = Fault(200, mishap="broken")  # the body ends in the middle of the JSON
EMPTY = Said("")
NOTHING = Said(None)
REFUSAL = Said(None, refusal="I can't help with that.")
FILTERED = Said("I", "content_filter")
CUT_OFF = Said('{"pick": 2, "why": "because it', "length")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How an endpoint takes requests, whatever it answers."""

    latency: float = 0.0  # seconds from a request to its reply
    models: tuple[str, ...] = ("scripted",)
    key: str | None = None  # the only one that is let in; None: everybody is
    formats: bool = True  # False: response_format is rejected
    window: int | None = None  # characters of messages that fit; None: any number
    lists: bool = True  # False: there is no list of models
    by_heart: bool = False  # what was asked once is answered the same way, without thinking: for measuring


class Endpoint:
    """A server on localhost for the length of a ``with``."""

    def __init__(self, answer: Answer, rules: Rules | None = None, *, process: bool = False) -> None:
        self.asked: list[Asked] = []  # stays empty where the server has its own process
        self.base_url = ""
        self._kitchen = _Kitchen(answer, rules or Rules(), None if process else self.asked)
        self._process = process
        self._stop: Callable[[], None]

    def __enter__(self) -> Endpoint:
        """Start serving; ``base_url`` is there from now on."""
        ours, theirs = multiprocessing.Pipe()
        runner: Any
        if self._process:
            runner = multiprocessing.get_context("spawn").Process(
                target=_serve, args=(self._kitchen, theirs), daemon=True
            )
        else:
            runner = threading.Thread(target=_serve, args=(self._kitchen, theirs), daemon=True)
        runner.start()
        if not ours.poll(TOLD):
            raise TimeoutError("The test endpoint did not start.")
        self.base_url = f"http://127.0.0.1:{ours.recv()}/v1"

        def stop() -> None:
            ours.send("stop")
            runner.join(TOLD)
            ours.close()

        self._stop = stop
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop serving; connections that hang are let go."""
        self._stop()

    def stats(self) -> dict[str, float]:
        """Completions asked for, the most of them at once, and the seconds of CPU the server's process took."""
        with urllib.request.urlopen(f"{self.base_url}/stats", timeout=TOLD) as page:
            counts: dict[str, float] = json.load(page)
        return counts


def _serve(kitchen: _Kitchen, pipe: Connection) -> None:
    asyncio.run(_serving(kitchen, pipe))


async def _serving(kitchen: _Kitchen, pipe: Connection) -> None:
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    loop.add_reader(pipe.fileno(), stopped.set)
    talking: set[asyncio.Transport] = set()
    server = await loop.create_server(
        lambda: Conversation(kitchen.respond, kitchen.sent, talking), "127.0.0.1", 0, backlog=512
    )
    pipe.send(server.sockets[0].getsockname()[1])
    await stopped.wait()
    loop.remove_reader(pipe.fileno())
    server.close()
    for transport in tuple(talking):
        transport.abort()
    await asyncio.sleep(0)  # they are closed in the loop's next round


class _Kitchen:
    """Turns requests into replies by the rules, and counts them."""

    def __init__(self, answer: Answer, rules: Rules, asked: list[Asked] | None) -> None:
        self._answer = answer
        self._rules = rules
        self._asked = asked
        self._calls = self._open = self._most = 0
        self._by_heart: dict[bytes, HttpResponse] = {}

    def sent(self) -> None:
        """One reply went out."""
        self._open -= 1

    def respond(self, call: HttpRequest) -> HttpResponse:
        """The reply to any request."""
        self._open += 1
        if call.path == "/v1/stats":
            return HttpResponse({"calls": self._calls, "most": self._most, "cpu": time.process_time()})
        if self._rules.key and call.headers.get("authorization") != f"Bearer {self._rules.key}":
            return _error(
                Fault(401, f"Incorrect API key provided: {call.headers.get('authorization')}", "invalid_api_key")
            )
        if call.path == "/v1/models" and self._rules.lists:
            return HttpResponse({"object": "list", "data": [{"id": name} for name in self._rules.models]})
        if call.path != "/v1/chat/completions":
            return _error(Fault(404, f"There is nothing at {call.path}"))
        self._calls += 1
        self._most = max(self._most, self._open)
        if (known := self._by_heart.get(call.body)) is not None:
            return known
        asked = Asked(json.loads(call.body), call.headers, self._calls)
        if self._asked is not None:
            self._asked.append(asked)
        said = self._objection(asked) or self._answer(asked)
        response = _error(said) if isinstance(said, Fault) else _completion(asked, said)
        response = replace(response, latency=self._rules.latency)
        if self._rules.by_heart and not isinstance(said, Fault):
            response = self._by_heart[call.body] = replace(response, written=response.encoded())
        return response

    def _objection(self, asked: Asked) -> Fault | None:
        rules, body = self._rules, asked.body
        if body["model"] not in rules.models:
            return Fault(404, f"The model `{body['model']}` does not exist", "model_not_found")
        if "response_format" in body and not rules.formats:
            return Fault(400, "'response_format' of type 'json_schema' is not supported with this model")
        if rules.window is not None and sum(len(each["content"]) for each in body["messages"]) > rules.window:
            return Fault(400, "This model's maximum context length is exceeded", "context_length_exceeded")
        return None


def _error(fault: Fault) -> HttpResponse:
    kind = "invalid_request_error" if fault.status < 500 else "server_error"
    body = {"error": {"message": fault.message, "type": kind, "code": fault.code, "param": None}}
    return HttpResponse(body, fault.status, fault.headers, fault.mishap)


def _completion(asked: Asked, said: str | Said) -> HttpResponse:
    if isinstance(said, str):
        said = Said(said)
    heard = sum(len(each["content"]) for each in asked.body["messages"]) // 4
    spoken = len(said.text or said.refusal or "") // 4
    return HttpResponse(
        {
            "id": f"chatcmpl-{asked.number}",
            "object": "chat.completion",
            "created": 0,
            "model": asked.body["model"],
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": said.text, "refusal": said.refusal},
                    "finish_reason": said.finish,
                }
            ],
            "usage": {"prompt_tokens": heard, "completion_tokens": spoken, "total_tokens": heard + spoken},
        }
    )
