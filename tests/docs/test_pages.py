"""The pages for agent builders, researchers and the curious tell the truth: what they show is run, and comes out so."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from documents import blocks_of, printed_by, snippets_of, text_of

from penchant.cli.main import build_parser, main
from penchant.plugins import installed
from penchant_lab.cli.study_flags import parsed

GUIDES = ("README.md", "docs/agents.md", "docs/research.md", "docs/how-it-works.md")
SHELL = [block for page in GUIDES for language, block in blocks_of(page) if language == "sh"]
COMMANDS = sorted({line for block in SHELL for line in block.splitlines() if line.startswith("penchant ")})


def test_the_python_for_agent_builders_prints_what_the_page_shows() -> None:
    names: dict[str, object] = {}
    snippets = snippets_of("docs/agents.md")
    assert len(snippets) == 3
    for code, shown in snippets:
        assert printed_by(code, names) == shown


def test_each_command_with_a_prompt_prints_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    prompts = [block for page in GUIDES for _, block in blocks_of(page) if block.startswith("$ penchant")]
    assert prompts
    for block in prompts:
        command, shown = block.split("\n", 1)
        assert main(shlex.split(command)[2:]) == 0
        assert capsys.readouterr().out == shown


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_can_be_given(command: str) -> None:
    words = shlex.split(command, comments=True)[1:]
    if words[0] == "study":
        parsed(words[1:])
    else:
        assert build_parser().parse_args(words).run is not None


def test_a_fair_number_of_commands_is_checked() -> None:
    names = {command.split()[1] for command in COMMANDS}
    told = {"tell", "profile", "forget", "chat", "memory", "understand", "plugins", "serve", "study", "data", "figures"}
    assert names >= told
    assert len(COMMANDS) > 20


def test_every_study_is_in_the_table_for_researchers() -> None:
    rows = re.findall(r"^\| `penchant study ([^|]+) \|", text_of("docs/research.md"), re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"\w+", row)} == installed("suites").keys()


@pytest.mark.parametrize("page", GUIDES)
def test_nothing_is_left_to_be_filled_in(page: str) -> None:
    assert re.findall(r"\b[A-Z]+_[A-Z]+\b|TODO|TBD", text_of(page)) == []


def test_the_requests_for_agent_builders_are_answered_as_the_page_shows(tmp_path: Path) -> None:
    pytest.importorskip("fastapi", reason="the extra server is not installed")
    from fastapi.testclient import TestClient

    from penchant.server.app import create_app
    from penchant.server.settings import ServerSettings

    [block] = [block for _, block in blocks_of("docs/agents.md") if "$ curl" in block]
    settings = ServerSettings(store=str(tmp_path / "memory.db"), log=False)
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8420") as client:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, shown = part.rstrip("\n").split("\n")
            _, _, url, *body = shlex.split(command)
            reply = client.post(url, json=json.loads(body[1])) if body else client.get(url)
            assert reply.status_code == 200, command
            assert as_shown(reply.json(), shown), (shown, reply.json())


def as_shown(reply: Any, shown: str) -> bool:
    """Whether a reply has what a line shows of it, where ``…`` stands for what is left out."""
    short = {**reply, "turn": "…"} if "turn" in reply else reply
    told = json.dumps(short, ensure_ascii=False, separators=(",", ":")).replace('"…"', "{…}")
    return told == shown or (shown.endswith("…") and told.startswith(shown[:-1].rstrip()))
