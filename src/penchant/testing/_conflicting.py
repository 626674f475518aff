"""Checks of writes that expect a revision: of two that rest on the same one, exactly one is kept."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from penchant.domain import PreferenceId
from penchant.errors import WriteConflict
from penchant.store import Change, Close, Store, Transcribe
from penchant.testing._samples import ANA, BEN, line, moment, opening, raises, same, true, values

Make = Callable[[], Store]

_ROUNDS = 12
_WRITERS = 4


def a_write_that_expects_another_revision_changes_nothing(make: Make) -> None:
    """The revision must be the expected one, 0 for a stranger; without one, a write is kept whatever it is."""
    with closing(make()) as store:
        raises(WriteConflict, "a stranger is at revision 0", store.write, ANA, [opening("tea")], expected=7)
        same((store.people(), store.revision(ANA)), ([], 0), "what a refused write leaves")
        same(store.write(ANA, [opening("tea")], expected=0), [1], "the first write")
        first = store.revision(ANA)
        same(store.write(ANA, [opening("juice")], expected=first), [2], "a write at the revision that was read")
        second = store.revision(ANA)
        changes: list[Change] = [Close(PreferenceId(1), moment()), opening("milk"), Transcribe(line("e", 0, "milk"))]
        raises(WriteConflict, "a revision that is past", store.write, ANA, changes, expected=first)
        raises(WriteConflict, "somebody who is known is no stranger", store.write, ANA, changes, expected=0)
        raises(WriteConflict, "a revision still to come", store.write, ANA, changes, expected=second + 1)
        same((values(store, ANA), store.transcript(ANA)), (["tea", "juice"], []), "what is kept then")
        same(store.revision(ANA), second, "the revision then")
        same(store.write(ANA, changes), [3], "a write that expects nothing")
        store.forget_person(ANA)
        raises(WriteConflict, "nobody is there any more", store.write, ANA, changes[1:], expected=second)
        same(store.write(BEN, [opening("tea")], expected=0), [1], "somebody else's first write")


def of_writers_that_read_the_same_revision_one_is_kept(make: Make) -> None:
    """Four threads read a revision and write at one moment: one is kept, and the others are told to read again."""
    with closing(make()) as store, ThreadPoolExecutor(_WRITERS) as threads:
        for turn in range(_ROUNDS):
            revision, gate = store.revision(ANA), threading.Barrier(_WRITERS)

            def write(writer: int, revision: int = revision, gate: threading.Barrier = gate) -> bool:
                gate.wait(60)
                try:
                    store.write(ANA, [opening(f"by {writer}")], expected=revision)
                except WriteConflict:
                    return False
                return True

            same(sum(threads.map(write, range(_WRITERS))), 1, "how many of the writers were kept")
            same(len(store.list(ANA)), turn + 1, "preferences")
        true(store.revision(ANA) > 0, "the revision has grown")


CHECKS = (
    a_write_that_expects_another_revision_changes_nothing,
    of_writers_that_read_the_same_revision_one_is_kept,
)
