"""`penchant mcp`: its mistakes are one line, and nothing is served for them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench import Said


@pytest.mark.parametrize(
    ("argv", "line"),
    [
        (["--port", "9000"], "--port is for --http; over standard input and output leave it out."),
        (["--keys", "k.json"], "--keys is for --http; over standard input and output leave it out."),
        (["--person", " "], "--person needs a name; leave it out to serve everybody."),
        (["--http", "--port", "70000"], "--port 70000 is no port; they end at 65535."),
        (["--http", "--host", "0.0.0.0"], "On 0.0.0.0 others can reach it, so it needs keys: "),
        (["--mind", "zzz"], "No mind is called 'zzz'."),
        (["--embedder", "zzz"], "No embedder is called 'zzz'."),
    ],
)
def test_a_mistake_is_one_line(cli: Callable[..., Said], tmp_path: Path, argv: list[str], line: str) -> None:
    said = cli("mcp", *argv)
    assert said.code == 2
    assert said.err.startswith(f"penchant: {line}")
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_memory_is_said_before_anybody_calls(cli: Callable[..., Said], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no memory at all, only a note of some length, written by hand" * 20)
    said = cli("mcp", "--store", "notes.txt")
    assert said.code != 0
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_without_the_package_it_says_what_to_install(cli: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    said = cli("mcp")
    assert (said.code, said.err) == (
        2,
        "penchant: The Model Context Protocol needs mcp: pip install 'penchant[mcp]'\n",
    )
