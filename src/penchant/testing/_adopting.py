"""Checks of carrying a memory over from another store: whole preferences, their vectors, and nothing mixed up."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime

from penchant.domain import EpisodeId, Preference, PreferenceId
from penchant.errors import BadInput, UnknownPreference
from penchant.store import Adopt, Change, Erase, Store, Vectored, Witness
from penchant.testing._samples import ANA, BEN, direction, heard, moment, opening, raises, same, true, values

Make = Callable[[], Store]


def _kept(id: int, **given: object) -> Preference:
    one = Preference(
        id=PreferenceId(id),
        person=ANA,
        situation="when drowsy",
        topic="a drink",
        stance="wants",
        value=f"drink {id}",
        rather_than=("milk",),
        confidence=0.7,
        words="that one",
        episode=EpisodeId("episode-7"),
        since=moment(id),
        confirmed=moment(id + 3),
    )
    return replace(one, **given)  # type: ignore[arg-type]


def what_is_adopted_is_kept_as_it_was(make: Make) -> None:
    """Ids with gaps, every date, what it replaces and the order of the evidence are those it came with."""
    with closing(make()) as store:
        tea, mate = PreferenceId(3), PreferenceId(7)
        wanted = [
            _kept(3, until=moment(50), confidence=0.25),
            _kept(7, replaces=tea, kind="constraint"),
            _kept(8, since=moment(-9)),
        ]
        said = [heard(mate, "second", minute=9), heard(tea, "first", minute=2, supports=False), heard(mate, "third")]
        changes = [Adopt(one, direction(1.0, one.id)) for one in wanted]
        same(store.write(ANA, [*changes, *map(Witness, said)]), [3, 7, 8], "ids")
        for _ in range(2):  # before and after it was read once
            same(store.list(ANA, closed=True), wanted, "preferences")
            same(store.list(ANA), wanted[1:], "the open ones")
            same(store.get(ANA, tea), wanted[0], "get")
            same(store.evidence(ANA), said, "evidence")
            found = store.nearest(ANA, direction(1.0, 7.0), limit=9)
            same([match.preference.id for match in found], [7, 8], "a search among the open ones")
            same(len(store.nearest(ANA, direction(1.0), limit=9, closed=True)), 3, "a search among all")
        same(store.write(ANA, [opening("water")]), [9], "the next id")


def adopting_goes_on_from_what_was_read(make: Make) -> None:
    """What is adopted after a person was read is seen at once, closed where it is closed."""
    with closing(make()) as store:
        store.write(ANA, [opening("tea")])
        store.list(ANA), store.evidence(ANA), store.nearest(ANA, direction(1.0), limit=1)
        store.write(ANA, [Adopt(_kept(5, until=moment(6)), direction(1.0)), Adopt(_kept(6), direction(1.0))])
        same([one.id for one in store.list(ANA)], [1, 6], "the open ones")
        same([match.preference.id for match in store.nearest(ANA, direction(1.0), limit=9)], [1, 6], "a search")
        same(len(store.evidence(ANA)), 1, "evidence, of which none came along")


def nothing_is_mixed_up_by_adopting(make: Make) -> None:
    """An id that was given already, somebody else's preference, or one that cannot be kept: nothing is written."""
    with closing(make()) as store:
        store.write(ANA, [opening("a"), opening("b")])
        store.write(ANA, [Erase(PreferenceId(2))])
        before = (store.list(ANA, closed=True), store.revision(ANA))
        bad: dict[str, Preference] = {
            "an id in use": _kept(1),
            "an id that was erased": _kept(2),
            "an id twice": _kept(3),
            "an id below 1": _kept(0),
            "an id beyond counting": replace(_kept(4), id=PreferenceId(2**70)),
            "somebody else's": _kept(4, person=BEN),
            "a confidence above 1": _kept(4, confidence=1.5),
            "a confidence of NaN": _kept(4, confidence=math.nan),
            "a moment without a time zone": _kept(4, until=datetime(2026, 1, 1)),
            "a text that is no Unicode": _kept(4, words="\ud800"),
            "an unknown stance": _kept(4, stance="likes"),
            "an unknown kind": _kept(4, kind="whim"),
        }
        for what, one in bad.items():
            raises(BadInput, what, store.write, ANA, [Adopt(_kept(3), direction(1.0)), Adopt(one, direction(1.0))])
        other: list[Change] = [Adopt(_kept(3), direction(1.0)[:5])]
        raises(BadInput, "a vector of another size", store.write, ANA, other)
        unknown: list[Change] = [Adopt(_kept(3, replaces=PreferenceId(2)), direction(1.0))]
        raises(UnknownPreference, "replacing what is not there", store.write, ANA, unknown)
        same((store.list(ANA, closed=True), store.revision(ANA)), before, "what was kept before")
        same(store.people(), [ANA], "people")


def vectors_come_back_as_they_were(make: Make) -> None:
    """A store that hands out vectors gives those that were written, bit for bit; the others pass."""
    with closing(make()) as store:
        if not isinstance(store, Vectored):
            return
        same(store.vectors(ANA), {}, "a stranger's vectors")
        given = {1: direction(0.1, 7.0), 2: direction(), 3: direction(3.0, 1e-30, -0.0), 9: direction(1 / 3)}
        store.write(ANA, [opening(str(n), vector=given[n]) for n in (1, 2, 3)])
        store.write(ANA, [Adopt(_kept(9, until=moment()), given[9])])
        store.write(BEN, [opening("milk", vector=direction(5.0))])
        wanted = {id: vector.tobytes() for id, vector in given.items()}
        given[1][:] = 9.0  # the caller's array, not the store's
        for _ in range(2):
            found = store.vectors(ANA)
            same({id: vector.tobytes() for id, vector in found.items()}, wanted, "the vectors")
            true(all(vector.dtype == "<f4" for vector in found.values()), "vectors are float32")
            found[PreferenceId(1)][:] = 0.0
        store.write(ANA, [Erase(PreferenceId(2))])
        same(sorted(store.vectors(ANA)), [1, 3, 9], "after erasing")
        store.forget_person(ANA)
        same((store.vectors(ANA), values(store, BEN)), ({}, ["milk"]), "after forgetting")


CHECKS = (
    what_is_adopted_is_kept_as_it_was,
    adopting_goes_on_from_what_was_read,
    nothing_is_mixed_up_by_adopting,
    vectors_come_back_as_they_were,
)
