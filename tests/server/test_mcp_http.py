"""The protocol over streamable HTTP on this machine: with a session and without, everybody behind their own door."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import anyio
import httpx2
import pytest
from assistants import DRINKS, MODES, Asked, given, refusal, says, talk
from fastapi.testclient import TestClient
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from serving import serving
from starlette.types import ASGIApp

import penchant.server.mcp
from penchant.server.app import create_app
from penchant.server.keys import KeyFile
from penchant.server.mcp.alone import create_mcp_app
from penchant.server.settings import ServerSettings

ACCEPT = {"accept": "application/json, text/event-stream"}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("made", [create_app, create_mcp_app])
def test_the_question_is_asked_and_heard_in_the_whole_server_and_alone(
    settings: ServerSettings, made: Callable[[ServerSettings], ASGIApp], mode: str
) -> None:
    ana = Asked(says("the tea, coffee makes me anxious"))

    async def work(client: Client) -> None:
        assert (await given(client, "consider", person="ana", **DRINKS))["does"] == "herbal tea"
        assert len(ana.questions) == 1
        assert (await given(client, "profile", person="ben"))["lines"] == []

    with serving(made(settings)) as address:
        talk(f"{address}/mcp", work, mode=mode, person=ana)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("workers", [1, 2])
def test_where_nobody_can_be_asked_the_question_is_a_result(settings: ServerSettings, mode: str, workers: int) -> None:
    async def work(client: Client) -> None:
        turn = await given(client, "consider", person="ana", **DRINKS)
        assert turn["asks"]
        turn = await given(client, "hear", person="ana", turn=turn["turn"], words="the tea")
        assert turn["does"] == "herbal tea"

    several = ServerSettings(store=settings.store, workers=workers, log=False)
    with serving(create_app(several)) as address:
        talk(f"{address}/mcp", work, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_among_several_workers_a_client_of_the_older_way_gets_its_question_as_a_result(
    settings: ServerSettings, mode: str
) -> None:
    ana = Asked(says("the tea"))

    async def work(client: Client) -> None:
        turn = await given(client, "consider", person="ana", **DRINKS)
        assert (turn["asks"] is None) == (mode == "auto")

    several = ServerSettings(store=settings.store, workers=2, log=False)
    with serving(create_app(several)) as address:
        talk(f"{address}/mcp", work, mode=mode, person=ana)


def test_served_for_one_person_it_is_about_nobody_else(settings: ServerSettings) -> None:
    async def work(client: Client) -> None:
        await given(client, "tell", words="I'm vegetarian")
        assert len((await given(client, "profile"))["lines"]) == 1
        assert "one person's memory, and no other" in await refusal(client, "profile", person="ben")

    with serving(create_mcp_app(settings, "ana")) as address:
        talk(f"{address}/mcp", work)


@pytest.fixture
def locked(settings: ServerSettings, tmp_path: Path) -> ServerSettings:
    """A server that asks for keys."""
    return replace(settings, keys=str(tmp_path / "keys.json"))


@pytest.mark.parametrize("mode", MODES)
def test_a_persons_own_token_sees_only_that_person_and_a_tenant_only_its_people(
    locked: ServerSettings, mode: str
) -> None:
    keys = KeyFile(str(locked.keys))
    key, others_key, reading = keys.add("one"), keys.add("two", tenant="other"), keys.add("eye", scope="read")
    token, _ = keys.token("ana", tenant="default", hours=1)

    async def taught(client: Client) -> None:
        await given(client, "tell", person="ana", words="I'm vegetarian")
        await given(client, "tell", person="ben", words="I'm allergic to peanuts")

    async def anas(client: Client) -> None:
        assert "person" not in (await client.list_tools()).tools[0].input_schema["properties"]
        [line] = (await given(client, "profile"))["lines"]
        assert "vegetarian" in line["text"]
        assert "one person's memory, and no other" in await refusal(client, "search", person="ben", text="nuts")

    async def others(client: Client) -> None:
        assert (await given(client, "profile", person="ben"))["lines"] == []

    async def reads(client: Client) -> None:
        assert len((await given(client, "profile", person="ben"))["lines"]) == 1
        assert await refusal(client, "tell", person="ben", words="I'm vegan") == (
            "This key may read; this needs one that may write."
        )

    with serving(create_app(locked)) as address:
        for credential, work in ((key, taught), (token, anas), (others_key, others), (reading, reads)):
            _talk_as(credential, address, work, mode)


def test_without_a_key_nobody_comes_in_and_a_session_answers_only_to_whoever_began_it(locked: ServerSettings) -> None:
    keys = KeyFile(str(locked.keys))
    keys.add("one")
    ana, ben = (_bearer(keys.token(name, tenant="default", hours=1)[0]) for name in ("ana", "ben"))
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    listed = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    with serving(create_app(locked)) as address, httpx2.Client(headers=ACCEPT) as web:
        for credential in ({}, _bearer("pk_none_such"), _bearer("pt_none.such")):
            assert web.post(f"{address}/mcp", json=begin, headers=credential).status_code == 401
        begun = web.post(f"{address}/mcp", json=begin, headers=ana)
        session = {"mcp-session-id": begun.headers["mcp-session-id"]}
        assert web.post(f"{address}/mcp", json=listed, headers=ben | session).status_code == 404
        assert web.post(f"{address}/mcp", json=listed, headers=ana | session).status_code == 200


def test_another_sites_page_cannot_call_where_no_key_is_asked_for(settings: ServerSettings) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    with serving(create_mcp_app(settings)) as address, httpx2.Client(headers=ACCEPT) as web:
        for forged in ({"host": "evil.example"}, {"origin": "http://evil.example"}):
            assert web.post(f"{address}/mcp", json=body, headers=forged).status_code in (403, 421)


def test_what_is_no_message_gets_a_plain_status(settings: ServerSettings) -> None:
    headers = {**ACCEPT, "content-type": "application/json"}
    small = replace(settings, body_bytes=10_000)
    with serving(create_app(small)) as address, httpx2.Client(headers=headers) as web:
        for body in (b"", b"{", b"[]", b"\xff\xfe", b'{"jsonrpc": "2.0"}', b"null", b"1" * 5_000):
            assert 400 <= web.post(f"{address}/mcp", content=body).status_code < 500
        assert web.post(f"{address}/mcp", content=b" " * 10_001).status_code == 413
        assert web.get(f"{address}/mcp", headers={"accept": "text/html"}).status_code in (400, 406)


def test_where_the_protocol_is_not_installed_its_address_says_so(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(penchant.server.mcp, "find_spec", lambda _: None)
    with TestClient(create_app(settings), base_url="http://localhost") as web:
        answer = web.post("/mcp", json={})
    assert answer.status_code == 501
    assert answer.json()["detail"].endswith("pip install 'penchant[mcp]'")


def _bearer(credential: str) -> dict[str, str]:
    return {"authorization": f"Bearer {credential}"}


def _talk_as(credential: str, address: str, work: Callable[[Client], Awaitable[None]], mode: str) -> None:
    async def connected() -> None:
        async with httpx2.AsyncClient(headers=_bearer(credential)) as web:
            talked = streamable_http_client(f"{address}/mcp", http_client=web)
            async with Client(talked, mode=mode) as client:
                await work(client)

    anyio.run(connected)
