"""Taking back what an errand taught, where the errand came to nothing: memory is then as if it had never begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId, TranscriptEntry, is_of_episode
from penchant.errors import BadInput
from penchant.memory.conflicts import until_written
from penchant.memory.memory import BY_HAND, Memory
from penchant.memory.reopening import draft_of, reopened
from penchant.store import Adopt, Change, Close, Erase, EraseLines, Transcribe, Vectored, Witness


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


def undo_since(memory: Memory, since: Mark) -> None:
    """Take back what was learned and said since the mark, in one durable step.

    What was closed or doubted since is believed again as it was, under a new id; what was erased stays away.
    """
    until_written(since.person, partial(_undo_since, memory, since))


def _undo_since(memory: Memory, since: Mark) -> None:
    store, person = memory.store, since.person
    revision = store.revision(person)
    known = {one.id: one for one in store.list(person, closed=True)}
    evidence, before = _by_belief(store.evidence(person)), _by_belief(since.evidence)
    old = [one for one in since.preferences if one.id in known]
    touched = {one.id for one in old if known[one.id] != one or evidence.get(one.id) != before.get(one.id)}
    while more := {one.id for one in old if one.replaces in touched} - touched:  # erasing one would take the link away
        touched |= more
    new = known.keys() - {one.id for one in old}
    transcript = store.transcript(person)
    earlier = _until(since.said, transcript)
    episodes = {line.episode for line in transcript[len(earlier) :]}
    for id in touched | new:
        episodes |= {known[id].episode, *(item.episode for item in evidence.get(id, ()))}
    again = reopened(memory, [one for one in old if one.id in touched], before)
    lines = [Transcribe(line) for line in earlier if line.episode in episodes]
    changes = [*again, *map(Erase, sorted(new)), *map(EraseLines, sorted(episodes)), *lines]
    memory.apply(person, changes, expected=revision)


def bring_back(memory: Memory, person: str, ids: Sequence[PreferenceId], *, episode: str = BY_HAND) -> list[Preference]:
    """Take back the last change of each of these beliefs, in one durable step; gives what is believed again by it.

    One that is believed is closed, and what it replaced is believed again; one that was closed, and that nothing
    replaced, is believed again. The past stays readable: what is believed again is a new belief with the old words.
    One that something newer replaced is BadInput: take that back first. An ``episode`` of its own is done once.
    """
    return until_written(person, partial(_bring_back, memory, person, ids, episode))


def _bring_back(memory: Memory, person: str, ids: Sequence[PreferenceId], episode: str) -> list[Preference]:
    revision = memory.store.revision(PersonId(person))
    every = {one.id: one for one in memory.list(person, closed=True)}
    if episode != BY_HAND and memory.transcript(person, EpisodeId(episode)):
        return [one for one in every.values() if is_of_episode(one, episode)]
    replaced = {one.replaces: one for one in every.values() if one.replaces is not None}
    at = memory.clock()
    changes: list[Change] = []
    for id in dict.fromkeys(ids):
        one = every.get(id) or memory.get(person, id)
        if newer := replaced.get(id):
            raise BadInput(f"Preference {id} was replaced by {newer.id}; take that one back first.")
        again = one if not one.is_open else every.get(one.replaces) if one.replaces is not None else None
        if one.is_open:
            changes.append(Close(id, at))
        if again is not None:
            changes.append(memory.opening(draft_of(again, episode), "edit", replaces=id, at=at))
    if episode != BY_HAND:  # so that it is known to be done, though all it did was to close something
        line = TranscriptEntry(episode=EpisodeId(episode), number=0, kind="heard", words="", at=at)
        changes.append(Transcribe(line))
    opened = memory.apply(person, changes, expected=revision)
    return [memory.get(person, id) for id in opened]


def _by_belief(evidence: Sequence[Evidence]) -> dict[PreferenceId, list[Evidence]]:
    found: dict[PreferenceId, list[Evidence]] = {}
    for item in evidence:
        found.setdefault(item.preference, []).append(item)
    return found


def _until(last: TranscriptEntry | None, transcript: Sequence[TranscriptEntry]) -> Sequence[TranscriptEntry]:
    """The lines up to the one that was the last: only that was marked, since a long transcript takes time to read.

    Where it was erased since, what is left of the transcript stays.
    """
    if last is None:
        return ()
    return transcript[: transcript.index(last) + 1] if last in transcript else transcript
