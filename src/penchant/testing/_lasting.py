"""Checks of stores that survive closing: each opens the same store several times."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from penchant.domain import PreferenceId
from penchant.errors import AlreadyTranscribed
from penchant.store import Close, Erase, Store, Transcribe, Trust, Witness
from penchant.testing._samples import ANA, BEN, direction, heard, line, moment, opening, raises, same, true, values

Reopen = Callable[[], Store]


def reopening_finds_everything(reopen: Reopen) -> None:
    """What one opening wrote the next one reads, to the last field and vector."""
    with closing(reopen()) as store:
        tea, _ = store.write(ANA, [opening("tea"), opening("juice", vector=direction(0.5, 0.5))])
        store.write(ANA, [Close(tea, moment(1)), opening("mate", replaces=tea, vector=direction(0.0, 1.0))])
        store.write(ANA, [Trust(PreferenceId(2), 0.1, moment(2)), Witness(heard(tea, "no more", supports=False))])
        store.write(BEN, [opening("milk")])
        store.write(ANA, [Transcribe(line("e1", 0, "Which one?", kind="said")), Transcribe(line("e1", 1, "the tea"))])
        wanted = _everything(store)
    with closing(reopen()) as store:
        same(_everything(store), wanted, "everything after reopening")
        same(store.write(ANA, [opening("water")]), [4], "the next id after reopening")
        again = [Transcribe(line("e1", 1, "the tea"))]
        raises(AlreadyTranscribed, "hearing the same words after reopening", store.write, ANA, again)
        store.write(ANA, [Transcribe(line("e1", 2, "thanks"))])
        same([one.number for one in store.transcript(ANA)], [0, 1, 2], "a transcript that goes on after reopening")


def reopening_keeps_counting(reopen: Reopen) -> None:
    """Neither ids nor revisions come back after erasing, forgetting and reopening."""
    with closing(reopen()) as store:
        store.write(ANA, [opening("a"), opening("b")])
        store.write(ANA, [Erase(PreferenceId(2))])
        store.write(BEN, [opening("x")])
        last = store.revision(BEN)
        store.forget_person(BEN)
    with closing(reopen()) as store:
        same(store.people(), [ANA], "people")
        same(store.write(ANA, [opening("c")]), [3], "the id after an erased one")
        store.write(BEN, [opening("y")])
        true(store.revision(BEN) > last, "a revision must not come back after forgetting")


def two_openings_see_each_other(reopen: Reopen) -> None:
    """What one opening has written, closed, erased or forgotten, another that read it before sees at once."""
    with closing(reopen()) as one, closing(reopen()) as other:
        ids = one.write(ANA, [opening("a"), opening("b"), opening("c")])
        same(_everything(other), _everything(one), "after opening")
        one.write(ANA, [Close(ids[0], moment()), Trust(ids[1], 0.2), Transcribe(line("monday", 0, "the tea"))])
        same(_everything(other), _everything(one), "after closing")
        again = [Transcribe(line("monday", 0, "the tea"))]
        raises(AlreadyTranscribed, "hearing what the other has heard", other.write, ANA, again)
        other.write(ANA, [Erase(ids[1]), opening("d")])
        same(_everything(one), _everything(other), "after erasing")
        one.forget_person(ANA)
        same(_everything(other), _everything(one), "after forgetting")
        for _ in range(5):  # as many writes as before, so that counts alone would look the same
            one.write(ANA, [opening("new")])
            same(_everything(other), _everything(one), "after coming back")
        same(values(other, ANA, closed=True), ["new"] * 5, "what is known after coming back")


def _everything(store: Store) -> object:
    return [
        (
            person,
            store.revision(person),
            store.list(person),
            store.list(person, closed=True),
            store.evidence(person),
            store.transcript(person),
            store.nearest(person, direction(1.0), limit=99),
            store.nearest(person, direction(1.0), limit=99, closed=True),
        )
        for person in sorted({*store.people(), ANA, BEN})
    ]


CHECKS = (reopening_finds_everything, reopening_keeps_counting, two_openings_see_each_other)
