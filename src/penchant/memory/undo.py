"""Taking back what an errand taught, where the errand came to nothing: memory is then as if it had never begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penchant.domain import Evidence, PersonId, Preference, TranscriptEntry
from penchant.memory.memory import Memory
from penchant.store import Adopt, Change, Erase, EraseLines, Transcribe, Vectored, Witness


@dataclass(frozen=True, slots=True)
class Mark:
    """What was believed about one person at a moment that may have to be returned to."""

    person: PersonId
    revision: int
    preferences: Sequence[Preference]
    evidence: Sequence[Evidence]
    said: TranscriptEntry | None  # the last line of the transcript


def mark(memory: Memory, person: str) -> Mark:
    """The moment as it is now."""
    store, id = memory.store, PersonId(person)
    said = store.transcript(id, latest=1)
    return Mark(id, store.revision(id), store.list(id, closed=True), store.evidence(id), said[0] if said else None)


def take_back(memory: Memory, since: Mark) -> None:
    """Make one person's memory what it was at the mark; where nothing was written since, nothing is now.

    For a memory that nobody else writes to meanwhile, such as that of a life in a study.

    >>> from penchant.domain import Draft
    >>> from penchant.store.dict import DictStore
    >>> from penchant.testing import HashEmbedder
    >>> memory = Memory(DictStore(), HashEmbedder())
    >>> before = mark(memory, "ana")
    >>> _ = memory.add("ana", Draft(situation="", topic="a drink", stance="wants", value="tea", confidence=0.9,
    ...                             words="tea", episode="e1"))
    >>> take_back(memory, before)
    >>> memory.list("ana", closed=True)
    []
    """
    store = memory.store
    if store.revision(since.person) == since.revision:
        return
    transcript = _until(since.said, store.transcript(since.person))
    vectors = store.vectors(since.person) if isinstance(store, Vectored) else {}
    store.forget_person(since.person)
    changes: list[Change] = []
    for one in since.preferences:
        vector = vectors[one.id] if one.id in vectors else memory.embedder.embed([memory.compared(one)])[0]
        changes.append(Adopt(one, vector))
    changes += [Witness(one) for one in since.evidence]
    store.write(since.person, changes + [Transcribe(one) for one in transcript])


def erase_since(memory: Memory, since: Mark) -> bool:
    """Erase what was learned and said since the mark, in one durable step; False where that touched what was there.

    Then nothing is done: what was closed or doubted since only :func:`take_back` can bring back.
    """
    store, person = memory.store, since.person
    known, evidence = store.list(person, closed=True), store.evidence(person)
    before = {one.id: one for one in since.preferences}
    new = [one.id for one in known if one.id not in before]
    if [one for one in known if one.id in before] != list(since.preferences):
        return False
    if [one for one in evidence if one.preference in before] != list(since.evidence):
        return False
    transcript = store.transcript(person)
    earlier = {line.episode for line in _until(since.said, transcript)}
    later = {line.episode for line in transcript} - earlier
    if any(one.episode in earlier for one in evidence if one.preference not in before):
        return False
    memory.apply(person, [*map(Erase, new), *map(EraseLines, sorted(later))])
    return True


def _until(last: TranscriptEntry | None, transcript: Sequence[TranscriptEntry]) -> Sequence[TranscriptEntry]:
    """The lines up to the one that was the last: only that was marked, since a long transcript takes time to read.

    Where it was erased since, what is left of the transcript stays.
    """
    if last is None:
        return ()
    return transcript[: transcript.index(last) + 1] if last in transcript else transcript
