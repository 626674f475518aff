"""What the page for agent builders shows curl printing is what the server sends."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the extra server is not installed")

from fastapi.testclient import TestClient

from penchant.server.app import create_app
from penchant.server.settings import ServerSettings

PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^\$ (curl .*)\n((?:(?!\$ |```).*\n)+)", PAGE, re.MULTILINE)


def test_curl_prints_what_is_shown() -> None:
    assert len(SHOWN) == 3
    app = create_app(ServerSettings(store=":memory:", log=False))
    with TestClient(app, base_url="http://127.0.0.1:8420") as client:
        for command, shown in SHOWN:
            _, _, address, *more = shlex.split(command)
            sent = (
                client.post(address, content=more[1], headers={"Content-Type": "application/json"})
                if more
                else client.get(address)
            )
            begins, *ends = shown.rstrip("\n").split("…")
            assert sent.text.startswith(begins), command
            places = [sent.text.find(part, len(begins)) for part in ends if part]
            assert -1 not in places, command
