"""Opening a database: URLs, passwords, rights, schemas, embedders; each thing that is wrong in one line."""

from __future__ import annotations

import hashlib
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from first_schema import assert_rows_of_the_first_schema

from penchant.domain import PersonId
from penchant.errors import BadInput, PenchantError, StoreError, StoreTooNew
from penchant.store.postgres import PostgresStore
from penchant.testing import opening

if TYPE_CHECKING:
    from postgres.running import Running

ANA = PersonId("ana")
SECRET = "Tr0ub4dor"


def one_line(raised: pytest.ExceptionInfo[PenchantError], *words: str) -> None:
    message = str(raised.value)
    assert "\n" not in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    "url",
    [
        "",
        "memory.db",
        f"host=localhost password={SECRET}",
        f"mysql://me:{SECRET}@localhost/memory",
        f"//me:{SECRET}@localhost/memory\0",
        f"//me:{SECRET}@localhost:many/memory",
        f"//me:half@{SECRET}@localhost/memory",
        f"//me:half/{SECRET}@localhost/memory",
        f"//me:half?{SECRET}@localhost/memory",
        f"//me:7/{SECRET}@localhost/memory",
        f"//me:{SECRET}@localhost/memory?colour=red",
        f"//me:{SECRET}%zz@localhost/memory",
        f"//me:{SECRET}@[::1/memory",
    ],
)
def test_what_is_no_url_is_told_without_repeating_it(server: Running, url: str) -> None:
    with pytest.raises(PenchantError) as raised:
        PostgresStore(url)
    one_line(raised)
    assert SECRET not in str(raised.value)
    assert SECRET not in repr(raised.value.__cause__)


def test_both_forms_of_a_url_mean_the_same_database(url: str) -> None:
    for form in (url, url.replace("postgresql:", "postgres:"), url.removeprefix("postgresql:")):
        with closing(PostgresStore(form)) as store:
            store.write(ANA, [opening("tea")])
    assert [one.id for one in PostgresStore(url).list(ANA)] == [1, 2, 3]


def test_a_wrong_password_is_told_without_it(server: Running) -> None:
    with pytest.raises(StoreError) as raised:
        PostgresStore(server.url("postgres", user="locked", password=SECRET))
    one_line(raised, "password authentication failed", "'postgres'")
    assert SECRET not in str(raised.value)


def test_the_right_password_opens_even_where_the_rest_needs_escaping(server: Running, empty: str) -> None:
    from postgres.running import PASSWORD, name_of

    server.run("create extension vector", url=empty)
    server.run("alter role locked password 'p@ss/w?rd'")
    server.run(f"grant all on database {name_of(empty)} to locked")
    try:
        with closing(PostgresStore(server.url(name_of(empty), user="locked", password="p%40ss%2Fw%3Frd"))) as store:
            assert store.write(ANA, [opening("tea")]) == [1]
            assert f"PostgreSQL database {name_of(empty)!r}" in repr(store)
            assert "w%3Frd" not in repr(store)
            assert "w?rd" not in repr(store)
    finally:
        server.run(f"alter role locked password '{PASSWORD}'")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("//me:Tr0ub4dor@127.0.0.1:1/memory", "127.0.0.1:1"),
        ("//me:Tr0ub4dor@/memory?host=/no/where", "/no/where"),
    ],
)
def test_a_server_that_is_not_there_is_named(server: Running, url: str, words: str) -> None:
    with pytest.raises(StoreError) as raised:
        PostgresStore(url)
    one_line(raised, "'memory'", words, "cannot be reached")
    assert SECRET not in str(raised.value)


def test_a_database_that_is_not_there_is_named(server: Running) -> None:
    with pytest.raises(StoreError) as raised:
        PostgresStore(server.url("nowhere"))
    one_line(raised, '"nowhere" does not exist')


def test_a_missing_driver_names_its_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "penchant.store.postgres.server", None)
    with pytest.raises(PenchantError) as raised:
        PostgresStore("//localhost/memory")
    one_line(raised, "pip install 'penchant[postgres]'")


def test_a_guest_without_rights_is_told_which(server: Running, empty: str) -> None:
    guest = empty.replace("postgres:@", "guest:@")
    with pytest.raises(StoreError) as raised:
        PostgresStore(guest)
    one_line(raised, "does not permit", "permission denied")
    server.run("create schema penchant authorization guest", url=empty)
    with pytest.raises(StoreError) as raised:
        PostgresStore(guest)
    one_line(raised, "create extension vector")
    server.run("create extension vector", url=empty)
    with closing(PostgresStore(guest)) as store:
        assert store.write(ANA, [opening("tea")]) == [1]


