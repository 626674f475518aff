"""How long a name may be, on every store that needs no server: they share one check, PostgreSQL too."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from penchant.domain import PersonId
from penchant.errors import BadInput
from penchant.store import Store
from penchant.store.dict import DictStore
from penchant.store.indexed import FaissStore
from penchant.store.sqlite import SQLiteStore
from penchant.testing import opening

STORES: dict[str, Callable[[Path], Store]] = {
    "dict": lambda folder: DictStore(),
    "sqlite": lambda folder: SQLiteStore(folder / "memory.db"),
    "faiss": lambda folder: FaissStore(folder / "memory.faiss"),
}


@pytest.mark.parametrize("kind", STORES)
def test_a_name_of_a_thousand_characters_is_kept_and_a_longer_one_is_refused(kind: str, tmp_path: Path) -> None:
    with closing(STORES[kind](tmp_path)) as store:
        longest, longer = PersonId("é" * 1_000), PersonId("é" * 1_001)
        assert store.write(longest, [opening("tea")]) == [1]
        with pytest.raises(BadInput, match=r"1,000 characters at most, and this one has 1,001"):
            store.write(longer, [opening("tea")])
        assert store.people() == [longest]
