"""What the store in PostgreSQL remembers of what it read, and what the server keeps of what was deleted."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from penchant import Agent, Request
from penchant.domain import PersonId, PreferenceId
from penchant.store import Close, Erase, Trust
from penchant.store.postgres import PostgresStore, rows
from penchant.testing import opening

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from postgres.running import Running

ANA, BEN = PersonId("ana"), PersonId("ben")
SECRET = "my-secret-medicine"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which of a person's rows were read, call by call."""
    seen: list[str] = []

    def noted(name: str, real: Callable[..., object]) -> Callable[..., object]:
        def read(*given: object) -> object:
            seen.append(name)
            return real(*given)

        return read

    for name in ("read_preferences", "read_evidence"):
        monkeypatch.setattr(rows, name, noted(name, getattr(rows, name)))
    return seen


def test_own_writes_are_added_to_what_is_remembered(url: str, reads: list[str]) -> None:
    with closing(PostgresStore(url)) as store:
        first, second = store.write(ANA, [opening("tea"), opening("juice")])
        store.list(ANA), store.evidence(ANA)
        reads.clear()
        store.write(ANA, [Close(first, opening("x").at), Trust(second, 0.25), opening("mate", replaces=first)])
        store.write(ANA, [opening(str(number)) for number in range(9)])
        assert [one.value for one in store.list(ANA)][:2] == ["juice", "mate"]
        assert store.list(ANA)[0].confidence == 0.25
        assert len(store.evidence(ANA)) == 12
        assert reads == []
        remembered = (store.list(ANA, closed=True), store.evidence(ANA))
    with closing(PostgresStore(url)) as fresh:
        assert (fresh.list(ANA, closed=True), fresh.evidence(ANA)) == remembered


def test_somebody_who_was_not_asked_about_lately_is_read_in_one_statement(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from postgres.running import Recording

    monkeypatch.setattr("psycopg.connect", Recording.connect)
    drink = Request("ana", "something to drink", ["tea", "coffee"])
    with Agent.open(url) as agent:
        agent.hear(agent.consider(drink), "the tea")
    with Agent.open(url) as agent:
        agent.consider(replace(drink, person="ben"))
        Recording.asked.clear()
        agent.consider(drink)
        assert len(Recording.asked) == 1
        agent.consider(drink)
        assert [query for query, _ in Recording.asked[1:]] == ["select revision from person where key = %s"]


def test_another_machine_s_write_is_read_anew(url: str, reads: list[str]) -> None:
    with closing(PostgresStore(url)) as store, closing(PostgresStore(url)) as other:
        store.write(ANA, [opening("tea")])
        store.write(BEN, [opening("milk")])
        store.list(ANA), store.list(BEN)
        other.write_many({ANA: [opening("juice")], PersonId("carl"): [opening("x")]})
        reads.clear()
        assert [one.value for one in store.list(ANA)] == ["tea", "juice"]
        assert [one.value for one in store.list(BEN)] == ["milk"]
        assert reads == ["read_preferences"]


def test_what_another_machine_has_forgotten_is_remembered_nowhere(url: str) -> None:
    with closing(PostgresStore(url)) as store, closing(PostgresStore(url)) as other:
        store.write(ANA, [opening(SECRET)])
        store.list(ANA)
        other.forget_person(ANA)
        assert store.list(ANA) == []
        assert store._cache.nbytes == 0


def in_tables(server: Running) -> list[Path]:
    server.run("checkpoint")
    files = (file for file in (server.folder / "pg" / "base").rglob("*") if file.is_file())
    return [file for file in files if SECRET.encode() in file.read_bytes()]


@pytest.mark.parametrize("how", ["one belief", "everything"])
def test_what_is_forgotten_leaves_no_byte_in_the_tables(server: Running, url: str, how: str) -> None:
    with closing(PostgresStore(url)) as store:
        for number in range(60):  # so that there are neighbours on every page
            store.write(PersonId(f"person {number}"), [opening("x" * 60)])
        store.write(ANA, [opening(SECRET, words=f"{SECRET} with water"), opening("tea")])
        assert in_tables(server)
        if how == "everything":
            store.forget_person(ANA)
        else:
            store.write(ANA, [Erase(PreferenceId(1))])
        assert in_tables(server) == []
        assert store.sweep(ANA)
        assert len(store.people()) == (60 if how == "everything" else 61)


def test_while_somebody_looks_at_the_past_a_sweep_does_not_call_it_gone(server: Running, url: str) -> None:
    import psycopg

    with closing(PostgresStore(url)) as store, psycopg.connect(url) as other:
        store.write(ANA, [opening(SECRET)])
        other.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        other.execute("select 1 from penchant.meta")
        other.execute("select pg_current_xact_id()")
        store.forget_person(ANA)
        assert not store.sweep(ANA)
        other.rollback()
        assert store.sweep(ANA)
    assert in_tables(server) == []


def test_one_who_may_not_rewrite_the_tables_is_not_told_that_they_were(server: Running, url: str) -> None:
    with closing(PostgresStore(url)) as store:
        store.write(ANA, [opening(SECRET)])
    server.run("grant usage on schema penchant to guest", url=url)
    server.run("grant select, update, insert, delete on all tables in schema penchant to guest", url=url)
    with closing(PostgresStore(url.replace("postgres:@", "guest:@"))) as store:
        assert store.forget_person(ANA) == 1
        assert not store.sweep(ANA)


def test_it_says_how_large_it_is(url: str) -> None:
    with closing(PostgresStore(url)) as store:
        before, schema = store.measure()
        store.write_many({PersonId(str(n)): [opening("tea")] for n in range(2000)})
        after, _ = store.measure()
    assert schema == 5
    assert after > before + 2000 * 100
