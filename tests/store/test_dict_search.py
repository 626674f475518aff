"""A store in memory puts vectors in a table where they are first searched; when that is makes no difference."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from penchant.domain import PersonId, PreferenceId
from penchant.memory import Memory
from penchant.store import Close, Erase
from penchant.store.dict import DictStore
from penchant.testing import HashEmbedder
from workbench import draft

ANA = PersonId("ana")


def _lived(*, searching: bool) -> Memory:
    """A memory with what was opened, closed and erased, searched after every step or not yet."""
    memory = Memory(DictStore(), HashEmbedder(), lambda: datetime(2026, 1, 1, tzinfo=UTC))
    for number in range(12):
        memory.add(ANA, draft(f"value {number}"))
        if number % 3 == 2:
            memory.apply(ANA, [Close(PreferenceId(number), memory.clock())])
        if number % 4 == 3:
            memory.apply(ANA, [Erase(PreferenceId(number - 1))])
        if searching:
            memory.search(ANA, f"value {number}")
    return memory


def test_what_is_found_does_not_depend_on_when_it_was_first_looked_for() -> None:
    early, late = _lived(searching=True), _lived(searching=False)
    for closed in (False, True):
        for text in ("value 3", "a drink", "wants value 11"):
            found = early.search(ANA, text, limit=20, closed=closed)
            assert found
            assert found == late.search(ANA, text, limit=20, closed=closed)


def test_a_vector_that_its_owner_changes_afterwards_is_found_as_it_was_written() -> None:
    store = DictStore()
    memory = Memory(store, HashEmbedder())
    opening = memory.opening(draft("tea"), "answer")
    before = opening.vector.copy()
    memory.apply(ANA, [opening])
    opening.vector[:] = 0
    assert store.nearest(ANA, before, limit=1)[0].score > 0.99
    assert np.array_equal(store.vectors(ANA)[PreferenceId(1)], before)
