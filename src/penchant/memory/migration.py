"""A whole memory carried from one store to another: copied in batches, and compared in the end, person by person.

What is copied is written aside where the store can do that (:class:`~penchant.store.Staging`), and put in its place
once it was read again and found to be the same. Whoever was interrupted goes on: who is there already is not copied
again, and who has changed since is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Protocol, runtime_checkable

import numpy as np

from penchant.domain import EpisodeId, PersonId, Preference, PreferenceId
from penchant.embed import Embedder
from penchant.errors import StoreError
from penchant.memory.memory import Memory
from penchant.memory.transfer import Record, changes_of, take_out, with_vectors_of
from penchant.plugins import addressed, open_store, plugin
from penchant.store import Adopt, Change, Counting, Erase, EraseLines, Staging, write_many

Watch = Callable[[str, int, int], None]
"""Told what is being done, how many people are done, and of how many."""

_ROUNDS = 3
_ROWS = 5_000
"""About so many rows are written in one step."""
_MARK = EpisodeId("migrated")
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)


@runtime_checkable
class _Epochs(Protocol):
    """A store that counts how often somebody was forgotten."""

    def epoch(self, person: PersonId) -> int: ...


@dataclass(slots=True)
class Comparison:
    """How much was compared and found to be the same."""

    people: int = 0
    open: int = 0
    closed: int = 0
    evidence: int = 0
    transcript: int = 0

    def __add__(self, other: Comparison) -> Comparison:
        return Comparison(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def add(self, record: Record) -> None:
        """Count one person more."""
        believed = sum(one.is_open for one in record.preferences)
        self.people += 1
        self.open += believed
        self.closed += len(record.preferences) - believed
        self.evidence += len(record.evidence)
        self.transcript += len(record.transcript)


def migrate(
    old: Memory,
    where: str,
    watch: Watch,
    *,
    name: str,
    embedder: Embedder | None = None,
    again: bool = False,
    before: Callable[[str], None] = lambda where: None,
) -> Comparison:
    """Copy everything to a store that has nothing yet, and compare; gives how much is the same in both.

    Vectors are made anew where the copy is to have those of another ``embedder``.
    Until that is known there is nothing at ``where``, which goes by ``name`` in errors. StoreError where there is a
    memory already, unless it may be there from an earlier time (``again``) and is the same. ``before`` is called with
    the address of the whole copy before it is put in its place. A store that cannot be written aside is written at
    once; it too is compared.
    """
    kind, address = addressed(where)
    made = plugin("stores", kind)
    if not isinstance(made, Staging) or (again and made.exists(address)):
        found = _Copying(old, where, embedder or old.embedder, watch, name, may_replace=False).run()
        before(where)
        return found
    if made.exists(address):
        raise _taken(name)
    staged = f"{kind}:{made.staged(address)}"
    found = _Copying(old, staged, embedder or old.embedder, watch, name, may_replace=True).run()
    before(staged)
    made.settle(address)
    return found


@dataclass(slots=True)
class _Copying:
    old: Memory
    where: str
    embedder: Embedder
    watch: Watch
    name: str
    may_replace: bool  # whether what is there is a copy of ours, and nothing else
    copied: dict[PersonId, int] = field(default_factory=dict)  # with the revision they had

    def run(self) -> Comparison:
        for _ in range(_ROUNDS):
            people = self.old.people()
            with closing(self._opened()) as new:
                self._remove(new, sorted(set(new.people()) - set(people)))
                known = set(new.people())
                self._copy(new, [person for person in people if person not in known])
            with closing(self._opened()) as new:  # what was written is read from the disk
                tally, others = self._compare(new)
                if not others:
                    return tally
                self._remove(new, others)
        raise StoreError("Somebody keeps writing to the old memory. Stop whoever does, and try again: it goes on.")

    def _opened(self) -> Memory:
        return Memory(open_store(self.where, self.embedder), self.embedder, habits=self.old.habits)

    def _copy(self, new: Memory, people: Sequence[PersonId]) -> None:
        self.watch("copied", 0, len(people))
        batch: dict[PersonId, list[Change]] = {}
        for done, person in enumerate(people, 1):
            self._count_forgettings(new, person)
            self.copied[person] = self.old.store.revision(person)
            batch[person] = self._changes(new, self._record(new, person))
            if sum(map(len, batch.values())) >= _ROWS or done == len(people):
                write_many(new.store, batch)
                batch = {}
                self.watch("copied", done, len(people))

    def _count_forgettings(self, new: Memory, person: PersonId) -> None:
        """See that words for what was considered before this person was last forgotten are refused there too."""
        stores = [memory.store for memory in (self.old, new) if isinstance(memory.store, _Epochs)]
        while len(stores) == 2 and stores[1].epoch(person) < stores[0].epoch(person):
            new.apply(person, [EraseLines(_MARK)])
            new.forget_person(person)

    def _compare(self, new: Memory) -> tuple[Comparison, list[PersonId]]:
        """How much is the same, and who is not."""
        tally, others = Comparison(), []
        here, there = self.old.people(), set(new.people())
        self.watch("compared", 0, len(here))
        for done, person in enumerate(here, 1):
            revision = self.old.store.revision(person)
            record = self._record(new, person)
            same = person in there and self._same(record, new)
            if same:
                tally.add(record)
            elif self.copied.get(person) == revision:
                raise StoreError(f"What was copied does not read the same in {self.name}, which is not to be used.")
            else:
                others.append(person)
            self.watch("compared", done, len(here))
        return tally, others + sorted(there - set(here))

    def _record(self, new: Memory, person: PersonId) -> Record:
        """What the copy is to hold of a person."""
        record = take_out(self.old, person)
        return record if self.embedder.name == self.old.embedder.name else with_vectors_of(new, record)

    def _remove(self, new: Memory, people: Sequence[PersonId]) -> None:
        if people and not self.may_replace:
            raise _taken(self.name)
        for person in people:
            new.forget_person(person)

    def _changes(self, new: Memory, record: Record) -> list[Change]:
        """What makes a stranger in the new store the person of this record: their used up ids too, and their name."""
        changes = changes_of(record)
        store, kept = self.old.store, len(record.preferences)
        last = record.preferences[-1].id if kept else PreferenceId(0)
        if isinstance(store, Counting) and (used := PreferenceId(store.next_id(record.person) - 1)) > last:
            size = len(record.vectors[last]) if kept else new.embedder.size
            gone = Adopt(_nothing(record.person, used), np.zeros(size, dtype="<f4"))
            changes[kept:kept] = [gone, Erase(used)]
        return changes or [EraseLines(_MARK)]

    def _same(self, record: Record, new: Memory) -> bool:
        other, person = take_out(new, record.person), record.person
        stores = [memory.store for memory in (self.old, new) if isinstance(memory.store, Counting)]
        return (
            (len(stores) < 2 or stores[0].next_id(person) == stores[1].next_id(person))
            and list(record.preferences) == list(other.preferences)
            and list(record.evidence) == list(other.evidence)
            and list(record.transcript) == list(other.transcript)
            and {id: vector.tobytes() for id, vector in record.vectors.items()}
            == {id: vector.tobytes() for id, vector in other.vectors.items()}
        )


def _taken(name: str) -> StoreError:
    return StoreError(f"There is a memory at {name} already. Nothing was changed: name a place that has none.")


def _nothing(person: PersonId, id: PreferenceId) -> Preference:
    """A preference that says nothing, to be erased at once: its id counts as given."""
    return Preference(
        id=id,
        person=person,
        situation="",
        topic="",
        stance="wants",
        value="",
        rather_than=(),
        confidence=0.0,
        words="",
        episode=_MARK,
        since=_NO_TIME,
        confirmed=_NO_TIME,
    )