def test_a_guest_who_may_only_read_reads(server: Running, url: str) -> None:
    with closing(PostgresStore(url)) as store:
        store.write(ANA, [opening("tea")])
    server.run("grant usage on schema penchant to guest", url=url)
    server.run("grant select on all tables in schema penchant to guest", url=url)
    with closing(PostgresStore(url.replace("postgres:@", "guest:@"))) as store:
        assert [one.value for one in store.list(ANA)] == ["tea"]
        with pytest.raises(StoreError) as raised:
            store.write(ANA, [opening("juice")])
        one_line(raised, "does not permit", "Nothing was changed")
        assert [one.value for one in store.list(ANA)] == ["tea"]


def test_a_server_without_pgvector_is_told_what_it_needs(server: Running, empty: str) -> None:
    from postgres.running import name_of

    server.run(f"alter database {name_of(empty)} set extension_control_path = '/no/where'")
    with pytest.raises(StoreError) as raised:
        PostgresStore(empty)
    one_line(raised, "pgvector", "https://")
    assert server.run("select to_regnamespace('penchant')", url=empty) == [(None,)]


def test_pgvector_may_lie_in_a_schema_of_its_own(server: Running, empty: str) -> None:
    server.run("create schema extensions; create extension vector schema extensions", url=empty)
    for _ in range(2):
        with closing(PostgresStore(empty)) as store:
            store.write(ANA, [opening("tea")])
            assert len(store.nearest(ANA, opening("x").vector, limit=9)) == len(store.list(ANA))


def test_a_database_that_cannot_hold_every_text_is_refused(server: Running) -> None:
    url = server.database("template template0 encoding 'LATIN1' locale 'C'")
    with pytest.raises(StoreError) as raised:
        PostgresStore(url)
    one_line(raised, "LATIN1", "createdb -E UTF8")


def test_a_database_of_a_later_schema_is_refused_and_left_alone(server: Running, url: str) -> None:
    server.run("update penchant.meta set version = 99", url=url)
    try:
        with pytest.raises(StoreTooNew) as raised:
            PostgresStore(url, embedder="tiny")
        assert server.run("select version, embedder from penchant.meta", url=url) == [(99, "")]
    finally:
        server.run("update penchant.meta set version = 5", url=url)
    one_line(raised, "99", "pip install --upgrade penchant")


def test_somebody_elses_schema_is_refused_and_left_alone(server: Running, empty: str) -> None:
    server.run("create schema penchant; create table penchant.photo (name text)", url=empty)
    with pytest.raises(StoreError) as raised:
        PostgresStore(empty)
    one_line(raised, "not a penchant memory")
    assert server.run("select count(*) from pg_class where relnamespace = 'penchant'::regnamespace", url=empty) == [
        (1,)
    ]


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    server: Running, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psycopg

    from penchant.store.postgres.migrate import migrations

    known = migrations()
    monkeypatch.setattr("penchant.store.postgres.migrate.migrations", lambda: (*known, "create table x (); broken"))
    with pytest.raises(psycopg.errors.SyntaxError):
        PostgresStore(url)
    monkeypatch.undo()
    assert server.run("select version, to_regclass('penchant.x') from penchant.meta", url=url) == [(5, None)]
    PostgresStore(url).close()


# The first schema's rows as SQL, so that they do not change when the code that writes them does.
FIRST_ROWS = r"""
set search_path = penchant, public;
update meta set embedder = 'tiny', size = 2;
insert into person values
    ('\xKEY', 'ana', 4, 4, 3);
insert into preference values
    ('\xKEY', 1, '["when drowsy","a drink","wants","tea","the tea","e1",["coffee","milk"]]', 0.5,
    '2026-01-02 03:04:05.000006+00', '2026-01-02 03:04:05.000006+00', '2026-02-03 04:05:06+00', null, '[1,0]', false),
    ('\xKEY', 3, '["","a drink","wants","mate","mate now","e2",[]]', 1.0,
    '2026-02-03 04:05:06+00', '2026-02-03 04:05:06+00', null, 1, '[0,1]', false);
insert into evidence values
    ('\xKEY', 1, 1, 'answer', true, '2026-01-02 03:04:05.000006+00', '["e1","the tea"]'),
    ('\xKEY', 2, 3, 'correction', false, '2026-02-03 04:05:06+00', '["e2","mate now"]');
""".replace("KEY", "61b73d326b3ceab996b8929964e5b8fecdf3aeeb1ce4bb81cd0dce8749bb41d2")


