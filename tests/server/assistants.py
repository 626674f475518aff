"""Assistants for tests: the official package's own client, in both of the protocol's ways, with a person at hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from mcp import Client
from mcp.client.session import ClientRequestContext, ElicitationFnT
from mcp_types import ElicitRequestParams, ElicitResult, TextContent

MODES = ("legacy", "auto")
"""How a client speaks: with a handshake, as until 2025-11-25, or request by request, as since 2026-07-28."""

DRINKS = {"text": "something to drink, I'm drowsy", "options": ["black coffee", "herbal tea"]}


class Asked:
    """A person at the client, who answers what they are asked and remembers it."""

    def __init__(self, *answers: ElicitResult) -> None:
        self.questions: list[str] = []
        self._answers = list(answers)

    async def __call__(self, context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        self.questions.append(params.message)
        return self._answers.pop(0)


def says(words: str) -> ElicitResult:
    """An answer."""
    return ElicitResult(action="accept", content={"answer": words})


def talk(
    server: Any, work: Callable[[Client], Awaitable[None]], *, mode: str = "auto", person: ElicitationFnT | None = None
) -> None:
    """Connect, and do what a test does with the client."""

    async def connected() -> None:
        async with Client(server, mode=mode, elicitation_callback=person) as client:
            await work(client)

    anyio.run(connected)


async def given(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool gives, typed; an error fails the test."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    """The one line that a tool refuses with."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    [content] = result.content
    assert isinstance(content, TextContent)
    assert "\n" not in content.text
    return content.text
