"""The ledger of a tenant whose memory is in PostgreSQL: two tables beside it, in the same schema."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penchant.server.ledger import KEPT_S, PRUNE_EVERY, Answered, LedgerRow

if TYPE_CHECKING:
    import psycopg

    Link = psycopg.Connection[tuple[Any, ...]]

_LOCK = 1885695593
_TABLES = (
    "create table if not exists server_secret (one integer primary key check (one = 1), bytes bytea not null)",
    """create table if not exists server_answered (id text primary key, owner text not null, body text not null,
    status integer not null, answer text, at timestamptz not null default now())""",
    "create index if not exists server_answered_of on server_answered (owner)",
)


class PostgresLedger:
    """A ledger in a database, shared by the workers of many machines."""

    def __init__(self, url: str) -> None:
        from penchant.store.postgres.server import Server

        self._server = Server(url)
        self._written = 0

        def prepared(link: Link) -> Any:
            link.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
            for statement in _TABLES:
                link.execute(statement)
            made = secrets.token_bytes(32)
            link.execute("insert into server_secret values (1, %s) on conflict do nothing", (made,))
            return link.execute("select bytes from server_secret").fetchone()

        (self._secret,) = self._server.write(prepared)

    @staticmethod
    def exists(url: str) -> bool:
        """Whether there is a ledger at this address; makes none."""
        from penchant.store.postgres.server import Server

        return Server.has_table(url, "server_secret")

    def secret(self) -> bytes:
        """What seals are made of."""
        return bytes(self._secret)

    def find(self, id: str) -> Answered | None:
        """What was answered to a request before."""
        row = self._server.read(
            lambda link: link.execute(
                "select body, status, answer from server_answered where id = %s", (id,)
            ).fetchone()
        )
        return Answered(*row) if row else None

    def keep(self, id: str, owner: str, answered: Answered) -> Answered:
        """Keep an answer, and give the one that counts."""
        self._written += 1
        prunes = self._written % PRUNE_EVERY == 1

        def kept(link: Link) -> None:
            link.execute(
                "insert into server_answered values (%s, %s, %s, %s, %s) on conflict do nothing",
                (id, owner, answered.body, answered.status, answered.answer),
            )
            if prunes:
                link.execute("delete from server_answered where at < now() - make_interval(secs => %s)", (KEPT_S,))

        self._server.write(kept)
        return self.find(id) or answered

    def blank(self, owner: str) -> None:
        """Forget what was answered about somebody."""
        self._server.write(
            lambda link: link.execute("update server_answered set answer = null where owner = %s", (owner,)).rowcount
        )

    def taken_out(self) -> tuple[bytes, list[LedgerRow]]:
        """The secret and every answer."""
        query = """select id, owner, body, status, answer, extract(epoch from at)::double precision
            from server_answered order by id collate "C\""""
        rows = self._server.read(lambda link: link.execute(query).fetchall())
        return self.secret(), [LedgerRow._make(row) for row in rows]

    def take_in(self, secret: bytes, rows: Sequence[LedgerRow]) -> None:
        """Be the ledger that these were taken out of."""

        def work(link: Link) -> None:
            link.execute("update server_secret set bytes = %s", (secret,))
            link.execute("delete from server_answered")
            for row in rows:
                link.execute(
                    "insert into server_answered values (%s, %s, %s, %s, %s, to_timestamp(%s))",
                    (row.id, row.owner, row.body, row.status, row.answer, row.at),
                )

        self._server.write(work)
        self._secret = secret

    def close(self) -> None:
        """Let go of every connection."""
        self._server.close()
