"""`penchant export-training`: files that trl takes, a card, and one line where something is wrong."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penchant.domain import Message, Request
from penchant.embed import Embedder
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.store.sqlite import SQLiteStore
from workbench import Clock, Said, is_refused

Cli = Callable[..., Said]
COLUMNS = {
    "sft": {"prompt", "completion"},
    "dpo": {"prompt", "chosen", "rejected"},
    "kto": {"prompt", "completion", "label"},
}


@pytest.fixture(autouse=True)
def _kept(embedder: Embedder, mind: BuiltInMind, clock: Clock, tmp_path: Path) -> None:
    """A file in which Ana and ben were heard."""
    clock.step = 1
    memory = Memory(SQLiteStore(tmp_path / "memory.db", embedder=embedder.name), embedder, clock)
    agent = Agent(memory, mind)
    drink = Request("Ana", "something to drink", ["black coffee", "herbal tea"])
    turn = agent.consider(drink, may_ask=False)
    assert turn.choice
    other = "herbal tea" if str(turn.choice.action) == "black coffee" else "black coffee"
    agent.hear(turn, f"No, I wanted the {other}")
    said = ["Plan me a dinner", "Steak.", "No! I'm vegetarian.", "A risotto, Ben.", "Perfect!"]
    agent.observe("ben", [Message("assistant" if n % 2 else "user", words) for n, words in enumerate(said)])
    memory.close()


def examples(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("form", COLUMNS)
def test_every_form_has_its_columns_and_is_the_same_each_time(cli: Cli, tmp_path: Path, form: str) -> None:
    said = cli("export-training", "--form", form, "memory.db", "--out", "first.jsonl")
    assert (said.code, said.err) == (0, "")
    assert "of 2 people" in said.out
    cli("export-training", "--form", form, "memory.db", "--out", "second.jsonl")
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert first.read_bytes() == second.read_bytes()
    for example in examples(first):
        assert example.keys() == COLUMNS[form] | {"person", "source", "time"}
    assert first.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("form", COLUMNS)
def test_trl_takes_the_files(cli: Cli, tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    pytest.importorskip("trl")
    load_dataset = pytest.importorskip("datasets").load_dataset
    is_conversational = pytest.importorskip("trl.data_utils").is_conversational
    cli("export-training", "--form", form, "memory.db", "--out", "out.jsonl")
    rows = load_dataset("json", data_files="out.jsonl", split="train", cache_dir=str(tmp_path / "cache"))
    assert len(rows) == len(examples(tmp_path / "out.jsonl"))
    assert COLUMNS[form] <= {*rows.column_names}
    assert all(is_conversational({key: row[key] for key in COLUMNS[form]}) for row in rows)


def test_the_card_tells_where_it_is_from_how_much_and_what_was_left_out(cli: Cli, tmp_path: Path) -> None:
    cli("memory", "consent", "Ana", "no")
    said = cli("export-training", "--form", "kto", "memory.db", "--out", "out.jsonl")
    assert "Left out: 1, people who are never exported" in said.out
    card = (tmp_path / "out.jsonl.card.md").read_text(encoding="utf-8")
    for part in (
        "memory.db",
        "3 examples of 1 person",
        "| people who are never exported | 1 |",
        "Licence",
        "Known limits",
    ):
        assert part in card
    assert "2 right, 1 wrong" in card
    assert "Ana" not in card
    assert {example["person"] for example in examples(tmp_path / "out.jsonl")} == {"ben"}


def test_who_is_marked_and_named_gets_one_line(cli: Cli, tmp_path: Path) -> None:
    cli("memory", "consent", "Ana", "no")
    said = cli("export-training", "--form", "kto", "memory.db", "--person", "Ana", "--out", "out.jsonl")
    is_refused(said, "Ana is marked as never exported")
    assert not (tmp_path / "out.jsonl").exists()


def test_a_memory_of_which_nobody_may_be_exported_is_one_line(cli: Cli, tmp_path: Path) -> None:
    for name in ("Ana", "ben"):
        cli("memory", "consent", name, "no")
    is_refused(cli("export-training", "--form", "sft", "memory.db", "--out", "out.jsonl"), "Everybody in memory.db")
    assert not (tmp_path / "out.jsonl").exists()


def test_pseudonyms_stand_wherever_the_name_stood(cli: Cli, tmp_path: Path) -> None:
    cli("export-training", "--form", "kto", "memory.db", "--pseudonyms", "--out", "out.jsonl")
    written = (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    assert {example["person"] for example in examples(tmp_path / "out.jsonl")} == {"person-00001", "person-00002"}
    assert "A risotto, person-00002." in written
    assert "ana" not in written.lower().replace("analy", "")


def test_a_limit_is_kept_to_and_told(cli: Cli, tmp_path: Path) -> None:
    counts = cli("export-training", "--form", "kto", "memory.db", "--limit", "2", "--out", "out.jsonl", "--json").json
    assert (counts["examples"], len(examples(tmp_path / "out.jsonl"))) == (2, 2)
    assert "--limit" in (tmp_path / "out.jsonl.card.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--form", "ppo", "memory.db", "--out", "out.jsonl"], "ppo"),
        (["--form", "dpo", "nowhere", "--out", "out.jsonl"], "neither a run nor a memory"),
        (["--form", "dpo", ".", "--out", "out.jsonl"], "no run.json"),
        (["--form", "dpo", "memory.db", "--out", "no/where/out.jsonl"], "no folder no/where"),
        (["--form", "dpo", "memory.db", "--out", "memory.db"], "exists already"),
        (["--form", "dpo", "memory.db", "--out", "out.jsonl", "--card", "out.jsonl"], "cannot be one file"),
        (["--form", "dpo", "memory.db", "--out", "out.jsonl", "--limit", "0"], "--limit 0"),
        (["--form", "dpo", "memory.db", "--out", "out.jsonl", "--method", "both"], "--method"),
        (["--form", "dpo", "memory.db", "--out", "out.jsonl", "--person", "zoe"], "zoe"),
        (["--form", "dpo", "memory", "--out", "out.jsonl"], "begins and ends"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_nothing(cli: Cli, tmp_path: Path, words: list[str], says: str) -> None:
    before = {path.name for path in tmp_path.iterdir()}
    is_refused(cli("export-training", *words), says)
    assert {path.name for path in tmp_path.iterdir()} == before


def test_a_store_without_an_example_of_this_form_is_one_line(cli: Cli, tmp_path: Path) -> None:
    cli("tell", "zoe", "I love sailing.", "--store", "other.db")
    said = cli("export-training", "--form", "dpo", "other.db", "--out", "out.jsonl")
    is_refused(said, "makes an example for dpo", "wrote nothing")
    assert not [path for path in tmp_path.iterdir() if "out.jsonl" in path.name]


def test_a_disk_that_fills_leaves_nothing(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("penchant_lab.export.export.os.fsync", full)
    is_refused(cli("export-training", "--form", "dpo", "memory.db", "--out", "out.jsonl"), "disk is full")
    monkeypatch.setattr("penchant_lab.export.export.os.fsync", os.fsync)
    assert not [path for path in tmp_path.iterdir() if "out.jsonl" in path.name]