def test_a_database_of_the_first_schema_is_read_with_its_rows(server: Running, empty: str) -> None:
    import psycopg

    from penchant.store.postgres.migrate import migrate

    with psycopg.connect(empty, autocommit=True) as link:
        migrate(link, "database", to=1)
    server.run(FIRST_ROWS, url=empty)
    with closing(PostgresStore(empty, embedder="tiny", size=2)) as store:
        assert_rows_of_the_first_schema(store)
    assert server.run("select version from penchant.meta", url=empty) == [(5,)]


def test_a_database_of_0_2_0_that_knew_no_kinds_loses_nothing_and_holds_tastes(server: Running, empty: str) -> None:
    import psycopg

    from penchant.store.postgres.migrate import migrate

    with psycopg.connect(empty, autocommit=True) as link:
        migrate(link, "database", to=2)
    server.run(FIRST_ROWS, url=empty)
    with closing(PostgresStore(empty, embedder="tiny", size=2)) as store:
        assert [one.kind for one in store.list(ANA, closed=True)] == ["taste", "taste"]
        nuts = opening("nuts", vector=opening("x").vector[:2], stance="avoids", kind="constraint")
        assert store.write(ANA, [nuts]) == [4]
    with closing(PostgresStore(empty, embedder="tiny", size=2)) as store:
        assert [one.kind for one in store.list(ANA)] == ["taste", "constraint"]
        assert [one.words for one in store.evidence(ANA)] == ["the tea", "mate now", nuts.draft.words]


def test_the_first_schema_is_the_one_that_was_released(server: Running) -> None:
    from penchant.store.postgres.migrate import migrations

    released = "c3ff19c2fd3241c07dbc306dde2766cccd4cc449eccf98c8daee375195057eb7"
    assert hashlib.sha256(migrations()[0].encode()).hexdigest() == released


def test_another_embedder_is_refused(url: str) -> None:
    with closing(PostgresStore(url, embedder="tiny", size=8)) as store:
        store.write(ANA, [opening("tea")])
    with pytest.raises(StoreError) as raised:
        PostgresStore(url, embedder="large")
    one_line(raised, "'tiny'", "'large'")
    with pytest.raises(StoreError) as raised:
        PostgresStore(url, embedder="tiny", size=16)
    one_line(raised, "8 numbers", "16")
    for embedder, size in (("tiny", 8), ("", None), ("tiny", None), ("", 8)):
        with closing(PostgresStore(url, embedder=embedder, size=size)) as store:
            assert len(store.list(ANA)) == 1


def test_a_database_made_without_an_embedder_takes_the_first_named_one_while_it_is_empty(url: str) -> None:
    PostgresStore(url).close()
    PostgresStore(url, embedder="tiny").close()
    with pytest.raises(StoreError):
        PostgresStore(url, embedder="large")


def test_vectors_larger_than_pgvector_keeps_are_bad_input(url: str) -> None:
    with pytest.raises(BadInput, match="16000"):
        PostgresStore(url, size=16_001)
    with closing(PostgresStore(url)) as store:
        with pytest.raises(BadInput, match="16000"):
            store.write(ANA, [opening("tea", vector=opening("x").vector.repeat(2001))])
        assert store.people() == []


def test_a_closed_store_says_so(url: str) -> None:
    store = PostgresStore(url)
    store.close()
    for call in (store.people, lambda: store.list(ANA), lambda: store.write(ANA, [opening("tea")])):
        with pytest.raises(StoreError, match=r"closed. Open it again"):
            call()


def test_memories_in_two_schemas_of_one_database_share_nothing(server: Running, empty: str) -> None:
    from penchant.store.postgres.address import with_schema

    acme = with_schema(empty, "acme-2")
    assert not PostgresStore.exists(acme)
    with closing(PostgresStore(empty)) as ours, closing(PostgresStore(acme, embedder="other")) as theirs:
        ours.write(ANA, [opening("tea"), opening("milk")])
        assert theirs.people() == []
        theirs.write(ANA, [opening("mate")])
        assert [one.value for one in theirs.list(ANA)] == ["mate"]
        assert "schema 'acme-2'" in repr(theirs)
        assert theirs.sweep(ANA)
        theirs.forget_person(ANA)
        assert (len(ours.list(ANA)), ours.measure()[1], theirs.measure()[1]) == (2, 5, 5)
    assert PostgresStore.exists(acme)
    assert server.run("select embedder from penchant.meta", url=empty) == [("",)]


@pytest.mark.parametrize("schema", ["", "Acme", 'a"b', "pg_acme", "a" * 64, "a&schema=b"])
def test_a_schema_that_is_none_is_told(server: Running, url: str, schema: str) -> None:
    with pytest.raises(BadInput) as raised:
        PostgresStore(f"{url}&schema={schema}")
    one_line(raised, "?schema=NAME")
