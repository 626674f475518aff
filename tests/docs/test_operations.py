"""The page on operations names commands, figures and settings that are there."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
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


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    names = ("penchant.service", "penchant-backup.service", "penchant-backup.timer")
    units = [block for language, block in BLOCKS if language == "ini"]
    for name, unit in zip(names, units, strict=True):
        there = re.sub(r"^(ExecStart=)\S+", rf"\1{shutil.which('true')}", unit, flags=re.MULTILINE)
        (tmp_path / name).write_text(re.sub(r"^User=.*", "User=root", there, flags=re.MULTILINE), encoding="utf-8")
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *(str(tmp_path / name) for name in names)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert not [line for line in found.stderr.splitlines() if "penchant" in line]


def test_the_yaml_blocks_are_a_compose_file_and_a_scrape_configuration() -> None:
    yaml = pytest.importorskip("yaml", reason="no reader of YAML is installed")
    compose, scrape = (yaml.safe_load(block) for language, block in BLOCKS if language == "yaml")
    assert set(compose) == {"services", "volumes", "secrets"}
    for service in compose["services"].values():
        assert set(service["secrets"]) <= set(compose["secrets"])
        assert {volume.split(":")[0] for volume in service["volumes"]} <= set(compose["volumes"])
    started = compose["services"]["penchant"]["command"]
    assert "--store postgresql://" in shlex.split(started)[2]
    assert scrape["scrape_configs"][0]["static_configs"] == [{"targets": ["127.0.0.1:8420"]}]


def test_every_figure_is_one_of_the_servers() -> None:
    metrics = pytest.importorskip("penchant.server.metrics", reason="the extra server is not installed")
    exposed = metrics.exposed().decode()
    for name in re.findall(r"`(penchant_\w+)", PAGE):
        if name != "penchant_acme":
            assert name in exposed, name


@pytest.mark.parametrize("flags", re.findall(r"^python benchmarks/load\.py (.*)$", PAGE, re.MULTILINE))
def test_the_load_script_takes_these_flags(flags: str) -> None:
    assert load.parsed(shlex.split(flags)).people == 10_000
