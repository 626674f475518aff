"""Several processes on one file: side by side, forked, and killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import store_writers
from store_writers import SHARED

from penchant.domain import PersonId
from penchant.store import Store
from penchant.store.dict import DictStore
from penchant.store.sqlite import SQLiteStore
from penchant.testing import opening

ANA, BEN = PersonId("ana"), PersonId("ben")


def test_processes_that_create_and_write_one_file_at_once_lose_nothing(tmp_path: Path) -> None:
    path, count, writers = str(tmp_path / "memory.db"), 40, range(3)
    spawn = multiprocessing.get_context("spawn")
    started = [spawn.Process(target=store_writers.write_among_others, args=(path, n, count)) for n in writers]
    for process in started:
        process.start()
    for process in started:
        process.join(60)
        assert process.exitcode == 0
    with closing(SQLiteStore(path, embedder="tiny")) as store:
        shared = store.list(SHARED)
        assert [one.id for one in shared] == list(range(1, count * len(writers) + 1))
        assert {one.value for one in shared} == {f"{n}/{number}" for n in writers for number in range(count)}
        for n in writers:
            own = [one.value for one in shared if one.value.startswith(f"{n}/")]
            assert own == [f"{n}/{number}" for number in range(count)], "each writer's in the order it wrote them"
            assert len(store.list(PersonId(f"writer-{n}"))) == count


@pytest.mark.parametrize(("kills", "least"), [(20, 5), pytest.param(300, 200, marks=pytest.mark.slow)])
def test_killed_writers_leave_all_that_was_acknowledged_and_nothing_by_halves(
    tmp_path: Path, kills: int, least: int
) -> None:
    helper = [sys.executable, store_writers.__file__, str(tmp_path), str(kills), "7"]
    done = subprocess.run(helper, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    rounds, acknowledged = map(int, done.stdout.split())
    assert rounds == kills
    assert acknowledged >= least


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot fork here")
class TestForking:
    """Each half opens the file for itself; a connection that crosses a fork would lose writes."""

    def test_both_halves_go_on_reading_and_writing(self, tmp_path: Path) -> None:
        with closing(SQLiteStore(tmp_path / "memory.db")) as store:
            store.write(ANA, [opening("before")])
            assert len(store.list(ANA)) == 1

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

    def test_a_child_that_outlives_its_parents_store_loses_nothing(self, tmp_path: Path) -> None:
        store = SQLiteStore(tmp_path / "memory.db")
        store.write(ANA, [opening("before")])
        told, tell = os.pipe()

        def child() -> None:
            store.write(ANA, [opening("child 1")])
            os.read(told, 1)
            store.write(ANA, [opening("child 2")])

        wait = fork(child)
        store.write(ANA, [opening("parent")])
        store.close()  # as the last one here: this must not take the log away from the child
        with closing(SQLiteStore(tmp_path / "memory.db")) as other:
            other.write(ANA, [opening("other")])
        os.write(tell, b".")
        wait()
        with closing(SQLiteStore(tmp_path / "memory.db")) as other:
            assert {one.value for one in other.list(ANA)} == {"before", "child 1", "child 2", "parent", "other"}

    @pytest.mark.parametrize("make", [DictStore, lambda: SQLiteStore(":memory:")], ids=["dict", "sqlite in memory"])
    def test_a_store_in_memory_parts_ways(self, make: Callable[[], Store]) -> None:
        with closing(make()) as store:
            store.write(ANA, [opening("before")])

            def child() -> None:
                assert [one.value for one in store.list(ANA)] == ["before"]
                store.write(ANA, [opening("child")])
                assert [one.value for one in store.list(ANA)] == ["before", "child"]

            fork(child)()
            assert [one.value for one in store.list(ANA)] == ["before"]

    def test_forking_while_other_threads_write_hangs_nobody(self, tmp_path: Path) -> None:
        with closing(SQLiteStore(tmp_path / "memory.db")) as store:
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
            for _ in range(10):
                fork(lambda: same_length(store))()
            stop.set()
            for thread in threads:
                thread.join()
            assert len(store.list(ANA)) == sum(counts)
            assert len(store.list(BEN)) == 10


def same_length(store: Store) -> None:
    store.write(BEN, [opening("child")])
    assert len(store.list(ANA)) <= len(store.evidence(ANA))


def fork(child: Callable[[], None]) -> Callable[[], None]:
    """Run ``child`` in a forked process; gives a function that waits for it and tells whether it went well."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            signal.alarm(30)  # rather end than hang
            child()
            code = 0
        except BaseException as error:
            print(f"in the child: {error!r}", file=sys.stderr)
        finally:
            os._exit(code)

    def wait() -> None:
        _, status = os.waitpid(pid, 0)
        assert os.waitstatus_to_exitcode(status) == 0

    return wait
