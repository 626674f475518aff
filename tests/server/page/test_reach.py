"""All that a statement says reaches the store, its JSON, REST, a tool, the page and a sentence, and nothing is lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from assistants import given, talk
from mcp import Client as McpClient
from playwright.sync_api import expect

from page.page_visits import OpenPage, begin
from penchant import Agent, Client, Statement

MUSIC = Statement(
    "wants",
    "soft jazz",
    situation="in the morning",
    rather_than=("techno",),
    exception="I'm running",
    quote="soft jazz",
)
HOTEL = Statement(
    "wants", "at most 80 euros a night", topic="hotels", exception="in Oslo", kind="constraint", whom="Rosa"
)
BRIEF = Statement("wants", "bullet points", rather_than=("paragraphs",), exception="in letters", kind="instruction")
CASES = [
    (
        MUSIC,
        None,
        "In the morning, Zoe likes soft jazz rather than techno, except when I'm running.",
        ["In the morning", "soft jazz rather than techno, except when I'm running"],
    ),
    (
        HOTEL,
        {"comparison": "at most", "amount": 80.0, "unit": "euros a night", "of": "hotels"},
        "Rosa wants at most 80 euros a night for hotels, except in Oslo.",
        ["Rosa: at most 80 euros a night for hotels except in Oslo"],
    ),
    (
        BRIEF,
        None,
        "Zoe asks: bullet points rather than paragraphs, except in letters.",
        ["bullet points rather than paragraphs, except in letters"],
    ),
]
REACH = ("situation", "exception", "rather_than", "topic", "value", "whom", "kind", "stance")


@pytest.mark.parametrize(("statement", "limit", "sentence", "shown"), CASES, ids=["taste", "limit", "instruction"])
def test_the_whole_reach_of_a_statement_is_kept_on_all_its_ways(
    statement: Statement,
    limit: object,
    sentence: str,
    shown: list[str],
    open_page: OpenPage,
    address: str,
    tmp_path: Path,
) -> None:
    with Client(address) as client:
        client.memory.forget_person("Zoe")
        assert client.learn("Zoe", [statement]).opened == (sentence,)
        [one] = client.memory.list("Zoe")
        document = client.memory.export_person("Zoe")
    with Agent.open(tmp_path / "memory.db") as agent:
        agent.memory.import_person("Zoe", document)
    with Agent.open(tmp_path / "memory.db") as agent:
        [kept] = agent.memory.list("Zoe")
        assert agent.mind.note("Zoe", kept) == sentence
    for each in (one, kept):
        assert {name: getattr(each, name) for name in REACH} == {name: getattr(statement, name) for name in REACH}
    [form] = httpx.get(f"{address}api/people/Zoe/preferences").json()["preferences"]
    assert (form["sentence"], form["limit"]) == (sentence, limit)
    with ThreadPoolExecutor(1) as pool:  # Playwright's own event loop runs in this thread
        assert pool.submit(_found_by_an_assistant, address, statement.value).result() == sentence
    page = open_page(address)
    begin(page, "Zoe")
    for words in shown:
        expect(page.locator(".belief")).to_contain_text(words)


def _found_by_an_assistant(address: str, text: str) -> Any:
    found: list[Any] = []

    async def work(client: McpClient) -> None:
        found.extend((await given(client, "search", person="Zoe", text=text))["found"])

    talk(f"{address}mcp", work)
    [one] = found
    return one["sentence"]
