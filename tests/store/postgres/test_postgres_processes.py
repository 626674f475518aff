"""Several processes and many threads on one database: side by side, forked, and killed."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from store_writers import SHARED
from test_sqlite_processes import fork, same_length

from penchant.domain import PersonId
from penchant.store.postgres import PostgresStore
from penchant.testing import opening

if TYPE_CHECKING:
    from postgres.running import Running

ANA, BEN = PersonId("ana"), PersonId("ben")


def test_processes_that_make_the_tables_and_write_at_once_lose_nothing(empty: str) -> None:
    from postgres import writers

    count, numbers = 40, range(2)
    spawn = multiprocessing.get_context("spawn")
    started = [spawn.Process(target=writers.write_among_others, args=(empty, n, count)) for n in numbers]
    for process in started:
        process.start()
    for process in started:
        process.join(60)
        assert process.exitcode == 0
    with closing(PostgresStore(empty, embedder="tiny")) as store:
        shared = store.list(SHARED)
        assert [one.id for one in shared] == list(range(1, count * len(numbers) + 1))
        for n in numbers:
            own = [one.value for one in shared if one.value.startswith(f"{n}/")]
            assert own == [f"{n}/{number}" for number in range(count)], "each writer's in the order it wrote them"
            assert len(store.list(PersonId(f"writer-{n}"))) == count


@pytest.mark.parametrize(("kills", "least"), [(8, 3), pytest.param(50, 40, marks=pytest.mark.slow)])
def test_killed_writers_leave_all_that_was_acknowledged_and_nothing_by_halves(url: str, kills: int, least: int) -> None:
    folder = Path(__file__).parent
    helper = [sys.executable, "-m", "postgres.writers", url, str(kills), "7"]
    path = os.pathsep.join([str(folder.parent), *filter(None, sys.path)])
    done = subprocess.run(
        helper, capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "PYTHONPATH": path}
    )
    assert done.returncode == 0, done.stderr
    rounds, acknowledged = map(int, done.stdout.split())
    assert rounds == kills
    assert acknowledged >= least


def test_four_hundred_writers_at_once_lose_nothing(server: Running, url: str) -> None:
    gate = threading.Barrier(400)
    with closing(PostgresStore(url)) as store:

        def work(number: int) -> int:
            gate.wait(30)
            (id,) = store.write(ANA, [opening(str(number))])
            store.write(PersonId(f"own-{number}"), [opening("x")])
            return id

        with ThreadPoolExecutor(400) as threads:
            ids = list(threads.map(work, range(400)))
        assert sorted(ids) == list(range(1, 401))
        kept = {one.id: one.value for one in store.list(ANA)}
        assert kept == {id: str(number) for number, id in enumerate(ids)}
        assert len(store.people()) == 401
        (sessions,) = server.run("select count(*) from pg_stat_activity where application_name = 'penchant'")
        assert sessions[0] <= 8


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot fork here")
class TestForking:
    """Each half connects for itself; a socket with two owners would mix up their answers."""

    def test_both_halves_go_on_reading_and_writing(self, url: str) -> None:
        with closing(PostgresStore(url)) as store:
            store.write(ANA, [opening("before")])

            def child() -> None:
                assert store.list(ANA)[0].value == "before"  # the parent may have written since
                for _ in range(20):
                    store.write(ANA, [opening("child")])

            wait = fork(child)
            for _ in range(20):
                store.write(ANA, [opening("parent")])
            wait()
            values = [one.value for one in store.list(ANA)]
            assert (values.count("child"), values.count("parent"), len(values)) == (20, 20, 41)

    def test_forking_while_other_threads_write_hangs_nobody(self, url: str) -> None:
        with closing(PostgresStore(url)) as store:
            stop = threading.Event()
            counts = [0, 0, 0]

            def work(thread: int) -> None:
                while not stop.is_set():
                    store.write(ANA, [opening("thread")])
                    store.list(ANA)
                    counts[thread] += 1

            threads = [threading.Thread(target=work, args=(n,), daemon=True) for n in range(3)]
            for thread in threads:
                thread.start()
            for _ in range(5):
                fork(lambda: same_length(store))()
            stop.set()
            for thread in threads:
                thread.join()
            assert len(store.list(ANA)) == sum(counts)
            assert len(store.list(BEN)) == 5
