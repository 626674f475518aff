"""The load script asks at its rate, tells what was lost or doubled, and runs against the server as it is."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from load_book import audit
from load_client import at_a_fixed_rate
from load_fill import draft_of, fill
from load_texts import liking
from load_wire import Broken, Reply, Wires

from penchant.embed import Embedder
from penchant.memory import Memory
from penchant.memory.memory import sentence
from penchant.plugins import open_store
from penchant.testing import HashEmbedder
from workbench import draft

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "load.db")


def test_no_two_likings_of_a_person_are_about_the_same() -> None:
    for person in (0, 1, 77, 9_999):
        likings = [liking(person, number) for number in range(50)]
        assert len({(one.thing, one.when) for one in likings}) == 50
        assert all(one.value in one.options and len(set(one.options)) == 4 for one in likings)


def test_a_store_is_filled_once(store: str) -> None:
    embedder = HashEmbedder()
    assert fill(store, embedder, people=3, each=4) == 3
    assert fill(store, embedder, people=5, each=4) == 2
    with closing(open_store(store, embedder)) as filled:
        assert [len(filled.list(person)) for person in filled.people()] == [4] * 5


def test_every_request_is_sent_and_its_ending_counted() -> None:
    sent: list[int] = []

    async def send(number: int) -> Reply:
        sent.append(number)
        if number == 3:
            raise Broken("gone")
        return Reply(500 if number == 4 else 200, {}, b"")

    heard = asyncio.run(at_a_fixed_rate(1000.0, 0.02, send))
    told = heard.figures(0.02)
    assert sent == list(range(20))
    assert (told["answered"], told["errors"]) == (18, {"broken": 1, "500": 1})
    assert told["p50_ms"] <= told["p99_ms"] <= told["max_ms"]


def test_nobody_there_is_told() -> None:
    with pytest.raises(Broken):
        asyncio.run(Wires(1).send("GET", "/healthz"))


@pytest.fixture
def written(store: str) -> dict[str, Any]:
    """A book of one edit each that is kept, lost and doubled."""
    embedder: Embedder = HashEmbedder()
    with closing(Memory(open_store(store, embedder), embedder)) as memory:
        memory.add("ana", draft("tea Bako"))
        for _ in range(2):
            memory.add("ana", draft("tea Zizi"))
    tried = {word: {"person": "ana", "kind": "edit"} for word in ("Bako", "Lumi", "Zizi", "Never")}
    return {"tried": tried, "kept": ["Bako", "Lumi", "Zizi"]}


def test_what_is_lost_and_what_is_doubled_is_found(store: str, written: dict[str, Any]) -> None:
    found = audit(store, HashEmbedder(), written)
    assert found == {"tried": 4, "acknowledged": 3, "lost": ["Lumi"], "doubled": ["Zizi"]}


def test_the_peer_finds_what_was_kept_of_the_same_person() -> None:
    pytest.importorskip("langgraph", reason="the extra langgraph is not installed")
    from load_peer import application, filled

    test_client = pytest.importorskip("fastapi.testclient", reason="the extra server is not installed")
    embedder = HashEmbedder()
    store = filled(embedder, people=2, each=3)
    with test_client.TestClient(application(store)) as client:
        found = client.post("/api/people/person-00001/search", json={"text": liking(1, 2).request}).json()["matches"]
    kept = {sentence(draft_of(liking(1, number), number)) for number in range(3)}
    assert {match["text"] for match in found} == kept


def test_everything_at_once_loses_and_doubles_nothing() -> None:
    flags = ["--people", "5", "--each", "5", "--workers", "1", "--rates", "40", "--mixed", "0.03", "--json"]
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "load.py"), *flags], capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["errors"], found["audit"]["lost"], found["audit"]["doubled"]) == ({}, [], [])
    assert found["answered"] == 72
    assert found["audit"]["acknowledged"] > 10
