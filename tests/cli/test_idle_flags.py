"""A flag that would have no effect is refused in one line that says what to add."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from workbench import Said, is_refused, tree

Cli = Callable[..., Said]

PLAYED = ("--people-kind", "played", "--people-model", "tall")
IDLE = {
    "a model for no mind": (("--model", "m"), "--mind lm"),
    "an address": (("--base-url", "http://localhost:1/v1"), "--base-url"),
    "a model of our own": (("--local",), "--local"),
    "calls at once": (("--in-flight", "8"), "--in-flight"),
    "a time limit": (("--timeout", "3"), "--timeout"),
    "a price": (("--price", "1,2"), "--price"),
    "a budget of calls": (("--max-calls", "3"), "--max-calls"),
    "a budget of money": (("--max-spend", "3"), "--max-spend"),
    "a record to replay": (("--replay", "."), "--replay"),
    "a record to reuse": (("--reuse", "."), "--reuse"),
    "who chooses": (("--choose", "lm"), "--mind lm"),
    "who words questions": (("--phrase",), "--mind lm"),
    "who plays people": (("--people-model", "m"), "--people-kind played"),
    "who plays people, beside a mind": (("--mind", "lm", "--model", "m", "--people-model", "n"), "--people-kind"),
    "who chooses, beside people": ((*PLAYED, "--choose", "lm"), "--mind lm"),
    "a model for no mind, beside people": ((*PLAYED, "--model", "m"), "--mind lm"),
}


@pytest.mark.parametrize(("flags", "word"), IDLE.values(), ids=list(IDLE))
def test_a_flag_without_effect_is_refused(cli: Cli, tmp_path: Path, flags: tuple[str, ...], word: str) -> None:
    said = cli("study", "embodied", "--people", "1", "--out", tmp_path / "run", *flags)
    is_refused(said, flags[-2] if flags[-1][:2] != "--" else flags[-1], word, "leave it out")
    assert said.code == 2
    assert list(tree(tmp_path)) == []


@pytest.mark.parametrize("flags", [("--in-flight", "8"), ("--max-calls", "9"), ("--base-url", "http://localhost:1/v1")])
def test_a_run_without_a_model_is_resumed_without_its_flags(cli: Cli, tmp_path: Path, flags: tuple[str, ...]) -> None:
    run = tmp_path / "run"
    plain = ("--people", "1", "--methods", "none", "--passes", "1", "--stop-after", "1")
    assert cli("study", "embodied", *plain, "--out", run).code == 0
    is_refused(cli("study", "--resume", run, *flags), flags[0], "--mind lm")
    assert cli("study", "--resume", run).code == 0


@pytest.mark.parametrize("flags", [("--model", "m"), ("--choose", "lm"), ("--phrase",), ("--max-calls", "9")])
def test_chats_without_a_model_and_the_web_shop_refuse_them_too(
    cli: Cli, tmp_path: Path, flags: tuple[str, ...]
) -> None:
    is_refused(cli("chat", "--person", "ana", "--store", tmp_path / "memory.db", *flags), flags[0], "leave it out")
    is_refused(cli("study", "web", "--people", "2", "--out", tmp_path / "run", *flags), flags[0], "leave it out")
    assert list(tree(tmp_path)) == []


def test_the_default_may_be_said_and_a_dry_run_says_that_there_is_nothing_to_count(cli: Cli, tmp_path: Path) -> None:
    plain = ("study", "embodied", "--people", "1", "--methods", "none", "--passes", "1")
    assert cli(*plain, "--choose", "code", "--out", tmp_path / "run").code == 0
    assert "No call would be made" in cli(*plain, "--dry-run").out
