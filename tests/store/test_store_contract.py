"""The stores in memory and in a file keep the contract that is shipped for everybody's."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from crowds import every_crowd

from penchant.store.dict import DictStore
from penchant.store.sqlite import SQLiteStore
from penchant.testing import StoreCheck, crowd_checks, durable_store_checks, shared_store_checks, store_checks

every_check = pytest.mark.parametrize("check", list(store_checks()), ids=lambda check: check.__name__)
every_shared_check = pytest.mark.parametrize("check", list(shared_store_checks()), ids=lambda check: check.__name__)
every_durable_check = pytest.mark.parametrize("check", list(durable_store_checks()), ids=lambda check: check.__name__)


@every_check
def test_the_dict_store_keeps_the_contract(check: StoreCheck) -> None:
    check(DictStore)


@every_check
def test_the_sqlite_store_keeps_the_contract_in_a_file(check: StoreCheck, tmp_path: Path) -> None:
    check(lambda: SQLiteStore(tmp_path / "memory.db"))


@every_check
def test_the_sqlite_store_keeps_the_contract_in_memory(check: StoreCheck) -> None:
    check(lambda: SQLiteStore(":memory:"))


@every_check
def test_the_sqlite_store_keeps_the_contract_when_it_remembers_nothing(
    check: StoreCheck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("penchant.store.cache.SnapshotCache.put", lambda *_: None)
    check(lambda: SQLiteStore(":memory:"))


@every_durable_check
def test_the_sqlite_store_survives_closing(check: StoreCheck, tmp_path: Path) -> None:
    check(lambda: SQLiteStore(tmp_path / "memory.db"))


@every_shared_check
def test_the_sqlite_store_is_shared_by_processes(check: StoreCheck, tmp_path: Path) -> None:
    check(partial(SQLiteStore, tmp_path / "memory.db"))


@every_crowd
def test_the_dict_store_bears_crowds(check: StoreCheck) -> None:
    check(DictStore)


@every_crowd
def test_the_sqlite_store_bears_crowds(check: StoreCheck, tmp_path: Path) -> None:
    check(lambda: SQLiteStore(tmp_path / "memory.db"))


def test_every_check_has_a_name_of_its_own_and_a_docstring() -> None:
    checks = [*store_checks(), *durable_store_checks(), *shared_store_checks(), *crowd_checks()]
    assert len({check.__name__ for check in checks}) == len(checks)
    assert all(check.__doc__ for check in checks)
