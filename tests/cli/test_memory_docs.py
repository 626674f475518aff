"""`docs/memory.md` tells the truth: its commands are run one after the other and print what it shows."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from penchant.cli.main import main
from workbench import Said

Cli = Callable[..., Said]
PAGE = (Path(__file__).parents[2] / "docs" / "memory.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
TOLD = ("tell", "observe", "profile", "forget")
VERBS = (
    "people",
    "show",
    "search",
    "history",
    "why",
    "transcript",
    "edit",
    "retire",
    "forget",
    "export",
    "import",
    "consent",
    "stats",
    "check",
    "backup",
)


def test_the_page_prints_what_it_shows(cli: Cli, tmp_path: Path) -> None:
    [document] = [block for language, block in BLOCKS if language == "json"]
    (tmp_path / "ana.json").write_text(document, encoding="utf-8")
    [conversation] = [block for language, block in BLOCKS if language == "jsonl"]
    (tmp_path / "chat.jsonl").write_text(conversation, encoding="utf-8")
    run: list[str] = []
    for language, block in BLOCKS:
        if language == "console":
            shown = [part.split("\n", 1) for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
        elif language == "sh":
            shown = [[command] for command in block.splitlines()]
        else:
            continue
        for command, *output in shown:
            said = cli(*shlex.split(command)[1:])
            assert (said.code, said.err) == (0, ""), command
            assert not output or said.out == output[0], command
            run.append(command.removeprefix("penchant ").removeprefix("memory ").split()[0])
    assert set(run) == {*VERBS, *TOLD}


@pytest.mark.parametrize("verb", [*(f"memory {verb}" for verb in VERBS), *TOLD])
def test_every_verb_has_help_with_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*verb.split(), "--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    assert "--store WHERE" in text
    assert "--json" in text
    assert f"example:\n  penchant {verb}" in text
