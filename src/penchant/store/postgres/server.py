"""One database and the calls made to it: reading, writing whole transactions, and going on after the server was away.

A call on a connection that turns out to be dead is made again on a new one, as often as it is known to have left
nothing behind. Nothing here knows what the tables hold.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TypeVar

import psycopg
from pgvector.psycopg import register_vector

from penchant.errors import StoreError, StoreGone
from penchant.store.postgres import pool
from penchant.store.postgres.address import parse, with_schema
from penchant.store.postgres.failures import explained, is_gone
from penchant.store.postgres.migrate import check_ours, look_in_our_schema, migrate
from penchant.store.postgres.pool import Link, Pool

T = TypeVar("T")

_TRIES = 3
_ASIDE = ".incoming"  # as no tenant is called
_SESSION = """select set_config('TimeZone', 'UTC', false), set_config('lock_timeout', %s, false),
    set_config('idle_in_transaction_session_timeout', '60s', false),
    set_config('synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'on'
        else current_setting('synchronous_commit') end, false)"""


class _Lost(Exception):
    """The connection broke in the middle of a call."""


# What breaks is told by us, in one line; the library's own log of it would be printed beside that.
logging.getLogger("psycopg").addHandler(logging.NullHandler())


class Server:
    """A database with our schema, created where there was none."""

    def __init__(self, url: str) -> None:
        address = parse(url)
        self.name = address.name
        self.schema = address.schema
        self._conninfo = address.conninfo
        self._pool = Pool(self._connect, self.name)
        with explained(self.name), self._connect_plainly() as link:
            migrate(link, self.name, schema=self.schema)

    @staticmethod
    def has_memory(url: str) -> bool:
        """Whether the database has our schema already; creates nothing."""
        address = parse(url)
        with explained(address.name), psycopg.connect(address.conninfo, autocommit=True) as link:
            return check_ours(link, address.name, address.schema) > 0

    @staticmethod
    def has_table(url: str, table: str) -> bool:
        """Whether our schema has a table of this name; creates nothing."""
        address = parse(url)
        query = "select to_regclass(format('%%I.%%I', %s::text, %s::text)) is not null"
        with explained(address.name), psycopg.connect(address.conninfo, autocommit=True) as link:
            return bool(_one(link.execute(query, (address.schema, table))))

    @staticmethod
    def schemas(url: str) -> list[str]:
        """Every schema in the database that holds a memory, whole or not."""
        address = parse(url)
        query = """select n.nspname from pg_namespace n where exists (
            select 1 from pg_class c where c.relnamespace = n.oid and c.relname = 'meta'
            and exists (select 1 from pg_class p where p.relnamespace = n.oid and p.relname = 'preference'))"""
        with explained(address.name), psycopg.connect(address.conninfo, autocommit=True) as link:
            return sorted(name for (name,) in link.execute(query))

    @staticmethod
    def staged(url: str) -> str:
        """The URL of the schema in which a copy is written until it is whole."""
        return with_schema(url, f"{parse(url).schema}{_ASIDE}")

    @staticmethod
    def settle(url: str) -> None:
        """Have the copy's schema called as the URL says, in one step; an empty schema of that name gives way."""
        address = parse(url)
        with (
            explained(address.name),
            psycopg.connect(address.conninfo, autocommit=True) as link,
            link.transaction(),
        ):
            if check_ours(link, address.name, address.schema):
                raise StoreError(f"There is a memory in the {address.name} by now; the copy is left beside it.")
            link.execute(f'drop schema if exists "{address.schema}"')
            link.execute(f'alter schema "{address.schema}{_ASIDE}" rename to "{address.schema}"')

    def read(self, work: Callable[[Link], T]) -> T:
        """What ``work`` finds; one statement sees everything as of one moment."""
        with explained(self.name):
            for _ in range(_TRIES - 1):
                try:
                    with self._borrow() as link:
                        return work(link)
                except _Lost:
                    self._pool.drop_idle()
            with self._pool.borrow() as link:
                return work(link)

    def write(self, work: Callable[[Link], T]) -> T:
        """What ``work`` gives, once all that it wrote is on disk; where this raises, none of it was kept.

        Where the connection breaks while the commit is on its way, the server is asked afterwards how that ended.
        """
        cause: BaseException | None = None
        with explained(self.name):
            for _ in range(_TRIES):
                committing: tuple[str, T] | None = None
                try:
                    with self._borrow() as link, link.pipeline(), link.transaction():
                        transaction = link.execute("select pg_current_xact_id()::text")
                        result = work(link)
                        committing = _one(transaction), result
                    return result
                except _Lost as lost:
                    cause = lost.__cause__
                    self._pool.drop_idle()
                if committing is not None and self._was_kept(committing[0]):
                    return committing[1]
            assert cause is not None
            raise cause

    def rewrite(self, tables: Sequence[str], *, within_s: int, largest: int | None = None) -> bool:
        """Have these tables written anew without what was deleted; gives whether nothing of it is left in their files.

        VACUUM alone gives room free and leaves the bytes. Where one is larger than ``largest`` or the time is up, or
        this user may not, the rows are deleted all the same and the bytes go when the room is used again.
        """
        left: list[int] = []

        def note(said: psycopg.errors.Diagnostic) -> None:  # whatever the server's language: the first number is it
            if said.severity_nonlocalized == "INFO" and (found := re.search(r"\d+", said.message_detail or "")):
                left.append(int(found[0]))

        with suppress(psycopg.Error, StoreError), self._pool.borrow() as link, _closed_on_error(link):
            link.add_notice_handler(note)
            link.execute("select set_config('statement_timeout', %s, false)", (f"{within_s}s",))
            for table in tables:
                size: int = _one(link.execute("select pg_total_relation_size(%s::regclass)", (table,)))
                how = "full, verbose" if largest is None or size <= largest else "skip_locked"
                link.execute(f"vacuum ({how}) {table}")
            link.execute("reset statement_timeout")
            link.remove_notice_handler(note)
        return len(left) == len(tables) and not any(left)

    def close(self) -> None:
        """Let go of every connection."""
        self._pool.close()

    def before_fork(self) -> None:
        """Wait for calls in progress and let go of every connection."""
        self._pool.before_fork()

    def after_fork(self) -> None:
        """Go on."""
        self._pool.after_fork()

    @contextmanager
    def _borrow(self) -> Iterator[Link]:
        with self._pool.borrow() as link:
            try:
                yield link
            except psycopg.Error as error:
                if not is_gone(error, link):
                    raise
                link.close()
                raise _Lost from error

    def _connect_plainly(self) -> Link:
        link = psycopg.connect(self._conninfo, autocommit=True)
        with _closed_on_error(link):
            link.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
            link.execute(_SESSION, (f"{pool.WAIT_S}s",))
        return link

    def _connect(self) -> Link:
        link = self._connect_plainly()
        with _closed_on_error(link):
            look_in_our_schema(link, self.schema)
            register_vector(link)
        return link

    def _was_kept(self, transaction: str) -> bool:
        def ask(link: Link) -> str | None:
            status: str | None = _one(link.execute("select pg_xact_status(%s::text::xid8)", (transaction,)))
            return status

        deadline = time.monotonic() + pool.WAIT_S
        try:
            status = self.read(ask)
            while status == "in progress" and time.monotonic() < deadline:
                time.sleep(0.05)  # the server has not noticed yet that we were cut off
                status = self.read(ask)
        except psycopg.errors.InvalidParameterValue:
            return False  # this server has never heard of it
        except StoreError:
            status = None
        if status in ("committed", "aborted"):
            return status == "committed"
        raise StoreGone(
            f"The {self.name} was lost while it was writing, so the last write may or may not have been kept. "
            "Look, once it can be reached again, before repeating it."
        )


@contextmanager
def _closed_on_error(link: Link) -> Iterator[None]:
    try:
        yield
    except BaseException:
        link.close()
        raise


def _one(cursor: psycopg.Cursor[tuple[T, ...]]) -> T:
    row = cursor.fetchone()
    assert row is not None
    return row[0]
