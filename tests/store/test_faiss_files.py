"""The saved index is only a cache: damaged, lost, old or somebody else's, it changes no answer; and it forgets."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from first_schema import FIRST_ROWS, assert_rows_of_the_first_schema, database_at

from penchant.domain import PersonId, PreferenceId
from penchant.embed import Vector
from penchant.errors import StoreTooNew
from penchant.store import Erase, Match
from penchant.store.indexed import FaissStore
from penchant.store.indexed.index import VectorIndex
from penchant.store.indexed.records import Stamp
from penchant.store.indexed.saved import SavedIndexes, UnpublishedIndex
from penchant.store.sqlite import SQLiteStore
from penchant.testing import opening

ANA, BEN = PersonId("ana"), PersonId("ben")
pytestmark = pytest.mark.skipif(find_spec("faiss") is None, reason="the extra faiss is not installed")
both_shapes = pytest.mark.parametrize("one_index", [True, False], ids=["one index", "one each"])


@pytest.fixture(autouse=True)
def _small_indexes_are_saved_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("penchant.store.indexed.store._WORTH_SAVING", 1)


def vector(number: int) -> Vector:
    return np.random.default_rng(number).normal(size=24).astype(np.float32)


def unit(number: int) -> bytes:
    """The bytes of a vector as an index keeps it."""
    wide = vector(number).astype(np.float64)
    return bytes((wide / np.sqrt((wide * wide).sum())).astype(np.float32).tobytes())


def fill(folder: Path, one_index: bool, *, first: int = 0, count: int = 60) -> list[Match]:
    """Write so many preferences for each of two people, search, close; gives what was found."""
    with closing(FaissStore(folder, one_index=one_index)) as store:
        for start in range(first, first + count, 20):
            numbers = range(start, start + 20)
            store.write(ANA, [opening(f"{number}", vector=vector(number)) for number in numbers])
            store.write(BEN, [opening(f"{number}", vector=vector(10_000 - number)) for number in numbers])
        store.nearest(BEN, vector(1), limit=1)
        return store.nearest(ANA, vector(7), limit=12)


def search(folder: Path, one_index: bool) -> list[Match]:
    with closing(FaissStore(folder, one_index=one_index)) as store:
        assert len(store.nearest(BEN, vector(1), limit=1000)) == len(store.list(BEN))
        return store.nearest(ANA, vector(7), limit=12)


def saved(folder: Path) -> list[Path]:
    return sorted((folder / "index").iterdir())


def bytes_on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def count_builds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many vectors were put into an index, one number for each time."""
    added: list[int] = []
    add = VectorIndex.add

    def counted(self: VectorIndex, labels: np.ndarray[tuple[int], np.dtype[np.int64]], packed: bytes) -> None:
        added.append(len(labels))
        add(self, labels, packed)

    monkeypatch.setattr(VectorIndex, "add", counted)
    return added


def become_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def one_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "cut short": cut_short,
    "empty": lambda path: path.write_bytes(b""),
    "garbage": lambda path: path.write_bytes(np.random.default_rng(0).bytes(5000)),
    "one bit": one_bit,
    "deleted": Path.unlink,
    "a folder": become_a_folder,
    "deep JSON": lambda path: path.write_bytes(b"[" * 100_000),
    "other JSON": lambda path: path.write_bytes(b'{"format": 1}'),
    "null": lambda path: path.write_bytes(b"null"),
}


