"""A client of a server in a process of its own, over a real connection: also after a restart, and while it is gone."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from penchant import AsyncClient, Client, Request
from penchant.errors import Unavailable

TEA = Request("ana", "I'm drowsy, something to drink", ["black coffee", "herbal tea"])


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def serving(folder: Path, port: int) -> Iterator[str]:
    """A server on a memory in a folder, until the end of a ``with``; gives its address once it answers."""
    script = "import sys; from penchant.cli.main import main; sys.exit(main())"
    options = ["--store", str(folder / "memory.db"), "--port", str(port), "--no-log"]
    process = subprocess.Popen([sys.executable, "-c", script, "serve", *options], env={**os.environ}, cwd=folder)
    try:
        url = f"http://127.0.0.1:{port}"
        with Client(url, retries=1_000, sleep=lambda _: time.sleep(0.03)) as first:  # until it is there
            first.memory.people()
        yield url
    finally:
        process.terminate()
        process.wait(60)


def test_a_turn_is_considered_before_a_restart_and_heard_after_it(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port) as url, Client(url) as agent:
        turn = agent.consider(TEA)
        assert turn.question

    with pytest.raises(Unavailable, match="Is it running"), Client(url, retries=0) as agent:
        agent.hear(turn, "the tea, coffee makes me anxious")

    async def scene() -> None:
        async with AsyncClient(url) as agent:
            heard = await asyncio.gather(*(agent.hear(turn, "the tea, coffee makes me anxious") for _ in range(8)))
            assert {str(each.choice.action) for each in heard if each.choice} == {"herbal tea"}
            assert [one.value for one in await agent.memory.list("ana")] == ["herbal tea", "black coffee"]
            lessons = await asyncio.gather(*(agent.tell(f"p{n}", "I'm vegetarian") for n in range(20)))
            assert all(lesson.opened for lesson in lessons)
            assert len(await agent.memory.people()) == 21

    with serving(tmp_path, port):
        asyncio.run(scene())
