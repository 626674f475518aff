"""Programs that the process tests start: a writer among others, and a writer that is killed again and again."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from contextlib import closing
from typing import Any

import psycopg
from store_writers import SHARED, everything, lesson

from penchant.domain import PersonId
from penchant.store.dict import DictStore
from penchant.store.postgres import PostgresStore
from penchant.testing import opening
from postgres.running import wait_until_alone


def write_among_others(url: str, writer: int, count: int) -> None:
    """Open ``count`` preferences for the shared person and as many for one's own."""
    with closing(PostgresStore(url, embedder="tiny", size=8)) as store:
        for number in range(count):
            store.write(SHARED, [opening(f"{writer}/{number}")])
            store.write(PersonId(f"writer-{writer}"), [opening(str(number))])
            assert len(store.list(PersonId(f"writer-{writer}"))) == number + 1


def kill_writers(url: str, rounds: int, seed: int) -> None:
    """Start a writer, kill it at a random moment, look; so many times. Prints how many writes were acknowledged.

    Each round is another person's. What is found must be all of what was acknowledged, or that and the one write in
    flight: never less, never a part of one.
    """
    rng = random.Random(seed)
    acknowledged = 0
    for turn in range(rounds):
        person = PersonId(f"turn {turn}")
        count = _one_life(url, person, rng, wait=turn % 5 > 0)  # most are killed in the midst of writing
        acknowledged += count
        with psycopg.connect(url, autocommit=True) as link:
            wait_until_alone(link)
            _look_for_halves(link)
        with closing(PostgresStore(url)) as store:
            expected = DictStore()
            for number in range(count):
                expected.write(person, lesson(number))
            found = everything(store, person)
            if found != everything(expected, person):
                expected.write(person, lesson(count))
                assert found == everything(expected, person), f"round {turn}: not what {count} writes leave behind"
    print(rounds, acknowledged)


def _one_life(url: str, person: PersonId, rng: random.Random, *, wait: bool) -> int:
    """How many writes a process acknowledged before it was killed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            store, number = PostgresStore(url), 0
            while True:
                store.write(person, lesson(number))
                os.write(writer, b".")  # only now: the call has returned
                number += 1
        finally:
            os._exit(1)  # reached only by an error
    os.close(writer)
    heard = os.read(reader, 1) if wait else b""
    time.sleep(rng.uniform(0.0, 0.02))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL, "the writer had failed before it was killed"
    with os.fdopen(reader, "rb") as pipe:
        return len(heard + pipe.read())


def _look_for_halves(link: psycopg.Connection[tuple[Any, ...]]) -> None:
    lonely = """select count(*) from penchant.person p
        where revision = 0 or not exists (select 1 from penchant.preference o where o.person = p.key)"""
    assert link.execute(lonely).fetchone() == (0,)


if __name__ == "__main__":
    kill_writers(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
