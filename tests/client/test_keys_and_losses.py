"""A client at a guarded server, and one whose answers get lost: nobody gets in, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from client.conftest import URL, InProcess, Waiting
from penchant import Behaviour, Client, Request
from penchant.errors import NotAllowed, PreferenceChanged, TurnRefused
from penchant.server.app import create_app
from penchant.server.keys import KeyFile
from penchant.server.settings import ServerSettings

DRINKS = Request("ana", "something to drink", ["black coffee", "herbal tea"])


class Lossy(httpx.BaseTransport):
    """A connection on which the first answer to every write is lost after the server has done it."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner = inner
        self._lost: set[str] = set()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        key = request.headers.get("idempotency-key", "")
        if key and key not in self._lost:
            self._lost.add(key)
            raise httpx.ReadError("the connection was lost")
        return response


@pytest.fixture
def lossy(app: FastAPI, wait: Waiting) -> Client:
    return Client(URL, transport=Lossy(InProcess(app, wait)), sleep=lambda _: None)


def test_a_key_opens_what_it_may_and_the_error_says_what_is_wrong(tmp_path: Path, wait: Waiting) -> None:
    keys = KeyFile(tmp_path / "keys.json")
    writing, reading = keys.add("writer"), keys.add("reader", scope="read")
    other = keys.add("other", tenant="another")
    token, _ = keys.token("ana", tenant="default", hours=1)
    settings = ServerSettings(store=str(tmp_path / "memory.db"), keys=str(tmp_path / "keys.json"), log=False)
    app = create_app(settings)

    def by(key: str | None) -> Client:
        return Client(URL, key=key, transport=InProcess(app, wait))

    assert by(writing).tell("ana", "I'm vegetarian").opened
    assert len(by(reading).memory.list("ana")) == 1
    assert by(other).memory.list("ana") == []
    assert len(by(token).memory.list("ana")) == 1
    turn = by(writing).consider(DRINKS)
    with pytest.raises(TurnRefused):
        by(other).hear(turn, "the tea")
    for refused in (
        lambda: by(None).memory.list("ana"),
        lambda: by("pk_wrong_key").memory.list("ana"),
        lambda: by(reading).tell("ana", "I love tulips"),
        lambda: by(token).memory.list("ben"),
        lambda: by(token).memory.people(),
        lambda: by(token).consider(replace(DRINKS, person="ben")),
    ):
        with pytest.raises(NotAllowed) as said:
            refused()
        assert len(said.value.lines) == 1
        assert writing not in str(said.value)
    app.state.host.close()


@pytest.mark.parametrize(
    "write",
    [
        lambda agent, belief: agent.tell("ana", "I love window seats"),
        lambda agent, belief: agent.observe("ana", [{"role": "user", "content": "I love window seats"}]),
        lambda agent, belief: agent.hear(agent.consider(DRINKS), "the tea, coffee makes me anxious"),
        lambda agent, belief: agent.memory.update("ana", belief, value="vegan", words="vegan now"),
        lambda agent, belief: agent.memory.confirm("ana", belief, words="still so"),
        lambda agent, belief: agent.memory.retire("ana", belief),
        lambda agent, belief: agent.memory.forget("ana", belief),
        lambda agent, belief: agent.forget("ana", "vegetarian"),
        lambda agent, belief: agent.memory.forget_person("ana"),
        lambda agent, belief: agent.memory.import_person("ben", agent.memory.export_person("ana")),
        lambda agent, belief: agent.watch(
            "ana", [Behaviour(id="1", at=datetime(2026, 1, 1, tzinfo=UTC), item="Dusk", features={"roast": "dark"})]
        ),
    ],
)
def test_a_write_whose_answer_was_lost_is_done_once(
    lossy: Client, app: FastAPI, wait: Waiting, tmp_path: Path, write: Callable[[Client, Any], Any]
) -> None:
    """What a lost answer leaves behind is what one that arrived leaves behind."""
    [id] = lossy.tell("ana", "I'm vegetarian", at="2026-05-01T08:00:00+00:00").beliefs
    write(lossy, id)
    calm_app = create_app(ServerSettings(store=str(tmp_path / "calm.db"), log=False))
    calm = Client(URL, transport=InProcess(calm_app, wait))
    [id] = calm.tell("ana", "I'm vegetarian", at="2026-05-01T08:00:00+00:00").beliefs
    write(calm, id)
    assert lossy.memory.people() == calm.memory.people()
    for person in calm.memory.people():
        assert _told(lossy, person) == _told(calm, person)
    calm_app.state.host.close()


def _told(agent: Client, person: str) -> list[tuple[object, ...]]:
    """What is believed, and on how much evidence."""
    return [
        (one.id, one.value, one.is_open, one.confidence, one.replaces, len(agent.memory.evidence(person, one.id)))
        for one in agent.memory.list(person, closed=True)
    ]


def test_of_two_edits_at_once_one_is_told_that_it_has_changed(app: FastAPI, wait: Waiting) -> None:
    class Meddling(httpx.BaseTransport):
        """Somebody else edits the same belief between looking at it and changing it."""

        def handle_request(self, request: httpx.Request) -> httpx.Response:
            if request.method == "PATCH":
                plain.memory.update("ana", id, value="pescetarian", words="fish is fine")
            return inner.handle_request(request)

    inner = InProcess(app, wait)
    plain = Client(URL, transport=inner)
    [id] = plain.tell("ana", "I'm vegetarian").beliefs
    with pytest.raises(PreferenceChanged, match="has changed since you looked at it"):
        Client(URL, transport=Meddling()).memory.update("ana", id, value="vegan", words="vegan now")
    assert [one.value for one in plain.memory.list("ana")] == ["pescetarian"]


def test_one_client_serves_many_threads(app: FastAPI, wait: Waiting) -> None:
    agent = Client(URL, transport=InProcess(app, wait))
    with ThreadPoolExecutor(8) as threads:
        lessons = list(threads.map(lambda n: agent.tell(f"p{n % 5}", f"I love number {n} tea"), range(40)))
    assert all(lesson.opened for lesson in lessons)
    assert len(agent.memory.people()) == 5
