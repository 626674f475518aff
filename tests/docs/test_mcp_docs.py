"""The page for assistants: every block can be pasted, and starts what it says."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from penchant.cli.main import build_parser
from penchant.server.mcp.tools import tools

PAGE = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")
READ = {"json": json.loads, "toml": tomllib.loads}
BLOCKS = re.findall(r"^## ([^\n]+)\n|^```(json|toml)\n(.*?)^```", PAGE, re.M | re.S)


def blocks() -> list[tuple[str, dict[str, Any]]]:
    """Each block with the heading that it stands under."""
    found, under = [], ""
    for heading, kind, text in BLOCKS:
        under = heading or under
        if kind:
            found.append((under, READ[kind](text)))
    return found


@pytest.mark.parametrize(
    ("assistant", "place"),
    [
        ("Claude Desktop", "mcpServers"),
        ("Claude Code", "mcpServers"),
        ("Cursor", "mcpServers"),
        ("VS Code", "servers"),
        ("Zed", "context_servers"),
        ("Continue", "mcpServers"),
        ("Codex CLI", "mcp_servers"),
        ("Gemini CLI", "mcpServers"),
    ],
)
def test_the_block_of_each_assistant_is_read_and_its_command_is_one(assistant: str, place: str) -> None:
    [block] = [block for under, block in blocks() if under == assistant]
    [entry] = block[place].values()
    assert entry["command"] == "penchant"
    given = build_parser().parse_args(entry["args"])
    assert (given.command, given.person, given.store) == ("mcp", "me", "~/penchant.db")


def test_the_blocks_for_http_are_read_and_name_the_address() -> None:
    found = [block for under, block in blocks() if under == "Over HTTP"]
    assert len(found) == 3
    for block in found:
        [servers] = block.values()
        assert servers["penchant"]["url"].endswith("/mcp")


def test_the_table_lists_every_tool() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.M) == list(tools())
