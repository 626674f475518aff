"""The store in PostgreSQL: durable, shared by many machines, each person's memory in one partition.

What has been read of a person is cached as a :class:`~penchant.store.snapshot.Snapshot` for as long as the person's
revision in the database stays the same, which is asked each time: what one machine wrote every other sees at once.
The rows are in ``rows.py``, many at once in ``bulk.py``, the search in ``search.py``, the connections and what becomes
of them in ``server.py``.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId, TranscriptEntry
from penchant.embed import Vector
from penchant.errors import BadInput, PenchantError
from penchant.store.at_fork import pause_at_fork
from penchant.store.cache import SnapshotCache
from penchant.store.checks import check_count, check_revision, checked, checked_person, checked_vector
from penchant.store.embedding import QUERY, KeptEmbedding
from penchant.store.postgres import bulk, rows, search
from penchant.store.postgres.whole import read_whole
from penchant.store.protocol import Change, Erase, EraseLines, Match, StoredPerson, Writes
from penchant.store.snapshot import Snapshot, Step, ids_of, plan, size_of

if TYPE_CHECKING:
    import psycopg

    from penchant.store.postgres.server import Server

    Link = psycopg.Connection[tuple[Any, ...]]


_CACHE_BYTES = 96 * 2**20
_TIDY_S = 10
_TIDY_BYTES = 64 * 2**20
"""So large may a partition be for it to be written anew by the way: others wait about a second."""
_SWEEP_S = 600


class PostgresStore:
    """Memory in a PostgreSQL database with pgvector, in a schema called ``penchant`` that is made on first use.

    ``url`` is ``postgresql://user:password@host:5432/database``; the part after the first colon will do. Several
    memories may lie in one database, each in its own schema: ``…/database?schema=NAME``.
    ``embedder`` and ``size`` are kept when the database is first used, and compared whenever they are given: vectors of
    different embedders must not meet. A server that goes away and comes back is found again by the next call. After a
    fork each process connects anew.

    A write has reached the server's disk when it returns, also where the server is set to ``synchronous_commit = off``;
    a server that runs with ``fsync = off`` promises nothing, and we cannot make it. Settings belong to a session, so a
    pooler in between (PgBouncer) must lend whole sessions.

    Forgetting deletes rows, and PostgreSQL keeps the bytes of deleted ones in its files until it needs the room. So
    after forgetting, and after an Erase, the person's partitions are written anew where they are small; :meth:`sweep`
    does it whatever their size. The write-ahead log, replicas and backups hold the past for as long as the server is
    told to keep them.
    """

    example = "postgresql://user:password@host:5432/database"
    out_of_reach = "the server's write-ahead log, replicas and backups"

    def __init__(self, url: str, *, embedder: str = "", size: int | None = None) -> None:
        search.check_size(size)
        if "\0" in embedder:
            raise BadInput("The name of an embedder cannot hold a NUL character here.")
        self._server = _server()(url)
        self._cache = SnapshotCache(_CACHE_BYTES)
        try:
            self._size = self._agree_on_vectors(embedder, size)
        except BaseException:
            self._server.close()
            raise
        pause_at_fork(self)

    def __repr__(self) -> str:
        return f"<PostgresStore in the {self._server.name}>"  # a URL may hold a password

    @staticmethod
    def exists(url: str) -> bool:
        """Whether the database holds a memory already; opening it would make one."""
        return _server().has_memory(url)

    @staticmethod
    def staged(url: str) -> str:
        """The URL of the schema in which a copy is written until it is whole."""
        return _server().staged(url)

    @staticmethod
    def settle(url: str) -> None:
        """Put the copy, which is closed, in its place."""
        _server().settle(url)

    def people(self) -> builtins.list[PersonId]:
        """Everyone something is kept about, sorted."""
        names = self._server.read(lambda link: link.execute("select name from person", binary=True).fetchall())
        return sorted(PersonId(bytes(name).decode()) for (name,) in names)

    def revision(self, person: PersonId) -> int:
        """A number that grows with every write about this person, whoever made it; 0 for a stranger."""
        checked_person(person)
        return self._server.read(lambda link: rows.read_revision(link, person))

    def epoch(self, person: PersonId) -> int:
        """A number that is another one once this person was forgotten, whoever did it."""
        checked_person(person)
        return self._server.read(lambda link: rows.read_epoch(link, person))

    def write(
        self, person: PersonId, changes: Sequence[Change], *, expected: int | None = None
    ) -> builtins.list[PreferenceId]:
        """Apply all changes in order, or none; gives the ids of what was opened or adopted, in order.

        Without any changes nothing is written, not even that there is such a person.
        """
        return self._write_all({person: changes}, expected)[person]

    def write_many(self, writes: Writes) -> dict[PersonId, builtins.list[PreferenceId]]:
        """Apply all changes to all of these people in one transaction, or none."""
        return self._write_all(writes)

    def _write_all(self, writes: Writes, expected: int | None = None) -> dict[PersonId, builtins.list[PreferenceId]]:
        ready = {checked_person(person): [checked(change) for change in changes] for person, changes in writes.items()}
        busy = {person: changes for person, changes in ready.items() if changes}
        if not busy:
            return {person: [] for person in ready}

        def work(link: Link) -> tuple[int | None, dict[PersonId, Sequence[Step]], tuple[int, int] | None]:
            # everybody first and the size after them, as every writer does: nobody then waits for one who waits
            owners = bulk.lock_people(link, busy) if len(busy) > 1 else _locked(link, busy)
            known = size = self._size or _size_to_decide(link)
            planned: dict[PersonId, Sequence[Step]] = {}
            for person, owner in owners.items():
                check_revision(person, owner.revision, expected)
                steps = plan(
                    person,
                    busy[person],
                    next_id=owner.next_preference,
                    has=owner.has.__contains__,
                    has_entry=owner.has_entry,
                    size=size,
                )
                size = size or size_of(steps)
                planned[person] = steps
            if known is None and size is not None:
                search.check_size(size)
                link.execute("update meta set size = %s", (size,))
            latest = bulk.carry_out_all(link, [(owners[person], steps) for person, steps in planned.items()])
            alone = next(iter(owners.values())) if len(owners) == 1 else None
            return size, planned, (alone.revision, latest) if alone and latest else None

        size, planned, alone = self._server.write(work)
        self._size = self._size or size
        for person, steps in planned.items():
            self._remember(person, steps, alone)
            if any(isinstance(step, Erase | EraseLines) for step in steps):
                self._tidy(person)
        return {person: ids_of(planned.get(person, ())) for person in ready}

    def get(self, person: PersonId, id: PreferenceId) -> Preference | None:
        """One preference of this person, open or closed; None where there is none (another person's counts as none)."""
        checked_person(person)
        return self._server.read(lambda link: rows.read_preference(link, person, id))

    def list(self, person: PersonId, *, closed: bool = False) -> builtins.list[Preference]:
        """The open ones in order of id; with ``closed`` the closed ones too."""
        checked_person(person)

        def work(link: Link) -> builtins.list[Preference]:
            snapshot = self._snapshot(link, person)
            if snapshot is None:
                return []
            if snapshot.preferences is None:
                snapshot = snapshot.with_preferences(rows.read_preferences(link, person))
                self._keep(link, person, snapshot)
            return snapshot.read(closed=closed)

        return self._server.read(work)

    def nearest(
        self, person: PersonId, vector: Vector, *, limit: int, threshold: float | None = None, closed: bool = False
    ) -> builtins.list[Match]:
        """The ``limit`` most alike by cosine, best first, ties by lower id; only those strictly above ``threshold``."""
        checked_person(person)
        check_count(limit, "limit")
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
        check_count(latest, "latest")

        def work(link: Link) -> builtins.list[Evidence]:
            snapshot = self._snapshot(link, person)
            if snapshot is None:
                return []
            if snapshot.can_witness(id, latest):
                return snapshot.witnesses(id, latest)
            found = rows.read_evidence(link, person, id, latest)
            if id is None:
                self._keep(link, person, snapshot.with_evidence(found, latest))
            return found

        return self._server.read(work)

    def transcript(
        self, person: PersonId, episode: EpisodeId | None = None, *, latest: int | None = None
    ) -> builtins.list[TranscriptEntry]:
        """The transcript of one episode, or of all, oldest first; ``latest`` keeps the last so many."""
        checked_person(person)
        check_count(latest, "latest")
        return self._server.read(lambda link: rows.read_transcript(link, person, episode, latest))

    def read_person(self, person: PersonId, *, evidence: int, lines: int) -> StoredPerson:
        """All preferences, and the latest evidence and lines of the transcript: one way to the server and back."""
        checked_person(person)
        check_count(evidence, "evidence")
        check_count(lines, "lines")

        def work(link: Link) -> StoredPerson:
            snapshot = self._cache.get(person)
            if snapshot is not None and (snapshot.preferences is None or not snapshot.can_witness(None, evidence)):
                snapshot = None
            known = snapshot.revision if snapshot else None
            found = read_whole(link, person, known=known, pieces=evidence, lines=lines)
            if snapshot is None or found.revision != known:
                snapshot = Snapshot(found.revision).with_preferences(found.preferences)
                snapshot = snapshot.with_evidence(found.evidence, evidence)
                if found.revision:
                    self._cache.put(person, snapshot)
                else:
                    self._cache.drop(person)  # forgotten, perhaps by another machine
            return StoredPerson(
                revision=found.revision,
                epoch=found.epoch,
                preferences=snapshot.read(closed=True),
                evidence=snapshot.witnesses(None, evidence),
                transcript=found.transcript,
            )

        return self._server.read(work)

    def vectors(self, person: PersonId) -> dict[PreferenceId, Vector]:
        """The vector of every preference of this person, open or closed, as it was written."""
        checked_person(person)
        return self._server.read(lambda link: rows.read_vectors(link, person))

    def next_id(self, person: PersonId) -> PreferenceId:
        """The id that this person's next preference will get."""
        checked_person(person)
        return self._server.read(lambda link: rows.read_next_id(link, person))

    def forget_person(self, person: PersonId) -> int:
        """Delete everything about a person; gives how many preferences that were. The class says what remains of it."""
        checked_person(person)
        count, was_known = self._server.write(lambda link: rows.remove_person(link, person))
        self._cache.drop(person)
        if was_known:
            self._tidy(person)
        return count

    def sweep(self, person: PersonId) -> bool:
        """Write the person's partitions anew, whatever their size; gives whether nothing deleted is left in them.

        Others wait meanwhile. Where another session still looks at the past, the server has to keep it until later.
        """
        checked_person(person)
        tables = self._server.read(lambda link: rows.partitions_of(link, person))
        return self._server.rewrite(tables, within_s=_SWEEP_S)

    def measure(self) -> tuple[int, int]:
        """How many bytes our tables take with their indexes, and the number of the schema."""
        query = """select sum(pg_total_relation_size(oid))::bigint, (select version from meta) from pg_class
            where relnamespace = format('%%I', %s::text)::regnamespace and relkind = 'r'"""
        row = self._server.read(lambda link: link.execute(query, (self._server.schema,)).fetchone())
        assert row is not None
        return int(row[0]), int(row[1])

    def close(self) -> None:
        """Let go of the server; calling it again does nothing."""
        self._server.close()

    def before_fork(self) -> None:
        """Finish what other threads are doing and let go of the server."""
        self._server.before_fork()
        self._cache.lock.acquire()

    def after_fork(self) -> None:
        """Go on; each process connects on its next call."""
        self._cache.lock.release()
        self._server.after_fork()

    def _tidy(self, person: PersonId) -> None:
        """Sweep where that is quick."""
        tables = self._server.read(lambda link: rows.partitions_of(link, person))
        self._server.rewrite(tables, within_s=_TIDY_S, largest=_TIDY_BYTES)

    def _snapshot(self, link: Link, person: PersonId) -> Snapshot | None:
        """What is remembered of this person as of now, which may be nothing yet; None for a stranger."""
        revision = rows.read_revision(link, person)
        if not revision:
            self._cache.drop(person)  # forgotten, perhaps by another machine
            return None
        snapshot = self._cache.get(person)
        return snapshot if snapshot is not None and snapshot.revision == revision else Snapshot(revision)

    def _keep(self, link: Link, person: PersonId, snapshot: Snapshot) -> None:
        """Remember what was just read, unless somebody has written in between: then it is of no known revision."""
        if rows.read_revision(link, person) == snapshot.revision:
            self._cache.put(person, snapshot)

    def _remember(self, person: PersonId, steps: Sequence[Step], alone: tuple[int, int] | None) -> None:
        """Take what was written over into what is remembered, where that was up to date."""
        snapshot = self._cache.get(person)
        if snapshot is None or alone is None or snapshot.revision != alone[0]:
            self._cache.drop(person)
        else:
            self._cache.put(person, snapshot.after(steps, alone[1]))

    def _agree_on_vectors(self, embedder: str, size: int | None) -> int | None:
        """Keep the embedder's name and size where none is known yet, and refuse to open with others."""
        kept = self._server.read(_kept_vectors)
        if kept.lacks(embedder, size):

            def work(link: Link) -> KeptEmbedding:
                link.execute("select 1 from meta for update")
                if _kept_vectors(link).is_empty:  # another process may have been quicker
                    link.execute("update meta set embedder = %s where embedder = ''", (embedder,))
                link.execute("update meta set size = coalesce(size, %s)", (size,))
                return _kept_vectors(link)

            kept = self._server.write(work)
        kept.refuse_others(embedder, size, place=f"The {self._server.name}", kind="database")
        return kept.size


def _server() -> type[Server]:
    try:
        from penchant.store.postgres.server import Server
    except ImportError as error:
        raise PenchantError(
            "Memory in PostgreSQL needs psycopg and pgvector; get them with: pip install 'penchant[postgres]'"
        ) from error
    return Server


def _kept_vectors(link: Link) -> KeptEmbedding:
    row = link.execute(QUERY).fetchone()
    assert row is not None
    return KeptEmbedding._make(row)


def _locked(link: Link, writes: Writes) -> dict[PersonId, rows.LockedPerson]:
    return {person: rows.lock_person(link, person, changes) for person, changes in writes.items()}


def _size_to_decide(link: Link) -> int | None:
    """The size of every vector; while none is known, whoever asks first decides, and the others wait."""
    row = link.execute("select size from meta for update").fetchone()
    return row[0] if row else None
