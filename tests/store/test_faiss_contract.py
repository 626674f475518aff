"""The FAISS store keeps the contract that is shipped for everybody's, in both shapes, and agrees with SQLiteStore."""

from __future__ import annotations

import random
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from crowds import every_crowd

from penchant.domain import PersonId, PreferenceId
from penchant.errors import BadInput, StoreError
from penchant.store import Change, Close, Erase
from penchant.store.indexed import FaissStore
from penchant.store.sqlite import SQLiteStore
from penchant.testing import (
    StoreCheck,
    durable_store_checks,
    opening,
    shared_store_checks,
    store_checks,
)

ANA = PersonId("ana")
pytestmark = pytest.mark.skipif(find_spec("faiss") is None, reason="the extra faiss is not installed")
both_shapes = pytest.mark.parametrize("one_index", [True, False], ids=["one index", "one each"])
every_check = pytest.mark.parametrize("check", list(store_checks()), ids=lambda check: check.__name__)
every_shared_check = pytest.mark.parametrize("check", list(shared_store_checks()), ids=lambda check: check.__name__)
every_durable_check = pytest.mark.parametrize("check", list(durable_store_checks()), ids=lambda check: check.__name__)


@both_shapes
@every_check
def test_the_faiss_store_keeps_the_contract(check: StoreCheck, one_index: bool, tmp_path: Path) -> None:
    check(lambda: FaissStore(tmp_path / "memory", one_index=one_index))


@both_shapes
@every_durable_check
def test_the_faiss_store_survives_closing(check: StoreCheck, one_index: bool, tmp_path: Path) -> None:
    check(lambda: FaissStore(tmp_path / "memory", one_index=one_index))


@every_shared_check
def test_the_faiss_store_is_shared_by_processes(check: StoreCheck, tmp_path: Path) -> None:
    check(partial(FaissStore, tmp_path / "memory"))


@both_shapes
@every_crowd
def test_the_faiss_store_bears_crowds(check: StoreCheck, one_index: bool, tmp_path: Path) -> None:
    check(lambda: FaissStore(tmp_path / "memory", one_index=one_index))


