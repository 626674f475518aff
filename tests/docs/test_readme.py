"""The README tells the truth: its Python runs, its commands print what it shows, its table is what a study gives."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
from pathlib import Path

import pytest
from readme import kept_exams, ties, written

from penchant.bench.choice.ablation import ablation_table
from penchant.cli.main import main
from penchant.english import listed

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)
RESULTS = ROOT / "results" / "embodied"


def test_the_loop_in_fifteen_lines_prints_what_the_readme_shows() -> None:
    at = next(i for i, (language, _) in enumerate(BLOCKS) if language == "python")
    code, shown = BLOCKS[at][1], BLOCKS[at + 1][1]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue() == shown
    assert len([line for line in code.splitlines() if line.strip()]) <= 15


@pytest.mark.parametrize("with_words", ["allergic", "agent.tell"])
def test_each_later_snippet_of_the_readme_prints_what_it_shows(with_words: str) -> None:
    at = next(i for i, (language, code) in enumerate(BLOCKS) if language == "python" and with_words in code)
    code = f'from penchant import Agent, Request\nagent = Agent.open(":memory:")\n{BLOCKS[at][1]}'
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue() == BLOCKS[at + 1][1]


def test_each_command_with_a_prompt_prints_what_the_readme_shows(capsys: pytest.CaptureFixture[str]) -> None:
    prompts = [block for _, block in BLOCKS if block.startswith("$ penchant")]
    assert prompts
    for block in prompts:
        command, shown = block.split("\n", 1)
        assert main(shlex.split(command)[2:]) == 0
        assert capsys.readouterr().out == shown


def test_every_command_the_readme_names_exists() -> None:
    names = set(re.findall(r"^penchant (\w+)", "\n".join(block for _, block in BLOCKS), re.MULTILINE))
    assert names == {"tell", "profile", "study", "chat", "understand", "memory", "data", "figures", "plugins"}
    for name in names:
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0


def test_tables_and_ties_are_those_of_the_kept_results() -> None:
    """As `python benchmarks/readme.py` writes them."""
    assert written(README) == README


def test_a_tie_is_named_where_intervals_meet_and_nowhere_else() -> None:
    report = json.loads((RESULTS / "report.json").read_text(encoding="utf-8"))
    for exam in ("phase2", "phase4"):
        found = {name: method[exam] for name, method in report["methods"].items()}
        best = max(found.values(), key=lambda each: each["success"])
        meet = [f"`{name}`" for name, each in found.items() if each["high"] >= best["low"]]
        assert f"in phase {exam[-1]} {listed(meet, 'and')};" in " ".join(ties(report).split())


def test_the_kept_results_of_each_person_make_those_of_all() -> None:
    report, by_person = json.loads((RESULTS / "report.json").read_text(encoding="utf-8")), kept_exams()
    for name, method in report["methods"].items():
        rights = [each for (owner, _), each in by_person.items() if owner == name]
        assert len(rights) == report["people"]
        for at, exam in enumerate(("phase2", "phase4")):
            total = sum(each[at] for each in rights)
            assert total / method[exam]["n"] == pytest.approx(method[exam]["success"], abs=1e-6)


def test_nothing_is_left_to_be_filled_in() -> None:
    assert re.findall(r"\b[A-Z]+_[A-Z]+\b|TODO|TBD", README) == []


def test_every_file_the_readme_links_to_is_there() -> None:
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)]+)\)", README)]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("suite", ["embodied", "shopping"])
def test_the_tables_of_habits_are_those_of_the_kept_results(suite: str) -> None:
    report = json.loads((ROOT / "results" / "ablation" / f"{suite}.json").read_text(encoding="utf-8"))
    table = ablation_table(report).split("\n\nSuccess in %")[0]
    assert table in (ROOT / "docs" / "study.md").read_text(encoding="utf-8")
