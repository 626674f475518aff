"""How soon a change of heart is noticed, and how often one that is none: our change-point against detectors of `river`.

People have thirty tastes and speak of one an errand; a share of their words is false. After three rounds all tastes
change at once, unannounced. Each detector is told whether what was said contradicts what was believed, ours through
`memory.standing.Standing`: it alarms when something that was not heard of since is less likely than not to hold.

    pip install river
    python benchmarks/change_detectors.py
"""

from __future__ import annotations

import argparse
import importlib
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId
from penchant.memory import Standing
from penchant.memory.standing import LOOK_BACK

TASTES, ROUNDS = 30, 3
_START = datetime(2026, 1, 1, tzinfo=UTC)


class ChangePoint:
    """Ours, fed with the evidence that an agent would have."""

    def __init__(self) -> None:
        self.beliefs: dict[int, Preference] = {}
        self.evidence: list[Evidence] = []
        self.errand = 0

    def update(self, taste: int, contradicted: bool) -> bool:
        """Hear of a taste on the next errand; whether what is left from before is to be doubted."""
        self.errand += 1
        at, episode = _START + timedelta(minutes=self.errand), EpisodeId(f"e{self.errand}")
        known = self.beliefs.get(taste)
        if known is None:
            known = self.beliefs[taste] = _belief(PreferenceId(taste + 1), taste, at, episode)
        elif not contradicted:
            self.beliefs[taste] = replace(known, confirmed=at)
        self.evidence.append(
            Evidence(
                preference=known.id,
                episode=episode,
                source="correction" if contradicted else "praise",
                supports=not contradicted,
                words=f"word {self.errand}",
                at=at,
            )
        )
        if len(self.beliefs) < TASTES:
            return False
        standing = Standing(list(self.beliefs.values()), self.evidence[-LOOK_BACK:])
        oldest = min(self.beliefs.values(), key=lambda belief: belief.confirmed)
        return standing.of([oldest])[0] < 0.5


def _belief(id: PreferenceId, taste: int, at: datetime, episode: EpisodeId) -> Preference:
    return Preference(
        id=id,
        person=PersonId("ana"),
        situation=f"occasion {taste}",
        topic="something",
        stance="wants",
        value=f"value {id}",
        confidence=0.99,
        words="that one",
        episode=episode,
        since=at,
        confirmed=at,
    )


class _Theirs:
    """A detector of river, fed with whether each word contradicted what was believed."""

    def __init__(self, made: Any) -> None:
        self._detector = made

    def update(self, taste: int, contradicted: bool) -> bool:
        """Hear of a taste; whether a change is detected now."""
        self._detector.update(int(contradicted))
        return bool(self._detector.drift_detected)


def live(make: Callable[[], Any], eps: float, seed: int) -> tuple[int | None, int, int]:
    """How many errands after the change it was noticed, how many alarms came before, and on how many errands."""
    rng, detector, early, checked = random.Random(seed), make(), 0, 0
    believed = dict.fromkeys(range(TASTES), 0)
    alarmed = False
    for errand in range(TASTES * (ROUNDS + 1)):
        taste, new = errand % TASTES, int(errand >= TASTES * ROUNDS)
        said = new if rng.random() >= eps else 2 + rng.randrange(3)
        contradicted = errand >= TASTES and said != believed[taste]
        if errand < TASTES or said == new:
            believed[taste] = new if said == new else believed[taste]
        alarm = detector.update(taste, contradicted)
        if new and alarm:
            return errand - TASTES * ROUNDS + 1, early, checked
        if not new and errand >= TASTES:
            checked += 1
            early += alarm and not alarmed
            alarmed = alarm
    return None, early, checked


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--people", type=int, default=100)
    people = parser.parse_args().people
    drift = importlib.import_module("river.drift")
    binary = importlib.import_module("river.drift.binary")
    makers: dict[str, Callable[[], Any]] = {
        "ours": ChangePoint,
        "ADWIN": lambda: _Theirs(drift.ADWIN(grace_period=5, clock=1)),
        "PageHinkley": lambda: _Theirs(drift.PageHinkley(min_instances=10, threshold=3)),
        "DDM": lambda: _Theirs(binary.DDM(warm_start=20)),
        "HDDM-A": lambda: _Theirs(binary.HDDMA()),
    }
    print("| words false | detector | noticed after, errands (median) | never | false alarms in 100 errands |")
    print("|---|---|---|---|---|")
    for eps in (0.0, 0.05, 0.1, 0.2, 0.3):
        for name, make in makers.items():
            found = [live(make, eps, seed) for seed in range(people)]
            noticed = [after for after, _, _ in found if after is not None]
            never = 100 * (1 - len(noticed) / people)
            alarms = 100 * sum(early for _, early, _ in found) / sum(checked for _, _, checked in found)
            print(f"| {eps:.0%} | {name} | {median(noticed) if noticed else '-'} | {never:.0f} % | {alarms:.1f} |")


if __name__ == "__main__":
    main()
