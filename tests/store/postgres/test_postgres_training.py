"""`penchant export-training` from a memory in PostgreSQL: the same files as from SQLite, and one line for a mistake."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from penchant.domain import Message, Request
from penchant.embed import Embedder
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.store import Store
from penchant.store.postgres import PostgresStore
from penchant.store.sqlite import SQLiteStore
from penchant_lab.export.judgement import examples_of
from workbench import Clock, Said, is_refused, last_line

if TYPE_CHECKING:
    from postgres.running import Running

Cli = Callable[..., Said]
DINNER = ("Plan me a dinner", "Steak.", "No! I'm vegetarian.", "A risotto.", "Perfect!")
CAKE = ("Plan a cake", "A sponge with sugar.", "No! Between us, I'm diabetic.", "An oat loaf.", "Perfect!")


def fill(store: Store, embedder: Embedder, mind: BuiltInMind) -> None:
    """A memory in which ana corrected a choice, ben said something private, and carl may not be exported."""
    clock = Clock()
    clock.step = 1
    memory = Memory(store, embedder, clock)
    agent = Agent(memory, mind)
    turn = agent.consider(Request("ana", "something to drink", ["black coffee", "herbal tea"]), may_ask=False)
    assert turn.choice
    other = "herbal tea" if str(turn.choice.action) == "black coffee" else "black coffee"
    agent.hear(turn, f"No, I wanted the {other}")
    for person, said in (("ana", DINNER), ("ben", CAKE), ("carl", DINNER)):
        agent.observe(person, [Message("assistant" if n % 2 else "user", words) for n, words in enumerate(said)])
    memory.allow_training("carl", False)
    memory.close()


@pytest.fixture
def kept(url: str, embedder: Embedder, mind: BuiltInMind) -> str:
    fill(PostgresStore(url, embedder=embedder.name), embedder, mind)
    return url


def examples(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("form", ["sft", "dpo", "kto"])
def test_every_form_is_the_same_file_as_from_sqlite(
    cli: Cli, kept: str, embedder: Embedder, mind: BuiltInMind, tmp_path: Path, form: str
) -> None:
    fill(SQLiteStore(tmp_path / "memory.db", embedder=embedder.name), embedder, mind)
    said = cli("export-training", "--form", form, kept, "--out", "postgres.jsonl")
    assert (said.code, said.err) == (0, "")
    assert cli("export-training", "--form", form, "memory.db", "--out", "sqlite.jsonl").code == 0
    assert (tmp_path / "postgres.jsonl").read_bytes() == (tmp_path / "sqlite.jsonl").read_bytes()
    assert (tmp_path / "postgres.jsonl").stat().st_mode & 0o077 == 0


def test_who_is_marked_and_what_is_private_stays_there(cli: Cli, kept: str, tmp_path: Path) -> None:
    said = cli("export-training", "--form", "kto", kept, "--out", "out.jsonl")
    assert "Left out: 1, people who are never exported" in said.out
    assert "something private was spoken of" in said.out
    written = (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    assert "diabetic" not in written
    assert "carl" not in written
    assert "ana" in {example["person"] for example in examples(tmp_path / "out.jsonl")}


def test_the_card_names_the_database_and_no_password(cli: Cli, kept: str, tmp_path: Path) -> None:
    secret = kept.replace("postgres:@", "postgres:open-sesame@")
    said = cli("export-training", "--form", "sft", secret, "--out", "out.jsonl")
    card = (tmp_path / "out.jsonl.card.md").read_text(encoding="utf-8")
    assert "a penchant memory, postgresql:///" in card
    assert "| people who are never exported | 1 |" in card
    assert "sesame" not in card + said.out + said.err


def test_consent_can_be_given_there_and_taken_back(cli: Cli, kept: str, tmp_path: Path) -> None:
    said = cli("export-training", "--form", "kto", kept, "--person", "carl", "--out", "out.jsonl")
    is_refused(said, "carl is marked as never exported")
    assert cli("memory", "consent", "carl", "yes", "--store", kept).code == 0
    assert cli("export-training", "--form", "kto", kept, "--person", "carl", "--out", "out.jsonl").code == 0
    assert {example["person"] for example in examples(tmp_path / "out.jsonl")} == {"carl"}


def test_a_database_without_anybody_to_export_is_one_line(cli: Cli, url: str, tmp_path: Path) -> None:
    is_refused(cli("export-training", "--form", "sft", url, "--out", "out.jsonl"), "Nobody is remembered")
    assert cli("memory", "consent", "ana", "no", "--store", url).code == 0
    said = cli("export-training", "--form", "sft", url, "--out", "out.jsonl")
    is_refused(said, "Everybody in", "is marked as never exported")
    assert not list(tmp_path.iterdir())


def test_a_database_that_is_not_there_or_has_no_memory_is_one_line(
    cli: Cli, empty: str, server: Running, tmp_path: Path
) -> None:
    is_refused(cli("export-training", "--form", "sft", empty, "--out", "out.jsonl"), "There is no memory at")
    nowhere = server.url("no_such_database")
    is_refused(cli("export-training", "--form", "sft", nowhere, "--out", "out.jsonl"), "no_such_database")
    closed = "postgresql://127.0.0.1:1/memories"
    is_refused(cli("export-training", "--form", "sft", closed, "--out", "out.jsonl"), "127.0.0.1")
    assert not list(tmp_path.iterdir())
    assert server.run("select count(*) from pg_namespace where nspname = 'penchant'", url=empty) == [(0,)]


def test_a_server_that_goes_away_in_the_middle_leaves_nothing(
    cli: Cli, kept: str, server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pull_the_plug(*given: Any) -> Any:
        server.stop()
        return examples_of(*given)

    with monkeypatch.context() as patch:
        patch.setattr("penchant_lab.export.export.examples_of", pull_the_plug)
        said = cli("export-training", "--form", "kto", kept, "--out", "out.jsonl")
    server.start()
    assert (said.code, said.out) == (1, "")
    assert "cannot be reached" in last_line(said.err), "below the bar, where it was quick enough to be drawn"
    assert not list(tmp_path.iterdir())
    assert cli("export-training", "--form", "kto", kept, "--out", "out.jsonl").code == 0
