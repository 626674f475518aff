"""Who may come in: keys, scopes, tenants, people's own tokens, and nobody from elsewhere."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from rest_calls import ANA, DRINK, refused, wants_tea

from penchant.errors import BadData, BadInput
from penchant.server.app import create_app
from penchant.server.keys import KeyFile
from penchant.server.settings import ServerSettings

VEGETARIAN = {"words": "I'm vegetarian"}


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    file = KeyFile(tmp_path / "keys.json")
    file.add("first", scope="admin")
    return file


@pytest.fixture
def guarded(settings: ServerSettings, keys: KeyFile, tmp_path: Path) -> Iterator[TestClient]:
    settings = replace(settings, keys=str(tmp_path / "keys.json"), host="0.0.0.0")
    with TestClient(create_app(settings), base_url="https://memory.example") as made:
        yield made


def by(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def test_without_a_key_nothing_but_health_is_told(guarded: TestClient) -> None:
    for path in ("/api/people", f"{ANA}/profile", "/metrics", "/openapi.json", "/v1/models", "/mcp", "/api/nothing"):
        response = guarded.get(path)
        refused(response, 401)
        assert response.headers["WWW-Authenticate"].startswith("Bearer")
    for open_to_all in ("/healthz", "/readyz"):
        assert guarded.get(open_to_all).status_code == 200


@pytest.mark.parametrize("wrong", ["", "pk_", "pk_00000000_x", "pt_", "pt_e30.x", "pt_é.é", "x" * 10_000, "pt_W10.00"])
def test_a_key_that_is_none_is_refused(guarded: TestClient, wrong: str) -> None:
    header = {b"Authorization": f"Bearer {wrong}".encode()}
    refused(guarded.get("/api/people", headers=header), 401)


def test_a_key_that_was_nearly_right_is_refused(guarded: TestClient, keys: KeyFile) -> None:
    key = keys.add("shop")
    assert guarded.get("/api/people", headers=by(key)).status_code == 200
    assert guarded.get("/api/people", headers={"X-API-Key": key}).status_code == 200
    refused(guarded.get("/api/people", headers=by(key[:-1])), 401)
    refused(guarded.get("/api/people", headers=by(key + "x")), 401)


def test_a_revoked_key_opens_nothing_any_more(guarded: TestClient, keys: KeyFile) -> None:
    key = keys.add("shop")
    token = guarded.post(f"{ANA}/token", json={}, headers=by(key)).json()["token"]
    assert guarded.get(f"{ANA}/profile", headers=by(token)).status_code == 200
    keys.revoke("shop")
    refused(guarded.get("/api/people", headers=by(key)), 401)
    refused(guarded.get(f"{ANA}/profile", headers=by(token)), 401)


def test_a_key_that_may_read_changes_nothing(guarded: TestClient, keys: KeyFile) -> None:
    reader, writer = by(keys.add("reader", scope="read")), by(keys.add("writer", scope="write"))
    guarded.post(f"{ANA}/tell", json=VEGETARIAN, headers=writer)
    turn = guarded.post(f"{ANA}/consider", json=DRINK, headers=reader).json()["turn"]
    assert guarded.get("/metrics", headers=reader).status_code == 200
    for method, path, body in (
        ("POST", f"{ANA}/tell", VEGETARIAN),
        ("POST", f"{ANA}/hear", {"turn": turn, "words": "tea"}),
        ("POST", f"{ANA}/preferences/1/retire", None),
        ("POST", f"{ANA}/forget", {"words": "vegetarian"}),
        ("POST", f"{ANA}/undo", {"beliefs": [1]}),
        ("DELETE", f"{ANA}/preferences/1", None),
        ("DELETE", ANA, None),
        ("POST", f"{ANA}/token", {}),
    ):
        refused(guarded.request(method, path, json=body, headers=reader), 403)
    assert len(guarded.get(f"{ANA}/preferences", headers=reader).json()["preferences"]) == 1


def test_a_persons_token_opens_their_own_memory_and_no_other(guarded: TestClient, keys: KeyFile) -> None:
    writer = by(keys.add("writer"))
    wants_tea(with_headers(guarded, writer))
    ana = by(guarded.post(f"{ANA}/token", json={"hours": 1}, headers=writer).json()["token"])
    guarded.headers.pop("Authorization")
    assert guarded.get(f"{ANA}/preferences", headers=ana).status_code == 200
    assert guarded.post(f"{ANA}/tell", json=VEGETARIAN, headers=ana).status_code == 200
    for path in ("/api/people", "/api/people/ben/profile", "/api/people/Ana/profile", "/metrics"):
        refused(guarded.get(path, headers=ana), 403)
    refused(guarded.post("/api/people/ben/tell", json=VEGETARIAN, headers=ana), 403)
    refused(guarded.post(f"{ANA}/token", json={}, headers=ana), 403)


def with_headers(client: TestClient, headers: dict[str, str]) -> TestClient:
    client.headers.update(headers)
    return client


def test_a_token_ends(tmp_path: Path) -> None:
    now = [1_000.0]
    keys = KeyFile(tmp_path / "keys.json", clock=lambda: now[0])
    keys.add("first")
    token, _ = keys.token("ana", tenant="default", hours=1)
    caller = keys.caller(token)
    assert caller is not None
    assert caller.person == "ana"
    now[0] += 3600
    assert keys.caller(token) is None


def test_a_token_of_another_file_opens_nothing(tmp_path: Path) -> None:
    mine, other = KeyFile(tmp_path / "keys.json"), KeyFile(tmp_path / "others.json")
    mine.add("first")
    other.add("first")
    assert mine.caller(other.token("ana", tenant="default", hours=1)[0]) is None


def test_tenants_know_nothing_of_each_other(guarded: TestClient, keys: KeyFile, tmp_path: Path) -> None:
    mine, theirs = by(keys.add("mine", tenant="acme")), by(keys.add("theirs", tenant="globex"))
    guarded.post(f"{ANA}/tell", json={"words": "I'm allergic to walnuts"}, headers=mine)
    turn = guarded.post(f"{ANA}/consider", json=DRINK, headers=mine).json()["turn"]
    assert guarded.get("/api/people", headers=theirs).json()["people"] == []
    assert guarded.get(f"{ANA}/export", headers=theirs).json()["preferences"] == []
    refused(guarded.post(f"{ANA}/hear", json={"turn": turn, "words": "tea"}, headers=theirs), 409)
    assert guarded.get("/api/people", headers=mine).json()["people"] == ["ana"]
    folder = tmp_path / "memory.db.d"
    for file in folder.glob("globex*"):
        assert b"walnuts" not in file.read_bytes()
    assert any(b"walnuts" in file.read_bytes() for file in folder.glob("acme.db*"))


def test_the_files_are_their_owners_alone(guarded: TestClient, keys: KeyFile, tmp_path: Path) -> None:
    key = by(keys.add("acme", tenant="acme"))
    guarded.post(f"{ANA}/tell", json=VEGETARIAN, headers={**key, "Idempotency-Key": "1"})
    found = [path for path in (tmp_path, *tmp_path.rglob("*")) if path != tmp_path]
    assert len(found) > 4
    for path in found:
        assert stat.S_IMODE(os.stat(path).st_mode) & 0o077 == 0, path


def test_keys_are_kept_as_hashes_only(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    key = KeyFile(file).add("shop")
    assert key.rpartition("_")[2] not in file.read_text()


def test_keys_that_others_can_read_are_refused(tmp_path: Path, settings: ServerSettings) -> None:
    file = tmp_path / "keys.json"
    KeyFile(file).add("shop")
    file.chmod(0o644)
    with pytest.raises(BadData, match="chmod 600"):
        create_app(replace(settings, keys=str(file)))


def test_off_this_machine_it_does_not_start_without_keys(settings: ServerSettings) -> None:
    for host in ("0.0.0.0", "::", "192.168.1.4", "memory.example"):
        with pytest.raises(BadInput, match="needs keys"):
            create_app(replace(settings, host=host))
    for host in ("127.0.0.1", "127.8.8.8", "::1", "localhost"):
        create_app(replace(settings, host=host))


def test_a_file_without_a_key_in_it_is_no_lock(settings: ServerSettings, tmp_path: Path) -> None:
    file = KeyFile(tmp_path / "keys.json")
    file.add("only")
    file.revoke("only")
    with pytest.raises(BadInput, match="no key"):
        create_app(replace(settings, keys=str(tmp_path / "keys.json")))


def test_without_keys_pages_from_elsewhere_cannot_call_it(client: TestClient) -> None:
    evil = "https://evil.example"
    refused(client.post(f"{ANA}/tell", json=VEGETARIAN, headers={"Origin": evil}), 403)
    refused(client.get("/api/people", headers={"Origin": "null"}), 403)
    refused(client.get("/api/people", headers={"Host": "evil.example"}), 421)
    refused(client.post(f"{ANA}/preferences/1/retire", headers={"Sec-Fetch-Site": "cross-site"}), 403)
    assert client.get("/api/people", headers={"Origin": "http://localhost"}).status_code == 200
    assert client.get("/api/people", headers={"Host": "127.0.0.1:8420"}).status_code == 200
    assert client.get("/api/people", headers={"Host": "[::1]:8420"}).status_code == 200


def test_other_origins_are_told_nothing(client: TestClient) -> None:
    asked = {"Origin": "http://localhost", "Access-Control-Request-Method": "POST"}
    preflight = client.options(f"{ANA}/tell", headers=asked)
    assert preflight.status_code == 405
    assert not [name for name in preflight.headers if name.startswith("access-control")]


def test_responses_say_that_a_browser_may_do_nothing_with_them(client: TestClient) -> None:
    for path in ("/api/people", "/healthz", "/api/nothing", f"{ANA}/profile"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Request-Id"]


def test_the_audit_log_tells_who_did_what_and_nobodys_words(guarded: TestClient, keys: KeyFile, tmp_path: Path) -> None:
    reader, writer = keys.add("reader", scope="read"), keys.add("writer")
    person = "/api/people/unmistakable"
    guarded.post(f"{person}/tell", json={"words": "I love pistachios"}, headers=by(writer))
    guarded.delete(person, headers=by(reader))
    text = (tmp_path / "memory.db.d" / "audit.jsonl").read_text()
    first, second = map(json.loads, text.splitlines())
    assert (first["verb"], first["allowed"], first["tenant"]) == ("tell", True, "default")
    assert first["key"] == writer.split("_")[1]
    assert (second["verb"], second["allowed"]) == ("forget_person", False)
    assert first["person"] == second["person"]
    assert "unmistakable" not in text
    assert "pistachios" not in text


def test_what_cannot_be_written_down_is_not_done_and_may_be_tried_again(
    settings: ServerSettings, tmp_path: Path
) -> None:
    audit = tmp_path / "disk" / "audit.jsonl"
    audit.parent.mkdir()
    with TestClient(create_app(replace(settings, audit=str(audit))), base_url="http://localhost") as client:
        wants_tea(client)
        audit.parent.rename(tmp_path / "away")
        audit.parent.touch()
        response = client.post(f"{ANA}/tell", json=VEGETARIAN)
        assert "audit log cannot be written" in refused(response, 503)
        assert response.headers["Retry-After"]
        audit.parent.unlink()
        (tmp_path / "away").rename(audit.parent)
        assert len(client.get(f"{ANA}/preferences").json()["preferences"]) == 1
        assert client.post(f"{ANA}/tell", json=VEGETARIAN).json()["opened"]


def test_where_there_is_no_file_for_audit_lines_they_are_in_the_log(
    settings: ServerSettings, capfd: pytest.CaptureFixture[str]
) -> None:
    with TestClient(create_app(replace(settings, store=":memory:")), base_url="http://localhost") as client:
        client.post("/api/people/unmistakable/tell", json={"words": "I love pistachios"})
    lines = capfd.readouterr().err
    [line] = [json.loads(each)["audit"] for each in lines.splitlines() if '"audit"' in each]
    assert (line["verb"], line["allowed"]) == ("tell", True)
    assert "unmistakable" not in lines
    assert "pistachios" not in lines


def test_a_bug_is_told_and_written_down_without_what_anybody_said(
    settings: ServerSettings, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("I love pistachios")

    monkeypatch.setattr("penchant.server.service.Service.tell", broken)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        response = client.post(f"{ANA}/tell", json={"words": "I love pistachios"})
        told = refused(response, 500)
    assert response.headers["X-Request-Id"] in told
    written = capfd.readouterr().err
    assert "pistachios" not in written + told
    assert json.loads(written.splitlines()[-1])["error"] == "KeyError"


def test_the_log_has_nobodys_words_or_name(settings: ServerSettings, capfd: pytest.CaptureFixture[str]) -> None:
    with TestClient(create_app(replace(settings, log=True)), base_url="http://localhost") as client:
        client.post("/api/people/unmistakable/tell", json={"words": "I love pistachios"})
        client.get("/api/people/unmistakable/profile", params={"about": "pistachios"})
        client.get("/unmistakable")
    lines = capfd.readouterr().err
    assert "unmistakable" not in lines
    assert "pistachios" not in lines
    told = json.loads(lines.splitlines()[0])
    assert (told["route"], told["status"]) == ("/api/people/{person}/tell", 200)


def test_the_rate_is_shared_out_among_the_workers(settings: ServerSettings) -> None:
    with TestClient(create_app(replace(settings, rate=4, workers=4)), base_url="http://localhost") as client:
        tried = [client.get("/api/people").status_code for _ in range(6)]
    assert tried.count(429) >= 3
