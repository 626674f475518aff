"""What a store remembers having read: within bounds, kept up with its own writes, believed for one revision only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from penchant.domain import PersonId, PreferenceId
from penchant.store import Close, Erase, Trust, rows
from penchant.store import sqlite as sqlite_module
from penchant.store import vectors as vectors_module
from penchant.store.cache import SnapshotCache
from penchant.store.snapshot import Snapshot
from penchant.store.sqlite import SQLiteStore
from penchant.store.vectors import VectorTable
from penchant.testing import opening

ANA, BEN = PersonId("ana"), PersonId("ben")
QUERY, AT = opening("x").vector, opening("x").at


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often whole parts of a person's memory were read from the file."""
    counted: Counter[str] = Counter()

    def counting(name: str, read: Callable[..., Any]) -> Callable[..., Any]:
        def count(*given: Any) -> Any:
            counted[name] += 1
            return read(*given)

        return count

    for name in ("read_preferences", "read_vectors", "read_both", "read_evidence"):
        monkeypatch.setattr(rows, name, counting(name, getattr(rows, name)))
    return counted


def test_own_writes_are_added_to_what_is_remembered(tmp_path: Path, reads: Counter[str]) -> None:
    with closing(SQLiteStore(tmp_path / "memory.db")) as store, closing(SQLiteStore(tmp_path / "memory.db")) as fresh:
        fresh.write(ANA, [opening("tea")])
        look(store)
        once = Counter(read_preferences=1, read_vectors=1, read_evidence=1)
        assert reads == once
        for number in range(2, 40):
            store.write(ANA, [opening("more"), Trust(PreferenceId(number), 0.2), Close(PreferenceId(1), AT)])
            if number % 7 == 0:
                store.write(ANA, [Erase(PreferenceId(number))])
            look(store)
        assert reads == once
        assert look(store) == look(fresh)
        assert reads == once + once


def test_what_was_written_of_a_stranger_need_not_be_read(tmp_path: Path, reads: Counter[str]) -> None:
    with closing(SQLiteStore(tmp_path / "memory.db")) as store, closing(SQLiteStore(tmp_path / "memory.db")) as fresh:
        store.write(ANA, [opening("tea")])
        store.write(ANA, [opening("milk"), Close(PreferenceId(1), AT)])
        seen = look(store), store.nearest(ANA, QUERY, limit=3)
        assert not reads
        assert seen == (look(fresh), fresh.nearest(ANA, QUERY, limit=3))


def test_of_a_stranger_who_says_much_only_the_vectors_stay(reads: Counter[str]) -> None:
    many = sqlite_module._FEW + 1
    with closing(SQLiteStore(":memory:")) as store:
        for number in range(many):
            store.write(ANA, [opening(str(number))])
        assert [match.preference.value for match in store.nearest(ANA, QUERY, limit=2)] == ["0", "1"]
        assert not reads
        assert len(store.list(ANA)) == len(store.evidence(ANA)) == many
        store.write(ANA, [opening("last")])
        assert len(store.list(ANA)) == len(store.evidence(ANA)) == many + 1
        assert reads == Counter(read_preferences=1, read_evidence=1)


def test_another_opening_s_write_is_read_anew(tmp_path: Path, reads: Counter[str]) -> None:
    with closing(SQLiteStore(tmp_path / "memory.db")) as store, closing(SQLiteStore(tmp_path / "memory.db")) as other:
        other.write(ANA, [opening("tea")])
        look(store)
        other.write(BEN, [opening("milk")])
        look(store)
        assert reads["read_preferences"] == 1, "somebody else's memory is no reason to read hers again"
        other.write(ANA, [opening("juice")])
        store.write(ANA, [opening("water")])
        assert [one.value for one in store.list(ANA)] == ["tea", "juice", "water"]
        assert look(store) == look(other)


def test_a_search_among_many_reads_the_rows_of_its_winners_only(reads: Counter[str]) -> None:
    with closing(SQLiteStore(":memory:")) as store:
        store.write(ANA, [opening(str(number)) for number in range(sqlite_module._FEW + 1)])
        assert [match.preference.value for match in store.nearest(ANA, QUERY, limit=3)] == ["0", "1", "2"]
        assert reads == Counter(read_vectors=1)


