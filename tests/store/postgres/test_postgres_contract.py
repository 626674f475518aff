"""The store in PostgreSQL keeps the contract that is shipped for everybody's, on a real server."""

from __future__ import annotations

import pytest

from penchant.store.postgres import PostgresStore
from penchant.testing import StoreCheck, durable_store_checks, store_checks


@pytest.mark.parametrize("check", list(store_checks()), ids=lambda check: check.__name__)
def test_the_postgres_store_keeps_the_contract(check: StoreCheck, url: str) -> None:
    check(lambda: PostgresStore(url))


@pytest.mark.parametrize("check", list(durable_store_checks()), ids=lambda check: check.__name__)
def test_the_postgres_store_survives_closing(check: StoreCheck, url: str) -> None:
    check(lambda: PostgresStore(url))
