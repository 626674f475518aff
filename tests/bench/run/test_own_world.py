"""A suite with environments of its own, the one of `docs/extending.md`: run, resumed and told like any other."""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penchant.bench.run import suites
from workbench import Said, closing_units, is_refused, last_line

Cli = Callable[..., Said]
PAGE = (Path(__file__).parents[3] / "docs" / "extending.md").read_text(encoding="utf-8")
WORLD = PAGE.split("## A suite with environments of its own")[1].split("```python\n")[1].split("```")[0]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the page defines, with its suite found as a plugin is."""
    defined: dict[str, Any] = {"__name__": "guessing"}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(WORLD, "extending.md", "exec"), defined)
    monkeypatch.setattr(suites, "plugin", lambda kind, name: defined["GUESSING"])
    monkeypatch.setattr(suites, "installed", lambda kind: {"guessing": None})
    return defined


def study(cli: Cli, *words: str) -> Said:
    return cli("study", "guessing", "--games", "5", "--jobs", "1", *words)


@pytest.mark.usefixtures("world")
def test_it_is_studied_by_the_same_runner(cli: Cli) -> None:
    said = study(cli, "--out", "run")
    assert said.code == 0, said.err
    assert said.out.splitlines()[0] == "halving needs the fewest guesses"
    assert "guessing-v1, 3 people" in said.out
    assert len(closing_units(Path("run"))) == 6
    assert "halving needs the fewest guesses" in Path("run/report.html").read_text()


@pytest.mark.usefixtures("world")
def test_it_has_a_help_page_of_its_own(cli: Cli, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli("study", "guessing", "--help")
    text = capsys.readouterr().out
    assert set(re.findall(r"--(?:agents|games|methods|track|passes)", text)) == {"--agents", "--games"}


@pytest.mark.usefixtures("world")
def test_cut_short_it_is_resumed_to_the_same_bytes(cli: Cli) -> None:
    assert study(cli, "--out", "run").code == 0
    whole = {name: Path("run", name).read_bytes() for name in ("report.json", "episodes.jsonl")}
    os.truncate("run/episodes.jsonl", len(whole["episodes.jsonl"]) // 2)
    is_refused(cli("study", "--resume", "run", "--games", "9"), "--games 9", "started with (5)")
    assert cli("study", "--resume", "run", "--jobs", "2").code == 0
    assert {name: Path("run", name).read_bytes() for name in whole} == whole


def test_an_encounter_that_raises_is_counted_as_broken(cli: Cli, world: dict[str, Any]) -> None:
    def stuck(low: int, high: int) -> int:
        raise LookupError("out of numbers")

    world["AGENTS"]["stuck"] = stuck
    said = study(cli, "--agents", "stuck", "--out", "run")
    assert (said.code, last_line(said.err)) == (
        1,
        "penchant: The suite 'guessing' failed: ZeroDivisionError: division by zero",
    )
    closing = Path("run/episodes.jsonl").read_text().splitlines()[5]
    assert closing.endswith('"episodes":5,"broke":5}')
    assert '"broke":"LookupError: out of numbers"' in Path("run/episodes.jsonl").read_text()
