"""A server is there at once, says when it can work, and turns away what it has no room for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest
from fastapi.testclient import TestClient
from rest_calls import ANA, DRINK, refused

from penchant.errors import BadInput
from penchant.server.app import create_app
from penchant.server.settings import DEFAULT_MIND, ServerSettings
from penchant.server.starting import check_start


def test_several_workers_share_a_memory_or_do_not_start() -> None:
    one = ServerSettings(store=":memory:", port=0)
    with pytest.raises(BadInput, match="Give them a file or a database to share"):
        check_start(replace(one, workers=2))
    check_start(one)


@pytest.fixture
def warming(settings: ServerSettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[TestClient, Event, Event]]:
    """A server that loads what it needs once the first event is set, and has it when the second is."""
    go, done = Event(), Event()
    from penchant.server import host, process

    load = host.Host._warm_up

    def held(self: host.Host) -> None:
        go.wait()
        load(self)
        done.set()

    monkeypatch.setattr(host.Host, "_warm_up", held)
    monkeypatch.setattr(process, "settle", lambda: None)  # it is for a process that does nothing else
    app = create_app(replace(settings, mind=DEFAULT_MIND), warm=True)
    with TestClient(app, base_url="http://localhost") as client:
        try:
            yield client, go, done
        finally:
            go.set()


def test_it_is_there_before_it_is_ready(warming: tuple[TestClient, Event, Event]) -> None:
    client, go, done = warming
    assert client.get("/healthz").status_code == 200
    response = client.get("/readyz")
    assert "still loading" in refused(response, 503)
    assert response.headers["Retry-After"]
    go.set()
    done.wait()
    assert client.get("/readyz").status_code == 200


def test_getting_ready_leaves_nothing_in_memory(warming: tuple[TestClient, Event, Event]) -> None:
    client, go, done = warming
    go.set()
    done.wait()
    assert client.get("/api/people").json()["people"] == []


def test_the_protocol_is_loaded_when_somebody_asks_for_it(settings: ServerSettings) -> None:
    code = (
        "import sys; from penchant.server.app import create_app; from penchant.server.settings import ServerSettings; "
        f"create_app(ServerSettings(store={settings.store!r})); print('mcp' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_what_there_is_no_room_for_is_turned_away_at_the_door(settings: ServerSettings) -> None:
    with TestClient(create_app(replace(settings, waiting=1)), base_url="http://localhost") as client:
        host = client.app.state.host  # type: ignore[attr-defined]
        host._waiting = 1
        response = client.post(f"{ANA}/consider", json=DRINK)
        assert refused(response, 503).startswith("Too many requests are waiting")
        assert response.headers["Retry-After"]
        assert client.get("/healthz").status_code == 200
        host._waiting = 0
        assert client.post(f"{ANA}/consider", json=DRINK).status_code == 200