@both_shapes
def test_a_saved_index_is_loaded_and_only_what_is_new_is_added(
    one_index: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = fill(tmp_path, one_index)
    added = count_builds(monkeypatch)
    assert search(tmp_path, one_index) == wanted
    assert added == []
    with closing(SQLiteStore(tmp_path / "records.db")) as other:  # no index here, so the saved one is old now
        other.write(ANA, [opening("new", vector=vector(7))])
    assert [match.preference.value for match in search(tmp_path, one_index)][:2] == ["7", "new"]
    assert added == [1]
    assert [match.preference.value for match in search(tmp_path, one_index)][:2] == ["7", "new"]
    assert added == [1]


@both_shapes
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_index_changes_no_answer_and_is_made_again(
    damage: Callable[[Path], object], one_index: bool, tmp_path: Path
) -> None:
    wanted = fill(tmp_path, one_index)
    for ending in ("faiss", "json"):
        for path in saved(tmp_path):
            if path.name.endswith(ending):
                damage(path)
        assert search(tmp_path, one_index) == wanted
        for path in saved(tmp_path):
            if path.is_dir():
                path.rmdir()
        assert search(tmp_path, one_index) == wanted


@both_shapes
def test_what_is_saved_is_a_plain_faiss_index_with_a_readable_label(one_index: bool, tmp_path: Path) -> None:
    import faiss

    fill(tmp_path, one_index)
    names = [path.name for path in saved(tmp_path)]
    each = ["person-1.faiss", "person-1.json", "person-2.faiss", "person-2.json"]
    assert names == (["all.faiss", "all.json"] if one_index else each)
    index = faiss.read_index(str(saved(tmp_path)[0]))
    label = json.loads(saved(tmp_path)[1].read_bytes())
    assert index.ntotal == label["vectors"] == (120 if one_index else 60)
    assert (index.d, label["size"]) == (24, 24)
    assert {path.stat().st_mode & 0o777 for path in saved(tmp_path)} == {0o600}


@both_shapes
def test_an_index_of_other_records_is_not_believed(one_index: bool, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    wanted = fill(ours, one_index)
    fill(theirs, one_index, first=500)  # the same number of writes, so the same revisions and labels
    shutil.rmtree(ours / "index")
    shutil.copytree(theirs / "index", ours / "index")
    assert search(ours, one_index) == wanted


@both_shapes
def test_an_index_that_is_newer_than_a_restored_backup_is_not_believed(one_index: bool, tmp_path: Path) -> None:
    fill(tmp_path / "a", one_index, count=20)
    shutil.copy(tmp_path / "a" / "records.db", tmp_path / "backup.db")
    fill(tmp_path / "a", one_index, first=100, count=20)
    shutil.copy(tmp_path / "backup.db", tmp_path / "a" / "records.db")
    with closing(SQLiteStore(tmp_path / "a" / "records.db")) as plain:
        for number in range(7, 27):  # as many again as were lost, but others
            plain.write(ANA, [opening("again", vector=vector(number))])
            plain.write(BEN, [opening("again", vector=vector(number))])
        wanted = plain.nearest(ANA, vector(7), limit=12)
    assert search(tmp_path / "a", one_index) == wanted


@both_shapes
def test_what_is_erased_leaves_the_index_and_every_file_at_once(one_index: bool, tmp_path: Path) -> None:
    fill(tmp_path, one_index)
    assert unit(3) in bytes_on_disk(tmp_path / "index")
    with closing(FaissStore(tmp_path, one_index=one_index)) as store:
        store.nearest(ANA, vector(3), limit=1)
        store.write(ANA, [Erase(PreferenceId(4))])
        assert [len(shard.index) for shard in store._shards] == ([119] if one_index else [59])
        for _ in ("while open", "after searching"):
            left = bytes_on_disk(tmp_path)
            assert unit(3) not in left
            assert vector(3).tobytes() not in left
            assert "3" not in [match.preference.value for match in store.nearest(ANA, vector(3), limit=99)]
    left = bytes_on_disk(tmp_path)
    assert unit(3) not in left
    assert unit(4) in bytes_on_disk(tmp_path / "index"), "the others are saved again"


@both_shapes
@pytest.mark.parametrize("other_shape", [False, True], ids=["same shape", "other shape"])
def test_a_forgotten_person_leaves_no_vector_behind(one_index: bool, other_shape: bool, tmp_path: Path) -> None:
    fill(tmp_path, one_index)
    with closing(FaissStore(tmp_path, one_index=one_index ^ other_shape)) as store:
        store.forget_person(ANA)
        left = bytes_on_disk(tmp_path)
        assert not any(unit(number) in left or vector(number).tobytes() in left for number in range(60))
        assert len(store.nearest(BEN, vector(1), limit=99)) == 60
        store.write(PersonId("cleo"), [opening("new", vector=vector(77))])  # may well get the key that ana had
        assert [match.preference.value for match in store.nearest(PersonId("cleo"), vector(0), limit=9)] == ["new"]
    left = bytes_on_disk(tmp_path)
    assert not any(unit(number) in left for number in range(60))
    assert [match.preference.person for match in search_of(tmp_path, one_index, PersonId("cleo"))] == ["cleo"]


def search_of(folder: Path, one_index: bool, person: PersonId) -> list[Match]:
    with closing(FaissStore(folder, one_index=one_index)) as store:
        return store.nearest(person, vector(0), limit=9)


@both_shapes
def test_an_index_saved_while_another_erases_does_not_bring_the_vector_back(
    one_index: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path, one_index)
    draft = SavedIndexes.draft
    erased: list[int] = []

    def and_then_another_erases(self: SavedIndexes, name: str, index: VectorIndex, stamp: Stamp) -> UnpublishedIndex:
        done = draft(self, name, index, stamp)
        if not erased:
            erased.append(3)
            with closing(SQLiteStore(tmp_path / "records.db")) as other:
                other.write(ANA, [Erase(PreferenceId(4))])
        return done

    with closing(FaissStore(tmp_path, one_index=one_index)) as store:
        store.write(ANA, [opening("more", vector=vector(70))])
        store.nearest(ANA, vector(7), limit=1)
        monkeypatch.setattr(SavedIndexes, "draft", and_then_another_erases)
    assert erased == [3]
    left = bytes_on_disk(tmp_path / "index")
    assert unit(3) not in left
    assert unit(70) in left, "it was saved again without"


@both_shapes
def test_what_one_who_was_killed_left_behind_goes_at_the_next_chance(one_index: bool, tmp_path: Path) -> None:
    fill(tmp_path, one_index)
    for path in saved(tmp_path):
        shutil.copy(path, path.with_name(path.name.replace(".", ".0123456789abcdef.", 1)))
    with closing(SQLiteStore(tmp_path / "records.db")) as killed:  # as if before the index could be told
        killed.forget_person(ANA)
        killed.write(BEN, [Erase(PreferenceId(1))])
    with closing(FaissStore(tmp_path, one_index=one_index)) as store:
        store.nearest(BEN, vector(1), limit=1)
        left = bytes_on_disk(tmp_path)
        assert not any(unit(number) in left for number in (*range(60), 10_000))
    assert len(saved(tmp_path)) == 2


@both_shapes
def test_a_piece_of_an_index_left_behind_goes_with_the_next_saving(one_index: bool, tmp_path: Path) -> None:
    fill(tmp_path, one_index)
    names = saved(tmp_path)
    for path in names:
        shutil.copy(path, path.with_name(path.name.replace(".", ".0123456789abcdef.", 1)))
    fill(tmp_path, one_index, first=100)
    assert saved(tmp_path) == names


@both_shapes
def test_somebody_who_gets_the_key_of_one_forgotten_elsewhere_gets_nothing_else(
    one_index: bool, tmp_path: Path
) -> None:
    with closing(FaissStore(tmp_path, one_index=one_index)) as store:
        store.write(ANA, [opening("ana's", vector=vector(1)), opening("ana's", vector=vector(2))])
        assert len(store.nearest(ANA, vector(1), limit=9)) == 2
        with closing(SQLiteStore(tmp_path / "records.db")) as other:
            other.forget_person(ANA)
            other.write(BEN, [opening("ben's", vector=vector(2)), opening("ben's", vector=vector(3))])
        assert store.nearest(ANA, vector(1), limit=9) == []
        first, second = store.nearest(BEN, vector(2), limit=9)
        assert (first.preference.id, first.preference.value, round(first.score, 5)) == (1, "ben's", 1.0)
        assert second.score < 0.9
        assert [len(shard.index) for shard in store._shards] == [2]


def test_only_the_indexes_of_the_people_asked_about_last_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("penchant.store.indexed.store._INDEX_BYTES", 40_000)
    people = [PersonId(f"person {number}") for number in range(20)]
    with closing(FaissStore(tmp_path, one_index=False)) as store:
        for person in people:
            store.write(person, [opening("x", vector=vector(number)) for number in range(20)])
        for person in (*people, *people):
            assert len(store.nearest(person, vector(1), limit=99)) == 20
        assert 3 <= len([*store._shards]) <= 9
        assert sum(shard.nbytes for shard in store._shards) <= 40_000


@both_shapes
def test_a_disk_without_room_costs_the_saved_index_and_nothing_else(
    one_index: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: VectorIndex, file: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(VectorIndex, "dump", full)
    wanted = fill(tmp_path, one_index)
    assert saved(tmp_path) == []
    monkeypatch.undo()
    assert search(tmp_path, one_index) == wanted


def test_a_large_index_is_saved_in_the_midst_of_work_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("penchant.store.indexed.store._SAVE_EVERY", 50)
    store = FaissStore(tmp_path)
    store.write(ANA, [opening("x", vector=vector(number)) for number in range(49)])
    store.nearest(ANA, vector(1), limit=1)
    assert not (tmp_path / "index").exists()
    store.write(ANA, [opening("x", vector=vector(50))])
    store.nearest(ANA, vector(1), limit=1)
    assert json.loads((tmp_path / "index" / "all.json").read_bytes())["vectors"] == 50
    store.close()


def test_a_folder_of_the_first_schema_is_read_with_its_rows(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    with closing(database_at(tmp_path / "kept" / "records.db", 1)) as connection:
        connection.executescript(FIRST_ROWS)
    with closing(FaissStore(tmp_path / "kept", embedder="tiny", size=2)) as store:
        assert_rows_of_the_first_schema(store)
    with closing(FaissStore(tmp_path / "kept")) as store:
        assert [one.value for one in store.list(ANA)] == ["mate", "water"]


def test_a_folder_of_a_later_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    FaissStore(tmp_path / "kept").close()
    records = tmp_path / "kept" / "records.db"
    with closing(sqlite3.connect(records)) as connection:
        connection.execute("pragma user_version = 99")
    before = records.read_bytes()
    with pytest.raises(StoreTooNew, match="schema 99") as raised:
        FaissStore(tmp_path / "kept")
    assert "\n" not in str(raised.value)
    assert records.read_bytes() == before
