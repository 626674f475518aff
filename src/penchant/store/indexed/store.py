"""The store for searching large memories with FAISS: SQLiteStore keeps the records, an index finds the most alike.

Nothing depends on the index: it is made from the records, compared with them before each search, and made again where
it is missing or damaged. So whatever holds for SQLiteStore (threads, processes, forks, being killed) holds here.
"""

from __future__ import annotations

import builtins
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId, TranscriptEntry
from penchant.embed import Vector
from penchant.errors import BadInput, StoreError
from penchant.store import rows
from penchant.store.at_fork import pause_at_fork
from penchant.store.checks import check_count, checked_person, checked_vector
from penchant.store.database import Database
from penchant.store.indexed import records
from penchant.store.indexed.index import Labels
from penchant.store.indexed.library import need_faiss
from penchant.store.indexed.saved import SavedIndexes
from penchant.store.indexed.shards import ALL, Shard, Shards, name_of
from penchant.store.place import aside, settle_folder
from penchant.store.protocol import Change, Erase, Match, Writes
from penchant.store.sqlite import SQLiteStore

_INDEX_BYTES = 256 * 2**20
"""How much the indexes of single people may take together; one index of everybody takes what it takes."""
_SAVE_EVERY = 1000
_WORTH_SAVING = 1000  # fewer vectors of one person are read from the records quicker than an index is checked
_TRIES = 3


