"""Servers that stop, crash and come back, connections that break at the worst moment, and what is still promised."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from penchant.domain import PersonId, PreferenceId
from penchant.errors import StoreError, StoreGone
from penchant.store.postgres import PostgresStore
from penchant.testing import opening

if TYPE_CHECKING:
    from postgres.running import Cutting, Running

ANA = PersonId("ana")


@pytest.fixture
def cutting(monkeypatch: pytest.MonkeyPatch, server: Running) -> type[Cutting]:
    from postgres.running import Cutting

    monkeypatch.setattr("psycopg.connect", Cutting.connect)
    monkeypatch.setattr(Cutting, "cuts", 0)
    monkeypatch.setattr(Cutting, "stays_away", False)
    return Cutting


@pytest.mark.parametrize("how", ["restarted", "crashed"])
def test_a_store_goes_on_after_the_server_was_away(server: Running, url: str, how: str) -> None:
    with closing(PostgresStore(url)) as store:
        gate = threading.Barrier(8)

        def work(number: int) -> None:
            gate.wait(10)
            store.write(PersonId(str(number)), [opening("tea")])

        threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()  # by now there are several connections
        if how == "crashed":
            server.crash()
        else:
            server.stop()
        for _ in range(2):
            with pytest.raises(StoreGone) as raised:
                store.write(ANA, [opening("tea")])
            assert "cannot be reached" in str(raised.value)
            assert "\n" not in str(raised.value)
        for read in (lambda: store.list(ANA), store.people, lambda: store.nearest(ANA, opening("x").vector, limit=1)):
            with pytest.raises(StoreGone, match="cannot be reached"):
                read()
        server.start()
        assert store.list(ANA) == []
        assert store.write(ANA, [opening("juice")]) == [1]
        server.restart()  # unnoticed: the next call finds its connection dead and makes another
        assert store.write(ANA, [opening("mate")]) == [2]
        assert len(store.people()) == 9


def test_what_was_acknowledged_before_a_crash_is_there_after_it(server: Running, url: str) -> None:
    kept: list[PreferenceId] = []
    with closing(PostgresStore(url)) as store:
        enough = threading.Event()

        def work() -> None:
            while True:
                try:
                    kept.extend(store.write(ANA, [opening(str(len(kept)))]))
                except StoreError:
                    return
                if len(kept) > 30:
                    enough.set()

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        enough.wait(20)
        server.crash()
        thread.join()
        server.start()
        found = store.list(ANA)
        assert [one.id for one in found][: len(kept)] == kept
        assert len(found) <= len(kept) + 1


def test_a_commit_nobody_heard_of_is_asked_after_and_not_repeated(cutting: type[Cutting], url: str) -> None:
    with closing(PostgresStore(url, size=8)) as store:
        cutting.cuts = 1
        assert store.write(ANA, [opening("tea")]) == [1]
        assert cutting.cuts == 0
        assert [one.value for one in store.list(ANA)] == ["tea"]
        cutting.cuts = 1
        assert store.forget_person(ANA) == 1


def test_a_commit_that_nobody_can_be_asked_about_is_told_as_unknown(cutting: type[Cutting], url: str) -> None:
    with closing(PostgresStore(url, size=8)) as store:
        cutting.cuts, cutting.stays_away = 1, False
        store.write(ANA, [opening("tea")])
        cutting.cuts, cutting.stays_away = 1, True
        with pytest.raises(StoreGone) as raised:
            store.write(ANA, [opening("juice")])
        assert "may or may not" in str(raised.value)
        cutting.stays_away = False
        assert len(store.list(ANA)) == 2


def test_a_commit_that_failed_with_its_session_is_made_again_once(server: Running, empty: str) -> None:
    with closing(PostgresStore(empty)) as store:
        server.run(
            """create sequence kills;
            create function die() returns trigger language plpgsql as $$ begin
                if nextval('public.kills') = 1 then
                    perform pg_terminate_backend(pg_backend_pid());
                    perform pg_sleep(5);
                end if;
                return null;
            end $$;
            create constraint trigger die after insert on penchant.preference deferrable initially deferred
                for each row execute function die()""",
            url=empty,
        )
        assert store.write(ANA, [opening("tea")]) == [1]
        assert [one.value for one in store.list(ANA)] == ["tea"]
        assert len(store.evidence(ANA)) == 1
        assert server.run("select last_value from kills", url=empty) == [(2,)]


@pytest.mark.parametrize(
    ("state", "words"),
    [("53100", "full"), ("55P03", "busy"), ("58030", "failed"), ("25006", "read but not written"), ("54000", "larger")],
)
def test_a_server_in_trouble_is_told_in_one_line_and_nothing_is_kept(
    server: Running, url: str, state: str, words: str
) -> None:
    with closing(PostgresStore(url)) as store:
        store.write(ANA, [opening("tea")])
        server.run(
            f"""create or replace function fail() returns trigger language plpgsql as
            $$ begin raise exception 'no luck' using errcode = '{state}'; end $$;
            create trigger fail before insert on penchant.evidence for each row execute function fail()""",
            url=url,
        )
        try:
            with pytest.raises(StoreError) as raised:
                store.write(ANA, [opening("juice"), opening("mate")])
        finally:
            server.run("drop trigger fail on penchant.evidence", url=url)
        assert words in str(raised.value)
        assert "\n" not in str(raised.value)
        assert isinstance(raised.value, StoreGone) is (state in ("53100", "58030"))
        assert [one.value for one in store.list(ANA)] == ["tea"]
        assert store.write(ANA, [opening("water")]) == [2]


def test_a_person_kept_busy_by_another_writer_is_told_and_others_are_not_held_up(
    server: Running, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psycopg

    monkeypatch.setattr("penchant.store.postgres.pool.WAIT_S", 0.2)
    with closing(PostgresStore(url)) as store, psycopg.connect(url) as other:
        store.write(ANA, [opening("tea")])
        other.execute("select 1 from penchant.person for update")
        with pytest.raises(StoreError, match="busy"):
            store.write(ANA, [opening("juice")])
        assert [one.value for one in store.list(ANA)] == ["tea"]  # reading does not wait for writers
        assert store.write(PersonId("ben"), [opening("milk")]) == [1]
        other.rollback()
        assert store.write(ANA, [opening("juice")]) == [2]