def test_searches_among_few_soon_read_nothing_more(
    tmp_path: Path, reads: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SQLiteStore(tmp_path / "memory.db")) as other:
        other.write(ANA, [opening(str(number)) for number in range(20)])
    with closing(SQLiteStore(tmp_path / "memory.db")) as store:
        once, twice = store.nearest(ANA, QUERY, limit=3), store.nearest(ANA, QUERY, limit=3)
        assert once == twice
        monkeypatch.delattr(rows, "read_preference")
        store.write(ANA, [opening("tea"), Trust(PreferenceId(2), 0.1), Close(PreferenceId(1), AT)])
        assert store.nearest(ANA, QUERY, limit=1)[0].preference.confidence == 0.1
        assert store.get(ANA, PreferenceId(21)) == store.list(ANA)[-1]
        assert store.get(ANA, PreferenceId(22)) is None
        assert reads == Counter(read_both=1, read_preferences=1)


def test_the_fast_pass_finds_the_same_as_scoring_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    for size, count in ((8, 40), (256, 1000), (300, 777), (9000, 50)):
        packed = random.standard_normal((count, size)).astype("<f4")
        believed = (random.random(count) < 0.7).tolist()
        table = VectorTable.of(size, list(range(1, count + 1)), believed, packed.tobytes())
        for threshold, closed in ((None, False), (None, True), (0.005, False)):
            query = random.standard_normal(size).astype(np.float32)
            quick = table.nearest(query, limit=7, threshold=threshold, closed=closed)
            with monkeypatch.context() as patch:
                patch.setattr(vectors_module, "_FEW", count)
                assert table.nearest(query, limit=7, threshold=threshold, closed=closed) == quick
            assert quick


def test_the_longest_unused_are_let_go_first() -> None:
    cache = SnapshotCache(limit=100)
    for number, name in enumerate("abcd"):
        cache.put(PersonId(name), Snapshot(number, text=30))
        cache.get(PersonId("a"))
    assert [cache.get(PersonId(name)) is not None for name in "abcd"] == [True, False, True, True]
    assert cache.nbytes == 90
    cache.put(PersonId("huge"), Snapshot(9, text=1000))
    assert cache.nbytes == 1000, "the one in use stays, alone"
    cache.drop(PersonId("huge"))
    assert cache.nbytes == 0


def test_a_late_reader_does_not_put_the_past_back() -> None:
    cache = SnapshotCache(limit=100)
    cache.put(ANA, Snapshot(7))
    cache.put(ANA, Snapshot(6, text=50))
    kept = cache.get(ANA)
    assert kept is not None
    assert kept.revision == 7
    assert cache.nbytes == 0


def test_many_people_fit_into_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_module, "_CACHE_BYTES", 20_000)
    with closing(SQLiteStore(":memory:")) as store:
        people = [PersonId(f"person-{number}") for number in range(50)]
        for person in people:
            store.write(person, [opening(person, words="x" * 500)])
        for person in people * 2:
            assert [one.value for one in store.list(person)] == [person]
            assert [match.preference.person for match in store.nearest(person, QUERY, limit=5)] == [person]
            assert store._cache.nbytes <= 20_000


def test_who_has_few_preferences_takes_little_room() -> None:
    table, row = VectorTable.of(256, [], [], b""), np.ones(256, dtype=np.float32)
    for number in range(1, 100):
        table = table.with_row(PreferenceId(number), row)
        assert table.nbytes <= 2 * number * (row.nbytes + 16)


def test_an_earlier_table_of_vectors_stays_as_it_was() -> None:
    table = VectorTable.of(8, [], [], b"")
    tables = [table]
    for number in range(1, 100):
        tables.append(table := table.with_row(PreferenceId(number), np.full(8, number, dtype=np.float32)))
    closed, shorter = table.with_closed(PreferenceId(5)), table.without(PreferenceId(5))
    for size, earlier in enumerate(tables):
        found = earlier.nearest(np.ones(8, dtype=np.float32), limit=200, threshold=None, closed=False)
        assert [which for _, which in found] == list(range(1, size + 1))
    for smaller in (closed, shorter):
        found = smaller.nearest(np.ones(8, dtype=np.float32), limit=200, threshold=None, closed=False)
        assert [which for _, which in found] == [number for number in range(1, 100) if number != 5]


def test_vectors_of_any_length_compare_without_overflow() -> None:
    table = VectorTable.of(8, [], [], b"")
    for number, length in enumerate((1e-44, 1e-30, 1.0, 3e38), start=1):
        table = table.with_row(PreferenceId(number), np.full(8, length, dtype=np.float32))
    found = table.nearest(np.full(8, 2e38, dtype=np.float32), limit=9, threshold=0.999, closed=False)
    assert sorted(which for _, which in found) == [1, 2, 3, 4]


def look(store: SQLiteStore) -> object:
    return (
        store.list(ANA, closed=True),
        store.evidence(ANA),
        [(match.score, match.preference) for match in store.nearest(ANA, QUERY, limit=99)],
        [(match.score, match.preference) for match in store.nearest(ANA, QUERY, limit=99, closed=True)],
    )
