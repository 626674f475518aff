"""A store filled for the load script: everybody's preferences, many people in one write."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta

from load_texts import Liking, liking, name_of

from penchant.domain import Draft, EpisodeId, PersonId
from penchant.embed import Embedder, Vector
from penchant.memory.memory import sentence
from penchant.plugins import open_store
from penchant.store import Change, Open, write_many

START = datetime(2026, 1, 1, tzinfo=UTC)
_PEOPLE_AT_ONCE = 100


def fill(where: str, embedder: Embedder, *, people: int, each: int) -> int:
    """Have so many people with so many preferences each in a store; gives how many people were added."""
    vectors: dict[Liking, Vector] = {}
    with closing(open_store(where, embedder)) as store:
        known = set(store.people())
        missing = [number for number in range(people) if name_of(number) not in known]
        for start in range(0, len(missing), _PEOPLE_AT_ONCE):
            some = missing[start : start + _PEOPLE_AT_ONCE]
            writes = {PersonId(name_of(one)): _openings(one, each, embedder, vectors) for one in some}
            write_many(store, writes)
    return len(missing)


def draft_of(one: Liking, number: int) -> Draft:
    """A liking as a belief."""
    return Draft(
        situation=f"for {one.when}",
        topic=one.thing,
        stance="wants",
        value=one.value,
        rather_than=tuple(one.others),
        confidence=0.9,
        words=one.words,
        episode=EpisodeId(f"errand {number}"),
    )


def _openings(person: int, each: int, embedder: Embedder, vectors: dict[Liking, Vector]) -> list[Change]:
    openings: list[Change] = []
    for number in range(each):
        one = liking(person, number)
        draft = draft_of(one, number)
        if one not in vectors:
            vectors[one] = embedder.embed([sentence(draft)])[0]
        at = START + timedelta(hours=number)
        openings.append(Open(draft=draft, vector=vectors[one], source="answer", at=at))
    return openings
