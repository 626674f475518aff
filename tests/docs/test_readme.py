"""The README is short and tells the truth: its Python runs, its blocks can be pasted, its figures are the studies'."""

from __future__ import annotations

import json
import re
import shlex

import pytest
from documents import ROOT, blocks_of, printed_by, snippets_of, text_of
from readme import kept_exams, written
from readme_tables import PUBLISHED, ties

from penchant.cli.main import build_parser
from penchant.english import listed
from penchant_lab.choice.ablation import ablation_table

README = text_of("README.md")
RESULTS = ROOT / "results" / "embodied"
PEERS = {"penchant, SQLite": "penchant-sqlite", "LangGraph": "langgraph-sqlite", "mem0": "mem0"}


def test_it_is_read_in_one_sitting() -> None:
    assert len(README.splitlines()) <= 150


def test_the_ten_lines_print_what_the_readme_shows() -> None:
    [(code, shown)] = snippets_of("README.md")
    assert printed_by(code, {}) == shown
    assert len([line for line in code.splitlines() if line.strip()]) <= 10


def test_the_block_for_assistants_starts_the_protocol() -> None:
    [block] = [json.loads(text) for language, text in blocks_of("README.md") if language == "json"]
    [entry] = block["mcpServers"].values()
    assert entry["command"] == "penchant"
    assert build_parser().parse_args(entry["args"]).command == "mcp"


def test_the_proxy_takes_three_lines_that_python_can_read() -> None:
    [code] = [code for language, code in blocks_of("README.md") if language == "python" and "base_url" in code]
    compile(code, "README.md", "exec")
    assert len([line for line in code.splitlines() if line.strip()]) == 3
    [command] = re.findall(r"`(penchant serve [^`]+)`", README)
    given = build_parser().parse_args(shlex.split(command)[1:])
    assert given.upstream.endswith("/v1")
    assert f"http://{given.host}:{given.port}/v1" in code


def test_both_targets_for_newcomers_are_named() -> None:
    assert {"make study", "make test", "make serve"} <= set(re.findall(r"make \w+", README))


def test_its_picture_is_drawn_for_light_and_for_dark() -> None:
    [picture] = re.findall(r"\]\((docs/\w+\.svg)\)", README)
    assert "prefers-color-scheme: dark" in text_of(picture)


@pytest.mark.parametrize("page", ["README.md", "docs/research.md"])
def test_tables_and_ties_are_those_of_the_kept_results(page: str) -> None:
    """As `python benchmarks/readme.py` writes them."""
    assert written(text_of(page)) == text_of(page)


def test_every_table_that_is_made_has_its_place() -> None:
    places = re.findall(r"<!-- made: ([\w-]+) -->", README + text_of("docs/research.md"))
    assert sorted(places) == sorted(
        ["figures", "voices", "household", "household-ties"]
        + [f"public-{world}{ties}" for world in PUBLISHED for ties in ("", "-ties")]
    )


def test_the_figures_of_peers_are_those_of_the_page_on_benchmarks() -> None:
    measured = text_of("docs/benchmarks.md").split("A: 1 x 1,000")[1].split("B: 1,000 x 20")[0]
    for told, name in PEERS.items():
        [(add, search)] = re.findall(rf"^\| {told}[^|]*\| ([\d.]+) \| ([\d.]+) \|$", README, re.MULTILINE)
        [row] = re.findall(rf"^{name} +\S+ / \S+ \((\S+)\) +\S+ / \S+ \((\S+)\)", measured, re.MULTILINE)
        assert [float(figure) for figure in row] == pytest.approx([float(add), float(search)], abs=0.005)


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


@pytest.mark.parametrize("suite", ["embodied", "shopping"])
def test_the_tables_of_habits_are_those_of_the_kept_results(suite: str) -> None:
    report = json.loads((ROOT / "results" / "ablation" / f"{suite}.json").read_text(encoding="utf-8"))
    table = ablation_table(report).split("\n\nSuccess in %")[0]
    assert table in text_of("docs/study.md")
