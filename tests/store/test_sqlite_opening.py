"""Opening a file: embedders, schemas, and everything that can be wrong with a path or a disk, each in one line."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from first_schema import ANA, FIRST_ROWS, SECOND_ROWS, assert_rows_of_the_first_schema, database_at

from penchant.domain import EpisodeId
from penchant.errors import BadInput, PenchantError, StoreError, StoreGone, StoreTooNew
from penchant.store import database
from penchant.store.migrate import migrations
from penchant.store.sqlite import SQLiteStore
from penchant.testing import opening


def one_line(raised: pytest.ExceptionInfo[PenchantError], *words: str) -> None:
    message = str(raised.value)
    assert "\n" not in message
    assert message.endswith((".", "penchant")) or "mkdir" in message
    for word in words:
        assert word in message


def test_a_file_of_the_first_schema_is_read_with_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with closing(database_at(path, 1)) as connection:
        connection.executescript(FIRST_ROWS)
    with closing(SQLiteStore(path, embedder="tiny", size=2)) as store:
        assert_rows_of_the_first_schema(store)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (len(migrations()),)


def test_a_file_of_0_2_0_that_knew_no_kinds_loses_nothing_and_holds_tastes(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with closing(database_at(path, 2)) as connection:
        connection.executescript(SECOND_ROWS)
        before = {table: rows_of(connection, table) for table in ("said", "person", "evidence", "transcript")}
        preferences = rows_of(connection, "preference")
    with closing(SQLiteStore(path, embedder="tiny", size=2)) as store:
        assert [one.kind for one in store.list(ANA, closed=True)] == ["taste", "taste"]
        assert [one.words for one in store.transcript(ANA)] == ["mate now"]
        assert store.transcript(ANA, EpisodeId("e2")) == store.transcript(ANA)
    with closing(sqlite3.connect(path)) as connection:
        for table, kept in {**before, "preference": [(*row, "taste") for row in preferences]}.items():
            assert [row[: len(kept[0])] for row in rows_of(connection, table)] == kept
    with closing(SQLiteStore(path, embedder="tiny", size=2)) as store:
        nuts = opening("nuts", vector=opening("x").vector[:2], stance="avoids", kind="constraint")
        assert store.write(ANA, [nuts]) == [4]
    with closing(SQLiteStore(path)) as store:
        assert [one.kind for one in store.list(ANA)] == ["taste", "constraint"]


def rows_of(connection: sqlite3.Connection, table: str) -> list[tuple[object, ...]]:
    return connection.execute(f"select * from {table} order by 1, 2").fetchall()


def test_the_first_schema_is_the_one_that_was_released() -> None:
    released = "4f6ee9d80e3c44beca8634665f427f1e7c53f158db2760ecde59bed452b0aeb6"
    assert hashlib.sha256(migrations()[0].encode()).hexdigest() == released


@pytest.mark.parametrize("version", range(len(migrations()) + 1))
def test_a_file_of_any_earlier_schema_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    database_at(tmp_path / "memory.db", version).close()
    with closing(SQLiteStore(tmp_path / "memory.db")) as store:
        assert store.write(ANA, [opening("tea")]) == [1]


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "memory.db"
    with closing(SQLiteStore(path)) as store:
        store.write(ANA, [opening("tea")])
    known = migrations()
    monkeypatch.setattr("penchant.store.migrate.migrations", lambda: (*known, "create table x (y);\nbroken;\n"))
    with pytest.raises(StoreError, match="broken"):
        SQLiteStore(path)
    monkeypatch.undo()
    with closing(SQLiteStore(path)) as store:
        assert [one.value for one in store.list(ANA)] == ["tea"]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("select count(*) from sqlite_master where name = 'x'").fetchone() == (0,)


def test_a_file_of_a_later_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    SQLiteStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma user_version = 99")
    before = path.read_bytes()
    with pytest.raises(StoreTooNew) as raised:
        SQLiteStore(path)
    one_line(raised, "memory.db", "99", "pip install --upgrade penchant")
    assert path.read_bytes() == before


def test_another_embedder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with closing(SQLiteStore(path, embedder="tiny", size=8)) as store:
        store.write(ANA, [opening("tea")])
    with pytest.raises(StoreError) as raised:
        SQLiteStore(path, embedder="large")
    one_line(raised, "'tiny'", "'large'")
    with pytest.raises(StoreError) as raised:
        SQLiteStore(path, embedder="tiny", size=16)
    one_line(raised, "8 numbers", "16")
    for embedder, size in (("tiny", 8), ("", None), ("tiny", None), ("", 8)):
        with closing(SQLiteStore(path, embedder=embedder, size=size)) as store:
            assert len(store.list(ANA)) == 1


def test_the_embedder_is_kept_even_when_nothing_has_been_written(tmp_path: Path) -> None:
    SQLiteStore(tmp_path / "memory.db", embedder="tiny", size=8).close()
    with pytest.raises(StoreError):
        SQLiteStore(tmp_path / "memory.db", embedder="large")


def test_a_file_made_without_an_embedder_takes_the_first_named_one_while_it_is_empty(tmp_path: Path) -> None:
    SQLiteStore(tmp_path / "memory.db").close()
    SQLiteStore(tmp_path / "memory.db", embedder="tiny").close()
    with pytest.raises(StoreError):
        SQLiteStore(tmp_path / "memory.db", embedder="large")


def test_a_vector_that_does_not_fit_the_embedder_is_refused(tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "memory.db", embedder="tiny", size=4)) as store:
        with pytest.raises(BadInput) as raised:
            store.write(ANA, [opening("tea")])
        one_line(raised, "4", "8")
        assert store.people() == []


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("dear diary, " * 1000)
    with pytest.raises(StoreError) as raised:
        SQLiteStore(path)
    one_line(raised, "notes.txt", "not a penchant memory")
    assert path.read_text() == "dear diary, " * 1000


def test_somebody_elses_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table photo (name text)")
    before = path.read_bytes()
    with pytest.raises(StoreError) as raised:
        SQLiteStore(path)
    one_line(raised, "photos.db", "not a penchant memory")
    assert path.read_bytes() == before


def test_a_missing_folder_is_named_with_the_command_that_makes_it(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as raised:
        SQLiteStore(tmp_path / "no" / "where" / "memory.db")
    one_line(raised, f"mkdir -p {tmp_path}/no/where")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["", "a\0b"])
def test_a_path_that_names_nothing_is_bad_input(path: str) -> None:
    with pytest.raises(BadInput) as raised:
        SQLiteStore(path)
    one_line(raised, repr(path))


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as raised:
        SQLiteStore(tmp_path)
    one_line(raised, "is a folder")


@pytest.mark.parametrize("name", ["with space.db", "100%.db", "what?.db", "a#b.db", "ü.db", "file:x.db"])
def test_odd_file_names_are_just_names(tmp_path: Path, name: str) -> None:
    for _ in range(2):
        with closing(SQLiteStore(tmp_path / name)) as store:
            store.write(ANA, [opening("tea")])
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_a_relative_path_means_the_same_file_after_moving_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with closing(SQLiteStore("memory.db")) as store:
        monkeypatch.chdir(tmp_path / "elsewhere")
        store.write(ANA, [opening("tea")])
        assert len(store.list(ANA)) == 1
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["memory.db"]


def test_a_new_file_is_for_its_owner_only(tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "memory.db")) as store:
        store.write(ANA, [opening("tea")])
        for entry in tmp_path.iterdir():
            assert stat.S_IMODE(entry.stat().st_mode) == 0o600, entry


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "memory.db")
    store.close()
    calls: list[Callable[[], object]] = [store.people, lambda: store.list(ANA)]
    calls += [lambda: store.write(ANA, [opening("tea")])]
    for call in calls:
        with pytest.raises(StoreError) as raised:
            call()
        one_line(raised, "closed", "Open it again")


def test_a_file_kept_busy_beyond_the_wait_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "WAIT_S", 0.05)
    path = tmp_path / "memory.db"
    with closing(SQLiteStore(path)) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        store.write(ANA, [opening("tea")])
        other.execute("begin immediate")
        with pytest.raises(StoreError) as raised:
            store.write(ANA, [opening("juice")])
        one_line(raised, "busy", "try again")
        assert [one.value for one in store.list(ANA)] == ["tea"]  # reading does not wait for writers
        other.execute("rollback")
        assert store.write(ANA, [opening("juice")]) == [2]


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(*given: object, **named: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*given, **named)  # type: ignore[call-overload]
        connection.execute("pragma max_page_count = 60")
        return connection

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", small)
    path, kept = tmp_path / "memory.db", []
    with closing(SQLiteStore(path)) as store:
        with pytest.raises(StoreError) as raised:  # noqa: PT012 - fails at a write we cannot foresee
            while True:
                kept.append(store.write(ANA, [opening("tea", words="x" * 5000), opening("juice")]))
        one_line(raised, "full", "free some space")
        assert len(kept) > 5
        assert [one.id for one in store.list(ANA)] == [one for ids in kept for one in ids]
        assert store.write(ANA, [opening("small")]) == [2 * len(kept) + 1]
    monkeypatch.undo()
    with closing(SQLiteStore(path)) as store:
        assert len(store.list(ANA)) == len(store.evidence(ANA)) == 2 * len(kept) + 1


def test_a_disk_that_refuses_to_grow_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    program = f"""
        import resource
        from penchant.errors import StoreError
        from penchant.store.sqlite import SQLiteStore
        from penchant.testing import opening
        store = SQLiteStore({str(tmp_path / "memory.db")!r})
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))
        try:
            while True:
                print(*store.write("ana", [opening("tea", words="x" * 5000)]), flush=True)
        except StoreError as error:
            assert len(store.list("ana")) > 5
            print(error)
    """
    *ids, message = run(program).splitlines()
    assert "memory.db" in message
    assert "Nothing was changed" in message
    with closing(SQLiteStore(tmp_path / "memory.db")) as store:
        assert [str(one.id) for one in store.list(ANA)] == ids
        assert store.write(ANA, [opening("again")]) == [len(ids) + 1]


@pytest.fixture
def reachable_folder() -> Iterator[Path]:
    """A folder that other users can reach, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        (Path(name) / "folder").mkdir()
        yield Path(name) / "folder"


