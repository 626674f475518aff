"""The page on clients does what it says: its blocks run, top to bottom, with a server at the address it names."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from fastapi import FastAPI

PAGE = (Path(__file__).parents[2] / "docs" / "clients.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


class Started(uvicorn.Server):
    """A server on a thread, which says when it is there."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(uvicorn.Config(app, port=0, log_level="error"))
        self.there = threading.Event()

    async def startup(self, sockets: object = None) -> None:
        await super().startup()
        self.there.set()


@pytest.fixture
def address(app: FastAPI) -> Iterator[str]:
    server = Started(app)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert server.there.wait(60)
    yield f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(60)


def test_the_blocks_of_the_page_run(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(BLOCKS) == 3
    for block in BLOCKS:
        exec(block.replace("127.0.0.1:8420", address), {})
    said = capsys.readouterr().out
    assert "herbal tea\n['herbal tea', 'black coffee']\n" in said
    assert "['window seats', 'aisle seats']\n" in said
    assert "{'text': 'is planning a trip to Bergen'}\n['is planning a trip to Oslo', 'is planning" in said


def test_every_example_on_the_page_is_there() -> None:
    named = re.findall(r"\]\(\.\./(examples/\w+\.py)\)", PAGE)
    assert len(named) == 4
    assert all((Path(__file__).parents[2] / name).exists() for name in named)
