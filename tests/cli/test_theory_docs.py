"""`docs/theory.md` tells the truth: its commands can be given, its pictures are there, and it names every limit."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from penchant_lab.cli.study_flags import parsed

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "theory.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^penchant (study .*?)(?:\s{2,}.*)?$", TEXT, re.M)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_can_be_given(command: str) -> None:
    suite, _ = parsed(shlex.split(command)[1:])
    assert suite.name == "theory"


def test_its_pictures_are_those_of_a_run_and_light() -> None:
    pictures = re.findall(r"\]\((theory-\w+\.svg)\)", TEXT)
    assert pictures == ["theory-regret.svg", "theory-statements.svg"]
    for name in pictures:
        drawn = (DOCS / name).read_text(encoding="utf-8")
        assert "errors" in drawn
        assert len(drawn) < 60_000
