"""How likely an old belief still holds, judged by how other beliefs of the same person fared since.

Noise and a change of heart look alike in one word, and differ in company: what is false is false here and there, and
who has changed contradicts one thing after another that was believed before. So the moment of the latest change is a
hidden state, and every word about something known from an earlier errand a noisy observation of it: Bayesian online
change-point detection, over the person, and over each topic of what holds in any situation.

Who changes one taste after another has done with those that have changed. What took another's place of late is doubted
only as far as other such beliefs were contradicted since, and not for each taste that changes for the first time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from penchant.domain import EpisodeId, Evidence, Preference, PreferenceId
from penchant.memory.belief_ledger import BeliefLedger
from penchant.memory.reliability import Reliability, reliability

LOOK_BACK = 192
"""How many of the latest pieces of evidence are weighed; older ones say little about today."""

CHANGES = 0.0005
"""How likely it is that somebody changes between one errand and the next."""

SHIFTS = 0.001
"""The same of their tastes about one kind of thing."""

ALIKE = 1
FALLS = 20
"""What ends a trusted belief weighs as much as so many others that the same words tell of; of one kind of thing, people
who change say first what they no longer want, and go on wanting the rest of an option."""

AT_ONCE = 0.8
"""Who changes, changes so many of their tastes."""

ALONE = 0.006
"""How likely one taste has changed by itself since it was last heard of."""

ANNOUNCED = 0.001
"""How often a change that was said plainly enough to end a trusted belief was none."""

FELL = 50.0
"""So many times likelier is the end of a belief that was confirmed once if somebody changed, as far as dates tell."""

TRUSTED = 0.8
"""A belief that was likelier than this ends at once only if that was said."""

OTHERS = 3
"""So many other values a false word might have named."""

BEFORE = 0.95
"""How likely a belief held that was heard before what is looked back on."""


class _Check(NamedTuple):
    """Something heard of a belief from an earlier errand; errands go by their numbers, counted from 1."""

    belief: Preference
    moment: tuple[EpisodeId, str]
    confirmed: int  # the errand on which something spoke for it last
    errand: int
    ratio: float  # how many times likelier that is if the belief has changed in between than if not
    announced: bool  # whether it ended a trusted belief at once


class Standing:
    """Reads the latest evidence about one person once; then judges any number of their beliefs.

    ``every`` belief of theirs is given, closed ones too.
    """

    def __init__(self, every: Sequence[Preference] | BeliefLedger, latest: Sequence[Evidence]) -> None:
        ledger = every if isinstance(every, BeliefLedger) else BeliefLedger.of(every)
        self.words: Reliability = reliability(latest, ledger.known)
        recent = dict.fromkeys(item.episode for item in latest)
        self._before = ledger.begun_before(recent)  # when each errand began that is not looked back on
        self._errands: dict[EpisodeId, int] = {id: n for n, id in enumerate(recent, len(self._before) + 1)}
        self._confirmed: dict[PreferenceId, int] = {}
        ended = [ledger.ended[id] for id in sorted(ledger.ended)]
        checks = [*self._falls(ended, latest), *self._checks(latest, ledger.known)]
        self._changed = self._suspicion(checks, CHANGES, ALIKE)
        again = [check for check in checks if self._is_renewed(check.belief)]
        self._changed_again = self._suspicion(again, CHANGES, ALIKE)
        self._topics: dict[str, list[_Check]] = {}
        for check in checks:
            if not check.belief.situation:
                self._topics.setdefault(check.belief.topic, []).append(check)
        self._shifts: dict[str, NDArray[np.float64]] = {}

    def of(self, beliefs: Sequence[Preference]) -> list[float]:
        """How likely each belief holds, 0 to 1: its own confidence, less what happened since it was confirmed."""
        if not beliefs:
            return []
        errand = np.array([self._confirmed_on(belief) for belief in beliefs])
        renewed = np.array([self._is_renewed(belief) for belief in beliefs])
        changed = np.where(renewed, self._changed_again[errand], self._changed[errand])
        for topic in {belief.topic for belief in beliefs if not belief.situation} & self._topics.keys():
            rows = [i for i, belief in enumerate(beliefs) if belief.topic == topic and not belief.situation]
            changed[rows] = np.maximum(changed[rows], self._shift(topic)[errand[rows]])
        holds = (1 - ALONE) * (1 - AT_ONCE * changed)
        standing: list[float] = (np.array([belief.confidence for belief in beliefs]) * holds).tolist()
        return standing

    def _is_renewed(self, belief: Preference) -> bool:
        """Whether it took the place of another of late, of what is wanted in some situation."""
        return belief.replaces is not None and bool(belief.situation) and belief.episode in self._errands

    def _confirmed_on(self, belief: Preference) -> int:
        """The errand on which something spoke for a belief last."""
        known = self._confirmed.get(belief.id)
        return bisect_right(self._before, belief.confirmed) if known is None else known

    def _shift(self, topic: str) -> NDArray[np.float64]:
        """How likely a change of tastes about one kind of thing came after each errand."""
        known = self._shifts.get(topic)
        if known is None:
            known = self._shifts[topic] = self._suspicion(self._topics[topic], SHIFTS, FALLS)
        return known

    def _suspicion(self, checks: Sequence[_Check], hazard: float, falls: int) -> NDArray[np.float64]:
        """How likely a change came after each errand; the first number is for whatever was heard before all of them.

        The weight at n is that of the latest change having come just before errand n; at 0, that of none.
        """
        size = len(self._before) + len(self._errands) + 1
        if all(check.ratio <= 1 for check in checks):  # nothing was contradicted
            return np.append(np.full(size - 1, hazard), 0.0)
        together: dict[tuple[EpisodeId, str], int] = {}
        for check in checks:  # the words of one moment count as one, however many beliefs they tell of
            together[check.moment] = together.get(check.moment, 0) + (falls if check.announced else 1)
        weights = np.zeros(size)
        weights[0] = 1.0
        reached, total = 1, np.add.reduce
        for _, moment, confirmed, errand, ratio, announced in checks:
            if errand >= reached:
                weights[:reached] /= total(weights[:reached])
                weights[reached : errand + 1] = hazard
                reached = errand + 1
            share = (falls if announced else 1) / together[moment]
            weights[confirmed + 1 : reached] *= ratio if share == 1 else ratio**share
        weights[reached:] = hazard * total(weights[:reached])
        after: NDArray[np.float64] = np.cumsum(weights[::-1])[::-1] / weights.sum()
        return np.append(after[1:], 0.0)

    def _falls(self, closed: Iterable[Preference], latest: Sequence[Evidence]) -> list[_Check]:
        """The ends of beliefs before all that is looked back on, if they were ever confirmed."""
        found = []
        for belief in closed:
            ended = belief.until
            if ended is not None and belief.since < belief.confirmed < ended and ended < latest[0].at:
                confirmed, errand = (bisect_right(self._before, moment) for moment in (belief.confirmed, ended))
                if confirmed < errand:
                    moment = belief.episode, "correction"
                    found.append(_Check(belief, moment, confirmed, errand, FELL, True))
        return sorted(found, key=lambda check: check.errand)

    def _checks(self, latest: Sequence[Evidence], known: dict[PreferenceId, Preference]) -> list[_Check]:
        """What was heard of beliefs from earlier errands; keeps for each when it was confirmed last."""
        found: list[_Check] = []
        likelihood: dict[PreferenceId, float] = {}
        rates = {source: self.words.false(source) for source in {item.source for item in latest}}
        errands, last = self._errands, self._confirmed
        for item in latest:
            id, supports = item.preference, item.supports
            belief = known.get(id)
            if belief is None:
                continue
            errand, false, likely = errands[item.episode], rates[item.source], likelihood.get(id)
            if likely is None:
                last[id] = errands.get(belief.episode) or bisect_right(self._before, belief.since)
                likely = 0.5 if last[id] == errand else BEFORE
            announced = not supports and likely > TRUSTED and belief.until == item.at
            if announced:
                false = min(false, ANNOUNCED)
            same, other = (1 - false, false / OTHERS) if supports else (false, 1 - false / OTHERS)
            as_before = likely * same + (1 - likely) * other
            if last[id] != errand:
                ratio = (1 - AT_ONCE) + AT_ONCE * other / as_before
                found.append(_Check(belief, (item.episode, item.source), last[id], errand, ratio, announced))
            likelihood[id] = likely * same / as_before
            if supports:
                last[id] = errand
        return found
