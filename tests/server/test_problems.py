"""Everything that goes wrong has the right status and one clear sentence."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from rest_calls import ANA, DRINK, refused, wants_tea

from penchant.errors import StoreGone
from penchant.server.app import create_app
from penchant.server.settings import ServerSettings


def test_what_is_no_json_is_malformed(client: TestClient) -> None:
    kind = {"Content-Type": "application/json"}
    for body in (b"{", b"\xff\xfe\xfa", b"[" * 100_000, b'{"words": 1' + b"0" * 5_000 + b"}"):
        refused(client.post(f"{ANA}/tell", content=body, headers=kind), 400)


def test_what_is_not_called_json_is_not_read(client: TestClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1", ""):
        refused(client.post(f"{ANA}/tell", content=b'{"words": "hi"}', headers={"Content-Type": kind}), 415)
    packed = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    refused(client.post(f"{ANA}/tell", content=b"{}", headers=packed), 415)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("tell", {}),
        ("tell", {"words": 3}),
        ("tell", {"words": "  "}),
        ("tell", {"words": "hi", "at": "yesterday"}),
        ("tell", {"words": "hi", "mood": "fine"}),
        ("tell", {"words": "x" * 100_001}),
        ("tell", []),
        ("consider", {"text": "a drink", "options": "tea"}),
        ("consider", {"text": "a drink", "options": ["tea", ""]}),
        ("consider", {"text": "a drink", "options": ["tea"], "features": [["a"], ["b"]]}),
        ("consider", {"text": "a drink", "may_ask": "no"}),
        ("hear", {"turn": "t1", "words": "tea"}),
        ("observe", {"messages": [{"role": "king", "content": "hi"}]}),
        ("watch", {"events": [{"id": "1", "at": "2999-01-01T00:00:00Z", "item": "beans"}]}),
        ("learn", {"statements": [{"stance": "adores", "value": "tea"}]}),
        ("learn", {"statements": [{"stance": "wants", "value": "tea", "sure": 5}]}),
        ("search", {"text": "tea", "limit": 0}),
        ("forget", {}),
        ("forget", {"words": "tea", "ids": [1]}),
        ("undo", {"beliefs": []}),
        ("import", {"format": "something else"}),
    ],
)
def test_wrong_input_is_told_in_a_sentence(client: TestClient, path: str, body: Any) -> None:
    refused(client.post(f"{ANA}/{path}", json=body), 422)
    assert client.get("/api/people").json()["people"] == []


def test_a_field_that_is_called_otherwise_is_named_with_those_there_are(client: TestClient) -> None:
    told = refused(client.post(f"{ANA}/tell", json={"text": "I'm vegetarian"}), 422)
    assert told.startswith("In the body, 'words' is missing, and there is no field 'text': the fields are words")
    told = refused(client.post(f"{ANA}/consider", json={"text": "a drink", "option": ["tea", "coffee"]}), 422)
    assert told.startswith("In the body, there is no field 'option': the fields are text, options")
    event = {"id": "1", "at": "2026-05-01T08:00:00Z", "item": "beans", "colour": "red"}
    told = refused(client.post(f"{ANA}/watch", json={"events": [event]}), 422)
    assert told == "In the body, there is no field 'events.0.colour'; leave it out."
    assert refused(client.post(f"{ANA}/tell"), 422) == "A JSON body is missing; send {} at least."


def test_an_unknown_preference_is_not_found(client: TestClient) -> None:
    for method, path in (("GET", ""), ("GET", "/explain"), ("POST", "/retire"), ("POST", "/confirm"), ("DELETE", "")):
        told = refused(client.request(method, f"{ANA}/preferences/7{path}"), 404)
        assert "GET /api/people/ana/preferences" in told
    wants_tea(client)
    refused(client.get("/api/people/ben/preferences/1"), 404)
    refused(client.post(f"{ANA}/undo", json={"beliefs": [9]}), 404)


def test_nothing_is_at_other_addresses(client: TestClient) -> None:
    refused(client.get("/api/nothing"), 404)
    for method in ("PUT", "GET", "DELETE"):
        wrong = client.request(method, f"{ANA}/tell")
        assert refused(wrong, 405) == f"This address takes POST, and not {method}. See /openapi.json for more."
        assert wrong.headers["Allow"] == "POST"


def test_a_turn_that_was_made_up_or_changed_is_refused(client: TestClient) -> None:
    turn = client.post(f"{ANA}/consider", json=DRINK).json()["turn"]
    for nothing in ({}, {"penchant": "turn", "version": 1}, {"penchant": "turn", "version": turn["version"]}):
        refused(client.post(f"{ANA}/hear", json={"turn": nothing, "words": "tea"}), 409)
    for changed in ({"seal": ""}, {"seal": "é"}, {"episode": "another"}, {"once": True}):
        body = {"turn": {**turn, **changed}, "words": "tea"}
        assert "never gave out" in refused(client.post(f"{ANA}/hear", json=body), 409)
    assert client.get(f"{ANA}/preferences").json()["preferences"] == []


def test_a_turn_that_was_heard_otherwise_is_refused_and_the_same_words_are_heard_again(client: TestClient) -> None:
    turn = client.post(f"{ANA}/consider", json=DRINK).json()["turn"]
    first = client.post(f"{ANA}/hear", json={"turn": turn, "words": "the tea"}).json()
    again = client.post(f"{ANA}/hear", json={"turn": turn, "words": "the tea"}).json()
    assert again["does"] == first["does"]
    refused(client.post(f"{ANA}/hear", json={"turn": turn, "words": "the coffee"}), 409)
    assert len(client.get(f"{ANA}/preferences").json()["preferences"]) == 1


def test_a_turn_that_is_over_is_refused(client: TestClient) -> None:
    turn = client.post(f"{ANA}/consider", json={**DRINK, "may_ask": False}).json()["turn"]
    over = client.post(f"{ANA}/hear", json={"turn": turn, "words": "perfect"}).json()["turn"]
    refused(client.post(f"{ANA}/hear", json={"turn": over, "words": "no"}), 409)


def test_another_persons_turn_is_refused(client: TestClient) -> None:
    turn = client.post(f"{ANA}/consider", json=DRINK).json()["turn"]
    refused(client.post("/api/people/ben/hear", json={"turn": turn, "words": "tea"}), 403)


def test_somebody_who_is_known_is_not_taken_in_again(client: TestClient) -> None:
    wants_tea(client)
    document = client.get(f"{ANA}/export").json()
    refused(client.post(f"{ANA}/import", json=document), 409)


def test_an_edit_needs_the_state_that_was_looked_at(client: TestClient) -> None:
    at = f"{ANA}/preferences/{wants_tea(client)['id']}"
    tag = client.get(at).headers["ETag"]
    refused(client.patch(at, json={"value": "cocoa"}), 428)
    refused(client.patch(at, json={"value": "cocoa"}, headers={"If-Match": '"old"'}), 412)
    refused(client.patch(at, json={}, headers={"If-Match": tag}), 422)
    assert client.patch(at, json={"value": "cocoa"}, headers={"If-Match": tag}).status_code == 200
    refused(client.patch(at, json={"value": "milk"}, headers={"If-Match": tag}), 412)


def test_of_two_edits_at_once_one_is_told_that_it_came_late(client: TestClient) -> None:
    at = f"{ANA}/preferences/{wants_tea(client)['id']}"
    tag = {"If-Match": client.get(at).headers["ETag"]}
    with ThreadPoolExecutor(6) as pool:
        edits = [pool.submit(client.patch, at, json={"value": f"cocoa {n}"}, headers=tag) for n in range(6)]
    assert sorted(edit.result().status_code for edit in edits) == [200, *[412] * 5]
    assert len(client.get(f"{ANA}/preferences").json()["preferences"]) == 1


def test_a_body_that_is_too_large_is_refused_before_it_is_read(settings: ServerSettings) -> None:
    small = ServerSettings(store=settings.store, log=False, body_bytes=100)
    with TestClient(create_app(small), base_url="http://localhost") as client:
        refused(client.post(f"{ANA}/tell", json={"words": "x" * 200}), 413)
        pieces = (piece for piece in (b"{" + b" " * 60, b" " * 60))
        chunked = client.post(f"{ANA}/tell", content=pieces, headers={"Content-Type": "application/json"})
        refused(chunked, 413)


def test_too_many_requests_are_told_when_to_come_back(settings: ServerSettings) -> None:
    slow = ServerSettings(store=settings.store, log=False, rate=0.001)
    with TestClient(create_app(slow), base_url="http://localhost") as client:
        assert client.get("/api/people").status_code == 200
        response = client.get("/api/people")
        refused(response, 429)
        assert int(response.headers["Retry-After"]) > 1
        assert client.get("/healthz").status_code == 200


def test_a_store_that_is_away_is_told_and_found_again(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    wants_tea(client)
    store = client.app.state.host.tenants.get().agent.memory.store  # type: ignore[attr-defined]

    def away(*_: object, **__: object) -> None:
        raise StoreGone("The disk is full. Nothing was changed: free some space.")

    with monkeypatch.context() as patched:
        for verb in ("write", "list", "revision"):
            patched.setattr(store, verb, away)
        response = client.post(f"{ANA}/tell", json={"words": "I'm vegetarian"})
        assert refused(response, 503).startswith("The disk is full")
        assert response.headers["Retry-After"]
        assert "disk" not in refused(client.get("/readyz"), 503)  # it is open to all
    assert client.post(f"{ANA}/tell", json={"words": "I'm vegetarian"}).status_code == 200


def test_what_waited_too_long_for_its_turn_is_left_undone(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("penchant.server.host.QUEUE_S", -1.0)
        response = client.post(f"{ANA}/tell", json={"words": "I'm vegetarian"})
        assert "nothing was done" in refused(response, 503)
        assert response.headers["Retry-After"]
    assert client.get("/api/people").json()["people"] == []


def test_a_cursor_that_was_made_up_is_refused(client: TestClient) -> None:
    for cursor in ("é", "!!", "a", "-1", "9" * 16):
        refused(client.get(f"{ANA}/preferences", params={"cursor": cursor}), 422)
