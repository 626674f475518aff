"""Off the path: the answer comes though memory fails, and what goes wrong with the model is told in a sentence."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from proxied import CHAT, MEMORY, PATIENT_MS, conversation, known, proxied
from rest_calls import refused
from scripted_model import Came, Given, ScriptedModel, chunk, completion, stream
from serving import serving

from penchant.errors import StoreGone
from penchant.server.app import create_app
from penchant.server.proxy import learning
from penchant.server.service import Service
from penchant.server.settings import ServerSettings

VEGETARIAN = {"model": "m", "user": "ana", "messages": conversation("I'm vegetarian")}


def test_a_memory_that_is_slow_is_not_waited_for(settings: ServerSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    brief = Service.brief
    monkeypatch.setattr(Service, "brief", lambda *args: answered.wait(30) and brief(*args))
    with proxied(settings, memory_ms=20) as proxy:
        response = proxy.say("I'm vegetarian")
        answered.set()
        assert response.json()["choices"][0]["message"]["content"] == "Gladly."
        assert response.headers[MEMORY] == "failed; reason=slow; learning=queued"
        assert json.loads(proxy.model.asked[0].raw)["messages"] == VEGETARIAN["messages"]
    assert known(settings) == ["vegetarian"]


@pytest.mark.parametrize("error", [StoreGone("The store is away."), ZeroDivisionError("I'm vegetarian")])
def test_a_memory_that_fails_is_told_in_a_header(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Service, "brief", _raising(error))
    with proxied(settings) as proxy:
        response = proxy.say("I'm vegetarian")
        assert response.status_code == 200
        assert response.headers[MEMORY] == "failed; reason=error; learning=queued"
        assert 'penchant_proxied_total{memory="failed"}' in proxy.client.get("/metrics").text
    assert "vegetarian" not in caplog.text


def _raising(error: Exception) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def test_a_store_that_goes_and_comes_back_costs_nothing_that_was_said(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    observe, away = Service.observe, [StoreGone("The store is away.")] * 3
    monkeypatch.setattr(learning, "RETRY_S", (0.001,))

    def observed(*args: Any) -> Any:
        if away:
            raise away.pop()
        return observe(*args)

    monkeypatch.setattr(Service, "observe", observed)
    with proxied(settings) as proxy:
        assert proxy.say("I'm vegetarian").status_code == 200
    assert away == []
    assert known(settings) == ["vegetarian"]


def test_what_one_message_breaks_is_not_what_the_next_one_gets(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    observe = Service.observe

    def observed(service: Service, person: str, messages: Any) -> Any:
        if "walnuts" in messages[-1]["content"]:
            raise RuntimeError(messages[-1]["content"])
        return observe(service, person, messages)

    monkeypatch.setattr(Service, "observe", observed)
    with proxied(settings) as proxy:
        proxy.say("I'm allergic to walnuts")
        proxy.say("I'm vegetarian")
    assert known(settings) == ["vegetarian"]
    assert "walnuts" not in caplog.text


def test_where_too_much_waits_to_be_learned_from_it_is_told_and_counted(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    going_on = threading.Event()
    observe = Service.observe
    monkeypatch.setattr(Service, "observe", lambda *args: going_on.wait(30) and observe(*args))
    with proxied(settings, learning=1) as proxy:
        assert "learning=queued" in proxy.say("I'm vegetarian").headers[MEMORY]
        second = proxy.say("I'm allergic to walnuts")
        assert second.status_code == 200
        assert "learning=overflowed" in second.headers[MEMORY]
        assert 'penchant_proxy_learning_total{outcome="overflowed"}' in proxy.client.get("/metrics").text
        going_on.set()
    assert known(settings) == ["vegetarian"]


def test_a_place_is_free_again_once_it_was_learned_from(settings: ServerSettings) -> None:
    for words in ("I'm vegetarian", "I'm allergic to walnuts"):
        with proxied(settings, learning=1) as proxy:
            assert "learning=queued" in proxy.say(words).headers[MEMORY]
    assert sorted(known(settings)) == ["vegetarian", "walnuts"]


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
def test_what_the_model_refuses_is_told_in_its_own_words(settings: ServerSettings, status: int) -> None:
    body = b'{"error": {"message": "in its own words"}}'
    given = Given([body], status=status, headers={"Retry-After": "7", "X-Request-Id": "theirs"})
    with proxied(settings, lambda _: given) as proxy:
        response = proxy.say("I'm vegetarian")
        assert (response.status_code, response.content) == (status, body)
        assert (response.headers["Retry-After"], response.headers["X-Request-Id"]) == ("7", "theirs")
        assert response.headers[MEMORY].startswith("used")
    assert known(settings) == ["vegetarian"]


@pytest.mark.parametrize(
    "given", [Given([b"<html>"], kind="text/html"), Given([b""]), Given([b"\xff\x00"], kind="image/png")]
)
def test_nonsense_passes_as_it_is(settings: ServerSettings, given: Given) -> None:
    with proxied(settings, lambda _: given) as proxy:
        response = proxy.say("hello")
        assert (response.status_code, response.content) == (200, b"".join(given.parts))
        assert response.headers["Content-Type"].startswith(given.kind)


@pytest.mark.parametrize(
    ("given", "status", "says"),
    [
        (Given([], ending="hang"), 504, "sent nothing for 0.2 seconds"),
        (Given([b'{"a": '], ending="hang"), 504, "sent nothing"),
        (Given([b'{"a": '], ending="cut"), 502, "broke off"),
        (Given([b'{"a": '], ending="cut", headers={"Content-Length": "100"}), 502, "broke off"),
        (stream(ending="cut"), 502, "broke off"),
        (Given([b""], status=307, headers={"Location": "https://elsewhere.example/"}), 502, "has moved"),
    ],
)
def test_a_model_that_hangs_or_breaks_off_is_a_problem(
    settings: ServerSettings, given: Given, status: int, says: str
) -> None:
    with proxied(settings, lambda _: given, upstream_seconds=0.2) as proxy:
        response = proxy.say("I'm vegetarian")
        assert says in refused(response, status)
        assert response.headers[MEMORY].startswith("used")
    assert known(settings) == ["vegetarian"]


def test_a_model_that_is_not_there_is_a_502(settings: ServerSettings) -> None:
    with serving(ScriptedModel(lambda _: completion())) as address:
        pass
    with TestClient(_app(settings, f"{address}/v1"), base_url="http://localhost") as client:
        assert "cannot be reached" in refused(client.post(CHAT, json=VEGETARIAN), 502)
    assert known(settings) == ["vegetarian"]


@pytest.mark.parametrize("ending", ["cut", "hang"])
def test_a_stream_that_breaks_off_says_so_and_breaks_off(settings: ServerSettings, ending: Any) -> None:
    part = chunk({"role": "assistant", "content": "Gla"})
    model = ScriptedModel(lambda _: stream(part, ending=ending))
    with serving(model) as behind, serving(_app(settings, f"{behind}/v1", 0.2)) as address:
        received = list[bytes]()
        with httpx.stream("POST", address + CHAT, json=VEGETARIAN) as response:
            assert response.status_code == 200
            with pytest.raises(httpx.RemoteProtocolError):
                received.extend(response.iter_raw())
        rest = b"".join(received).removeprefix(part).decode()
        assert json.loads(rest.removeprefix("data: "))["error"]["code"] == ("502" if ending == "cut" else "504")
    assert known(settings) == ["vegetarian"]


def _app(settings: ServerSettings, upstream: str, seconds: float = 30) -> Any:
    return create_app(replace(settings, upstream=upstream, upstream_seconds=seconds, memory_ms=PATIENT_MS))


@pytest.mark.parametrize("parts", [(), (chunk({"content": "Gla"}),)])
def test_a_client_that_goes_away_ends_the_models_work(settings: ServerSettings, parts: tuple[bytes, ...]) -> None:
    model = ScriptedModel(lambda _: stream(*parts, ending="hang"))
    with serving(model) as behind, serving(_app(settings, f"{behind}/v1")) as address:
        with (
            suppress(httpx.ReadTimeout),  # where nothing comes, the client's patience ends
            httpx.stream("POST", address + CHAT, json=VEGETARIAN, timeout=0.5) as response,
        ):
            next(response.iter_raw())
        assert model.left.wait(10)
    assert known(settings) == ["vegetarian"]


def test_each_part_of_a_stream_is_handed_on_before_the_next_is_there(settings: ServerSettings) -> None:
    model = ScriptedModel(lambda _: stream(chunk({"content": "Gla"}), ending="hang"))
    with (
        serving(model) as behind,
        serving(_app(settings, f"{behind}/v1")) as address,
        httpx.stream("POST", address + CHAT, json=VEGETARIAN, timeout=10) as response,
    ):
        assert next(response.iter_raw()) == chunk({"content": "Gla"})


def test_one_request_in_trouble_keeps_no_other_waiting(settings: ServerSettings) -> None:
    def script(came: Came) -> Given:
        return Given([], ending="hang") if "hang" in came.raw.decode() else completion()

    model = ScriptedModel(script)
    with serving(model) as behind, serving(_app(settings, f"{behind}/v1")) as address:
        slow = threading.Thread(target=_ask, args=(address, "hang"), daemon=True)
        slow.start()
        assert _ask(address, "hello") == 200
        slow.join()


def _ask(address: str, words: str) -> int:
    try:
        return httpx.post(address + CHAT, json={"messages": conversation(words)}, timeout=2).status_code
    except httpx.ReadTimeout:
        return 0
