"""Several threads and processes on one folder: side by side, forked, and killed while writing, erasing and saving."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from store_writers import SHARED, everything, lesson
from test_sqlite_processes import fork

from penchant.domain import PersonId, PreferenceId
from penchant.embed import Vector
from penchant.store import Change, Erase, Open
from penchant.store.dict import DictStore
from penchant.store.indexed import FaissStore, store
from penchant.testing import opening

ANA = PersonId("ana")
pytestmark = pytest.mark.skipif(find_spec("faiss") is None, reason="the extra faiss is not installed")
both_shapes = pytest.mark.parametrize("one_index", [True, False], ids=["one index", "one each"])


def vector(number: int) -> Vector:
    return np.random.default_rng(number).normal(size=8).astype(np.float32)


def save_often() -> None:
    """Save every index whenever there is a chance to; for processes of their own."""
    store._WORTH_SAVING, store._SAVE_EVERY = 1, 1


def write_among_others(path: str, one_index: bool, writer: int, count: int) -> None:
    """Open preferences for the shared person and for one's own, erase some, and look each time."""
    save_often()
    own = PersonId(f"writer-{writer}")
    with closing(FaissStore(path, embedder="tiny", size=8, one_index=one_index)) as shared:
        for number in range(count):
            (fresh,) = shared.write(SHARED, [opening(f"{writer}/{number}", vector=vector(number))])
            shared.write(own, [opening(str(number), vector=vector(writer))])
            seen = shared.nearest(SHARED, vector(number), limit=10_000)
            assert fresh in [match.preference.id for match in seen]
            assert len(seen) == len({match.preference.id for match in seen})
            assert len(shared.nearest(own, vector(0), limit=10_000)) == number + 1 - number // 10
            if number % 10 == 9:
                shared.write(own, [Erase(PreferenceId(number))])


@both_shapes
def test_processes_that_create_and_write_one_folder_at_once_lose_nothing(one_index: bool, tmp_path: Path) -> None:
    path, count, writers = str(tmp_path / "memory"), 25, range(2)
    spawn = multiprocessing.get_context("spawn")
    started = [spawn.Process(target=write_among_others, args=(path, one_index, n, count)) for n in writers]
    for process in started:
        process.start()
    for process in started:
        process.join(60)
        assert process.exitcode == 0
    with closing(FaissStore(path, embedder="tiny", one_index=one_index)) as shared:
        found = shared.nearest(SHARED, vector(0), limit=10_000)
        assert sorted(match.preference.id for match in found) == list(range(1, count * len(writers) + 1))
        assert {one.value for one in shared.list(SHARED)} == {f"{n}/{m}" for n in writers for m in range(count)}


