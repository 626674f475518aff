"""How a client sends: with its key, once for every write however often it is tried, and with patience that ends."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import math
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from penchant import AsyncClient, BadInput, Client, PenchantError, Request, Turn
from penchant.domain import EpisodeId
from penchant.errors import NotAllowed, StoreGone, Unavailable, UnknownPreference

URL = "http://127.0.0.1:8420/"
LESSON = {
    "opened": ["kept"],
    "closed": [],
    "confirmed": [],
    "forgotten": [],
    "left_alone": [],
    "ended_by": [],
    "beliefs": [1],
}
Answer = Callable[[httpx.Request], httpx.Response]


class Server:
    """Answers one after the other what a test wrote down, and keeps what it was asked."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = [*answers]
        self.asked: list[httpx.Request] = []
        self.pauses: list[float] = []

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def client(self, **options: Any) -> Client:
        transport = httpx.MockTransport(self.answer)
        return Client(URL, transport=transport, sleep=self.pauses.append, **options)

    def async_client(self, **options: Any) -> AsyncClient:
        async def pause(seconds: float) -> None:
            self.pauses.append(seconds)

        return AsyncClient(URL, transport=httpx.MockTransport(self.answer), sleep=pause, **options)


def problem(status: int, kind: str = "about:blank", detail: str = "It went wrong.", **headers: str) -> httpx.Response:
    told = {"type": kind, "title": "A problem", "status": status, "detail": detail}
    return httpx.Response(status, json=told, headers=headers)


def fine() -> httpx.Response:
    return httpx.Response(200, json=LESSON)


def test_it_sends_its_key_and_the_body_as_json() -> None:
    server = Server(fine())
    with server.client(key="secret") as agent:
        assert agent.tell("ana", "I'm vegetarian").opened == ("kept",)
    [asked] = server.asked
    assert str(asked.url) == "http://127.0.0.1:8420/api/people/ana/tell"
    assert asked.headers["authorization"] == "Bearer secret"
    assert asked.headers["content-type"] == "application/json"
    assert asked.content == b'{"words": "I\'m vegetarian", "id": ""}'
    assert "secret" not in repr(agent)


@pytest.mark.parametrize(
    "answer", [problem(503), problem(429), problem(502), httpx.ConnectError(""), httpx.ReadTimeout("")]
)
def test_a_write_is_tried_again_with_the_same_key(answer: Any) -> None:
    server = Server(answer, answer, fine())
    assert server.client().tell("ana", "tea").opened
    keys = {asked.headers["idempotency-key"] for asked in server.asked}
    assert (len(server.asked), len(keys)) == (3, 1)
    assert server.pauses == [0.25, 0.5]
    server.client().tell("ana", "tea")
    assert len({asked.headers["idempotency-key"] for asked in server.asked}) == 2


def test_an_awaited_client_is_as_patient() -> None:
    server = Server(httpx.ConnectError("refused"), problem(503, **{"Retry-After": "7"}), fine())

    async def scene() -> None:
        async with server.async_client() as agent:
            assert (await agent.tell("ana", "tea")).opened

    asyncio.run(scene())
    assert server.pauses == [0.25, 7.0]


def test_it_waits_as_long_as_the_server_says_and_not_for_ever() -> None:
    server = Server(problem(429, **{"Retry-After": "3"}), fine())
    server.client().tell("ana", "tea")
    assert server.pauses == [3.0]
    patient = Server(problem(429, **{"Retry-After": "3600"}))
    with pytest.raises(Unavailable, match="It went wrong"):
        patient.client().tell("ana", "tea")
    assert patient.pauses == []


def test_in_the_end_it_says_that_nobody_is_there() -> None:
    server = Server(httpx.ConnectError("Connection refused"))
    with pytest.raises(Unavailable, match=r"^No penchant server answers at http://127.0.0.1:8420 \(.*refused"):
        server.client(retries=1).tell("ana", "tea")
    assert len(server.asked) == 2
    with pytest.raises(Unavailable):
        server.client(retries=0).memory.list("ana")
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (problem(404, "urn:penchant:UnknownPreference"), UnknownPreference),
        (problem(503, "urn:penchant:StoreGone", **{"Retry-After": "0"}), StoreGone),
        (problem(422, "urn:penchant:BadInput"), BadInput),
        (problem(422), BadInput),
        (problem(413), BadInput),
        (problem(401), NotAllowed),
        (problem(403, "urn:penchant:NotAllowed"), NotAllowed),
        (problem(500), Unavailable),
        (problem(400, "urn:penchant:SystemExit"), BadInput),
        (problem(400, "urn:penchant:annotations"), BadInput),
    ],
)
def test_a_problem_is_raised_as_the_error_it_names(answer: httpx.Response, kind: type[PenchantError]) -> None:
    with pytest.raises(PenchantError) as said:
        Server(answer).client().tell("ana", "tea")
    assert type(said.value) is kind
    assert said.value.lines == ("It went wrong.",)


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, text="<html>a portal</html>"),
        httpx.Response(200, json={"opened": 1}),
        httpx.Response(200, json=[]),
        httpx.Response(404, text="not here"),
        httpx.Response(500, json={"error": "?"}),
    ],
)
def test_what_is_no_penchant_server_is_told_in_one_line(answer: httpx.Response) -> None:
    with pytest.raises(Unavailable) as said:
        Server(answer).client().tell("ana", "tea")
    assert len(said.value.lines) == 1


