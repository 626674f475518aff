"""The protocol over standard input and output, with a real process at the other end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from assistants import DRINKS, MODES, Asked, given, refusal, says, talk
from mcp import Client, StdioServerParameters

import penchant
from penchant.loop import Agent

COMMAND = ("-m", "penchant.cli.main", "mcp")

SOURCE = str(Path(penchant.__file__).parents[1])


def started(store: Path, *options: str) -> StdioServerParameters:
    """The command that an assistant starts."""
    args = [*COMMAND, "--store", str(store), *options]
    return StdioServerParameters(command=sys.executable, args=args, env={"PYTHONPATH": SOURCE})


@pytest.mark.parametrize("mode", MODES)
def test_an_assistant_that_can_ask_has_the_question_answered_at_once(tmp_path: Path, mode: str) -> None:
    ana = Asked(says("the tea, coffee makes me anxious"))

    async def work(client: Client) -> None:
        assert (await given(client, "consider", **DRINKS))["does"] == "herbal tea"
        assert len(ana.questions) == 1
        assert "one person's memory, and no other" in await refusal(client, "profile", person="ben")

    talk(started(tmp_path / "m.db", "--person", "ana"), work, mode=mode, person=ana)


def test_an_assistant_that_cannot_ask_goes_on_with_the_turn_in_a_later_process(tmp_path: Path) -> None:
    turns: list[str] = []

    async def first(client: Client) -> None:
        turn = await given(client, "consider", person="ana", **DRINKS)
        assert turn["asks"]
        turns.append(turn["turn"])

    async def second(client: Client) -> None:
        turn = await given(client, "hear", person="ana", turn=turns[0], words="the tea, coffee makes me anxious")
        assert turn["does"] == "herbal tea"

    talk(started(tmp_path / "m.db"), first, mode="legacy")
    talk(started(tmp_path / "m.db"), second)
    with Agent.open(tmp_path / "m.db") as agent:
        learned = {(belief.stance, belief.value) for belief in agent.memory.list("ana")}
    assert learned == {("wants", "herbal tea"), ("avoids", "black coffee")}


def test_standard_output_carries_the_protocol_alone_and_no_words_are_logged(tmp_path: Path) -> None:
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        _call(2, "tell", {"person": "ana", "words": "I'm allergic to zanzibar nuts"}),
        _call(3, "tell", {"person": "ana", "words": ["zanzibar"]}),
        _call(4, "hear", {"person": "ana", "turn": "zanzibar", "words": "x"}),
        {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"zanzibar": 1}},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": ["zanzibar"]}},
    ]
    said = "\n".join(["zanzibar, no JSON at all", *map(json.dumps, lines), ""])
    command = [sys.executable, *COMMAND, "--store", str(tmp_path / "m.db")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(said)
        process.stdin.flush()
        missing = {1, 2, 3, 4, 5}
        while missing:
            answer = json.loads(process.stdout.readline())
            assert answer["jsonrpc"] == "2.0"
            missing.discard(answer.get("id"))
        rest, logged = process.communicate()
    assert process.returncode == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in rest.splitlines())
    assert "zanzibar" not in logged


def _call(id: int, tool: str, arguments: dict[str, object]) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
