"""Forgetting while others have the file open: the bytes go at once, or it is said that they do not yet."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from penchant.domain import PersonId, PreferenceId
from penchant.loop import Agent
from penchant.store import Erase, database
from penchant.store.sqlite import SQLiteStore
from penchant.testing import opening

ANA, BEN = PersonId("ana-wishes-to-be-forgotten"), PersonId("ben-stays")
READER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("begin" if sys.argv[2] == "reading" else "select 1")
print(len(connection.execute("select * from said").fetchall()), flush=True)
sys.stdin.readline()
if sys.argv[2] == "reading":
    connection.execute("commit")
print("done", flush=True)
sys.stdin.readline()
"""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_SCRUB_WAIT_MS", 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with closing(SQLiteStore(tmp_path / "memory.db")) as store:
        store.write(BEN, [opening("milk")])
    return tmp_path / "memory.db"


def is_on_disk(path: Path) -> bool:
    return any(ANA.encode() in entry.read_bytes() for entry in sorted(path.parent.iterdir()))


@contextmanager
def another_process(path: Path, doing: str) -> Iterator[subprocess.Popen[str]]:
    """A process that has read the file, and is still at it where it is ``reading``; a line ends that, another it."""
    command = [sys.executable, "-c", READER, str(path), doing]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        heard(process)
        yield process
        process.communicate("\n")


def heard(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def let_go_of_what_it_reads(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
    assert heard(process) == "done\n"


def test_nothing_is_left_though_two_more_connections_have_the_file_open(path: Path) -> None:
    with (
        closing(SQLiteStore(path)) as store,
        closing(SQLiteStore(path)) as other,
        closing(sqlite3.connect(path)) as raw,
    ):
        store.write(ANA, [opening("tea", words=f"{ANA} said so")])
        assert len(other.list(ANA)) == 1
        raw.execute("select * from said").fetchall()
        assert is_on_disk(path)
        store.forget_person(ANA)
        assert not is_on_disk(path)
        assert store.lingering == ""
        assert other.list(ANA) == []


def test_nothing_is_left_though_another_process_has_the_file_open(path: Path) -> None:
    with closing(SQLiteStore(path)) as store, another_process(path, "idle"):
        store.write(ANA, [opening("tea", words=f"{ANA} said so"), opening("milk")])
        store.write(ANA, [Erase(PreferenceId(1))])
        store.forget_person(ANA)
        assert not is_on_disk(path)
        assert store.lingering == ""


@pytest.mark.parametrize("who", ["the same", "another", "a new one"])
def test_what_another_process_is_reading_goes_with_the_next_write_whoever_writes(path: Path, who: str) -> None:
    with closing(SQLiteStore(path)) as store, closing(SQLiteStore(path)) as other:
        store.write(ANA, [opening("tea", words=f"{ANA} said so")])
        with another_process(path, "reading") as process:
            store.forget_person(ANA)
            assert is_on_disk(path)
            assert "log beside memory.db, from which another process is reading" in store.lingering
            let_go_of_what_it_reads(process)
            if who == "the same":
                store.write(BEN, [opening("tea")])
                assert store.lingering == ""
            elif who == "another":
                other.write(BEN, [opening("tea")])
            else:
                SQLiteStore(path).close()
            assert not is_on_disk(path)


def test_what_another_process_is_reading_goes_when_it_closes_the_file_last(path: Path) -> None:
    with closing(SQLiteStore(path)) as store:
        store.write(ANA, [opening("tea", words=f"{ANA} said so")])
        with another_process(path, "reading") as process:
            store.forget_person(ANA)
            store.close()
            assert is_on_disk(path)
            let_go_of_what_it_reads(process)
        assert not is_on_disk(path)


def test_a_reader_who_stays_holds_no_later_write_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(SQLiteStore(path)) as store, another_process(path, "reading"):
        store.write(ANA, [opening("tea")])
        store.forget_person(ANA)
        monkeypatch.setattr(database, "_SCRUB_WAIT_MS", 3_600_000)  # nobody would wait for the end of this test
        store.write(BEN, [opening("tea")])
        assert len(store.list(BEN)) == 2
        assert store.lingering


def test_one_who_was_killed_before_the_log_was_empty_leaves_that_to_the_next(path: Path) -> None:
    with closing(SQLiteStore(path)) as other:
        killed = (
            "import os, sys; from penchant.store.sqlite import SQLiteStore; "
            "from penchant.store.database import Database; from penchant.testing import opening; "
            "store = SQLiteStore(sys.argv[1]); "
            "store.write(sys.argv[2], [opening('tea')]); Database._scrub = lambda *_: os._exit(9); "
            "store.forget_person(sys.argv[2])"
        )
        assert subprocess.run([sys.executable, "-c", killed, str(path), ANA], check=False).returncode == 9
        assert is_on_disk(path)
        assert other.people() == [BEN]
        other.write(BEN, [opening("tea")])
        assert not is_on_disk(path)


def test_an_agent_says_where_bytes_of_the_forgotten_still_lie(path: Path) -> None:
    with Agent.open(path.parent / "agent.db") as agent:
        agent.tell("ana", f"I love {ANA} tea")
        with another_process(path.parent / "agent.db", "reading") as process:
            (belief,) = agent.memory.list("ana")
            assert "another process is reading" in agent.forget("ana", belief.id).lingering
            let_go_of_what_it_reads(process)
            agent.tell("ben", "I love milk")
            assert not is_on_disk(path)
            assert agent.memory.lingering == ""
