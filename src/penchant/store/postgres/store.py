"""The store in PostgreSQL: durable, shared by many machines, each person's memory in one partition.

Reading asks the database each time and remembers nothing, so what one machine wrote every other sees at once. The
rows are in ``rows.py``, the search in ``search.py``, the connections and what becomes of them in ``server.py``.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from penchant.domain import Evidence, PersonId, Preference, PreferenceId
from penchant.embed import Vector
from penchant.errors import BadInput, PenchantError, StoreError
from penchant.store.checks import checked, checked_count, checked_person, checked_vector
from penchant.store.forks import pause_at_fork
from penchant.store.postgres import bulk, rows, search
from penchant.store.protocol import Change, Match, Writes
from penchant.store.shelf import Opened, plan

if TYPE_CHECKING:
    import psycopg

    from penchant.store.postgres.server import Server

    Link = psycopg.Connection[tuple[Any, ...]]


class _Kept(NamedTuple):
    """Which vectors a database was made for."""

    embedder: str
    size: int | None
    is_empty: bool


class PostgresStore:
    """Memory in a PostgreSQL database with pgvector, in a schema called ``penchant`` that is made on first use.

    ``url`` is ``postgresql://user:password@host:5432/database``; the part after the first colon will do.
    ``embedder`` and ``size`` are kept when the database is first used, and compared whenever they are given: vectors of
    different embedders must not meet. A server that goes away and comes back is found again by the next call. After a
    fork each process connects anew.

    A write has reached the server's disk when it returns, also where the server is set to ``synchronous_commit = off``;
    a server that runs with ``fsync = off`` promises nothing, and we cannot make it. Settings belong to a session, so a
    pooler in between (PgBouncer) must lend whole sessions.

    Forgetting deletes rows. PostgreSQL keeps what was deleted until VACUUM has passed: after :meth:`forget_person` we
    vacuum the person's partitions where that takes seconds, and autovacuum does the rest, as it does after an Erase.
    The write-ahead log, replicas and backups hold the past for as long as the server is told to keep them.
    """

    def __init__(self, url: str, *, embedder: str = "", size: int | None = None) -> None:
        search.check_size(size)
        if "\0" in embedder:
            raise BadInput("The name of an embedder cannot hold a NUL character here.")
        self._server = _server(url)
        try:
            self._size = self._agree_on_vectors(embedder, size)
        except BaseException:
            self._server.close()
            raise
        pause_at_fork(self)

    def people(self) -> builtins.list[PersonId]:
        """Everyone something is kept about, sorted."""
        names = self._server.read(lambda link: link.execute("select name from person", binary=True).fetchall())
        return sorted(PersonId(bytes(name).decode()) for (name,) in names)

    def revision(self, person: PersonId) -> int:
        """A number that grows with every write about this person, whoever made it; 0 for a stranger."""
        checked_person(person)
        return self._server.read(lambda link: rows.read_revision(link, person))

    def write(self, person: PersonId, changes: Sequence[Change]) -> builtins.list[PreferenceId]:
        """Apply all changes in order, or none; gives the ids of what was opened or adopted, in order.

        Without any changes nothing is written, not even that there is such a person.
        """
        return self.write_many({person: changes})[person]

    def write_many(self, writes: Writes) -> dict[PersonId, builtins.list[PreferenceId]]:
        """Apply all changes to all of these people in one transaction, or none."""
        ready = {checked_person(person): [checked(change) for change in changes] for person, changes in writes.items()}
        busy = {person: changes for person, changes in ready.items() if changes}
        if not busy:
            return {person: [] for person in ready}

        def work(link: Link) -> tuple[int | None, dict[PersonId, builtins.list[PreferenceId]]]:
            # everybody first and the size after them, as every writer does: nobody then waits for one who waits
            owners = bulk.lock_people(link, busy) if len(busy) > 1 else _locked(link, busy)
            known = size = self._size or _size_to_decide(link)
            planned = []
            for person, owner in owners.items():
                has = owner.has.__contains__
                steps = plan(person, busy[person], next_id=owner.next_preference, has=has, size=size)
                size = size or next((len(step.vector) for step in steps if isinstance(step, Opened)), None)
                planned.append((person, owner, steps))
            if known is None and size is not None:
                search.check_size(size)
                link.execute("update meta set size = %s", (size,))
            bulk.carry_out_all(link, [(owner, steps) for _, owner, steps in planned])
            return size, {
                person: [step.preference.id for step in steps if isinstance(step, Opened)]
                for person, _, steps in planned
            }

        size, ids = self._server.write(work)
        self._size = self._size or size
        return {person: ids.get(person, []) for person in ready}

    def get(self, person: PersonId, id: PreferenceId) -> Preference | None:
        """One preference of this person, open or closed; None where there is none (another person's counts as none)."""
        checked_person(person)
        return self._server.read(lambda link: rows.read_preference(link, person, id))

    def list(self, person: PersonId, *, closed: bool = False) -> builtins.list[Preference]:
        """The open ones in order of id; with ``closed`` the closed ones too."""
        checked_person(person)
        return self._server.read(lambda link: rows.read_preferences(link, person, closed=closed))

    def nearest(
        self, person: PersonId, vector: Vector, *, limit: int, threshold: float | None = None, closed: bool = False
    ) -> builtins.list[Match]:
        """The ``limit`` most alike by cosine, best first, ties by lower id; only those strictly above ``threshold``."""
        checked_person(person)
        checked_count(limit, "limit")
        sought = checked_vector(vector)
        if self._size is None:  # the first vector decides, in whichever process
            self._size = self._server.read(_kept_vectors).size
        if self._size is None:
            return []
        if len(sought) != self._size:
            raise BadInput(f"This store compares vectors of {self._size} numbers; the one given has {len(sought)}.")
        if not limit:
            return []
        return self._server.read(
            lambda link: search.nearest(link, person, sought, limit=limit, threshold=threshold, closed=closed)
        )

    def evidence(
        self, person: PersonId, id: PreferenceId | None = None, *, latest: int | None = None
    ) -> builtins.list[Evidence]:
        """Evidence for one preference, or for all of this person's, oldest first; ``latest`` keeps the last so many."""
        checked_person(person)
        if latest is not None:
            checked_count(latest, "latest")
        return self._server.read(lambda link: rows.read_evidence(link, person, id, latest))

    def vectors(self, person: PersonId) -> dict[PreferenceId, Vector]:
        """The vector of every preference of this person, open or closed, as it was written."""
        checked_person(person)
        return self._server.read(lambda link: rows.read_vectors(link, person))

    def forget_person(self, person: PersonId) -> int:
        """Delete everything about a person; gives how many preferences that were. The class says what remains of it."""
        checked_person(person)
        count, part = self._server.write(lambda link: rows.remove_person(link, person))
        if part:
            self._server.vacuum(f"evidence_{part}", f"preference_{part}", f"person_{part}")
        return count

    def close(self) -> None:
        """Let go of the server; calling it again does nothing."""
        self._server.close()

    def before_fork(self) -> None:
        """Finish what other threads are doing and let go of the server."""
        self._server.before_fork()

    def after_fork(self) -> None:
        """Go on; each process connects on its next call."""
        self._server.after_fork()

    def _agree_on_vectors(self, embedder: str, size: int | None) -> int | None:
        """Keep the embedder's name and size where none is known yet, and refuse to open with others."""
        kept = self._server.read(_kept_vectors)
        if (embedder and not kept.embedder and kept.is_empty) or (size and kept.size is None):

            def work(link: Link) -> _Kept:
                link.execute("select 1 from meta for update")
                if _kept_vectors(link).is_empty:  # another process may have been quicker
                    link.execute("update meta set embedder = %s where embedder = ''", (embedder,))
                link.execute("update meta set size = coalesce(size, %s)", (size,))
                return _kept_vectors(link)

            kept = self._server.write(work)
        if embedder and kept.embedder and embedder != kept.embedder:
            raise StoreError(
                f"The {self._server.name} holds vectors of the embedder {kept.embedder!r}, not {embedder!r}. "
                "Open it with that one, or start a new database."
            )
        if size and size != kept.size:
            raise StoreError(
                f"The {self._server.name} holds vectors of {kept.size} numbers, not {size}. "
                "Open it with the embedder it was made with, or start a new database."
            )
        return kept.size


def _server(url: str) -> Server:
    try:
        from penchant.store.postgres.server import Server
    except ImportError as error:
        raise PenchantError(
            "Memory in PostgreSQL needs psycopg and pgvector; get them with: pip install 'penchant[postgres]'"
        ) from error
    return Server(url)


def _kept_vectors(link: Link) -> _Kept:
    query = "select embedder, size, not exists (select 1 from preference) from meta"
    row = link.execute(query).fetchone()
    assert row is not None
    return _Kept._make(row)


def _locked(link: Link, writes: Writes) -> dict[PersonId, rows.Owner]:
    return {person: rows.lock_person(link, person, changes) for person, changes in writes.items()}


def _size_to_decide(link: Link) -> int | None:
    """The size of every vector; while none is known, whoever asks first decides, and the others wait."""
    row = link.execute("select size from meta for update").fetchone()
    return row[0] if row else None
