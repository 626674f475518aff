"""Learning curves of the continual track: the first, middle and last third of each person's tasks, in order of time.

Somebody with fewer than three tasks has no thirds, and is left out. Thirds are compared within a person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from penchant_lab.report.intervals import interval
from penchant_lab.suites.web.records import TaskType
from penchant_lab.suites.web.scores import FIGURES, TaskRecord

THIRDS = ("first", "middle", "last")

Figure = Callable[[TaskRecord], float | None]


def _only(type: TaskType) -> Figure:
    """Success of one type of task: later tasks may be of other types than earlier ones."""
    return lambda record: record.success if record.type == type else None


CURVES: Mapping[str, Figure] = {
    **{name: FIGURES[name] for name in ("success", "result", "final_result", "questions")},
    "search": _only("search"),
    "recommend": _only("recommend"),
}
"""What is followed over time, by name: the last two are success in tasks of one type."""

People = Mapping[str, Sequence[Sequence[TaskRecord]]]
"""Each person's tasks in three parts."""


def thirds(records: Sequence[TaskRecord]) -> dict[str, list[list[TaskRecord]]]:
    """Each person's tasks, in order of time, in three parts as equal as can be."""
    by_person: dict[str, list[TaskRecord]] = {}
    for record in sorted(records, key=lambda record: (record.person, record.at, record.split, record.number)):
        by_person.setdefault(record.person, []).append(record)
    parts = {}
    for person, tasks in by_person.items():
        if len(tasks) >= len(THIRDS):
            edges = [len(tasks) * part // 3 for part in range(4)]
            parts[person] = [tasks[start:end] for start, end in pairwise(edges)]
    return parts


def curves(scored: Mapping[str, Sequence[TaskRecord]]) -> dict[str, Any]:
    """For each agent and figure: the three thirds with intervals, and how much more the last is than the first."""
    found: dict[str, Any] = {}
    for agent, records in scored.items():
        people = thirds(records)
        found[agent] = {
            name: {
                **{third: _level(figure, people, at) for at, third in enumerate(THIRDS)},
                "gain": _gain(figure, people),
            }
            for name, figure in CURVES.items()
        }
    return found


def over_time(one: Sequence[TaskRecord], other: Sequence[TaskRecord]) -> dict[str, Any]:
    """How much more success one agent has than another in each third of the tasks, person by person."""
    people = thirds(one)
    parts = {third: [record for tasks in people.values() for record in tasks[at]] for at, third in enumerate(THIRDS)}
    return {third: difference(FIGURES["success"], part, other) for third, part in parts.items()}


def difference(figure: Figure, one: Sequence[TaskRecord], other: Sequence[TaskRecord]) -> dict[str, float | None]:
    """How much more one agent gets than another on the tasks that both did, a person's tasks together."""
    before = {(record.split, record.number): figure(record) for record in other}
    by_person: dict[str, list[float]] = {}
    for record in one:
        now, was = figure(record), before.get((record.split, record.number))
        if now is not None and was is not None:
            by_person.setdefault(record.person, []).append(now - was)
    mean, low, high, _ = clustered([by_person[person] for person in sorted(by_person)])
    return {"difference": mean, "low": low, "high": high}


def clustered(groups: Sequence[Sequence[float]]) -> tuple[float | None, float | None, float | None, int]:
    """The mean over all values, its interval by drawing whole groups, and how many values there are."""
    count = sum(map(len, groups))
    if not count:
        return None, None, None, 0
    low, high = interval([sum(group) / len(group) for group in groups], [len(group) for group in groups])
    return round(sum(map(sum, groups)) / count, 6), low, high, count


def _level(figure: Figure, people: People, at: int) -> dict[str, Any]:
    groups = [values for person in sorted(people) if (values := _values(figure, people[person][at]))]
    return dict(zip(("mean", "low", "high", "n"), clustered(groups), strict=True))


def _gain(figure: Figure, people: People) -> dict[str, Any]:
    """Last third less first, the mean over people who have the figure in both."""
    gains = []
    for person in sorted(people):
        first, last = (_values(figure, people[person][at]) for at in (0, -1))
        if first and last:
            gains.append([sum(last) / len(last) - sum(first) / len(first)])
    return dict(zip(("difference", "low", "high", "people"), clustered(gains), strict=True))


def _values(figure: Figure, records: Sequence[TaskRecord]) -> list[float]:
    return [value for value in map(figure, records) if value is not None]