@both_shapes
@every_durable_check
def test_it_survives_closing_when_every_index_is_saved_at_every_chance(
    check: StoreCheck, one_index: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("penchant.store.indexed.store._WORTH_SAVING", 1)
    monkeypatch.setattr("penchant.store.indexed.store._SAVE_EVERY", 1)
    check(lambda: FaissStore(tmp_path / "memory", one_index=one_index))


@both_shapes
@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_it_finds_what_sqlite_finds_to_the_last_digit(
    one_index: bool, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("penchant.store.indexed.store._WORTH_SAVING", 30)
    monkeypatch.setattr("penchant.store.indexed.store._SAVE_EVERY", 50)
    monkeypatch.setattr("penchant.store.indexed.store._INDEX_BYTES", 40_000)  # some people are pushed out
    rng, numbers = random.Random(seed), np.random.default_rng(seed)
    people = [PersonId(name) for name in "abcd"]
    pool = numbers.normal(size=(40, 16)).astype(np.float32)  # few, so that there are many equals
    pool[0] = 0.0
    store = FaissStore(tmp_path / "memory", one_index=one_index)
    with closing(SQLiteStore(tmp_path / "plain.db")) as plain:
        for turn in range(150):
            person = rng.choice(people)
            changes: list[Change] = [opening("x", vector=rng.choice(pool)) for _ in range(rng.choice([0, 1, 1, 20]))]
            known = plain.list(person)
            if known and rng.random() < 0.3:
                changes.append(Close(rng.choice(known).id, known[0].since))
            if known and rng.random() < 0.2:
                changes.append(Erase(rng.choice(known).id))
            assert store.write(person, changes) == plain.write(person, changes)
            if rng.random() < 0.04:
                assert store.forget_person(person) == plain.forget_person(person)
            if rng.random() < 0.04:
                store.close()
                store = FaissStore(tmp_path / "memory", one_index=rng.random() < 0.9 and one_index)
            for whom in (person, rng.choice(people)):
                query = rng.choice(pool) if turn % 2 else numbers.normal(size=16).astype(np.float32)
                limit, closed = rng.choice([0, 1, 3, 10, 1000]), rng.random() < 0.5
                threshold = rng.choice([None, 0.0, 0.3])
                found = store.nearest(whom, query, limit=limit, threshold=threshold, closed=closed)
                assert found == plain.nearest(whom, query, limit=limit, threshold=threshold, closed=closed)
    store.close()


@both_shapes
def test_one_person_can_have_ten_thousand_preferences(one_index: bool, tmp_path: Path) -> None:
    numbers = np.random.default_rng(5)
    rows = numbers.normal(size=(10_000, 64)).astype(np.float32)
    rows[5000:5100] = rows[17]  # more equals at the cut than are asked for
    with closing(FaissStore(tmp_path / "memory", one_index=one_index)) as store:
        for start in range(0, 10_000, 1000):
            store.write(ANA, [opening("x", vector=row) for row in rows[start : start + 1000]])
        found = store.nearest(ANA, rows[17], limit=40)
        assert [match.preference.id for match in found] == [18, *range(5001, 5040)]
        cosines = rows.astype(np.float64) @ rows[9_999].astype(np.float64) / np.linalg.norm(rows.astype(float), axis=1)
        best = (np.argsort(-cosines, kind="stable")[:25] + 1).tolist()
        assert [match.preference.id for match in store.nearest(ANA, rows[9_999], limit=25)] == best
        store.write(ANA, [Erase(PreferenceId(18)), Close(PreferenceId(5001), found[0].preference.since)])
        assert [match.preference.id for match in store.nearest(ANA, rows[17], limit=3)] == [5002, 5003, 5004]
    with closing(FaissStore(tmp_path / "memory", one_index=one_index)) as store:
        assert [match.preference.id for match in store.nearest(ANA, rows[17], limit=3)] == [5002, 5003, 5004]


@both_shapes
def test_those_too_alike_for_faiss_to_tell_apart_still_come_in_order(one_index: bool, tmp_path: Path) -> None:
    numbers = np.random.default_rng(9)
    common = numbers.normal(size=256)
    nearly = [(common + numbers.normal(size=256) * 1e-6).astype(np.float32) for _ in range(400)]
    with (
        closing(FaissStore(tmp_path / "memory", one_index=one_index)) as store,
        closing(SQLiteStore(":memory:")) as plain,
    ):
        for either in (store, plain):
            either.write(ANA, [opening("x", vector=one) for one in nearly])
        for limit in (1, 5, 50, 399):
            wanted = plain.nearest(ANA, common.astype(np.float32), limit=limit)
            assert store.nearest(ANA, common.astype(np.float32), limit=limit) == wanted


def test_it_lives_in_a_folder_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="is a file"):
        FaissStore(tmp_path / "file")
    with pytest.raises(StoreError, match="There is no folder"):
        FaissStore(tmp_path / "nowhere" / "memory")
    with pytest.raises(BadInput):
        FaissStore("")


def test_vectors_of_another_embedder_or_size_are_refused(tmp_path: Path) -> None:
    with closing(FaissStore(tmp_path / "memory", embedder="tiny", size=8)) as store:
        store.write(ANA, [opening("tea")])
        with pytest.raises(BadInput, match="8 numbers"):
            store.nearest(ANA, np.ones(9, dtype=np.float32), limit=1)
    with pytest.raises(StoreError, match="'tiny'"):
        FaissStore(tmp_path / "memory", embedder="other")
    with pytest.raises(StoreError, match="8 numbers"):
        FaissStore(tmp_path / "memory", size=9)


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = FaissStore(tmp_path / "memory")
    store.write(ANA, [opening("tea")])
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.nearest(ANA, opening("tea").vector, limit=1)
