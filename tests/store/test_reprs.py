"""A store says what it is and where it lies, and no password."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from penchant.domain import PersonId
from penchant.store.dict import DictStore
from penchant.store.sqlite import SQLiteStore
from penchant.testing import opening
from penchant_lab.run.memories import OneLife


def test_a_store_in_a_file_names_it(tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "memory.db")) as store:
        assert repr(store) == f"SQLiteStore({str(tmp_path / 'memory.db')!r})"


def test_a_store_of_vectors_names_its_folder(tmp_path: Path) -> None:
    pytest.importorskip("faiss", reason="the extra faiss is not installed")
    from penchant.store.indexed import FaissStore

    with closing(FaissStore(tmp_path / "vectors")) as store:
        assert repr(store) == f"FaissStore({str(tmp_path / 'vectors')!r})"


def test_a_store_in_memory_counts_people_and_names_nobody() -> None:
    store = DictStore()
    store.write(PersonId("ana"), [opening("tea")])
    assert repr(store) == "<DictStore of 1 people>"
    assert repr(OneLife(store, PersonId("ana"), PersonId("both/ana"))).endswith("in <DictStore of 1 people>>")
    store.close()
    assert repr(store) == "<DictStore, closed>"
