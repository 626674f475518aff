"""A byte that changed on the disk is told in one line: no traceback, and never another answer than the true one."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from penchant.domain import PersonId, PreferenceId
from penchant.errors import StoreDamaged, StoreError
from penchant.store import Change, Close, Erase, Store, Transcribe, Trust, Witness
from penchant.store.sqlite import SQLiteStore
from penchant.testing import opening
from penchant.testing._samples import direction, heard, line, moment

PEOPLE = [PersonId(f"person {n}") for n in range(12)]
STRANGER = PersonId("nobody I know")


def life(n: int) -> list[Change]:
    first, second, third = PreferenceId(1), PreferenceId(2), PreferenceId(3)
    changes: list[Change] = [
        opening(
            f"tea {n} {number}", vector=direction(1.0, n, number), words=f"the tea {n} {number}", episode=f"e{number}"
        )
        for number in range(4)
    ]
    changes += [Transcribe(line(f"e{number}", place, f"{n} {number}")) for number in range(9) for place in (0, 1)]
    changes += [Trust(first, 0.3, moment(2)), Close(second, moment(3)), Witness(heard(first, f"again {n}"))]
    return [*changes, Erase(third)] if n % 3 == 0 else changes


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "memory.db"
    with closing(SQLiteStore(path, embedder="tiny", size=8)) as store:
        for n, person in enumerate(PEOPLE):
            store.write(person, life(n))
        store.write(PersonId("gone"), life(1))
        store.forget_person(PersonId("gone"))
    return path


def answers(store: Store) -> list[object]:
    """All that can be asked, in an order that begins with what is least read together."""
    found: list[object] = []
    for person in (*PEOPLE, STRANGER):
        found += [store.revision(person), store.get(person, PreferenceId(2)), store.get(person, PreferenceId(4))]
        found += [store.transcript(person, f"e{number}") for number in range(9)]  # type: ignore[arg-type]
        found += [store.transcript(person, latest=3), store.evidence(person, latest=2)]
        found += [store.evidence(person, PreferenceId(1)), store.transcript(person), store.evidence(person)]
        found += [[(one.preference, one.score) for one in store.nearest(person, direction(1.0), limit=2)]]
        found += [store.list(person), store.list(person, closed=True)]
        found += [{id: vector.tolist() for id, vector in store.vectors(person).items()}]  # type: ignore[attr-defined]
    return [*found, store.people()]


def opened_and_asked(path: Path) -> list[object] | StoreError:
    try:
        with closing(SQLiteStore(path, embedder="tiny", size=8)) as store:
            return answers(store)
    except StoreError as error:
        return error


def flipped(whole: Path, path: Path, place: int, rng: random.Random) -> None:
    content = bytearray(whole.read_bytes())
    content[place] ^= rng.randrange(1, 256)
    for each in path.parent.iterdir():
        each.unlink()
    path.write_bytes(content)


@pytest.mark.parametrize("places", [30, pytest.param(200, marks=pytest.mark.slow)])
def test_flipped_bytes_give_the_truth_or_one_line(whole: Path, tmp_path: Path, places: int) -> None:
    truth, rng = opened_and_asked(whole), random.Random(11)
    assert isinstance(truth, list)
    size, told = whole.stat().st_size, 0
    for place in rng.sample(range(size), places):
        flipped(whole, tmp_path / "memory.db", place, rng)
        found = opened_and_asked(tmp_path / "memory.db")
        if isinstance(found, StoreError):
            told += 1
            assert "\n" not in str(found)
            assert "memory.db" in str(found)
        else:
            assert found == truth, f"a silently wrong answer after byte {place}"
    assert told > places // 10


def test_a_damaged_belief_cannot_be_written_over_as_if_it_were_whole(whole: Path, tmp_path: Path) -> None:
    content = whole.read_bytes()
    path = tmp_path / "memory.db"
    path.write_bytes(content.replace(b"the tea 4 0", b"the sea 4 0"))
    with closing(SQLiteStore(path)) as store:
        person = PEOPLE[4]
        for change in (Trust(PreferenceId(1), 0.9), Close(PreferenceId(1), moment(9))):
            with pytest.raises(StoreDamaged, match=r"is damaged: preference 1 is not as it was written"):
                store.write(person, [change])
        with pytest.raises(StoreDamaged):
            store.list(person)
        assert len(store.list(PEOPLE[5])) == 3
        assert np.isclose(store.nearest(PEOPLE[5], direction(1.0), limit=1)[0].score, 0.19, atol=0.2)
