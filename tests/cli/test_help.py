from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version

import pytest

from penchant.cli import laboratory
from penchant.cli.main import COMMANDS, build_parser, main
from workbench import Said, penchant


@pytest.mark.parametrize(
    "command",
    [
        (),
        *((name,) for name in laboratory.COMMANDS),
        *((module.__name__.rpartition(".")[2],) for module in COMMANDS if module is not laboratory),
    ],
)
def test_help_starts_with_an_example_and_says_how_to_use_it(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    name = " ".join(("penchant", *command))
    examples, usage, about = text.split("\n\n")[:3]
    assert examples.startswith("example")
    assert f"\n  {name} " in examples
    assert usage.startswith(f"usage: {name} ")
    assert "-h" in usage
    assert about[0].isupper(), "a sentence on what it does comes next"


def _pages(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                yield from _pages(child)


def test_the_help_of_every_verb_starts_with_an_example_of_it() -> None:
    pages = [page for page in _pages(build_parser()) if page.prog != "penchant study"]  # it has pages of its own
    assert len(pages) > len(COMMANDS)
    for page in pages:
        assert re.match(rf"examples?:\n(.*\n)*?  {page.prog}\b", page.format_help()), page.prog


OF_CHOICES = {"--methods", "--ablate", "--passes", "--embedder", "--people-kind", "--feedback", "--shuffle", "--store",
              "--stop-after", "--choose", "--phrase"}  # fmt: skip
OF_WEB = {"--agents", "--products", "--track", "--past", "--recommender", "--export-original"}
OF_ALL = {"--data", "--people", "--seed", "--mind", "--out", "--resume", "--jobs", "--cluster", "--json", "--model",
          "--base-url", "--people-model", "--max-calls", "--reuse", "--replay", "--dry-run",
          "--people-style"}  # fmt: skip


@pytest.mark.parametrize(("suite", "own", "others"), [("embodied", OF_CHOICES, OF_WEB), ("web", OF_WEB, OF_CHOICES)])
def test_each_suite_has_a_help_page_with_what_it_takes_and_nothing_else(
    suite: str, own: set[str], others: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["study", suite, "--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    flags = set(re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE))
    assert own | OF_ALL <= flags
    assert not others & flags
    examples, usage = text.split("\n\n")[:2]
    assert examples.startswith(f"examples:\n  penchant study {suite}")
    assert usage.startswith(f"usage: penchant study {suite} ")


@pytest.mark.parametrize(
    ("suite", "told"),
    [("embodied", "all there are"), ("robustness", "6 in each world"), ("theory", "12 in each of its worlds")],
)
def test_help_says_how_many_people_there_are_unless_told(
    suite: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["study", suite, "--help"])
    assert f"how many people (default: {told})" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", [("chat",), ("memory", "people"), ("memory", "import")])
def test_help_says_which_memories_there_are(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*command, "--help"])
    text = " ".join(capsys.readouterr().out.split())
    for words in ("a file, faiss:FOLDER or a postgresql:// URL", "sqlite and faiss mean memory.db and memory.faiss"):
        assert words in text


def test_the_version_is_that_of_the_package() -> None:
    assert penchant("--version").out == f"penchant {version('penchant')}\n"


def test_help_needs_no_heavy_library() -> None:
    code = "import sys, atexit; atexit.register(lambda: print('wordllama' in sys.modules or 'numpy' in sys.modules))"
    said = penchant("study", "--help", code=code)
    assert said.code == 0
    assert said.out.endswith("False\n")


def test_plugins_lists_what_is_behind_each_seam(cli: Callable[..., Said]) -> None:
    found = cli("plugins", "--json").json
    assert "sqlite" in found["stores"]
    assert "built-in" in found["minds"]
    assert {"embodied", "shopping", "web"} <= set(found["suites"])
    assert "wordllama" in found["embedders"]
    assert "simulated" in found["people"]
    assert "sqlite" in cli("plugins").out


def test_a_source_tree_that_nobody_installed_runs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("penchant.cli.main.version", unknown)
    assert "train" in build_parser().format_help()