@pytest.mark.parametrize("answer", [{}, {"turn": {}}, {"preferences": 3}, []])
def test_every_verb_tells_in_one_line_that_the_server_speaks_otherwise(answer: Any) -> None:
    agent = Server(httpx.Response(200, json=answer)).client()
    memory: Any = agent.memory
    verbs = (
        lambda: agent.consider(Request("ana", "tea")),
        lambda: agent.profile("ana"),
        lambda: agent.forget("ana", "tea"),
        lambda: agent.compose("ana", "tea"),
        lambda: memory.people(),
        lambda: memory.list("ana"),
        lambda: memory.search("ana", "tea"),
        lambda: memory.get("ana", 1),
        lambda: memory.history("ana", 1),
        lambda: memory.forget_person("ana"),
    )
    for verb in verbs:
        with pytest.raises(Unavailable, match="another version"):
            verb()


BAD: tuple[Any, ...] = (
    None,
    3,
    -1,
    math.nan,
    True,
    b"x",
    "",
    "\ud800",
    "x" * 2_000,
    [None],
    {"a": 1},
    object(),
    {1},
    10**30,
)
GOOD: dict[str, Any] = {
    "person": "ana",
    "request": Request("ana", "tea"),
    "turn": Turn(episode=EpisodeId("e"), request=Request("ana", "tea")),
    "id": 1,
    "statements": [],
    "messages": [],
    "events": [],
}


@pytest.mark.parametrize("part", ["", "memory"])
def test_whatever_a_verb_is_given_nothing_but_our_errors_come_out(part: str) -> None:
    agent = Server(problem(422)).client()
    owner: Any = agent.memory if part else agent
    verbs = [name for name in vars(type(owner)) if not name.startswith("_") and name != "close"]
    for name in verbs:
        parameters = inspect.signature(getattr(owner, name)).parameters
        needed = {each: GOOD.get(each, "tea") for each, one in parameters.items() if one.default is one.empty}
        for each, bad in itertools.product(parameters, BAD):
            with pytest.raises(PenchantError) as said:
                getattr(owner, name)(**{**needed, each: bad})
            assert len(said.value.lines) == 1


def test_an_edit_says_which_state_was_looked_at() -> None:
    server = Server(httpx.Response(200, headers={"ETag": '"7"'}, json={}), problem(412))
    with pytest.raises(PenchantError):
        server.client().memory.update("ana", 1, value="tea", words="tea")  # type: ignore[arg-type]
    assert [asked.method for asked in server.asked] == ["GET", "PATCH"]
    assert server.asked[1].headers["if-match"] == '"7"'


@pytest.mark.parametrize("url", ["", "localhost:8420", "ftp://host", "memory.db", None, 3, "http://"])
def test_what_is_no_address_is_refused(url: Any) -> None:
    with pytest.raises(BadInput, match="A server's address looks like"):
        Client(url)


@pytest.mark.parametrize(
    "options",
    [{"key": ""}, {"key": 3}, {"key": "é"}, {"key": "a\nb"}, {"timeout": 0}, {"timeout": "x"}, {"retries": -1}],
)
def test_what_a_client_cannot_be_made_with_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as said:
        Client(URL, **options)
    assert len(said.value.lines) == 1


def test_importing_penchant_or_its_nouns_brings_no_http_along() -> None:
    code = (
        "import sys, penchant; penchant.Request; print([m for m in ('httpx', 'fastapi', 'numpy') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_a_client_brings_nothing_of_the_agent_along() -> None:
    code = (
        "import sys, penchant; penchant.Client('http://x'); print([m for m in ('numpy', 'onnx') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_without_httpx_the_install_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(BadInput, match=r"pip install 'penchant\[client\]'"):
        Client(URL)


def test_a_closed_client_says_so_and_sends_nothing() -> None:
    server = Server(fine())
    with server.client() as agent:
        pass
    with pytest.raises(BadInput, match="This client is closed"):
        agent.tell("ana", "I love tea")

    async def errand() -> None:
        async with server.async_client() as agent:
            pass
        with pytest.raises(BadInput, match="This client is closed"):
            await agent.memory.list("ana")

    asyncio.run(errand())
    assert not server.asked
