"""A server without a network, on a memory of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from penchant.server.app import create_app
from penchant.server.host import Host
from penchant.server.settings import ServerSettings


@pytest.fixture
def settings(tmp_path: Path) -> ServerSettings:
    return ServerSettings(store=str(tmp_path / "memory.db"), mind="rules", log=False)


@pytest.fixture
def client(settings: ServerSettings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), base_url="http://localhost") as made:
        yield made


@pytest.fixture
def host(settings: ServerSettings) -> Iterator[Host]:
    """One worker, for what is reached without HTTP."""
    made = Host(settings)
    yield made
    made.close()
