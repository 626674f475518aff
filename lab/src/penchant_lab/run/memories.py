"""Where the lives of a run keep what is learned: each in a store of its own, or all in one that outlives the run.

In a store that is shared a life is kept under a name nobody else has: its method and person, and the run where several
runs may meet. It begins empty whatever an interruption left there, so nothing is learned twice.
"""

from __future__ import annotations

import builtins
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId, TranscriptEntry
from penchant.embed import Embedder, Vector
from penchant.errors import BadInput, StoreError
from penchant.plugins import addressed, installed, open_store, plugin
from penchant.store import Adopt, Change, Match, Store, Vectored
from penchant.store.dict import DictStore
from penchant_lab.run.config import IN_PROCESS


def in_process(method: str, person: str) -> Store:
    """A memory for one life that ends with it."""
    return DictStore()


@dataclass(slots=True)
class Memories:
    """Gives every life an empty memory, wherever this run keeps them."""

    where: str  # as `Agent.open` takes it; a file or folder without a path of its own lies in the run's folder
    folder: Path
    run: str  # a name no other run has
    embedder: Embedder
    _opened: dict[int, Store] = field(default_factory=dict)  # by process: connections do not survive a fork

    def fresh(self, method: str, person: str) -> Store:
        """An empty memory for one life."""
        if not self.last:
            return in_process(method, person)
        life = self.as_kept(method, person)
        if life.revision(PersonId(person)):
            life.forget_person(PersonId(person))
        return life

    def as_kept(self, method: str, person: str) -> Store:
        """The memory of one life as it lies in a store that lasts."""
        scope = f"{method}/{person}" if self._is_ours() else f"{self.run}/{method}/{person}"
        return OneLife(self._store(), PersonId(person), PersonId(scope))

    @property
    def last(self) -> bool:
        """Whether they outlive the process."""
        return self.where != IN_PROCESS

    @property
    def are_in_folder(self) -> bool:
        """Whether they lie in the run's own folder."""
        place: str | None = getattr(plugin("stores", self.where), "usual_place", None) if self._is_ours() else None
        return place is not None and (self.folder / place).exists()

    def check(self) -> None:
        """Open a store of this kind once, so that what is wrong with it is said before anything is run or written."""
        if self.last:
            with TemporaryDirectory() as elsewhere:
                self._open(Path(elsewhere)).close()

    def close(self) -> None:
        """Let go of this process's files and connections."""
        store = self._opened.pop(os.getpid(), None)
        if store is not None:
            store.close()

    def make_whole(self) -> None:
        """Once every worker has ended: see that a file holds all that was learned by itself, without a log beside it.

        Workers end without a word to their stores. Whoever closes a file last takes its log in, so this opens it again.
        """
        if self.last and "://" not in self.where:
            with suppress(StoreError):  # what is wrong with it has been said by those who worked with it
                self._store()
        self.close()

    def _is_ours(self) -> bool:
        """Whether it lies in the run's own folder, where no other run comes."""
        return self.where in installed("stores")

    def _store(self) -> Store:
        if os.getpid() not in self._opened:
            self._opened[os.getpid()] = self._open(self.folder)
        return self._opened[os.getpid()]

    def _open(self, folder: Path) -> Store:
        """The store in this folder, or at its own address; one that has neither would be shared with other runs."""
        if self._is_ours() and not addressed(self.where)[1]:
            example = getattr(plugin("stores", self.where), "example", f"{self.where}:ADDRESS")
            raise BadInput(
                f"The store {self.where!r} has no usual place that could lie in a run's folder, so runs would "
                f"share it; it needs an address: --store {example}"
            )
        return open_store(self.where, self.embedder, folder=folder)


class OneLife:
    """A store that knows one person, kept under another name in a store that knows many."""

    def __init__(self, store: Store, person: PersonId, kept_as: PersonId) -> None:
        self._store = store
        self._person = person
        self._kept_as = kept_as

    def __repr__(self) -> str:
        return f"<OneLife of {self._person!r} as {self._kept_as!r} in {self._store!r}>"

    def people(self) -> builtins.list[PersonId]:
        """This person, once something was kept about them."""
        return [self._person] if self._store.revision(self._kept_as) else []

    def revision(self, person: PersonId) -> int:
        """A number that grows with every write."""
        return self._store.revision(self._name(person))

    def epoch(self, person: PersonId) -> int:
        """A number that is another one once this person was forgotten."""
        return self._store.epoch(self._name(person))

    def write(
        self, person: PersonId, changes: Sequence[Change], *, expected: int | None = None
    ) -> builtins.list[PreferenceId]:
        """Apply all changes in order, or none."""
        name = self._name(person)
        return self._store.write(
            name,
            [
                replace(change, preference=replace(change.preference, person=name))
                if isinstance(change, Adopt)
                else change
                for change in changes
            ],
            expected=expected,
        )

    def get(self, person: PersonId, id: PreferenceId) -> Preference | None:
        """One preference, open or closed."""
        found = self._store.get(self._name(person), id)
        return None if found is None else replace(found, person=person)

    def list(self, person: PersonId, *, closed: bool = False) -> builtins.list[Preference]:
        """The open ones in order of id; with ``closed`` the closed ones too."""
        return [replace(one, person=person) for one in self._store.list(self._name(person), closed=closed)]

    def nearest(
        self, person: PersonId, vector: Vector, *, limit: int, threshold: float | None = None, closed: bool = False
    ) -> builtins.list[Match]:
        """The ``limit`` most alike by cosine, best first."""
        found = self._store.nearest(self._name(person), vector, limit=limit, threshold=threshold, closed=closed)
        return [Match(one.score, replace(one.preference, person=person)) for one in found]

    def evidence(
        self, person: PersonId, id: PreferenceId | None = None, *, latest: int | None = None
    ) -> builtins.list[Evidence]:
        """Evidence for one preference or for all, oldest first."""
        return self._store.evidence(self._name(person), id, latest=latest)

    def transcript(
        self, person: PersonId, episode: EpisodeId | None = None, *, latest: int | None = None
    ) -> builtins.list[TranscriptEntry]:
        """The transcript of one episode or of all, oldest first."""
        return self._store.transcript(self._name(person), episode, latest=latest)

    def vectors(self, person: PersonId) -> dict[PreferenceId, Vector]:
        """The vector of every preference, where the store hands them out."""
        return self._store.vectors(self._name(person)) if isinstance(self._store, Vectored) else {}

    def forget_person(self, person: PersonId) -> int:
        """Erase everything, for good."""
        return self._store.forget_person(self._name(person))

    def close(self) -> None:
        """Nothing: the store goes on for others."""

    def _name(self, person: PersonId) -> PersonId:
        """Where this person is kept; anybody else is a stranger, under a name of their own below it."""
        return self._kept_as if person == self._person else PersonId(f"{self._kept_as}/{person}")


def shown(where: str) -> str:
    """An address as it may be written down: without a password, whatever characters it has.

    >>> shown("postgresql://ana:secret@host/memories?sslmode=require&password=secret")
    'postgresql://ana@host/memories?sslmode=require'
    """
    scheme, slashes, rest = where.partition("://")
    if not slashes:
        return where
    ways_in, at, place = rest.rpartition("@")
    place, mark, query = place.partition("?")
    kept = "&".join(part for part in query.split("&") if part and not part.startswith("password="))
    return f"{scheme}://{ways_in.partition(':')[0]}{at}{place}{mark if kept else ''}{kept}"
