"""The seam for memory stores: what every one of them keeps, and promises.

A store keeps and never interprets. Each method names the person first and touches that person's rows only; an id is an
opaque text, compared byte for byte and never read as a pattern, a path or a prefix; an empty one is BadInput, and of
more than 1,000 characters it need not be kept. A call to :meth:`Store.write` is one transaction: when it returns, all
of it is on disk; when it raises, none of it is. In a write an id below 0 names what that write itself opened: -1 the
first, -2 the second, so that it can be confirmed or closed before its id is known. Times carry their zone (a naive one
is BadInput), evidence keeps the order it was written in, and so does the transcript, where an episode has each number
once; a vector of zeros is like none.
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from penchant.domain import Draft, EpisodeId, Evidence, PersonId, Preference, PreferenceId, Source, TranscriptEntry
from penchant.domain import Match as Match  # what stores find
from penchant.embed import Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Begin to believe ``draft``; its first evidence (``source``, the draft's words and episode) is kept with it."""

    draft: Draft
    vector: Vector  # of the sentence that search compares with
    source: Source
    at: datetime
    replaces: PreferenceId | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """Stop believing it; it stays readable. Closing what is closed already changes nothing."""

    id: PreferenceId
    at: datetime


@dataclass(frozen=True, slots=True)
class Trust:
    """Believe it more or less; with ``confirmed`` also note that something spoke for it then."""

    id: PreferenceId
    confidence: float
    confirmed: datetime | None = None


