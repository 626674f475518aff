"""Checks of searching: cosine, order, ties, thresholds, zero vectors, open and closed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import numpy as np

from penchant.domain import PreferenceId
from penchant.errors import BadInput
from penchant.store import Close, Erase, Match, Store
from penchant.testing._samples import ANA, direction, moment, opening, raises, same, true

Make = Callable[[], Store]


def the_most_alike_come_first(make: Make) -> None:
    """Cosine decides, whatever the lengths; best first, no more than ``limit``."""
    with closing(make()) as store:
        ways = {"across": (0.0, 7.0), "along": (0.2, 0.0), "against": (-3.0, 0.0), "between": (1.0, 1.0)}
        store.write(ANA, [opening(name, vector=direction(*way)) for name, way in ways.items()])
        found = store.nearest(ANA, direction(5.0), limit=9)
        same([match.preference.value for match in found], ["along", "between", "across", "against"], "order")
        for match, wanted in zip(found, [1.0, 0.5**0.5, 0.0, -1.0], strict=True):
            true(abs(match.score - wanted) < 1e-6, f"the cosine should be {wanted:.6f}, not {match.score:.6f}")
            true(-1.0 <= match.score <= 1.0, "a cosine lies between -1 and 1")
        same(_ids(store.nearest(ANA, direction(5.0), limit=2)), [2, 4], "limit")
        same(store.nearest(ANA, direction(5.0), limit=0), [], "a limit of none")
        same(found[0].preference, store.list(ANA)[1], "the preference in a match")


def equals_come_by_lower_id(make: Make) -> None:
    """The same vector scores the same wherever it lies among many, so equal ones come in order of id."""
    with closing(make()) as store:
        rng = np.random.default_rng(7)
        twin = rng.normal(size=8).astype(np.float32)
        where = set(range(3, 500, 11))
        store.write(
            ANA, [opening("twin" if n in where else "other", vector=twin if n in where else -twin) for n in range(500)]
        )
        for limit in (1, 7, len(where), 499):
            found = store.nearest(ANA, twin, limit=limit)
            same(_ids(found)[: len(where)], [n + 1 for n in sorted(where)][:limit], f"ties with a limit of {limit}")
            same(len(found), limit, "how many")


def only_those_above_the_threshold(make: Make) -> None:
    """The threshold is strict."""
    with closing(make()) as store:
        store.write(ANA, [opening("a", vector=direction(1.0)), opening("b", vector=direction(0.0, 1.0))])
        same(_ids(store.nearest(ANA, direction(1.0), limit=9, threshold=0.5)), [1], "above one half")
        same(_ids(store.nearest(ANA, direction(1.0), limit=9, threshold=0.0)), [1], "strictly above zero")
        same(_ids(store.nearest(ANA, direction(1.0), limit=9, threshold=-0.1)), [1, 2], "above a little less than zero")
        same(_ids(store.nearest(ANA, direction(1.0), limit=9, threshold=1.0)), [], "strictly above one")


def zero_vectors_are_like_nothing(make: Make) -> None:
    """A vector of zeros, kept or looked for, has a cosine of 0 with everything."""
    with closing(make()) as store:
        store.write(ANA, [opening("empty", vector=direction()), opening("tea", vector=direction(1.0))])
        found = store.nearest(ANA, direction(), limit=9)
        same([(match.score, match.preference.id) for match in found], [(0.0, 1), (0.0, 2)], "looking for zeros")
        found = store.nearest(ANA, direction(1.0), limit=9)
        same([(round(match.score, 6), match.preference.id) for match in found], [(1.0, 2), (0.0, 1)], "keeping zeros")
        same(store.nearest(ANA, direction(), limit=9, threshold=0.0), [], "zeros above zero")


def closed_ones_are_found_when_asked_for(make: Make) -> None:
    """A search sees the open ones only, unless told; what is erased is never found."""
    with closing(make()) as store:
        store.write(ANA, [opening(value) for value in "abc"])
        same(_ids(store.nearest(ANA, direction(1.0), limit=9)), [1, 2, 3], "all open")
        store.write(ANA, [Close(PreferenceId(1), moment())])
        same(_ids(store.nearest(ANA, direction(1.0), limit=2)), [2, 3], "one closed")
        found = store.nearest(ANA, direction(1.0), limit=9, closed=True)
        same(_ids(found), [1, 2, 3], "closed ones too")
        same(found[0].preference.until, moment(), "the closed one as it is now")
        store.write(ANA, [Erase(PreferenceId(2)), opening("d")])
        same(_ids(store.nearest(ANA, direction(1.0), limit=9)), [3, 4], "one erased, one new")
        same(_ids(store.nearest(ANA, direction(1.0), limit=9, closed=True)), [1, 3, 4], "and the closed one")


def a_search_agrees_with_counting_by_hand(make: Make) -> None:
    """Among two thousand random vectors, written piece by piece, the best are those a plain calculation finds."""
    with closing(make()) as store:
        rng = np.random.default_rng(11)
        rows = rng.normal(size=(2000, 8)).astype(np.float32)
        for start in range(0, 2000, 250):
            store.write(ANA, [opening("x", vector=row) for row in rows[start : start + 250]])
            store.nearest(ANA, rows[0], limit=1)  # so that what is remembered has to grow
        wide = rows.astype(np.float64)
        for query in rng.normal(size=(5, 8)):
            cosines = wide @ query / np.linalg.norm(wide, axis=1) / np.linalg.norm(query)
            wanted = (np.argsort(-cosines, kind="stable")[:10] + 1).tolist()
            same(_ids(store.nearest(ANA, query.astype(np.float32), limit=10)), wanted, "the ten most alike")


def searching_a_stranger_finds_nothing(make: Make) -> None:
    """Nothing is known, so nothing is found; the question is still checked."""
    with closing(make()) as store:
        same(store.nearest(ANA, direction(1.0), limit=3), [], "nearest")
        raises(BadInput, "searching with NaN", store.nearest, ANA, direction(float("nan")), limit=3)


def _ids(found: list[Match]) -> list[PreferenceId]:
    return [match.preference.id for match in found]


CHECKS = (
    the_most_alike_come_first,
    equals_come_by_lower_id,
    only_those_above_the_threshold,
    zero_vectors_are_like_nothing,
    closed_ones_are_found_when_asked_for,
    a_search_agrees_with_counting_by_hand,
    searching_a_stranger_finds_nothing,
)
