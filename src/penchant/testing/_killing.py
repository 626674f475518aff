"""Checks of stores that several processes share: writers side by side, and one that is killed in the middle of a write.

Each is given a function that opens the same store again, in another process too: one that can be pickled, such as
``functools.partial(MyStore, path)``.
"""

from __future__ import annotations

import itertools
import multiprocessing
import random
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier

from penchant.domain import EpisodeId, PersonId, PreferenceId
from penchant.errors import AlreadyTranscribed, WriteConflict
from penchant.store import Change, Close, Erase, Store, Transcribe, Trust, Witness
from penchant.store.dict import DictStore
from penchant.testing._samples import direction, heard, line, moment, opening, same, true, values

Reopen = Callable[[], Store]

_SHARED = PersonId("shared")
_TALK = EpisodeId("a talk that both hear")
_ROUNDS = 4
_EACH = 40
_PATIENCE_S = 60.0


def processes_that_write_at_once_lose_nothing(reopen: Reopen) -> None:
    """Two processes open the store and write at one moment; every write is there once, each one's in order."""
    spawn = multiprocessing.get_context("spawn")
    gate = spawn.Barrier(2)
    started = [spawn.Process(target=_write_among_others, args=(reopen, n, gate), daemon=True) for n in range(2)]
    for process in started:
        process.start()
    for process in started:
        process.join(_PATIENCE_S)
        same(process.exitcode, 0, "how a writer ended")
    with closing(reopen()) as store:
        shared = store.list(_SHARED)
        same([one.id for one in shared], [*range(1, 3 * _EACH + 1)], "ids given by two processes")
        for n in range(2):
            mine = [one.value for one in shared if one.value.startswith(f"{n}/")]
            same(mine, [f"{n}/{number}" for number in range(_EACH)], "what one of them wrote about the shared person")
            same(len(store.list(PersonId(f"own-{n}"))), _EACH, "what one of them wrote about their own")
        heard_by = [one.words for one in store.transcript(_SHARED, _TALK)]
        same(len(heard_by), _EACH, "lines that both processes heard")
        same(heard_by, [one.value for one in shared if one.topic == _TALK], "which of them learned from each line")


def a_killed_writer_leaves_all_it_acknowledged_and_nothing_by_halves(reopen: Reopen) -> None:
    """A process is killed while it writes, four times: what is found is what it acknowledged, or one write more."""
    spawn, rng = multiprocessing.get_context("spawn"), random.Random(7)
    for turn in range(_ROUNDS):
        person = PersonId(f"turn {turn}")
        here, there = spawn.Pipe(duplex=False)
        child = spawn.Process(target=_write_until_killed, args=(reopen, person, there), daemon=True)
        child.start()
        there.close()
        true(here.poll(_PATIENCE_S), "a writer writes")
        time.sleep(rng.uniform(0.0, 0.03))
        child.kill()
        child.join(_PATIENCE_S)
        count = _heard(here)
        true(count > 0, "the writer had failed before it was killed")
        with closing(reopen()) as store:
            found = _life(store, person)
            expected = DictStore()
            for number in range(count):
                expected.write(person, _lesson(number))
            if found != _life(expected, person):
                expected.write(person, _lesson(count))
                same(found, _life(expected, person), f"what {count} acknowledged writes leave behind")
            same(store.write(person, [opening("after")]), [found[0] + 1], "the next id")


def processes_that_read_the_same_revision_keep_one_write(reopen: Reopen) -> None:
    """Two processes count by reading, and writing at the revision they read; however they meet, no count is lost."""
    spawn = multiprocessing.get_context("spawn")
    gate = spawn.Barrier(2)
    started = [spawn.Process(target=_count_among_others, args=(reopen, gate), daemon=True) for _ in range(2)]
    for process in started:
        process.start()
    for process in started:
        process.join(_PATIENCE_S)
        same(process.exitcode, 0, "how a writer ended")
    with closing(reopen()) as store:
        same(values(store, _SHARED), [str(number) for number in range(2 * _EACH)], "what two processes counted")


def _count_among_others(reopen: Reopen, gate: Barrier) -> None:
    with closing(reopen()) as store:
        gate.wait(_PATIENCE_S)
        kept = 0
        while kept < _EACH:
            revision = store.revision(_SHARED)
            count = len(store.list(_SHARED))
            try:
                store.write(_SHARED, [opening(str(count))], expected=revision)
            except WriteConflict:
                continue  # the other was quicker
            kept += 1


def _write_among_others(reopen: Reopen, writer: int, gate: Barrier) -> None:
    with closing(reopen()) as store:
        gate.wait(_PATIENCE_S)
        for number in range(_EACH):
            store.write(_SHARED, [opening(f"{writer}/{number}")])
            try:
                said = Transcribe(line(_TALK, number, f"{writer} {number}"))
                store.write(_SHARED, [said, opening(f"{writer} {number}", topic=_TALK)])
            except AlreadyTranscribed:
                pass  # the other was quicker
            store.write(PersonId(f"own-{writer}"), [opening(str(number))])
            same(len(values(store, PersonId(f"own-{writer}"))), number + 1, "a process reads its own writes")


def _write_until_killed(reopen: Reopen, person: PersonId, acknowledge: Connection[None, None]) -> None:
    store = reopen()
    for number in itertools.count():
        store.write(person, _lesson(number))
        acknowledge.send_bytes(b".")  # only now: the call has returned


def _heard(pipe: Connection[None, None]) -> int:
    for count in itertools.count():
        try:
            pipe.recv_bytes()
        except EOFError:
            return count
    raise AssertionError


def _lesson(number: int) -> list[Change]:
    """The ``number``-th write of a life: several changes of every kind, the same on every call."""
    newest, older = PreferenceId(number + 1), PreferenceId(number)
    talk = f"episode {number}"
    changes: list[Change] = [opening(f"value {number}", words=f"{number} " * 300, episode=talk)]
    changes += [Trust(newest, 0.5, moment()), Transcribe(line(talk, 0, "?")), Transcribe(line(talk, 1, "the tea"))]
    if number > 0:
        changes += [Witness(heard(older, "no", supports=False)), Close(older, moment(number))]
    if number % 5 == 4:
        changes.append(Erase(PreferenceId(number - 2)))
    return changes


def _life(store: Store, person: PersonId) -> tuple[int, object]:
    """The last id there is, and everything that is kept."""
    kept = store.list(person, closed=True)
    found = store.nearest(person, direction(1.0), limit=100_000, closed=True)
    ids = [match.preference.id for match in found]
    return kept[-1].id if kept else 0, (kept, store.evidence(person), store.transcript(person), ids)


CHECKS = (
    processes_that_write_at_once_lose_nothing,
    processes_that_read_the_same_revision_keep_one_write,
    a_killed_writer_leaves_all_it_acknowledged_and_nothing_by_halves,
)