@dataclass(frozen=True, slots=True)
class Witness:
    """Keep one more piece of evidence for or against a preference."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Erase:
    """Forget it wholly: the row, its vector and its evidence. What replaced it keeps no trace of it.

    The transcript of every episode it was heard in (its own, and those of its evidence) goes with it.
    """

    id: PreferenceId


@dataclass(frozen=True, slots=True)
class EraseLines:
    """Forget the transcript of an episode, whatever was learned from it; of one that has none nothing changes.

    Its numbers are free again, also for lines that follow in the same write.
    """

    episode: EpisodeId


@dataclass(frozen=True, slots=True)
class Adopt:
    """Keep a preference as another store kept it: its id, its dates and all, but for evidence, which follows it.

    Its id must be beyond every id this person was given here, so that nothing is mixed up; the next one follows it.
    """

    preference: Preference
    vector: Vector


@dataclass(frozen=True, slots=True)
class Transcribe:
    """Keep one more line of the transcript.

    A number that its episode has already, before this write or earlier in it, is refused (AlreadyTranscribed).
    """

    entry: TranscriptEntry


Change = Open | Close | Trust | Witness | Erase | EraseLines | Adopt | Transcribe


class Store(Protocol):
    """Bytes at rest, one person at a time, for several threads; durable ones also for several processes."""

    def people(self) -> builtins.list[PersonId]:
        """Everyone something is kept about, sorted; those with nothing left but their name too."""
        ...

    def revision(self, person: PersonId) -> int:
        """A number that grows with every write about this person and never comes back; 0 for a stranger."""
        ...

    def epoch(self, person: PersonId) -> int:
        """A number that stays as it is until this person is forgotten, and is another one from then on.

        Before they are first met it may also change when somebody else is forgotten, so that it tells of nobody.
        """
        ...

    def write(
        self, person: PersonId, changes: Sequence[Change], *, expected: int | None = None
    ) -> builtins.list[PreferenceId]:
        """Apply all changes in order, or none; gives the ids of what was opened or adopted, in order.

        No changes change nothing. Raises UnknownPreference where a change names an id this person does not have, and
        WriteConflict where their revision is no longer the ``expected`` one: what the changes rest on may be otherwise.
        """
        ...

    def get(self, person: PersonId, id: PreferenceId) -> Preference | None:
        """One preference of this person, open or closed; None where there is none (another person's counts as none)."""
        ...

    def list(self, person: PersonId, *, closed: bool = False) -> builtins.list[Preference]:
        """The open ones in order of id; with ``closed`` the closed ones too."""
        ...

    def nearest(
        self, person: PersonId, vector: Vector, *, limit: int, threshold: float | None = None, closed: bool = False
    ) -> builtins.list[Match]:
        """The ``limit`` most alike by cosine, best first, ties by lower id; only those strictly above ``threshold``."""
        ...

    def evidence(
        self, person: PersonId, id: PreferenceId | None = None, *, latest: int | None = None
    ) -> builtins.list[Evidence]:
        """Evidence for one preference, or all of this person's, oldest first; ``latest`` keeps the last so many."""
        ...

    def transcript(
        self, person: PersonId, episode: EpisodeId | None = None, *, latest: int | None = None
    ) -> builtins.list[TranscriptEntry]:
        """The transcript of one episode, or of all, oldest first; ``latest`` keeps the last so many."""
        ...

    def forget_person(self, person: PersonId) -> int:
        """Erase everything about a person, for good; gives how many preferences that were."""
        ...

    def close(self) -> None:
        """Let go of files and connections; calling it again does nothing."""
        ...


@runtime_checkable
class Vectored(Protocol):
    """What a store may do besides: hand out its vectors, so that a copy of a memory has the very same ones."""

    def vectors(self, person: PersonId) -> dict[PreferenceId, Vector]:
        """The vector of every preference of this person, open or closed, as it was written; the caller's to change."""
        ...


@runtime_checkable
class Counting(Protocol):
    """What a store may do besides: say how far it has counted, so that a copy gives no erased one's id again."""

    def next_id(self, person: PersonId) -> PreferenceId:
        """The id that this person's next preference will get; 1 for a stranger."""
        ...


@runtime_checkable
class Staging(Protocol):
    """What a store's class may do besides: let a copy be written aside, and put it in its place once it is whole."""

    def exists(self, address: str) -> bool:
        """Whether there is a memory at this address; makes none."""
        ...

    def staged(self, address: str) -> str:
        """The address of the copy that is to be put here; nobody opens it by mistake."""
        ...

    def settle(self, address: str) -> None:
        """Put the copy, which is closed, in its place in one step; StoreError where there is a memory by now."""
        ...


@runtime_checkable
class Sweeping(Protocol):
    """What a store does besides where deleting leaves bytes behind that no file of ours shows: see that they go."""

    @property
    def out_of_reach(self) -> str:
        """Where what was deleted may still lie, that no store can look into; in words."""
        ...

    def sweep(self, person: PersonId) -> bool:
        """Whether nothing that was deleted about this person is left in the tables; takes its time to see to it."""
        ...


@runtime_checkable
class Lingering(Protocol):
    """What a store may do besides where whoever reads can hold erasing up: say what is not gone yet."""

    @property
    def lingering(self) -> str:
        """Where bytes of what was erased still lie and until when, in words; nothing where they are gone."""
        ...


@runtime_checkable
class Measurable(Protocol):
    """What a store may do besides where it lies in no file of ours: say how large it is."""

    def measure(self) -> tuple[int, int]:
        """How many bytes it takes, and the number of its schema."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPerson:
    """What is kept about one person at one revision, as far as it was asked for; all oldest first."""

    revision: int
    epoch: int
    preferences: Sequence[Preference]  # closed ones too
    evidence: Sequence[Evidence]  # the latest
    transcript: Sequence[TranscriptEntry]  # the latest


@runtime_checkable
class Gathering(Protocol):
    """What a store may do besides: read all that is kept about a person at once, where each call is a journey."""

    def read_person(self, person: PersonId, *, evidence: int, lines: int) -> StoredPerson:
        """All preferences, the latest so many pieces of evidence and lines of the transcript, as of one moment."""
        ...


def read_person(store: Store, person: PersonId, *, evidence: int, lines: int) -> StoredPerson:
    """What is kept about a person: at once where the store can (:class:`Gathering`), call by call where it cannot.

    What somebody else writes between those calls may be in it already, under the revision from before.
    """
    if isinstance(store, Gathering):
        return store.read_person(person, evidence=evidence, lines=lines)
    return StoredPerson(
        revision=store.revision(person),
        preferences=store.list(person, closed=True),
        epoch=store.epoch(person),
        evidence=store.evidence(person, latest=evidence),
        transcript=store.transcript(person, latest=lines),
    )


Writes = Mapping[PersonId, Sequence[Change]]
"""What is to be changed, person by person."""


@runtime_checkable
class Bulk(Protocol):
    """What a store may do besides: write about many people in one step, so that a whole town is moved in quickly."""

    def write_many(self, writes: Writes) -> dict[PersonId, builtins.list[PreferenceId]]:
        """As :meth:`Store.write` for each person, but as one transaction: all of it is kept, or none."""
        ...


def write_many(store: Store, writes: Writes) -> dict[PersonId, builtins.list[PreferenceId]]:
    """Write about many people: in one step where the store can (:class:`Bulk`), one after the other where it cannot."""
    if isinstance(store, Bulk):
        return store.write_many(writes)
    return {person: store.write(person, changes) for person, changes in writes.items()}
