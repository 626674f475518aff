"""Bringing a database file up to the schema this penchant knows, one numbered step at a time.

The steps are ``migrations/0001_first.sql`` and so on; ``PRAGMA user_version`` says how many a file has seen. Each is
one transaction, so a file is always at a whole number.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

from penchant.errors import StoreError, StoreTooNew

APPLICATION = 1885695592  # set by the first migration


@cache
def migrations() -> tuple[str, ...]:
    """The SQL of every step, the first one first."""
    folder = files("penchant.store") / "migrations"
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".sql")), key=lambda entry: entry.name)
    return tuple(entry.read_text(encoding="utf-8") for entry in found)


def check_ours(connection: sqlite3.Connection, path: str) -> int:
    """The schema version of the file, once it is known to be ours and not from the future; changes nothing."""
    with _one_look(connection):  # or another process could make the file between one question and the next
        (application,) = connection.execute("pragma application_id").fetchone()
        (version,) = connection.execute("pragma user_version").fetchone()
        holds_tables = connection.execute("select 1 from sqlite_master limit 1").fetchone() is not None
    if application != APPLICATION and (application or version or holds_tables):
        raise StoreError(f"{path} is a database, but not a penchant memory. Choose another path.")
    if version > len(migrations()):
        raise StoreTooNew(
            f"{path} was written by a later penchant (schema {version}, this one knows {len(migrations())}). "
            "Upgrade: pip install --upgrade penchant"
        )
    return int(version)


def migrate(connection: sqlite3.Connection, path: str, *, to: int | None = None) -> None:
    """Apply the steps the file has not seen, up to number ``to`` (all unless told); safe in several processes."""
    last = len(migrations()) if to is None else to
    while True:
        connection.execute("begin immediate")
        try:
            version = check_ours(connection, path)
            if version < last:
                for statement in _statements(migrations()[version]):
                    connection.execute(statement)
                connection.execute(f"pragma user_version = {version + 1}")
            connection.execute("commit")
        except BaseException:
            if connection.in_transaction:
                connection.execute("rollback")
            raise
        if version >= last:
            return


@contextmanager
def _one_look(connection: sqlite3.Connection) -> Iterator[None]:
    """Read the file as it is at one moment: within the transaction there is, or in one of its own."""
    if connection.in_transaction:
        yield
        return
    connection.execute("begin")
    try:
        connection.execute("select 1 from sqlite_master limit 1").fetchone()  # the moment is that of the first read
        yield
    finally:
        connection.execute("rollback")


def _statements(sql: str) -> Iterator[str]:
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if ";" in line and sqlite3.complete_statement(statement):
            yield statement
            statement = ""
