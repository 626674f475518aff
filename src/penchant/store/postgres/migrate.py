"""Bringing a database up to the schema this penchant knows, one numbered step at a time.

The steps are ``migrations/0001_first.sql`` and so on; ``meta.version`` says how many a database has seen. Each is one
transaction under an advisory lock, so a database is always at a whole number, however many open it at once. Our tables
lie in a PostgreSQL schema of their own, ``penchant`` unless told. A database that is up to date is opened without any
right to create.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import psycopg
from psycopg.rows import TupleRow

from penchant.errors import StoreError, StoreTooNew
from penchant.store.postgres.address import SCHEMA
from penchant.store.postgres.failures import words

_LOCK = 1885695592  # 'penh', as in the files of SQLiteStore


@cache
def migrations() -> tuple[str, ...]:
    """The SQL of every step, the first one first."""
    folder = files("penchant.store.postgres") / "migrations"
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".sql")), key=lambda entry: entry.name)
    return tuple(entry.read_text(encoding="utf-8") for entry in found)


def check_ours(link: psycopg.Connection[TupleRow], name: str, schema: str = SCHEMA) -> int:
    """The version of a schema of ours, once it is known to be ours and not from the future; changes nothing."""
    row = link.execute(
        """select to_regclass(format('%%I.meta', %s::text)) is not null, current_setting('server_encoding'),
        exists (select 1 from pg_class where relnamespace = to_regnamespace(format('%%I', %s::text)))""",
        (schema, schema),
    ).fetchone()
    assert row is not None
    has_meta, encoding, holds_tables = row
    if encoding != "UTF8":
        raise StoreError(
            f"The {name} keeps its text as {encoding}. Create one that can hold any: createdb -E UTF8 NAME"
        )
    if not has_meta:
        if holds_tables:
            raise StoreError(f"The {name} has a schema {schema!r} that is not a penchant memory. Choose another.")
        return 0
    found = link.execute(f'select version from "{schema}".meta').fetchone()
    version = int(found[0]) if found else 0
    if version > len(migrations()):
        raise StoreTooNew(
            f"The {name} was written by a later penchant (schema {version}, this one knows {len(migrations())}). "
            "Upgrade: pip install --upgrade penchant"
        )
    return version


def migrate(link: psycopg.Connection[TupleRow], name: str, *, to: int | None = None, schema: str = SCHEMA) -> None:
    """Apply the steps the database has not seen, up to number ``to`` (all unless told); safe in several processes."""
    last = len(migrations()) if to is None else to
    while check_ours(link, name, schema) < last:
        with link.transaction():
            link.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
            version = check_ours(link, name, schema)
            if version >= last:  # another process was quicker
                return
            if version == 0:
                _make_room(link, name, schema)
            look_in_our_schema(link, schema)
            link.execute(migrations()[version])
            link.execute("update meta set version = %s", (version + 1,))


def look_in_our_schema(link: psycopg.Connection[TupleRow], schema: str = SCHEMA) -> None:
    """Have plain names mean our tables, and vectors known wherever the extension was put."""
    link.execute(
        """select set_config('search_path', format('%%I, %%I', %s::text, n.nspname), false)
        from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'""",
        (schema,),
    )


def _make_room(link: psycopg.Connection[TupleRow], name: str, schema: str) -> None:
    if link.execute("select 1 where to_regnamespace(format('%%I', %s::text)) is null", (schema,)).fetchone():
        link.execute(f'create schema "{schema}"')
    if link.execute("select 1 from pg_extension where extname = 'vector'").fetchone():
        return
    try:
        link.execute("create extension vector")
    except psycopg.errors.InsufficientPrivilege as error:
        raise StoreError(
            f"The {name} has no pgvector yet, and this user may not add it. "
            "Have an administrator run there: create extension vector"
        ) from error
    except psycopg.Error as error:
        raise StoreError(
            f"The {name} needs pgvector, which its server does not have ({words(error)}). "
            "Install it there: https://github.com/pgvector/pgvector"
        ) from error
