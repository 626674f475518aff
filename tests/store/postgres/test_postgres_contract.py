"""The store in PostgreSQL keeps the contract that is shipped for everybody's, on a real server."""

from __future__ import annotations

from functools import partial

import pytest
from crowds import every_crowd

from penchant.store.postgres import PostgresStore
from penchant.testing import StoreCheck, durable_store_checks, shared_store_checks, store_checks


@pytest.mark.parametrize("check", list(store_checks()), ids=lambda check: check.__name__)
def test_the_postgres_store_keeps_the_contract(check: StoreCheck, url: str) -> None:
    check(lambda: PostgresStore(url))


@pytest.mark.parametrize("check", list(durable_store_checks()), ids=lambda check: check.__name__)
def test_the_postgres_store_survives_closing(check: StoreCheck, url: str) -> None:
    check(lambda: PostgresStore(url))


@pytest.mark.parametrize("check", list(shared_store_checks()), ids=lambda check: check.__name__)
def test_the_postgres_store_is_shared_by_processes(check: StoreCheck, url: str) -> None:
    check(partial(PostgresStore, url))


@every_crowd
def test_the_postgres_store_bears_crowds(check: StoreCheck, roomy: str) -> None:
    check(lambda: PostgresStore(roomy))
