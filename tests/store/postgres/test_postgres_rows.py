"""What lies in the tables: each person in one partition, nothing of those forgotten, every bit of what was written."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np
import pytest

from penchant.domain import EpisodeId, Evidence, PersonId, PreferenceId
from penchant.embed import Vector
from penchant.store import Change, Close, Erase, Store, Transcribe, Trust, Witness
from penchant.store.dict import DictStore
from penchant.store.postgres import PostgresStore
from penchant.store.postgres.rows import key_of
from penchant.testing import opening
from penchant.testing._samples import line

if TYPE_CHECKING:
    from postgres.running import Running

ANA, BEN = PersonId("ana"), PersonId("ben")
FIRST = PreferenceId(1)


def said(words: str) -> Evidence:
    at = opening("x").at
    return Evidence(preference=FIRST, episode=EpisodeId("e"), source="edit", supports=True, words=words, at=at)


def test_every_question_about_a_person_touches_one_partition(
    server: Running, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from postgres.running import Recording

    monkeypatch.setattr("psycopg.connect", Recording.connect)
    with closing(PostgresStore(url, size=8)) as store:
        Recording.asked.clear()
        at = opening("x").at
        store.write(ANA, [opening("tea"), opening("juice", replaces=FIRST)])
        store.write(ANA, [Trust(FIRST, 0.5, at), Close(FIRST, at), Witness(said("no")), Erase(PreferenceId(2))])
        for closed in (False, True):
            store.list(ANA, closed=closed)
            store.nearest(ANA, opening("x").vector, limit=3, threshold=0.5, closed=closed)
        store.get(ANA, FIRST), store.evidence(ANA, latest=2), store.evidence(ANA, FIRST)
        store.write(ANA, [Transcribe(line("e", n, "so")) for n in range(9)])
        store.write(ANA, [Transcribe(line("f", 0, "so")), Erase(store.write(ANA, [opening("milk", episode="e")])[0])])
        store.transcript(ANA), store.transcript(ANA, EpisodeId("f"), latest=1)
        store.revision(ANA), store.vectors(ANA), store.read_person(ANA, evidence=9, lines=9)
        store.forget_person(ANA)
        asked = [
            (query, values)
            for query, values in Recording.asked
            if re.search("person|preference|evidence|transcript", query)
        ]
        rowless = r"\s*(vacuum|insert|select part|select pg_total_relation_size)"
        asked = [(query, values) for query, values in asked if not re.match(rowless, query)]
        assert len(asked) > 20
        explained = []
        with store._server._pool.borrow() as link:
            for query, values in asked:
                plan = "\n".join(line for (line,) in link.execute(f"explain (costs off) {query}", values))
                explained.append(set(re.findall(r"(?:person|preference|evidence|transcript)_(\d\d)", plan)))
        assert explained[0] in [{f"{part:02d}"} for part in range(16)]
        assert [query for (query, _), parts in zip(asked, explained, strict=True) if parts != explained[0]] == []


def test_people_are_spread_over_the_partitions(server: Running, url: str) -> None:
    with closing(PostgresStore(url)) as store:
        for number in range(100):
            store.write(PersonId(f"person {number}"), [opening("tea")])
    counts = server.run("select tableoid::regclass::text, count(*) from penchant.preference group by 1", url=url)
    assert len(counts) >= 14
    assert sum(count for _, count in counts) == 100


def test_a_forgotten_person_leaves_no_row_nor_the_space_it_took(server: Running, url: str) -> None:
    where = "select tableoid::regclass::text from penchant.preference where person = %s limit 1"
    with closing(PostgresStore(url)) as store:
        for person in (ANA, BEN):
            store.write(person, [opening(f"{person} {number}", words="x" * 9000) for number in range(20)])
            store.write(person, [Witness(said("so")), *(Transcribe(line("e", n, "so" * 999)) for n in range(20))])
        kept = store.list(BEN)
        ((anas,),), ((bens,),) = (server.run(where, key_of(person), url=url) for person in (ANA, BEN))
        assert anas != bens
        assert store.forget_person(ANA) == 20
        assert store.list(BEN) == kept
    for table, key in {"person": "key", "preference": "person", "evidence": "person", "transcript": "person"}.items():
        assert server.run(f"select distinct {key} from penchant.{table}", url=url) == [(key_of(BEN),)]
        part = f"penchant.{table}_{anas[-2:]}"
        assert server.run("select pg_relation_size(%s::regclass)", part, url=url) == [(0,)]  # vacuum has passed


def test_a_write_is_on_disk_even_where_the_server_is_set_to_be_quick(server: Running, url: str) -> None:
    from postgres.running import name_of

    for given, wanted in (("off", "on"), ("remote_apply", "remote_apply")):
        server.run(f"alter database {name_of(url)} set synchronous_commit = {given}")
        try:
            with closing(PostgresStore(url)) as store, store._server._pool.borrow() as link:
                assert link.execute("show synchronous_commit").fetchone() == (wanted,)
        finally:
            server.run(f"alter database {name_of(url)} reset synchronous_commit")


def test_the_first_and_last_moments_of_the_calendar_come_back(url: str) -> None:
    with closing(PostgresStore(url)) as store:
        for at in (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)):
            (id,) = store.write(ANA, [opening("tea", at=at)])
            found = store.get(ANA, id)
            assert found is not None
            assert (found.since, found.since.tzinfo) == (at, UTC)


def test_it_finds_what_the_other_stores_find_to_the_last_digit(url: str) -> None:
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(300, 8)).astype(np.float32)
    rows[50:60] = rows[7]
    rows[60:70] = rows[7] * np.float32(4.0)
    rows[70] = 0.0
    for at, scale in zip(range(80, 90), (1e38, 1e30, 1e13, 1e12, 1e-12, 1e-13, 1e-30, 1e-38, 1e-44, 1.0), strict=True):
        rows[at] = (np.sign(rows[7]) if scale < 1e-40 else rows[7] / np.abs(rows[7]).max()) * np.float32(scale)
    changes: list[Change] = [opening(str(number), vector=row) for number, row in enumerate(rows)]
    with closing(PostgresStore(url)) as store, closing(DictStore()) as other:
        for one in (store, other):
            one.write(ANA, changes)
            one.write(ANA, [Close(PreferenceId(id), opening("x").at) for id in range(1, 300, 9)])
        queries = [*rows[[7, 70, 80, 87, 88]], *rng.normal(size=(5, 8)).astype(np.float32)]
        for query in queries:
            for limit in (1, 5, 25, 300, 10**30):
                assert found(store, query, limit, None) == found(other, query, limit, None)
            scores = [score for score, _ in found(other, query, 300, None)]
            for threshold in (scores[0], scores[3], scores[20], 0.0, -1.0, 2.0, float("nan")):
                assert found(store, query, 300, threshold) == found(other, query, 300, threshold)
        kept = store.vectors(ANA)
        assert np.array_equal(np.array(list(kept.values())), rows)


def found(store: Store, query: Vector, limit: int, threshold: float | None) -> list[tuple[float, PreferenceId]]:
    matches = store.nearest(ANA, query, limit=limit, threshold=threshold)
    return [(match.score, match.preference.id) for match in matches]
