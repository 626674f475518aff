"""Who may use the proxy, with whose key to the model; what passes to it and back, and what is never written down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from proxied import CHAT, MEMORY, Proxied, conversation, known, proxied, told
from rest_calls import refused
from scripted_model import Given

from penchant.errors import BadInput
from penchant.server.app import create_app
from penchant.server.keys import KeyFile
from penchant.server.settings import ServerSettings

THEIRS = "sk-the-models-key"
BODY = {"model": "m", "user": "ana", "messages": conversation("I'm vegetarian")}


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    file = KeyFile(tmp_path / "keys.json")
    file.add("first", scope="admin")
    return file


@pytest.fixture
def guarded(settings: ServerSettings, keys: KeyFile, tmp_path: Path) -> Iterator[Proxied]:
    with proxied(replace(settings, keys=str(tmp_path / "keys.json"))) as made:
        yield made


def ask(proxy: Proxied, body: Any = BODY, **headers: str) -> Any:
    """The response to a request with these headers, whose names are written with _ for -."""
    return proxy.client.post(CHAT, json=body, headers={name.replace("_", "-"): told for name, told in headers.items()})


def test_on_this_machine_the_clients_key_is_the_models(settings: ServerSettings) -> None:
    with proxied(settings) as proxy:
        ask(proxy, Authorization=f"Bearer {THEIRS}")
        ask(proxy)
        first, second = proxy.model.asked
    assert first.headers["authorization"] == f"Bearer {THEIRS}"
    assert "authorization" not in second.headers


def test_beside_a_key_of_ours_authorization_is_for_the_model(guarded: Proxied, keys: KeyFile) -> None:
    ours = keys.add("shop")
    assert ask(guarded, Authorization=f"Bearer {THEIRS}", X_Penchant_Key=ours).status_code == 200
    assert guarded.model.asked[0].headers["authorization"] == f"Bearer {THEIRS}"


def test_a_key_of_ours_never_reaches_the_model(guarded: Proxied, keys: KeyFile) -> None:
    ours = keys.add("shop")
    for headers in ({"Authorization": f"Bearer {ours}"}, {"X_API_Key": ours}, {"X_Penchant_Key": ours}):
        assert ask(guarded, **headers).status_code == 200
    assert ours not in json.dumps([dict(asked.headers) for asked in guarded.model.asked])
    for headers in ({}, {"Authorization": f"Bearer {THEIRS}"}, {"X_Penchant_Key": "pk_wrong"}):
        refused(ask(guarded, **headers), 401)


def test_the_servers_own_key_to_the_model_stands_in_its_environment(
    settings: ServerSettings, keys: KeyFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENCHANT_UPSTREAM_KEY", THEIRS)
    ours = keys.add("shop")
    with proxied(replace(settings, keys=str(tmp_path / "keys.json"))) as proxy:
        response = ask(proxy, Authorization=f"Bearer {ours}")
        assert THEIRS not in str(response.headers)
        ask(proxy, Authorization="Bearer sk-mine", X_Penchant_Key=ours)
        first, second = (asked.headers["authorization"] for asked in proxy.model.asked)
    assert (first, second) == (f"Bearer {THEIRS}", "Bearer sk-mine")


def test_a_persons_token_speaks_for_them_alone_and_spends_nobodys_key(
    settings: ServerSettings, keys: KeyFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, _ = keys.token("ana", tenant="default", hours=1)
    monkeypatch.setenv("PENCHANT_UPSTREAM_KEY", THEIRS)
    told(settings, "I'm vegetarian", person="ben")
    with proxied(replace(settings, keys=str(tmp_path / "keys.json"))) as proxy:
        refused(ask(proxy, Authorization=f"Bearer {token}"), 403)
        mine = {"Authorization": "Bearer sk-mine", "X_Penchant_Key": token}
        refused(ask(proxy, {**BODY, "user": "ben"}, **mine), 403)
        refused(ask(proxy, X_Penchant_Person="ben", **mine), 403)
        assert ask(proxy, {**BODY, "user": None}, **mine).headers[MEMORY].startswith("used")
        assert len(proxy.model.asked) == 1
    assert known(settings) == ["vegetarian"]


def test_a_key_that_may_read_lets_the_model_know_and_teaches_nothing(guarded: Proxied, keys: KeyFile) -> None:
    reader = keys.add("reader", scope="read")
    assert "learning=off" in ask(guarded, X_Penchant_Key=reader).headers[MEMORY]


def test_tenants_know_nothing_of_each_other(settings: ServerSettings, keys: KeyFile, tmp_path: Path) -> None:
    settings = replace(settings, keys=str(tmp_path / "keys.json"))
    acme, globex = keys.add("acme", tenant="acme"), keys.add("globex", tenant="globex")
    with proxied(settings) as proxy:
        ask(proxy, X_Penchant_Key=acme)
    with proxied(settings) as proxy:
        ask(proxy, X_Penchant_Key=globex)
        ask(proxy, X_Penchant_Key=acme)
        theirs, ours = proxy.model.asked
    assert "vegetarian" not in theirs.system
    assert "vegetarian" in ours.system


def test_headers_of_one_connection_of_ours_and_of_browsers_stay_here(settings: ServerSettings) -> None:
    sent = {
        "Connection": "keep-alive, X-Private",
        "X-Private": "1",
        "Cookie": "session=1",
        "Forwarded": "for=10.0.0.1",
        "X-Forwarded-For": "10.0.0.1",
        "X-Penchant-Person": "ana",
        "OpenAI-Organization": "org",
        "User-Agent": "mine/1",
        "Accept-Encoding": "identity",
    }
    theirs = {
        "Set-Cookie": "a=1",
        "Access-Control-Allow-Origin": "*",
        "Content-Security-Policy": "none",
        "X-Penchant-Memory": "forged",
        "OpenAI-Processing-MS": "7",
        "X-RateLimit-Remaining-Requests": "9",
    }
    with proxied(settings, lambda _: Given([b"{}"], headers=theirs)) as proxy:
        response = proxy.client.post(CHAT, json=BODY, headers=sent)
        [asked] = proxy.model.asked
    assert (asked.headers["openai-organization"], asked.headers["user-agent"]) == ("org", "mine/1")
    hidden = {"x-private", "cookie", "forwarded", "x-forwarded-for", "x-penchant-person"}
    assert not hidden & set(asked.headers)
    assert asked.headers["host"].startswith("127.0.0.1")
    assert (response.headers["OpenAI-Processing-MS"], response.headers["X-RateLimit-Remaining-Requests"]) == ("7", "9")
    assert not {"set-cookie", "access-control-allow-origin"} & set(response.headers)
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert response.headers[MEMORY].startswith("used")


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        *((raw, 400) for raw in (b"{", b"[]", b"\xff", b"", b"[" * 100_000)),
        *((json.dumps({"user": name}).encode(), 422) for name in (7, " ", "x" * 1001)),
    ],
)
def test_what_is_no_request_is_told_in_a_sentence(settings: ServerSettings, raw: bytes, status: int) -> None:
    with proxied(settings) as proxy:
        refused(proxy.client.post(CHAT, content=raw, headers={"Content-Type": "application/json"}), status)
        assert proxy.model.asked == []


def test_sizes_and_kinds_are_limited_as_everywhere(settings: ServerSettings) -> None:
    with proxied(settings, import_bytes=1000) as proxy:
        refused(proxy.say("x" * 1000), 413)
        refused(proxy.client.post(CHAT, content=b"{}", headers={"Content-Type": "text/plain"}), 415)
        packed = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
        refused(proxy.client.post(CHAT, content=b"{}", headers=packed), 415)
        refused(proxy.client.get(CHAT), 405)
        assert proxy.model.asked == []


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"messages": 7},
        {"messages": []},
        {"messages": [7, None, {}, {"role": 3}, {"role": "user", "content": 7}]},
        {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:"}}]}]},
        {"messages": [{"role": "user", "content": "\ud800"}]},
        {"messages": [{"role": "user", "content": "hello", "name": 7}], "stream_options": 7, "tools": "x"},
    ],
)
def test_what_only_the_model_can_judge_is_left_to_it(settings: ServerSettings, odd: dict[str, Any]) -> None:
    raw = json.dumps({"user": "ana", **odd}).encode()
    with proxied(settings) as proxy:
        response = proxy.client.post(CHAT, content=raw, headers={"Content-Type": "application/json"})
        assert response.status_code == 200
        assert proxy.model.asked[0].raw == raw


def test_nobodys_words_or_name_are_written_down(
    settings: ServerSettings, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with proxied(settings, lambda _: Given([], status=500, ending="cut"), log=True) as proxy:
        proxy.say("I never eat pistachios", person="unmistakable")
        figures = proxy.client.get("/metrics").text
    lines = capfd.readouterr().err + (tmp_path / "memory.db.d" / "audit.jsonl").read_text() + figures
    assert '"observe"' in lines
    assert "unmistakable" not in lines
    assert "pistachios" not in lines


@pytest.mark.parametrize(
    "url", ["", "model", "ftp://x/v1", "http://", "http://u:p@x/v1", "http://x:99999/v1", "http://x/v1?a=b"]
)
def test_an_upstream_that_is_no_address_is_refused(settings: ServerSettings, url: str) -> None:
    with pytest.raises(BadInput, match="no address of a model"):
        replace(settings, upstream=url)


def test_a_key_that_stands_nowhere_is_missed_before_it_starts(settings: ServerSettings) -> None:
    with pytest.raises(BadInput, match="none of that name") as caught:
        create_app(replace(settings, upstream="http://127.0.0.1:1/v1", upstream_key="sk-secret"))
    assert "sk-secret" not in str(caught.value)