@pytest.mark.parametrize(
    "what", ["a new file in a read-only folder", "a read-only file", "a file in a read-only folder"]
)
def test_what_may_not_be_written_is_told_in_one_line(reachable_folder: Path, what: str) -> None:
    path = reachable_folder / "memory.db"
    if what != "a new file in a read-only folder":
        with closing(SQLiteStore(path)) as store:
            store.write(ANA, [opening("tea")])
    if os.geteuid() == 0:
        for entry in (reachable_folder, *reachable_folder.iterdir()):
            os.chown(entry, 65534, 65534)
    (path if what == "a read-only file" else reachable_folder).chmod(0o555)
    program = f"""
        import os
        from penchant.errors import StoreError
        from penchant.store.migrate import migrations
        from penchant.store.sqlite import SQLiteStore
        from penchant.testing import opening
        migrations()  # read while we still may
        if os.geteuid() == 0:  # permissions do not bind root
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        try:
            SQLiteStore({str(path)!r}).write("ana", [opening("juice")])
        except StoreError as error:
            print(error)
    """
    message = run(program)
    assert message.count("\n") == 1
    assert "memory.db" in message
    assert "writ" in message
    assert "folder" in message
    reachable_folder.chmod(0o755)


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_file_that_is_taken_away_takes_nothing_until_it_is_back(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    away = tmp_path / "elsewhere"
    away.mkdir()
    with closing(SQLiteStore(path)) as store:
        store.write(ANA, [opening("tea")])
        for part in tmp_path.glob("memory.db*"):
            part.rename(away / part.name)
        calls: list[Callable[[], object]] = [lambda: store.write(ANA, [opening("milk")]), lambda: store.list(ANA)]
        for call in calls:
            with pytest.raises(StoreGone) as raised:
                call()
            one_line(raised, "Nothing was changed: put it back and try again")
        SQLiteStore(path).close()
        with pytest.raises(StoreGone, match="another file than the one that was opened"):
            store.write(ANA, [opening("milk")])
        for part in away.iterdir():
            part.replace(path.with_name(part.name))
        store.write(ANA, [opening("milk")])
    with closing(SQLiteStore(path)) as again:
        assert [one.value for one in again.list(ANA)] == ["tea", "milk"]
