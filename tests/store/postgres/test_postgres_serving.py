"""The server on PostgreSQL: a schema for each tenant, and first answers that every machine shares."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from penchant.server.settings import ServerSettings

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

    from postgres.running import Running

pytest.importorskip("fastapi")

ANA = "/api/people/ana"
VEGETARIAN = {"words": "I'm vegetarian"}
DRINK = {"text": "something to drink", "options": ["coffee", "tea"]}
KEY = {"Idempotency-Key": "7d0c0a4e"}


@contextmanager
def serving(settings: ServerSettings) -> Iterator[TestClient]:
    """One worker, as if it were a machine of its own."""
    from fastapi.testclient import TestClient

    from penchant.server.app import create_app

    with TestClient(create_app(settings), base_url="http://localhost") as client:
        yield client


@pytest.fixture
def settings(empty: str) -> ServerSettings:
    return ServerSettings(store=empty, log=False)


def test_machines_share_turns_and_first_answers(settings: ServerSettings) -> None:
    with serving(settings) as first, serving(settings) as second:
        told = first.post(f"{ANA}/tell", json=VEGETARIAN, headers=KEY)
        again = second.post(f"{ANA}/tell", json=VEGETARIAN, headers=KEY)
        assert again.json() == told.json()
        assert again.headers["Idempotency-Replayed"] == "true"
        turn = first.post(f"{ANA}/consider", json=DRINK).json()["turn"]
        heard = second.post(f"{ANA}/hear", json={"turn": turn, "words": "the tea"})
        assert heard.json()["does"] == "tea"
        assert first.post(f"{ANA}/forget", json={"words": "everything", "confirm": True}).json()["done"]
        assert second.post(f"{ANA}/tell", json=VEGETARIAN, headers=KEY).status_code == 410


def test_each_tenant_has_a_schema_of_its_own(settings: ServerSettings, server: Running, tmp_path: Path) -> None:
    from penchant.server.keys import KeyFile

    keys = KeyFile(tmp_path / "keys.json")
    mine, theirs = ({"Authorization": f"Bearer {keys.add(name, tenant=name)}"} for name in ("acme", "globex"))
    with serving(replace(settings, keys=str(tmp_path / "keys.json"))) as client:
        client.post(f"{ANA}/tell", json=VEGETARIAN, headers={**mine, **KEY})
        assert client.get("/api/people", headers=theirs).json()["people"] == []
        assert client.get("/api/people", headers=mine).json()["people"] == ["ana"]
    found = server.run("select nspname from pg_namespace where nspname like 'penchant%'", url=settings.store)
    assert {name for (name,) in found} >= {"penchant_acme", "penchant_globex"}


def test_a_server_that_went_away_is_told_and_found_again(settings: ServerSettings, server: Running) -> None:
    with serving(settings) as client:
        client.post(f"{ANA}/tell", json=VEGETARIAN)
        server.stop()
        try:
            away = client.post(f"{ANA}/tell", json={"words": "I'm allergic to nuts"}, headers=KEY)
            assert away.status_code == 503
            assert away.headers["Retry-After"]
            assert client.get("/readyz").status_code == 503
            assert client.get("/healthz").status_code == 200
        finally:
            server.start()
        back = client.post(f"{ANA}/tell", json={"words": "I'm allergic to nuts"}, headers=KEY)
        assert back.json()["opened"]
        assert len(client.get(f"{ANA}/preferences").json()["preferences"]) == 2
