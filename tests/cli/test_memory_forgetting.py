"""`penchant memory forget`: asks first, erases for good, and does not take its own word for it."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from penchant.cli.memory.files import files_of, needles, still_in
from penchant.embed import Embedder
from penchant.memory import Memory
from penchant.store import Transcribe, database
from penchant.store.sqlite import SQLiteStore
from penchant.testing._samples import line
from workbench import Said, draft, is_refused, tree

Cli = Callable[..., Said]
SECRET = "my-secret-medicine"


@pytest.fixture(autouse=True)
def kept(embedder: Embedder, tmp_path: Path) -> Memory:
    memory = Memory(SQLiteStore(tmp_path / "memory.db", embedder=embedder.name), embedder)
    memory.add("anastasia", draft(SECRET, words=f"with water, {SECRET}, " + "y" * 9000, episode="errand-number-one"))
    memory.add("anastasia", draft("herbal tea", words='she said "the tea"\nplease'))
    memory.apply("anastasia", [Transcribe(line("errand-number-one", 0, f"{SECRET}? yes, the {SECRET}"))])
    memory.add("ben", draft("herbal tea", words='she said "the tea"\nplease'))
    memory.close()
    return memory


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_disk(folder: Path) -> bytes:
    return b"".join((folder / name).read_bytes() for name in tree(folder))


def test_one_belief_is_gone_from_everywhere_and_the_others_stay(cli: Cli, tmp_path: Path) -> None:
    assert SECRET.encode() in on_disk(tmp_path)
    said = cli("memory", "forget", "anastasia", "1", "--yes")
    assert said.code == 0
    assert said.out.splitlines()[-1] == "Gone from: beliefs, history, evidence, transcript, search, the file's bytes"
    assert SECRET.encode() not in on_disk(tmp_path)
    assert "herbal tea" in cli("memory", "show", "anastasia").out
    assert "herbal tea" in cli("memory", "show", "ben").out


def test_everything_goes_though_somebody_else_said_the_same(cli: Cli, tmp_path: Path) -> None:
    said = cli("memory", "forget", "anastasia", "--everything", "--yes", "--json").json
    assert said == {
        "person": "anastasia",
        "id": None,
        "forgotten": {"preferences": 2, "evidence": 2, "transcript": 1},
        "gone_from": ["beliefs", "history", "evidence", "transcript", "search", "people", "the file's bytes"],
        "not_looked_into": None,
    }
    assert b"anastasia" not in on_disk(tmp_path)
    assert cli("memory", "people", "--json").json == [{"person": "ben", "open": 1, "closed": 0}]


def test_words_of_the_files_own_making_are_no_alarm(cli: Cli, kept: Memory) -> None:
    assert cli("memory", "edit", "ben", "1", "preference", "--words", "create table person").code == 0
    assert cli("memory", "forget", "ben", "2", "--yes").code == 0


@pytest.mark.parametrize(
    ("answer", "forgets"), [("y\n", True), ("yes\n", True), ("n\n", False), ("\n", False), ("", False)]
)
def test_on_a_terminal_it_asks(cli: Cli, monkeypatch: pytest.MonkeyPatch, answer: str, forgets: bool) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    said = cli("memory", "forget", "anastasia", "1")
    assert (
        f"To be forgotten for good: When anastasia says “I'm so drowsy” (something to drink), anastasia wants {SECRET}"
        in said.err
    )
    assert (said.code == 0) is forgets
    assert (SECRET in cli("memory", "show", "anastasia").out) is not forgets
    if not forgets:
        assert said.err.endswith("penchant: Nothing was forgotten.\n")


def test_a_store_that_does_not_forget_is_found_out(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "forget_person", lambda *_: 2)
    monkeypatch.setattr(Memory, "forget", lambda *_: None)
    is_refused(cli("memory", "forget", "anastasia", "1", "--yes"), "found in: beliefs, evidence, transcript, search")
    is_refused(
        cli("memory", "forget", "anastasia", "--everything", "--yes"), "beliefs, evidence, transcript, search, people"
    )


def test_bytes_that_stay_behind_are_found_out(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_SCRUB_WAIT_MS", 1)
    with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as reader:
        reader.execute("begin")
        reader.execute("select * from said").fetchall()  # keeps the old pages
        said = cli("memory", "forget", "anastasia", "--everything", "--yes")
        is_refused(said, "found in: the file's bytes.", "another process")
        reader.execute("commit")
    assert cli("memory", "people", "--json").json == [{"person": "ben", "open": 1, "closed": 0}]
    assert SECRET.encode() not in on_disk(tmp_path)


def test_bytes_are_found_wherever_they_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("penchant.cli.memory.files._CHUNK", 100)
    sought = needles(["said “this” thing\n", "x" * 500, "short", "never said"], [b"\1" * 1024, b"\0" * 1024])
    assert {len(needle) for needle in sought} == {22, 23, 64, 52, 10, 1024}
    for at in (0, 1, 7, 90, 99, 100, 101, 333):
        (tmp_path / "m.db-wal").write_bytes(b"?" * at + "said “this” thing\n".encode() + b"?")
        assert still_in(files_of(tmp_path / "m.db"), sought) == {"said “this” thing\n".encode()}
    assert still_in([], sought) == set()
    assert still_in(files_of(tmp_path), set()) == set()
    assert still_in([tmp_path / "gone"], sought) == set()
