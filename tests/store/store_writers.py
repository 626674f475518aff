"""Programs that the process tests start: a writer among others, and a writer that is killed again and again."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from penchant.domain import EpisodeId, Evidence, PersonId, PreferenceId
from penchant.store import Change, Close, Erase, Store, Trust, Witness
from penchant.store.dict import DictStore
from penchant.store.sqlite import SQLiteStore
from penchant.testing import opening

SHARED = PersonId("shared")


def write_among_others(path: str, writer: int, count: int) -> None:
    """Open ``count`` preferences for the shared person and as many for one's own."""
    with closing(SQLiteStore(path, embedder="tiny", size=8)) as store:
        for number in range(count):
            store.write(SHARED, [opening(f"{writer}/{number}")])
            store.write(PersonId(f"writer-{writer}"), [opening(str(number))])
            assert len(store.list(PersonId(f"writer-{writer}"))) == number + 1


def lesson(number: int) -> list[Change]:
    """The ``number``-th write of a life: several changes each, of every kind, the same on every call."""
    at = opening("x").at
    newest = PreferenceId(number + 1)
    changes: list[Change] = [opening(f"value {number}", words=f"{number} " * 300)]
    changes += [Trust(newest, 0.5, at)]
    if number > 0:
        older = PreferenceId(number)  # the one before, which is never erased
        said = Evidence(preference=older, episode=EpisodeId("e"), source="edit", supports=False, words="no", at=at)
        changes += [Witness(said), Close(older, at)]
    if number % 5 == 4:
        changes += [Erase(PreferenceId(number - 2))]
    return changes


def everything(store: Store, person: PersonId) -> object:
    kept = store.list(person, closed=True)
    found = store.nearest(person, opening("x").vector, limit=10_000, closed=True)
    return kept, store.evidence(person), [match.preference.id for match in found]


def write_until_killed(path: str, person: PersonId, acknowledge: int) -> None:
    store = SQLiteStore(path)
    number = 0
    while True:
        store.write(person, lesson(number))
        os.write(acknowledge, b".")  # only now: the call has returned
        number += 1


def kill_writers(folder: str, rounds: int, seed: int) -> None:
    """Start a writer, kill it at a random moment, look; so many times. Prints how many writes were acknowledged.

    Each round is another person's. What is found must be all of what was acknowledged, or that and the one write in
    flight: never less, never a part of one. Every tenth round starts on a new file, to be killed while creating it.
    """
    rng = random.Random(seed)
    acknowledged = 0
    path = ""
    for turn in range(rounds):
        if turn % 10 == 0:
            path = str(Path(folder) / f"memory-{turn}.db")
        person = PersonId(f"turn {turn}")
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(reader)
                write_until_killed(path, person, writer)
            finally:
                os._exit(1)  # reached only by an error
        os.close(writer)
        heard = os.read(reader, 1) if turn % 3 else b""  # two in three are killed in the midst of writing
        time.sleep(rng.uniform(0.0, 0.01))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL, "the writer had failed before it was killed"
        with os.fdopen(reader, "rb") as pipe:
            count = len(heard + pipe.read())
        acknowledged += count
        with closing(SQLiteStore(path)) as store:
            expected = DictStore()
            for number in range(count):
                expected.write(person, lesson(number))
            found = everything(store, person)
            if found != everything(expected, person):
                expected.write(person, lesson(count))
                assert found == everything(expected, person), f"round {turn}: not what {count} writes leave behind"
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
            assert connection.execute("pragma foreign_key_check").fetchall() == []
    print(rounds, acknowledged)


if __name__ == "__main__":
    kill_writers(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
