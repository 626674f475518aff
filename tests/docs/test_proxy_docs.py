"""The lines for the proxy do what the pages say: the model behind it knows the person that the client names."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from documents import blocks_of

from penchant import Agent
from penchant.testing.endpoint import Asked, Endpoint, Rules

pytest.importorskip("penchant.server.proxy", reason="the extra server is not installed")

import uvicorn

from penchant.server.app import create_app
from penchant.server.settings import ServerSettings

ADDRESS = "http://127.0.0.1:8420"


def answer(_: Asked) -> str:
    return "Risotto, then."


@pytest.fixture
def model() -> Iterator[Endpoint]:
    with Endpoint(answer, Rules(models=("llama3.2", "MODEL"))) as endpoint:
        yield endpoint


@pytest.fixture
def address(model: Endpoint, tmp_path: Path) -> Iterator[str]:
    store = str(tmp_path / "memory.db")
    with Agent.open(store) as agent:
        agent.tell("ana", "I'm vegetarian.")
    app = create_app(ServerSettings(store=store, upstream=model.base_url, log=False))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=5))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(60)


@pytest.mark.parametrize("page", ["README.md", "docs/agents.md", "docs/proxy.md"])
def test_the_model_behind_the_proxy_knows_whom_the_client_names(page: str, model: Endpoint, address: str) -> None:
    [code] = [code for language, code in blocks_of(page) if language == "python" and ADDRESS in code]
    exec(compile(code.replace(ADDRESS, address), page, "exec"), {})
    [asked] = model.asked
    assert "ana is vegetarian" in str(asked.body["messages"][0]["content"])
    assert f'"{asked.body["messages"][-1]["content"]}"' in code
