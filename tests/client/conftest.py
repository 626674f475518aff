"""The four ways to an agent: in this process or on a server, waited for or awaited. Each is used by the same checks."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from penchant import AsyncAgent, AsyncClient, Client
from penchant.server.app import create_app
from penchant.server.settings import ServerSettings

URL = "http://localhost"
Waiting = Callable[[Coroutine[Any, Any, Any]], Any]


class Waited:
    """Something whose verbs are awaited, as one whose verbs block."""

    def __init__(self, owner: object, wait: Waiting) -> None:
        self._owner = owner
        self._wait = wait

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._owner, name)
        if not inspect.iscoroutinefunction(found):
            return Waited(found, self._wait)
        return lambda *args, **kwargs: self._wait(found(*args, **kwargs))


class InProcess(httpx.BaseTransport):
    """An application reached without a network, by callers who wait."""

    def __init__(self, app: FastAPI, wait: Waiting) -> None:
        self._transport = httpx.ASGITransport(app)
        self._wait = wait

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        return self._wait(self._answered(request))  # type: ignore[no-any-return]

    async def _answered(self, request: httpx.Request) -> httpx.Response:
        response = await self._transport.handle_async_request(request)
        return httpx.Response(response.status_code, headers=response.headers, content=await response.aread())


@pytest.fixture(scope="session")
def wait() -> Iterator[Waiting]:
    """An event loop on a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    yield lambda coroutine: asyncio.run_coroutine_threadsafe(coroutine, loop).result(60)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(60)
    loop.close()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    made = create_app(ServerSettings(store=str(tmp_path / "served.db"), log=False))
    yield made
    made.state.host.close()


@pytest.fixture(params=["Agent", "AsyncAgent", "Client", "AsyncClient"])
def anyhow(request: pytest.FixtureRequest, wait: Waiting) -> Iterator[Any]:
    """An agent, whichever way it is reached."""
    if request.param == "Agent":
        yield request.getfixturevalue("agent")
        return
    made: Any
    if request.param == "AsyncAgent":
        made = Waited(AsyncAgent(request.getfixturevalue("agent")), wait)
    elif request.param == "Client":
        app = request.getfixturevalue("app")
        made = Client(URL, transport=InProcess(app, wait))
    else:
        app = request.getfixturevalue("app")
        made = Waited(AsyncClient(URL, transport=httpx.ASGITransport(app)), wait)
    yield made
    made.close()
