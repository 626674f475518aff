"""The page on training examples prints what it shows."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

from documents import blocks_of

from penchant.cli.main import build_parser
from workbench import Said


def test_the_page_on_training_prints_what_it_shows(cli: Callable[..., Said], tmp_path: Path) -> None:
    blocks = blocks_of("docs/training.md")
    [conversation] = [block for language, block in blocks if language == "jsonl"]
    (tmp_path / "chat.jsonl").write_text(conversation, encoding="utf-8")
    [console] = [block for language, block in blocks if language == "console"]
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, shown = part.split("\n", 1)
        said = cli(*shlex.split(command)[1:])
        assert (said.code, said.err, said.out) == (0, "", shown), command
    [pair] = [json.loads(line) for line in (tmp_path / "pairs.jsonl").read_text(encoding="utf-8").splitlines()]
    assert (pair["chosen"][0]["content"], pair["rejected"][0]["content"]) == (
        "A mushroom risotto.",
        "Steak with green beans.",
    )


def test_the_other_commands_of_the_page_are_understood() -> None:
    [shell] = [block for language, block in blocks_of("docs/training.md") if language == "sh"]
    for command in shell.splitlines():
        assert build_parser().parse_args(shlex.split(command)[1:]).form == "sft"
