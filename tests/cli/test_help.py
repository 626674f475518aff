from __future__ import annotations

import re
from collections.abc import Callable
from importlib.metadata import version

import pytest

from penchant.cli.main import COMMANDS, main
from workbench import Said, penchant


@pytest.mark.parametrize("command", [(), *((module.__name__.rpartition(".")[2],) for module in COMMANDS)])
def test_help_says_how_to_use_it_and_gives_an_example(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    name = " ".join(("penchant", *command))
    assert text.startswith(f"usage: {name} ")
    usage, _, rest = text.partition("\n\n")
    assert "-h" in usage
    assert rest[0].isupper(), "a sentence on what it does comes next"
    assert "example" in text
    assert f"\n  {name} " in text


OF_CHOICES = {"--methods", "--ablate", "--passes", "--embedder", "--people-kind", "--feedback", "--shuffle", "--memory",
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
    assert text.startswith(f"usage: penchant study {suite} ")
    assert f"\n  penchant study {suite}\n" in text


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