@both_shapes
def test_threads_that_write_erase_and_search_at_once_see_their_own_work(
    one_index: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_WORTH_SAVING", 1)
    monkeypatch.setattr(store, "_SAVE_EVERY", 20)
    failures: list[BaseException] = []
    with closing(FaissStore(tmp_path / "memory", one_index=one_index)) as shared:

        def work(person: PersonId) -> None:
            try:
                for number in range(25):
                    ids = shared.write(
                        person, [opening("a", vector=vector(number)), opening("b", vector=vector(number))]
                    )
                    assert ids[0] in [match.preference.id for match in shared.nearest(person, vector(number), limit=3)]
                    shared.write(person, [Erase(ids[0])])
                    found = [match.preference.id for match in shared.nearest(person, vector(number), limit=99)]
                    assert found[0] == ids[1]
                    assert len(found) == number + 1
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=work, args=(PersonId(f"person {n}"),)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failures == []


def marked(life: int, number: int) -> list[Change]:
    """The ``number``-th write of a life, with a vector that no other has."""
    changes = lesson(number)
    return [replace(one, vector=vector(1000 * life + number)) if isinstance(one, Open) else one for one in changes]


def write_until_killed(path: str, life: int, one_index: bool, acknowledge: int) -> None:
    memory = FaissStore(path, one_index=one_index)
    person, number = PersonId(f"turn {life}"), 0
    while True:
        memory.write(person, marked(life, number))
        os.write(acknowledge, b".")  # only now: the call has returned
        memory.nearest(person, vector(0), limit=3)  # and saves the index
        number += 1


def kill_writers(folder: str, rounds: int, seed: int) -> None:
    """Start a writer, kill it at a random moment, look; so many times. Prints how many writes were acknowledged.

    What is found must be what was acknowledged, or that and the one write in flight; and once somebody has looked, the
    vectors that were erased lie in no index, nor in a piece of one.
    """
    rng = random.Random(seed)
    acknowledged = 0
    save_often()
    for turn in range(rounds):
        path, one_index, person = Path(folder) / f"memory-{turn // 6}", turn % 2 == 0, PersonId(f"turn {turn}")
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(reader)
                write_until_killed(str(path), turn, one_index, writer)
            finally:
                os._exit(1)  # reached only by an error
        os.close(writer)
        heard = os.read(reader, 1) if turn % 5 else b""
        time.sleep(rng.uniform(0.0, 0.1))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL, "the writer had failed before it was killed"
        with os.fdopen(reader, "rb") as pipe:
            count = len(heard + pipe.read())
        acknowledged += count
        with closing(FaissStore(path, one_index=one_index)) as memory, closing(DictStore()) as expected:
            for number in range(count):
                expected.write(person, marked(turn, number))
            found = everything(memory, person)
            if found != everything(expected, person):
                expected.write(person, marked(turn, count))
                count += 1
                assert found == everything(expected, person), f"round {turn}: not what {count} writes leave behind"
            kept = {one.id for one in memory.list(person, closed=True)}
            memory.write(person, [opening("one more", vector=vector(999_999))])
            memory.nearest(person, vector(0), limit=1)
        lying = b"".join(file.read_bytes() for file in (path / "index").iterdir())
        for number in range(count):
            assert (unit(1000 * turn + number) in lying) == (number + 1 in kept), f"round {turn}: vector {number}"
    print(rounds, acknowledged)


def unit(number: int) -> bytes:
    wide = vector(number).astype(np.float64)
    return bytes((wide / np.sqrt((wide * wide).sum())).astype(np.float32).tobytes())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot fork here")
@pytest.mark.parametrize(("kills", "least"), [(4, 1), pytest.param(30, 30, marks=pytest.mark.slow)])
def test_killed_writers_leave_all_that_was_acknowledged_and_no_vector_that_was_erased(
    tmp_path: Path, kills: int, least: int
) -> None:
    helper = [sys.executable, __file__, str(tmp_path), str(kills), "7"]
    done = subprocess.run(helper, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    rounds, acknowledged = map(int, done.stdout.split())
    assert rounds == kills
    assert acknowledged >= least


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot fork here")
@both_shapes
def test_both_halves_of_a_fork_go_on_searching_and_writing(one_index: bool, tmp_path: Path) -> None:
    with closing(FaissStore(tmp_path / "memory", one_index=one_index)) as shared:
        shared.write(ANA, [opening("before", vector=vector(0))])
        assert len(shared.nearest(ANA, vector(0), limit=99)) == 1

        def child() -> None:
            for number in range(10):
                shared.write(ANA, [opening("child", vector=vector(number))])
                assert len(shared.nearest(ANA, vector(number), limit=99)) >= number + 2
            shared.close()

        wait = fork(child)
        for number in range(10):
            shared.write(ANA, [opening("parent", vector=vector(number))])
            assert len(shared.nearest(ANA, vector(number), limit=99)) >= number + 2
        wait()
        values = [match.preference.value for match in shared.nearest(ANA, vector(0), limit=99)]
        assert (values.count("child"), values.count("parent"), len(values)) == (10, 10, 21)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot fork here")
def test_forking_while_other_threads_search_and_save_hangs_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_SAVE_EVERY", 5)
    with closing(FaissStore(tmp_path / "memory")) as shared:
        stop = threading.Event()

        def work() -> None:
            while not stop.is_set():
                (fresh,) = shared.write(ANA, [opening("thread", vector=vector(1))])
                shared.nearest(ANA, vector(1), limit=3)
                shared.write(ANA, [Erase(fresh)])

        def child() -> None:
            shared.write(SHARED, [opening("child", vector=vector(2))])
            assert shared.nearest(SHARED, vector(2), limit=1)

        threads = [threading.Thread(target=work, daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        for _ in range(8):
            fork(child)()
        stop.set()
        for thread in threads:
            thread.join()
        assert len(shared.nearest(SHARED, vector(2), limit=99)) == 8
        assert shared.nearest(ANA, vector(1), limit=99) == []


if __name__ == "__main__":
    kill_writers(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
