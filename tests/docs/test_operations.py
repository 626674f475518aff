"""The page on operations names commands, figures and settings that are there."""

from __future__ import annotations

import configparser
import re
import shlex
from pathlib import Path

import load
import pytest

from penchant.cli.main import build_parser

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
LINES = [line.strip() for _, block in BLOCKS for line in block.splitlines()]
COMMANDS = [found[0] for line in LINES if (found := re.findall(r"(?:^|/bin/|=|exec |\s)(penchant [a-z]+ .*)", line))]


def test_a_fair_number_of_commands_is_checked() -> None:
    assert len(COMMANDS) > 10


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one(command: str) -> None:
    words = shlex.split(command.rstrip('"'))
    assert build_parser().parse_args(words[1:]).run is not None


def test_the_units_are_units() -> None:
    units = [block for language, block in BLOCKS if language == "ini"]
    assert len(units) == 3
    for unit in units:
        parser = configparser.ConfigParser(strict=True, interpolation=None)
        parser.optionxform = str  # type: ignore[method-assign,assignment]
        parser.read_string(unit)
        assert set(parser.sections()) & {"Service", "Timer"}


def test_every_figure_is_one_of_the_servers() -> None:
    metrics = pytest.importorskip("penchant.server.metrics", reason="the extra server is not installed")
    exposed = metrics.exposed().decode()
    for name in re.findall(r"`(penchant_\w+)", PAGE):
        if name != "penchant_acme":
            assert name in exposed, name


@pytest.mark.parametrize("flags", re.findall(r"^python benchmarks/load\.py (.*)$", PAGE, re.MULTILINE))
def test_the_load_script_takes_these_flags(flags: str) -> None:
    assert load.parsed(shlex.split(flags)).people == 10_000
