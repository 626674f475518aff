"""A write that is tried again with its key is done once, and gets its first answer again."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from rest_calls import ANA, DRINK, refused, wants_tea

from penchant.errors import StoreGone
from penchant.server.app import create_app
from penchant.server.ledger import KEPT_S, PRUNE_EVERY, Answered, FileLedger
from penchant.server.settings import ServerSettings

KEY = {"Idempotency-Key": "7d0c0a4e"}
STATEMENT = {"stance": "wants", "value": "tea", "topic": "a drink"}

Write = Callable[[TestClient], Any]


def tell(client: TestClient) -> Any:
    return client.post(f"{ANA}/tell", json={"words": "I'm vegetarian"}, headers=KEY)


def learn(client: TestClient) -> Any:
    return client.post(f"{ANA}/learn", json={"statements": [STATEMENT], "words": "tea"}, headers=KEY)


def edit(client: TestClient) -> Any:
    return client.patch(f"{ANA}/preferences/1", json={"value": "cocoa"}, headers={**KEY, "If-Match": "*"})


def confirm(client: TestClient) -> Any:
    return client.post(f"{ANA}/preferences/1/confirm", headers=KEY)


def retire(client: TestClient) -> Any:
    return client.post(f"{ANA}/preferences/1/retire", headers=KEY)


def undo(client: TestClient) -> Any:
    return client.post(f"{ANA}/undo", json={"beliefs": [1]}, headers=KEY)


def forget_one(client: TestClient) -> Any:
    return client.delete(f"{ANA}/preferences/1", headers=KEY)


WRITES: list[Write] = [tell, learn, edit, confirm, retire, undo, forget_one]


def state(client: TestClient) -> Any:
    """All that is kept about ana."""
    return client.get(f"{ANA}/export").json()


@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.__name__)
def test_a_retry_changes_nothing_and_gets_the_first_answer(client: TestClient, write: Write) -> None:
    wants_tea(client)
    first = write(client)
    assert first.status_code == 200, first.text
    after = state(client)
    again = write(client)
    assert again.json() == first.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    assert state(client) == after


def test_a_preview_writes_nothing_and_does_not_use_up_a_key(client: TestClient) -> None:
    client.post(f"{ANA}/tell", json={"words": "I'm allergic to nuts. I live in Lyon."})
    before = state(client)
    words = {"words": "I live in Rome now"}
    for _ in range(2):
        foreseen = client.post(f"{ANA}/tell", json={**words, "preview": True}, headers=KEY)
        assert "Idempotency-Replayed" not in foreseen.headers
        assert state(client) == before
    told = client.post(f"{ANA}/tell", json=words, headers=KEY).json()
    assert len(told.pop("beliefs")) == len(told["closed"]) == 1
    assert {name: each for name, each in foreseen.json().items() if name != "beliefs"} == told


@pytest.mark.parametrize("write", [tell, learn, edit, confirm, retire, undo], ids=lambda write: write.__name__)
def test_a_worker_that_died_before_it_answered_left_nothing_to_double(
    client: TestClient, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    wants_tea(client)

    def dies(*_: object) -> Answered:
        raise StoreGone("The worker was killed here, before it could say what it did.")

    ledger = client.app.state.host.tenants.get().ledger  # type: ignore[attr-defined]
    with monkeypatch.context() as patched:
        patched.setattr(type(ledger), "keep", dies)
        refused(write(client), 503)
    after = state(client)
    assert write(client).status_code == 200
    if write is not retire:  # to close what is closed changes nothing but the revision
        assert state(client) == after


def test_a_retry_after_a_restart_gets_the_first_answer(settings: ServerSettings) -> None:
    answers = []
    for _ in range(2):
        with TestClient(create_app(settings), base_url="http://localhost") as client:
            answers.append(tell(client).json())
            assert len(client.get(f"{ANA}/preferences").json()["preferences"]) == 1
    assert answers[0] == answers[1]


def test_a_turn_is_heard_after_a_restart_by_another_worker(settings: ServerSettings) -> None:
    with TestClient(create_app(settings), base_url="http://localhost") as first:
        turn = first.post(f"{ANA}/consider", json=DRINK).json()["turn"]
    with TestClient(create_app(settings), base_url="http://localhost") as second:
        heard = second.post(f"{ANA}/hear", json={"turn": turn, "words": "the tea"}, headers=KEY)
        assert heard.json()["does"] == "herbal tea"


def test_the_same_key_at_once_is_done_once(client: TestClient) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = [one.result().json() for one in [pool.submit(tell, client) for _ in range(8)]]
    assert all(answer["beliefs"] == [1] for answer in answers)
    assert len(client.get(f"{ANA}/preferences").json()["preferences"]) == 1


def test_a_key_is_one_persons_and_one_verbs(client: TestClient) -> None:
    assert tell(client).status_code == learn(client).status_code == 200
    other = client.post("/api/people/ben/tell", json={"words": "I'm allergic to nuts"}, headers=KEY)
    assert other.json()["opened"]


def test_the_same_key_for_another_body_is_refused(client: TestClient) -> None:
    tell(client)
    other = client.post(f"{ANA}/tell", json={"words": "I'm allergic to nuts"}, headers=KEY)
    assert "another request" in refused(other, 422)


def test_a_refusal_is_not_kept(client: TestClient) -> None:
    refused(confirm(client), 404)
    wants_tea(client)
    assert confirm(client).status_code == 200


@pytest.mark.parametrize("key", ["", " ", "x" * 256, "a b", "é"])
def test_a_key_that_is_none_is_malformed(client: TestClient, key: str) -> None:
    body = {"words": "I'm vegetarian"}
    refused(client.post(f"{ANA}/tell", json=body, headers={b"Idempotency-Key": key.encode()}), 400)


def test_what_was_answered_is_forgotten_with_what_it_names_and_the_key_still_counts(
    client: TestClient, tmp_path: Path
) -> None:
    told = client.post(f"{ANA}/tell", json={"words": "I'm allergic to pistachios"}, headers=KEY)
    assert told.json()["opened"]
    forgotten = {"words": "anything about pistachios", "confirm": True}
    done = client.post(f"{ANA}/forget", json=forgotten, headers={"Idempotency-Key": "another"})
    assert done.json()["done"] is True
    again = client.post(f"{ANA}/tell", json={"words": "I'm allergic to pistachios"}, headers=KEY)
    refused(again, 410)
    assert client.get(f"{ANA}/preferences").json()["preferences"] == []
    retried = client.post(f"{ANA}/forget", json=forgotten, headers={"Idempotency-Key": "another"})
    assert retried.json() == {"found": [], "done": True}
    for file in (tmp_path / "memory.db.d").iterdir():
        assert b"pistachio" not in file.read_bytes(), file


def test_nothing_of_a_person_is_left_in_the_ledger_once_they_are_gone(client: TestClient, tmp_path: Path) -> None:
    client.post("/api/people/unmistakable/tell", json={"words": "I'm allergic to pistachios"}, headers=KEY)
    client.delete("/api/people/unmistakable", headers=KEY)
    for file in (tmp_path / "memory.db.d").iterdir():
        assert b"unmistakable" not in file.read_bytes(), file
        assert b"pistachio" not in file.read_bytes(), file


def test_answers_are_kept_for_a_week(tmp_path: Path) -> None:
    now = [0.0]
    ledger = FileLedger(tmp_path / "ledger.db", clock=lambda: now[0])
    ledger.keep("first", "ana", Answered("digest", 200, "{}"))
    now[0] = KEPT_S + 1
    for number in range(PRUNE_EVERY):
        ledger.keep(str(number), "ana", Answered("digest", 200, "{}"))
    assert ledger.find("first") is None
    ledger.close()
