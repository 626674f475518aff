"""Beliefs that are erased and opened again in the same write: as they were once, or in other words.

A store never changes what was said or brings back what was closed, so such a belief is given a new id. Erasing takes
the transcript of the episodes it was heard in along; whoever wants lines of it kept writes them again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from penchant.domain import Draft, Evidence, Preference, PreferenceId, Source, episode_by_hand
from penchant.memory.memory import Memory
from penchant.store import Change, Close, Erase, Open, Trust, Vectored, Witness


def reopened(
    memory: Memory, beliefs: Sequence[Preference], evidence: Mapping[PreferenceId, Sequence[Evidence]]
) -> list[Change]:
    """The changes that erase beliefs, and open each again as it is given here, with this evidence.

    In a write, they come before anything else that opens a belief.
    """
    if not beliefs:
        return []
    changes: list[Change] = [Erase(belief.id) for belief in beliefs]
    person = beliefs[0].person
    vectors = memory.store.vectors(person) if isinstance(memory.store, Vectored) else {}
    places = {belief.id: PreferenceId(-number) for number, belief in enumerate(beliefs, 1)}
    for belief in beliefs:
        told = evidence.get(belief.id, ())
        vector = vectors[belief.id] if belief.id in vectors else memory.embedder.embed([memory.compared(belief)])[0]
        before = None if belief.replaces is None else places.get(belief.replaces, belief.replaces)
        source: Source = told[0].source if told else "statement"
        id = places[belief.id]
        changes.append(Open(draft=draft_of(belief), vector=vector, source=source, at=belief.since, replaces=before))
        changes += [Witness(replace(item, preference=id)) for item in told[1:]]
        changes.append(Trust(id, belief.confidence, belief.confirmed))
        if belief.until is not None:
            changes.append(Close(id, belief.until))
    return changes


def draft_of(belief: Preference, episode: str = "") -> Draft:
    """What a belief says, to be believed anew; heard in its own episode, or in another."""
    return Draft(
        situation=belief.situation,
        topic=belief.topic,
        stance=belief.stance,
        value=belief.value,
        rather_than=belief.rather_than,
        confidence=belief.confidence,
        words=belief.words,
        episode=episode_by_hand(belief, episode) if episode else belief.episode,
        kind=belief.kind,
        whom=belief.whom,
        origin=belief.origin,
        use=belief.use,
        exception=belief.exception,
    )
