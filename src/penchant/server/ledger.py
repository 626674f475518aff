"""What a server keeps beside a memory: the secret its seals are made of, and the first answer to each request by key.

A key is kept as a hash, and so is whom it was about; the answer is blanked once that person has something forgotten.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from penchant.errors import StoreGone

KEPT_S = 7 * 24 * 3600
"""For so long the first answer to a request is kept."""
PRUNE_EVERY = 256
WAIT_S = 30
"""So long a call waits for other workers that write to the same file."""
_PREPARED = (
    "pragma journal_mode = wal",
    "pragma synchronous = normal",
    "pragma secure_delete = on",
    "create table if not exists secret (one integer primary key check (one = 1), bytes blob)",
    "create table if not exists answered (id text primary key, owner text, body text, status integer, answer text, "
    "at real) without rowid",
    "create index if not exists answered_of on answered (owner)",
)


@dataclass(frozen=True, slots=True)
class Answered:
    """The first answer to a request: ``body`` is a digest of what was asked, ``answer`` None once it was blanked."""

    body: str
    status: int
    answer: str | None


class LedgerRow(NamedTuple):
    """One answer as it is kept: by a digest of its key and of whom it is about, with the seconds since 1970."""

    id: str
    owner: str
    body: str
    status: int
    answer: str | None
    at: float


class AnswerLedger(Protocol):
    """The secret and the answers of one tenant, durable and shared by all workers."""

    def secret(self) -> bytes:
        """What seals are made of; the same in every worker, and after a restart."""
        ...

    def find(self, id: str) -> Answered | None:
        """What was answered to a request before."""
        ...

    def keep(self, id: str, owner: str, answered: Answered) -> Answered:
        """Keep an answer, and give the one that counts: the first, where another worker was quicker."""
        ...

    def blank(self, owner: str) -> None:
        """Forget what was answered about somebody; that it was answered is still known."""
        ...

    def taken_out(self) -> tuple[bytes, list[LedgerRow]]:
        """The secret and every answer, to be carried to another ledger."""
        ...

    def take_in(self, secret: bytes, rows: Sequence[LedgerRow]) -> None:
        """Be the ledger that these were taken out of: what was kept here before is gone."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


class FileLedger:
    """A ledger in a SQLite file of its own, readable by its owner alone; ``None`` keeps it in no file.

    >>> ledger = FileLedger(None)
    >>> ledger.keep("a", "ana", Answered("digest", 200, "{}"))
    Answered(body='digest', status=200, answer='{}')
    >>> ledger.keep("a", "ana", Answered("digest", 200, "other"))
    Answered(body='digest', status=200, answer='{}')
    >>> ledger.blank("ana")
    >>> ledger.find("a")
    Answered(body='digest', status=200, answer=None)
    """

    def __init__(self, path: Path | None, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._clock = clock
        self._lock = threading.Lock()
        self._written = 0
        if path is not None:
            with _explained(path):
                path.parent.mkdir(mode=0o700, exist_ok=True)
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        with _explained(path):
            self._link = sqlite3.connect(
                path or ":memory:", timeout=WAIT_S, isolation_level=None, check_same_thread=False
            )
            self._secret = self._prepared()

    def secret(self) -> bytes:
        """What seals are made of."""
        return self._secret

    def find(self, id: str) -> Answered | None:
        """What was answered to a request before."""
        with self._lock, _explained(self._path):
            row = self._link.execute("select body, status, answer from answered where id = ?", (id,)).fetchone()
        return Answered(*row) if row else None

    def keep(self, id: str, owner: str, answered: Answered) -> Answered:
        """Keep an answer, and give the one that counts."""
        now = self._clock()
        row = (id, owner, answered.body, answered.status, answered.answer, now)
        with self._lock, _explained(self._path):
            self._link.execute("insert or ignore into answered values (?, ?, ?, ?, ?, ?)", row)
            self._written += 1
            if self._written % PRUNE_EVERY == 1:
                self._link.execute("delete from answered where at < ?", (now - KEPT_S,))
        return self.find(id) or answered

    def blank(self, owner: str) -> None:
        """Forget what was answered about somebody, in the file and in its log."""
        with self._lock, _explained(self._path):
            self._link.execute("update answered set answer = null where owner = ?", (owner,))
            self._link.execute("pragma wal_checkpoint(truncate)").fetchall()

    def taken_out(self) -> tuple[bytes, list[LedgerRow]]:
        """The secret and every answer."""
        with self._lock, _explained(self._path):
            rows = self._link.execute("select id, owner, body, status, answer, at from answered order by id").fetchall()
        return self.secret(), [LedgerRow._make(row) for row in rows]

    def take_in(self, secret: bytes, rows: Sequence[LedgerRow]) -> None:
        """Be the ledger that these were taken out of."""
        with self._lock, _explained(self._path), self._link:
            self._link.execute("begin immediate")
            self._link.execute("update secret set bytes = ?", (secret,))
            self._link.execute("delete from answered")
            self._link.executemany("insert into answered values (?, ?, ?, ?, ?, ?)", rows)
        self._secret = secret

    def _prepared(self) -> bytes:
        """Make what is not there yet, and read the secret; several workers may start at once."""
        deadline = time.monotonic() + WAIT_S
        while True:
            try:
                for statement in _PREPARED:
                    self._link.execute(statement)
                self._link.execute("insert or ignore into secret values (1, ?)", (secrets.token_bytes(32),))
                (made,) = self._link.execute("select bytes from secret").fetchone()
                return bytes(made)
            except sqlite3.OperationalError:  # to change the journal's mode SQLite waits for nobody
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._link.close()


@contextmanager
def _explained(path: Path | None) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreGone(f"What the server keeps in {path} is out of reach for now ({error}). Try again.") from error
