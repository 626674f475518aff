"""`docs/web.md` tells the truth: its commands can be given, and its figures, lines and tracks are those of a report."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from penchant_lab.cli.study_flags import parsed
from penchant_lab.suites.web.records import TRACKS
from penchant_lab.suites.web.scores import FIGURES
from penchant_lab.suites.web.study.baselines import BASELINES

TEXT = (Path(__file__).parents[2] / "docs" / "web.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^(?:\$ )?penchant (study .*?)(?:\s{3,}.*)?$", TEXT, re.M)
CELLS = re.findall(r"^\| ([^|]*) \|", TEXT, re.M)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_can_be_given(command: str) -> None:
    suite, args = parsed(shlex.split(command)[1:])
    assert args.resume is not None or suite.name == "web"


def test_every_figure_line_and_track_has_its_row() -> None:
    named = {name for cell in CELLS for name in re.findall(r"`([^`]+)`", cell)}
    assert named >= (FIGURES.keys() - {"broke"}) | BASELINES.keys() | set(TRACKS)
