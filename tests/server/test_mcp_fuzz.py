"""Whatever a model sends, a tool gives what it says it gives, or one line."""

from __future__ import annotations

import random
from typing import Any

import pytest
from assistants import refusal, talk
from mcp import Client

from penchant.server.host import Host
from penchant.server.mcp.protocol import protocol_server

TEXTS = ("", " ", "I'm vegetarian", "x" * 100_001, "\x00", "a\nb", "\U0001d518", "9" * 30, "user", "wants")
NUMBERS = (0, 1, 2, 3, -1, 2**53 - 1, 2**60, 0.5, 1e300)


def anything(dice: random.Random, depth: int = 0) -> Any:
    """Some value of JSON."""
    simple = [dice.choice(TEXTS), dice.choice(NUMBERS), None, dice.random() < 0.5]
    if depth > 2:
        return dice.choice(simple)
    return dice.choice([*simple, [anything(dice, depth + 1)], {"content": anything(dice, depth + 1)}])


def alike(dice: random.Random, schema: dict[str, Any], named: dict[str, Any]) -> Any:
    """A value that mostly is what a schema says."""
    if dice.random() < 0.1:
        return anything(dice)
    if "$ref" in schema:
        return alike(dice, named[schema["$ref"].rpartition("/")[2]], named)
    if "anyOf" in schema:
        return alike(dice, dice.choice(schema["anyOf"]), named)
    if "enum" in schema:
        return dice.choice(schema["enum"])
    match schema.get("type"):
        case "string":
            return dice.choice(TEXTS)
        case "integer" | "number":
            return dice.choice(NUMBERS)
        case "boolean":
            return dice.random() < 0.5
        case "array":
            return [alike(dice, schema.get("items", {}), named) for _ in range(dice.randrange(4))]
        case "object":
            needed = schema.get("required", ())
            parts = schema.get("properties", {dice.choice(TEXTS[2:]): {"type": "string"}})
            return {
                name: alike(dice, part, named) for name, part in parts.items() if name in needed or dice.random() < 0.5
            }
    return None


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 4))])
def test_whatever_is_sent_the_answer_is_typed_or_one_line(host: Host, seed: int) -> None:
    dice = random.Random(seed)

    async def work(client: Client) -> None:
        tools = (await client.list_tools()).tools
        turns = ["none"]
        for _ in range(150):
            tool = dice.choice(tools)
            sent = alike(dice, tool.input_schema, tool.input_schema.get("$defs", {}))
            arguments = {**(sent if isinstance(sent, dict) else {}), "person": dice.choice(["ana", "ben"])}
            if "turn" in arguments:
                arguments["turn"] = dice.choice(turns[-3:])
            result = await client.call_tool(tool.name, arguments)  # the client holds it against the schema
            if result.is_error:
                assert "inside penchant" not in await refusal(client, tool.name, **arguments)
            elif result.structured_content and "turn" in result.structured_content:
                turns.append(result.structured_content["turn"])

    talk(protocol_server(host), work)
