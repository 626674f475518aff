"""`docs/extending.md` shows the tested package letter for letter; its other code runs, and its commands are real."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
from pathlib import Path

import pytest

from penchant.cli.main import build_parser, main
from penchant_lab.cli.study_flags import parser_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
SHOWN = "\n".join(
    (ROOT / "tests" / "plugin_package" / name).read_text() for name in ("penchant_example.py", "contract.py")
)
TABLES = (ROOT / "tests" / "plugin_package" / "pyproject.toml").read_text()


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_what_the_page_shows_is_what_is_tested() -> None:
    shown = [block for block in _blocks("python") if block in SHOWN]
    assert len(shown) == 11
    assert all(block.rstrip() in TABLES for block in _blocks("toml"))
    for name in re.findall(r"^class ([A-Z]\w+)", SHOWN, re.MULTILINE):
        assert any(f"class {name}" in block for block in shown), f"{name} is not on the page"


def test_the_other_code_on_the_page_runs_and_prints_what_is_written() -> None:
    said = []
    for code in (block for block in _blocks("python") if block not in SHOWN):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "extending.md", "exec"), {"__name__": "extending"})
        said.append(printed.getvalue())
    assert said == _blocks("text")


def test_the_commands_on_the_page_are_understood() -> None:
    commands = [line for block in _blocks("sh") for line in block.splitlines()]
    assert len(commands) == 5
    for line in commands:
        name, *words = shlex.split(line)
        assert name == "penchant"
        if words[0] == "study":
            parser_of("embodied").parse_args(words[1:])
        else:
            build_parser().parse_args(words)


def test_the_files_on_the_page_exist() -> None:
    for path in re.findall(r"`((?:src|tests)/[\w/.]+)`", PAGE):
        assert (ROOT / path).exists(), path
    for path in re.findall(r"`(penchant/[\w/]+\.py)`", PAGE):
        assert (ROOT / "src" / path).exists(), path


def test_people_can_be_written_out_changed_and_studied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["data", "embodied", "--people", "1", "--out", "my-people"]) == 0
    tasks = Path("my-people/embodied/scenarios/original_scenarios_A.json")
    records = json.loads(tasks.read_text(encoding="utf-8"))
    records[0]["task"] = "Surprise me, would you?"
    tasks.write_text(json.dumps(records), encoding="utf-8")
    small = ["--methods", "none", "--passes", "1", "--jobs", "1", "--out", "run"]
    assert main(["study", "embodied", "--data", "my-people", *small]) == 0
    assert "Surprise me, would you?" in Path("run/episodes.jsonl").read_text(encoding="utf-8")
    assert "embodied-v1, 1 person" in capsys.readouterr().out