class FaissStore:
    """Memory in a folder: the records in ``records.db``, and beside them what makes searching them quick.

    With ``one_index`` all people's vectors lie in one FAISS index in memory, which takes about 4 bytes for each number
    and 80 for each preference (a million vectors of 256 numbers: 1.1 GB); without, each person has their own, and those
    of the people asked about last stay, up to 256 MB. Either way a search visits the vectors of the person it is about
    and nobody else's. The index is saved when the store is closed, and whenever a quarter of it has changed.

    >>> from contextlib import closing
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, closing(FaissStore(folder)) as store:
    ...     store.people()
    []
    """

    usual_place = "memory.faiss"

    def __init__(
        self, path: str | Path, *, embedder: str = "", size: int | None = None, one_index: bool = True
    ) -> None:
        need_faiss()
        folder = self._folder = _made(path)
        self._records = SQLiteStore(folder / "records.db", embedder=embedder, size=size)
        try:
            self._database = Database(folder / "records.db")  # to see an index and its records at one moment
        except BaseException:
            self._records.close()
            raise
        self._saved = SavedIndexes(folder / "index")
        self._shards = Shards(self._saved, one_index=one_index, limit=_INDEX_BYTES)
        self._lock = threading.Lock()  # around the shards; taken before the database's own
        self._is_closed = False
        pause_at_fork(self)
        self._sweep()

    def __repr__(self) -> str:
        return f"FaissStore({str(self._folder)!r})"

    @staticmethod
    def exists(path: str | Path) -> bool:
        """Whether there is something to open at this path; a folder without records is none of ours yet."""
        return os.path.isfile(path) or SQLiteStore.exists(Path(path) / "records.db")

    @staticmethod
    def staged(path: str | Path) -> str:
        """The folder in which a copy is written until it is whole."""
        return aside(path)

    @staticmethod
    def settle(path: str | Path) -> None:
        """Put the copy, which is closed, in its place."""
        if FaissStore.exists(path):
            raise StoreError(f"There is a memory at {path} by now; the copy is left at {aside(path)}.")
        settle_folder(path)

    def people(self) -> builtins.list[PersonId]:
        """Everyone something is kept about, sorted."""
        return self._records.people()

    def revision(self, person: PersonId) -> int:
        """A number that grows with every write about this person, whichever process made it; 0 for a stranger."""
        return self._records.revision(person)

    def epoch(self, person: PersonId) -> int:
        """A number that is another one once this person was forgotten, whichever process did it."""
        return self._records.epoch(person)

    def write(
        self, person: PersonId, changes: Sequence[Change], *, expected: int | None = None
    ) -> builtins.list[PreferenceId]:
        """Apply all changes in order, or none; gives the ids of what was opened, in order.

        The index hears of it at the next search, except for what is erased: that leaves the index and its file at once.
        """
        with ExitStack() as erasing:
            if any(isinstance(change, Erase) for change in changes):
                erasing.enter_context(self._erasing(person))
            return self._records.write(person, changes, expected=expected)

    def write_many(self, writes: Writes) -> dict[PersonId, builtins.list[PreferenceId]]:
        """Apply all changes to all of these people in one transaction, or none."""
        with ExitStack() as erasing:
            for person, changes in writes.items():
                if any(isinstance(change, Erase) for change in changes):
                    erasing.enter_context(self._erasing(person))
            return self._records.write_many(writes)

    def get(self, person: PersonId, id: PreferenceId) -> Preference | None:
        """One preference of this person, open or closed; None where there is none (another person's counts as none)."""
        return self._records.get(person, id)

    def list(self, person: PersonId, *, closed: bool = False) -> builtins.list[Preference]:
        """The open ones in order of id; with ``closed`` the closed ones too."""
        return self._records.list(person, closed=closed)

    def nearest(
        self, person: PersonId, vector: Vector, *, limit: int, threshold: float | None = None, closed: bool = False
    ) -> builtins.list[Match]:
        """The ``limit`` most alike by cosine, best first, ties by lower id; only those strictly above ``threshold``."""
        checked_person(person)
        check_count(limit, "limit")
        sought = checked_vector(vector)
        with self._lock, self._database.reading() as connection:
            owner = rows.find(connection, person)
            if owner is None or owner.next_preference == 1:  # never had a preference, so there may be no vector yet
                return []
            shard = self._shards.serving(connection, owner.key)
            matches = []
            for score, found in shard.nearest(
                connection, owner, sought, limit=limit, threshold=threshold, closed=closed
            ):
                one = rows.read_preference(connection, person, owner.key, found)
                assert one is not None  # seen at the same moment
                matches.append(Match(score, one))
            leaving = self._shards.push_out()
        for one_leaving in leaving:
            self._save(one_leaving)
        if shard.unsaved >= max(_SAVE_EVERY, len(shard.index) // 4):
            self._save(shard)
        return matches

    def evidence(
        self, person: PersonId, id: PreferenceId | None = None, *, latest: int | None = None
    ) -> builtins.list[Evidence]:
        """Evidence for one preference, or for all of this person's, oldest first; ``latest`` keeps the last so many."""
        return self._records.evidence(person, id, latest=latest)

    def transcript(
        self, person: PersonId, episode: EpisodeId | None = None, *, latest: int | None = None
    ) -> builtins.list[TranscriptEntry]:
        """The transcript of one episode, or of all, oldest first; ``latest`` keeps the last so many."""
        return self._records.transcript(person, episode, latest=latest)

    def vectors(self, person: PersonId) -> dict[PreferenceId, Vector]:
        """The vector of every preference of this person, open or closed, as it was written."""
        return self._records.vectors(person)

    def next_id(self, person: PersonId) -> PreferenceId:
        """The id that this person's next preference will get."""
        return self._records.next_id(person)

    def forget_person(self, person: PersonId) -> int:
        """Erase everything about a person, for good; gives how many preferences that were."""
        with self._erasing(person):
            return self._records.forget_person(person)

    @property
    def lingering(self) -> str:
        """Where bytes of what was erased still lie because somebody is reading them, in words; else nothing."""
        return self._records.lingering

    def close(self) -> None:
        """Save what is worth it and let go of the files; calling it again does nothing."""
        if not self._is_closed:
            self._is_closed = True
            for shard in self._shards:
                self._save(shard)
            self._database.close()
            with self._lock:
                self._shards.clear()
        self._records.close()

    def before_fork(self) -> None:
        """Finish what other threads are doing and let go of the file."""
        self._lock.acquire()
        self._database.before_fork()

    def after_fork(self) -> None:
        """Go on; the file is opened again on the next call, and each process has an index of its own."""
        self._database.after_fork()
        self._lock.release()

    def _save(self, shard: Shard) -> None:
        """Save the index if it is worth it. Where that fails, nothing is lost but time."""
        if not shard.is_behind or (shard.key is not None and len(shard.index) < _WORTH_SAVING):
            return
        for _ in range(_TRIES):
            try:
                if self._publish(shard):
                    return
            except (OSError, StoreError):
                return

    def _publish(self, shard: Shard) -> bool:
        """Save the index as it is; gives whether no vector was erased meanwhile, without which nothing is saved."""
        with self._lock:
            shard.unsaved = 0
            with self._database.reading() as connection:
                stamp, _ = shard.catch_up(connection)
            draft = self._saved.draft(shard.name, shard.index, stamp)
        try:
            with self._database.writing() as connection:
                there = records.read_labels(connection, shard.key)
                if not np.isin(draft.labels, there).all():
                    return False
                self._saved.publish(connection, draft)
            shard.is_behind = False
            return True
        finally:
            self._saved.withdraw(draft)

    @contextmanager
    def _erasing(self, person: PersonId) -> Iterator[None]:
        """Have what is erased meanwhile leave the index too, and all files that may hold it.

        The files go before, so that one who is killed half-way leaves none behind, and after, in case one was saved.
        """
        key, before = self._labels(person)
        self._discard(key)
        yield
        now, left = self._labels(person)
        self._discard(key)
        with self._lock:
            self._shards.remove(key, before if now != key else np.setdiff1d(before, left))

    def _labels(self, person: PersonId) -> tuple[int, Labels]:
        checked_person(person)
        with self._database.reading() as connection:
            owner = rows.find(connection, person)
            key = owner.key if owner else 0
            return key, records.read_labels(connection, key)

    def _discard(self, key: int) -> None:
        for name in (ALL, name_of(key)):
            self._saved.discard(name)

    def _sweep(self) -> None:
        """Remove indexes of people who have been forgotten by one who was killed before they could tidy up."""
        names = self._saved.names() - {ALL}
        if names:
            with self._database.reading() as connection:
                names -= {name_of(key) for (key,) in connection.execute("select key from person")}
            for name in names:
                self._saved.discard(name)


def _made(path: str | Path) -> Path:
    """The folder, created where there was none."""
    if not str(path) or "\0" in str(path):
        raise BadInput(f"A FAISS store needs a folder to live in, not {str(path)!r}.")
    folder = Path(path).absolute()
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileExistsError:
        raise StoreError(f"{path} is a file. A FAISS store lives in a folder: name another path.") from None
    except FileNotFoundError:
        raise StoreError(f"There is no folder {folder.parent} to make {folder.name} in. Create it first.") from None
    except OSError as error:
        raise StoreError(f"{path} cannot be created: {error.strerror}. Choose a folder you may write to.") from error
    return folder
