"""Forgetting reaches the bytes: of the file, and of the log beside it."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from penchant.domain import EpisodeId, Evidence, PersonId, PreferenceId, TranscriptEntry
from penchant.embed import Vector
from penchant.store import Change, Close, Erase, Transcribe, Trust, Witness, database
from penchant.store.sqlite import SQLiteStore
from penchant.testing import opening
from penchant.testing._samples import line, moment

ANA, BEN = PersonId("ana-wishes-to-be-forgotten"), PersonId("ben-stays")


def bytes_on_disk(folder: Path) -> bytes:
    return b"".join(entry.read_bytes() for entry in sorted(folder.iterdir()))


def life(person: PersonId, rng: random.Random) -> list[Change]:
    """Changes with a mark of this person in every text and vector, some short, some longer than a page."""

    def marked() -> str:
        return f"[{person}:{rng.random()}]" + "y" * rng.choice([0, 3, 50, 900, 6000])

    opened = opening(
        marked(),
        situation=marked(),
        topic=marked(),
        words=marked(),
        episode=marked(),
        rather_than=(marked(), marked()),
        vector=mark(person),
    )
    first = PreferenceId(1)
    talk = EpisodeId(rng.choice([marked(), opened.draft.episode]))
    return [
        opened,
        *(
            Transcribe(TranscriptEntry(episode=talk, number=n, kind="heard", words=marked(), at=opened.at))
            for n in range(2)
        ),
        Trust(first, rng.choice([0.0, 0.3, 1.0]), opened.at),
        Witness(
            Evidence(
                preference=first,
                episode=EpisodeId(marked()),
                source="edit",
                supports=True,
                words=marked(),
                at=opened.at,
            )
        ),
    ]


def mark(person: PersonId) -> Vector:
    """A vector that only this person has."""
    return np.random.default_rng(len(person)).normal(size=8).astype(np.float32)


@pytest.mark.parametrize("seed", range(6))
def test_a_forgotten_person_leaves_no_byte_however_the_file_has_grown(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    others = [PersonId(f"other-{n}") for n in range(8)]
    with closing(SQLiteStore(tmp_path / "memory.db")) as store:
        for _ in range(250):
            person = rng.choice([ANA, BEN, *others])
            store.write(person, life(person, rng))
            known = store.list(person)
            chance = rng.random()
            if chance < 0.2 and len(known) > 1:
                store.write(person, [Close(known[-1].id, known[-1].since)])
            elif chance < 0.3 and len(known) > 1:
                store.write(person, [Erase(known[-1].id)])
            elif chance < 0.33 and person in others:
                store.forget_person(person)
        kept = store.list(BEN, closed=True)
        assert ANA.encode() in bytes_on_disk(tmp_path)
        assert mark(ANA).tobytes() in bytes_on_disk(tmp_path)
        for person in (ANA, *others):
            store.forget_person(person)
        left = bytes_on_disk(tmp_path)  # while the store is open, log and all
        assert ANA.encode() not in left
        assert mark(ANA).tobytes() not in left
        assert re.findall(rb"other-\d", left) == []
        assert BEN.encode() in left
        assert store.list(BEN, closed=True) == kept
    assert ANA.encode() not in bytes_on_disk(tmp_path)
    with closing(sqlite3.connect(tmp_path / "memory.db")) as connection:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert connection.execute("pragma foreign_key_check").fetchall() == []


def test_an_erased_preference_leaves_no_byte_and_its_neighbours_stay(tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "memory.db")) as store:
        for number in range(120):
            secret, talk = f"secret-{number:03d}-", f"talk {number} of secret-{number:03d}-"
            lines = [Transcribe(line(talk, at, secret * size)) for at, size in enumerate((1, 30, 900))]
            store.write(ANA, [opening(secret, words=f"{secret} " * 40, episode=talk), *lines])
        erased = set(range(1, 121, 3))
        for number in sorted(erased):
            store.write(ANA, [Erase(PreferenceId(number))])
        left = bytes_on_disk(tmp_path)
        found = {int(number) + 1 for number in re.findall(rb"secret-(\d\d\d)-", left)}
        assert found == set(range(1, 121)) - erased
        assert len(store.transcript(ANA)) == 3 * (120 - len(erased))


def test_the_transcript_goes_with_whatever_was_heard_in_its_episode(tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "memory.db")) as store:
        (tea, _) = store.write(ANA, [opening("tea", episode="the first talk"), opening("milk", episode="a quiet talk")])
        later = Evidence(
            preference=tea, episode=EpisodeId("a later talk"), source="praise", supports=True, words="so", at=moment()
        )
        spoken = [line(f"{which} talk", 0, f"{which}-words-to-go") for which in ("the first", "a later", "a quiet")]
        store.write(ANA, [Witness(later), *map(Transcribe, spoken)])
        store.write(ANA, [Erase(tea)])
        assert store.transcript(ANA) == spoken[2:]
        left = bytes_on_disk(tmp_path)
        assert b"the first talk" not in left
        assert b"a later-words" not in left
        assert b"a quiet-words" in left


@pytest.mark.parametrize("later", ["writing", "closing"])
def test_what_a_reader_kept_in_the_log_goes_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: str) -> None:
    monkeypatch.setattr(database, "_SCRUB_WAIT_MS", 1)
    path = tmp_path / "memory.db"
    with closing(SQLiteStore(path)) as store, closing(sqlite3.connect(path, isolation_level=None)) as reader:
        store.write(ANA, [opening("tea")])
        reader.execute("begin")
        reader.execute("select * from said").fetchall()
        assert store.forget_person(ANA) == 1  # does not wait for the reader, nor fail
        assert store.people() == []
        reader.execute("commit")
        if later == "writing":
            store.write(BEN, [opening("milk")])
        else:
            store.close()
        assert ANA.encode() not in bytes_on_disk(tmp_path)


def test_forgetting_one_person_of_many_reads_and_writes_only_theirs(tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "memory.db")) as store:
        for number in range(300):
            store.write(PersonId(f"person-{number}"), [opening("tea", words="x" * 3000)])
    before = (tmp_path / "memory.db").read_bytes()
    with closing(SQLiteStore(tmp_path / "memory.db")) as store:
        store.forget_person(PersonId("person-150"))
    after = (tmp_path / "memory.db").read_bytes()
    assert len(after) == len(before)
    changed = sum(before[at : at + 4096] != after[at : at + 4096] for at in range(0, len(before), 4096))
    assert changed < 20, f"{changed} of {len(before) // 4096} pages"
