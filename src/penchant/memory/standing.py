"""How likely an old belief still holds, judged by how other beliefs of the same person fared since.

Change of heart, noise and context are told apart by evidence over time. A belief that was confirmed a moment ago stands
on its own. For one that was last confirmed a while ago, what matters is what happened in between: when other beliefs of
about the same age fell, this one may have fallen too; when they held, it probably holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import inf, nextafter
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Evidence, Preference, PreferenceId

LOOK_BACK = 96
"""How many of the latest pieces of evidence are weighed; older ones say little about today."""

PRIOR_FELL = 0.1
PRIOR_HELD = 3.0
"""Before any check, about one belief in thirty is taken to have changed behind our back."""

FELL = 3.0
"""A belief that had to be closed weighs as much as three that held: people rarely take back what is true."""

SHAKEN = 1.0
"""A contradiction that a belief survived may be a slip of the tongue, or a misunderstanding of ours."""


_Check = tuple[float, float, float]
"""When a belief that fell was last confirmed, when that came to light, and how much it weighs."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A moment between ``after`` and ``before`` that explains why beliefs fell, and how much they weigh together."""

    after: float
    before: float
    weight: float

    def since(self, confirmed: float) -> float:
        """How much of the time in which it may have come lies after a moment (0 to 1)."""
        return max((self.before - max(self.after, confirmed)) / (self.before - self.after), 0.0)

    def since_each(self, confirmed: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same for each of several moments."""
        share: NDArray[np.float64] = (self.before - np.maximum(self.after, confirmed)) / (self.before - self.after)
        return np.maximum(share, 0)


SHARED = 0.95
"""Of what holds in any situation, one belief that falls takes all about the same topic with it that was last heard
before: so likely have they changed as well."""


class _Falls:
    """What the beliefs that were closed tell; the same as long as no other is closed."""

    def __init__(self, closed: list[Preference]) -> None:
        self.closed = closed
        self.ids = {belief.id for belief in closed}
        self.checks: list[_Check] = []
        self.topics: dict[str, list[_Check]] = {}  # of what holds in any situation
        self.shifts: dict[str, list[_Change]] = {}  # of topics that were asked about
        ended = sorted(((b.until, b.id, b) for b in closed if b.until is not None), key=itemgetter(0, 1))
        for until, _, belief in ended[-LOOK_BACK:]:
            if until == belief.confirmed:  # a misunderstanding, which never held
                continue
            check = (belief.confirmed.timestamp(), until.timestamp(), FELL)
            self.checks.append(check)
            if not belief.situation:
                self.topics.setdefault(belief.topic, []).append(check)

    def shared(self, belief: Preference, confirmed: float) -> float:
        """How likely a belief has changed along with another about the same topic."""
        if belief.situation or belief.topic not in self.topics:
            return 0.0
        changes = self.shifts.get(belief.topic)
        if changes is None:
            changes = self.shifts[belief.topic] = list(_changes(self.topics[belief.topic]))
        return SHARED * max(change.since(confirmed) for change in changes)


@dataclass(frozen=True, slots=True)
class _Fates:
    """How others fared since each of these beliefs was last confirmed; the same whatever time it gets to be."""

    beliefs: list[Preference]
    confidence: NDArray[np.float64]
    confirmed: NDArray[np.float64]
    held: NDArray[np.float64]  # for how long others held, added up
    fell: NDArray[np.float64]  # how much those weigh that fell
    shared: NDArray[np.float64] | None  # how likely each has changed along with others; None where nothing is shared


class Standing:
    """Reads the latest evidence about one person once; then judges any number of their beliefs.

    A *check* is a belief that was last confirmed at one time and met with evidence at a later one: it held or it fell.
    Falls whose stretches of time overlap are put down to one change, no later than the first of them came to light; so
    what was heard since then is not suspected. Whoever has read the evidence ``before`` spares working out its dates.
    """

    def __init__(self, closed: list[Preference], latest: list[Evidence], before: Standing | None = None) -> None:
        self._falls: _Falls = before._falls if before is not None and before._falls.closed == closed else _Falls(closed)
        self._latest = latest
        self._moments = _moments(latest, before)
        gone = self._falls.ids
        fell = self._falls.checks.copy()
        seen: dict[PreferenceId, float] = {}
        since: list[float] = []
        until: list[float] = []
        for item, at in zip(latest, self._moments, strict=True):
            start = seen.get(item.preference)
            if item.supports:
                if start is not None:
                    since.append(start)
                    until.append(at)
                seen[item.preference] = at
            elif start is not None and item.preference not in gone:  # shaken, not fallen: it counts all the same
                fell.append((start, at, SHAKEN))
        self._held = np.array(since), np.array(until)
        self._latest_held = max(until, default=-inf)
        self._changes = list(_changes(fell))
        self._fates: _Fates | None = None

    def of(self, beliefs: Sequence[Preference], now: datetime) -> list[float]:
        """How likely each belief holds now, 0 to 1: its own confidence, less what happened since it was confirmed."""
        if not beliefs:
            return []
        at = now.timestamp()
        fates = self._fates
        if fates is None or at < self._latest_held or fates.beliefs != beliefs:
            fates = self._fates_of(list(beliefs), at)
            if at >= self._latest_held:  # or else a clock stepped back, and they are other ones later
                self._fates = fates
        held = PRIOR_HELD + fates.held / np.maximum(at - fates.confirmed, 1e-6)
        changed = fates.fell / (fates.fell + held)
        if fates.shared is not None:
            changed = np.maximum(changed, fates.shared)
        standing: list[float] = (fates.confidence * (1 - changed)).tolist()
        return standing

    def _fates_of(self, beliefs: list[Preference], now: float) -> _Fates:
        moments = [belief.confirmed.timestamp() for belief in beliefs]
        confirmed = np.array(moments)
        since, until = self._held
        overlap = np.minimum(until, now) - np.maximum(since, confirmed[:, None])
        held = np.add.reduce(np.maximum(overlap, 0, out=overlap), axis=1)
        fell: NDArray[np.float64] = np.array(PRIOR_FELL)
        for change in self._changes:
            fell = fell + change.weight * change.since_each(confirmed)
        shared = np.array(list(map(self._falls.shared, beliefs, moments))) if self._falls.topics else None
        return _Fates(beliefs, np.array([belief.confidence for belief in beliefs]), confirmed, held, fell, shared)


def _moments(latest: list[Evidence], before: Standing | None) -> list[float]:
    """When each was heard; as a rule all but the last few were there before."""
    known: list[float] = []
    if before is not None and latest and latest[0] in before._latest:
        start = before._latest.index(latest[0])
        if latest[: len(before._latest) - start] == before._latest[start:]:
            known = before._moments[start:]
    return known + [item.at.timestamp() for item in latest[len(known) :]]


def _changes(fell: Sequence[_Check]) -> Iterator[_Change]:
    """The fewest moments of change that explain every fall."""
    # A clock may step back: what fell was confirmed before it fell, whatever the dates say.
    left = sorted(((_before(start, end), end, weight) for start, end, weight in fell), key=lambda check: check[1])
    while left:
        before = left[0][1]
        together = [check for check in left if check[0] < before]
        yield _Change(max(start for start, _, _ in together), before, sum(weight for _, _, weight in together))
        left = [check for check in left if check[0] >= before]


def _before(start: float, end: float) -> float:
    """The start, or where it is none a moment before the end, however far off that is."""
    return min(start, end - 1e-6, nextafter(end, -inf))
