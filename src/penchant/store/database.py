"""One SQLite file and the connections to it: opening, locking, forking, and telling what went wrong.

There is one connection to write with and one to read with, each behind a lock, so that reading never waits for a disk.
Neither is ever carried across a fork: both are closed before and opened again, by each process, on its next call.
Nothing here knows what the tables hold.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from penchant.errors import BadInput, StoreDamaged, StoreError, StoreGone
from penchant.store.migrate import check_ours, migrate, migrations
from penchant.store.sums import checksum

IN_MEMORY = ":memory:"
WAIT_S = 30.0
"""How long a call waits for other processes that write to the same file."""
_SCRUB_WAIT_MS = 1000
"""How long erasing waits for those who are reading what it erases."""
_SETTINGS = (
    *("foreign_keys = on", "secure_delete = on", "synchronous = full", "temp_store = memory", "cell_size_check = on"),
)
_DAMAGED = (0, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_CONSTRAINT)
"""What a file of ours never gives unless a byte of it has changed: 0 is a text that is none."""
_AWAY = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
"""No room, a disk that fails, a file that is out of reach: nothing can be kept for now, whatever it is."""


class _Line:
    """A connection, opened on first use, and the lock around it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.connection: sqlite3.Connection | None = None

    def hang_up(self) -> None:
        """Close the connection; the next use opens another."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None


class Database:
    """A SQLite file with our schema, created where there was none; one that may only be read is read."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._in_memory = self.path == IN_MEMORY
        self._file = Path(self.path).absolute()
        self._writer = _Line()
        self._reader = self._writer if self._in_memory else _Line()
        self._lines = (self._writer,) if self._in_memory else (self._writer, self._reader)
        self._closed = False
        self._opened: tuple[int, int] | None = None  # which file it is, whatever has its name later
        self._erased = 0  # how often something was erased from the file, as far as is known here,
        self._tried = 0  # and at which of these the log was last to be emptied,
        self._scrubbed = 0  # and at which it was empty
        if not self._in_memory:
            self._find_or_create()
        self._read_only = not (self._in_memory or self._may_write())
        try:
            with self._writer.lock, self._explained():
                self._prepare(self._connected(self._writer))
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection on which everything is seen as of one moment."""
        with self._reader.lock, self._explained():
            connection = self._connected(self._reader)
            connection.execute("begin")
            try:
                yield connection
            finally:
                if connection.in_transaction:  # some errors have ended it already
                    connection.execute("rollback")
                if self._read_only:  # what it knows of the file must not outlive this call: see _connect
                    self._reader.hang_up()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection on which everything is written when the block ends, and nothing when it raises."""
        with self._writer.lock, self._explained():
            connection = self._connected(self._writer)
            connection.execute("begin immediate")
            try:
                yield connection
                connection.execute("commit")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("rollback")
                raise
            self._scrub(connection)

    def scrub_after(self, erased: int) -> None:
        """Say how often something was erased; where that was since, the log, where old pages lie, is emptied too.

        That is done after the write in progress. Where another process is reading just then, it is tried again after
        each later write and when closing.
        """
        self._erased = 0 if self._in_memory else erased

    @property
    def lingering(self) -> str:
        """Where bytes of what was erased still lie because somebody is reading, in words; nothing where none do."""
        if self._tried == self._scrubbed:
            return ""
        return (
            f"the log beside {self._file.name}, from which another process is reading; "
            "they go with the first write after that, or when the file is closed"
        )

    def close(self) -> None:
        """Let go of the file; calling it again does nothing."""
        self._closed = True
        for line in self._lines:
            with line.lock:
                if line.connection is not None:
                    self._scrub(line.connection)
                line.hang_up()

    def before_fork(self) -> None:
        """Wait for calls in progress and let go of the file."""
        for line in self._lines:
            line.lock.acquire()
            if not self._in_memory:
                line.hang_up()

    def after_fork(self) -> None:
        """Go on."""
        for line in self._lines:
            line.lock.release()

    def _find_or_create(self) -> None:
        if not self.path or "\0" in self.path:
            raise BadInput(f"A memory store needs a file to live in, not {self.path!r}.")
        check_place(self.path)
        try:
            os.close(os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # nobody else's business
        except FileExistsError:
            pass
        except OSError as error:
            raise StoreError(
                f"{self.path} cannot be created: {error.strerror}. Choose a folder you may write to."
            ) from error

    def _prepare(self, connection: sqlite3.Connection) -> None:
        version = check_ours(connection, self.path)  # before anything in the file is changed
        if self._read_only and version == len(migrations()):
            self._writer.hang_up()
            return
        if not self._in_memory:
            deadline = time.monotonic() + WAIT_S
            while True:
                try:
                    connection.execute("pragma journal_mode = wal")
                    break
                except sqlite3.OperationalError as error:  # SQLite does not wait here by itself
                    if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                        raise
                    time.sleep(0.01)
        migrate(connection, self.path)

    def _connected(self, line: _Line) -> sqlite3.Connection:
        if self._closed:
            raise StoreError(f"The store {self.path} has been closed. Open it again to use it.")
        if not self._in_memory:
            self._check_there()
        if line.connection is None:
            line.connection = self._connect()
        return line.connection

    def _check_there(self) -> None:
        """StoreGone where the file was moved, removed or replaced: what is written to it now would be lost."""
        try:
            found = os.stat(self._file)
        except OSError as error:
            raise StoreGone(
                f"{self.path} is out of reach: {error.strerror}. Nothing was changed: put it back and try again."
            ) from error
        self._opened = self._opened or (found.st_dev, found.st_ino)
        if (found.st_dev, found.st_ino) != self._opened:
            raise StoreGone(
                f"{self.path} is another file than the one that was opened. Nothing was changed: start again whatever "
                "has it open, or put the first one back."
            )

    def _may_write(self) -> bool:
        return os.access(self._file, os.W_OK) and os.access(self._file.parent, os.W_OK)

    def _connect(self) -> sqlite3.Connection:
        """A connection to the file as it is now.

        One that may only be read is opened without the log beside it, which could not be made, and then without locks:
        while nobody else has it open that is safe. Where somebody has, the log is there, and is read and locked.
        """
        # mode=rw: a file that has vanished is an error, not a reason to start an empty one
        mode = "mode=rw"
        if self._read_only:
            mode = "mode=ro" if Path(f"{self._file}-wal").exists() else "mode=ro&immutable=1"
        target = IN_MEMORY if self._in_memory else f"{self._file.as_uri()}?{mode}"
        connection = sqlite3.connect(
            target, uri=not self._in_memory, timeout=WAIT_S, isolation_level=None, check_same_thread=False
        )
        connection.create_function("checksum", -1, checksum, deterministic=True)  # for migrations
        for setting in _SETTINGS:
            connection.execute(f"pragma {setting}")
        return connection

    def _scrub(self, connection: sqlite3.Connection) -> None:
        """Empty the log where something was erased since; only the first try waits for those who read."""
        due, wait = self._erased, 0 if self._tried == self._erased else _SCRUB_WAIT_MS
        if due == self._scrubbed or self._read_only:
            return
        self._tried = due
        try:
            connection.execute(f"pragma busy_timeout = {wait}")
            (busy, _, _) = connection.execute("pragma wal_checkpoint(truncate)").fetchone()
            if not busy:
                self._scrubbed = due
        except sqlite3.DatabaseError:
            pass  # what was written is safe; the log is emptied another time
        finally:
            connection.execute(f"pragma busy_timeout = {int(WAIT_S * 1000)}")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except StoreDamaged as error:
            raise StoreDamaged(damage(self.path, f"{error} is not as it was written")) from error
        except UnicodeDecodeError as error:  # SQLite quotes what it cannot make sense of
            raise StoreDamaged(damage(self.path, "it holds a text that is none")) from error
        except sqlite3.DatabaseError as error:
            line = _explanation(error, self.path)
            if line is None:
                raise
            if _code(error) in _DAMAGED:
                raise StoreDamaged(line) from error
            raise (StoreGone if _code(error) in _AWAY else StoreError)(line) from error


def damage(path: str, what: str) -> str:
    """That a file is damaged, and what to do."""
    told = " ".join(what.split())
    return (
        f"{path} is damaged: {told}. Nothing was changed. See what can be read, or put a backup in its place: penchant "
        f"memory check --store {path}"
    )


def _code(error: sqlite3.DatabaseError) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _explanation(error: sqlite3.DatabaseError, path: str) -> str | None:
    """What happened and what to do about it; None for what is a bug of ours."""
    return {
        sqlite3.SQLITE_BUSY: f"{path} has been kept busy by another process for {WAIT_S:.0f} s. Nothing was changed: "
        "try again, or end that process.",
        sqlite3.SQLITE_FULL: f"The disk that holds {path} is full. Nothing was changed: free some space and try again.",
        sqlite3.SQLITE_READONLY: f"{path} may be read but not written. Nothing was changed: make the file and its "
        "folder writable, or choose another path.",
        sqlite3.SQLITE_CANTOPEN: f"{path} cannot be opened. Check that it is there, and that you may write to it and "
        "to its folder.",
        sqlite3.SQLITE_NOTADB: f"{path} is not a penchant memory, nor any database. Choose another path.",
        **dict.fromkeys(_DAMAGED, damage(path, str(error))),
        sqlite3.SQLITE_IOERR: f"The disk that holds {path} failed ({error}). Nothing was changed: check its space and "
        "its limits, and try again.",
        sqlite3.SQLITE_TOOBIG: "This text is longer than SQLite can keep (1 GB). Nothing was changed: shorten it.",
    }.get(_code(error))


def check_place(path: str) -> None:
    """StoreError where no memory can be kept in this file: there is no folder for it, or it is one itself."""
    file = Path(path).absolute()
    if not file.parent.is_dir():
        raise StoreError(f"There is no folder {file.parent} to keep {file.name} in. Create it: mkdir -p {file.parent}")
    if file.is_dir():
        raise StoreError(f"{path} is a folder. Name a file in it, such as {file / 'memory.db'}.")
