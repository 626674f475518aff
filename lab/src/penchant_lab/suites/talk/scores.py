"""From the questions of a run to its scores, each with an interval over people (or over rows that are one each)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from penchant.errors import RunError
from penchant_lab.report.intervals import interval
from penchant_lab.suites.talk.trial import OURS, TalkWorld

Record = Mapping[str, Any]


def report(
    records: Sequence[Record], facts: Mapping[str, Any], world: TalkWorld, lines: Sequence[str]
) -> dict[str, Any]:
    """The figures of a run: the agent's results, each line's, and what else there is to say of the agent."""
    try:
        by_method: dict[str, list[Record]] = {}
        for record in records:
            by_method.setdefault(record["method"], []).append(record)
        ours = by_method.get(OURS, [])
        found = {name: scored(by_method.get(name, ()), world.names) for name in lines}
        return {
            **facts,
            "results": scored(ours, world.names),
            "lines": {line: scores for line, scores in found.items() if scores},
            "also": world.also([record for record in ours if "broke" not in record]) if ours else {},
            "broke": sum("broke" in record for record in records),
        }
    except (KeyError, TypeError, ValueError) as error:
        raise RunError(f"The run holds a line that no study of talk wrote ({error}); start anew.") from error


def scored(records: Iterable[Record], names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The mean score of each name with its interval, in the order of the names; what broke is not counted."""
    found: dict[str, dict[str, list[float]]] = {}
    for record in records:
        scores = record["scores"] if "scores" in record else {record["name"]: record.get("score")}
        for name, score in scores.items():
            if score is not None:
                found.setdefault(name, {}).setdefault(record["person"], []).append(float(score))
    return {name: _score(found[name]) for name in names if name in found}


def _score(people: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    each = [people[person] for person in sorted(people)]
    many = sum(map(len, each))
    low, high = interval([sum(scores) / len(scores) for scores in each], [len(scores) for scores in each])
    score = round(sum(map(sum, each)) / many, 6)
    return {"score": score, "low": low, "high": high, "n": many}
