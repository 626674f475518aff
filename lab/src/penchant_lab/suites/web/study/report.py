"""From the tasks of a run to its figures: the same bytes for the same tasks, in whatever order they were done.

A task that broke is counted and never scored. Differences are taken person by person on the same tasks, so that their
intervals are narrower than those of the two figures they lie between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from penchant.errors import RunError
from penchant_lab.suites.web.records import TYPES, WebData
from penchant_lab.suites.web.scores import FIGURES, TaskRecord, slices, table
from penchant_lab.suites.web.study.baselines import BASELINES, CHANCE, blind
from penchant_lab.suites.web.study.curves import curves, difference, over_time
from penchant_lab.suites.web.study.options import DEAF, STRANGER
from penchant_lab.suites.web.study.same import same_rows

_TOLD = ("result", "result_low", "result_high", "success", "n")
NOTHING = "none"
"""The agent without any memory, against which the others are held."""


def report(
    records: Iterable[tuple[str, TaskRecord]], data: WebData, facts: Mapping[str, Any], names: Sequence[str]
) -> dict[str, Any]:
    """The figures of a run, in the order of its agents."""
    found: dict[str, list[TaskRecord]] = {name: [] for name in (*BASELINES, *names)}
    for name, record in records:
        found[name].append(record)
    shown = [name for name in names if not name.endswith(STRANGER)]
    agents = {name: _agent(found[name]) for name in shown}
    scored = {name: [record for record in found[name] if not record.broke] for name in found}
    if not any(scored[name] for name in names):
        raise RunError('Every task broke, so there is nothing to report; why is in episodes.jsonl under "broke".')
    lines = _baselines(scored, len(data.products))
    for name, row in agents.items():
        if NOTHING in agents and name != NOTHING:
            row["beside_none"] = _beside(scored[name], scored[NOTHING])
            row["of_the_way"] = _of_the_way(row, agents[NOTHING], lines)
        if (deaf := name + DEAF) in agents:
            row["beside_deaf"] = _beside(scored[name], scored[deaf])
            row["beside_deaf"]["over_time"] = over_time(scored[name], scored[deaf])
        if (stranger := name + STRANGER) in found:
            alone = table(scored[stranger])
            row["stranger"] = {type: {key: alone[type][key] for key in _TOLD} for type in alone}
            row["beside_stranger"] = _beside(scored[name], scored[stranger])
            if facts["track"] == "continual":
                row["beside_stranger"]["over_time"] = over_time(scored[name], scored[stranger])
        if data.withheld:
            row["templates"] = _by_templates(scored[name], data)
    apart = [name for name in shown if not name.endswith(DEAF)]
    for name, other in same_rows(scored, apart).items():
        agents[name]["same_as"] = other
    figures = {
        **facts,
        "tasks": len(found[names[0]]),
        "agents": agents,
        "lines": lines,
        "ahead": _ahead(agents, scored, [name for name in apart if "same_as" not in agents[name]]),
    }
    if facts["track"] == "continual":
        figures["curves"] = curves({name: scored[name] for name in shown})
    return figures


def _agent(records: Sequence[TaskRecord]) -> dict[str, Any]:
    """The figures of an agent; one all of whose tasks broke has none, over no task."""
    scored = [record for record in records if not record.broke]
    rows = table(scored)
    for row in rows.values():
        row.pop("broke")  # of those that are scored none is; how many are not stands beside
    broke = {type: sum(bool(record.broke) for record in records if record.type == type) for type in TYPES}
    parts = {length: _without_broke(part) for length, part in slices(scored).items()}
    return {**rows, "slices": parts, "tasks": len(records), "broke": sum(broke.values())}


def _without_broke(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    return {type: {key: value for key, value in row.items() if key != "broke"} for type, row in rows.items()}


def _by_templates(records: Sequence[TaskRecord], data: WebData) -> dict[str, Any]:
    """Function and result by the set of templates that a request's words come from, by type and overall."""
    sets: dict[str, list[TaskRecord]] = {}
    for record in records:
        if (withheld := data.withheld.get((record.split, record.number))) is not None:
            sets.setdefault(withheld.templates, []).append(record)
    keys = ("function", "result", "n")
    return {
        name: {type: {key: row[key] for key in keys} for type, row in table(sets[name]).items()}
        for name in sorted(sets)
    }


def _beside(one: Sequence[TaskRecord], other: Sequence[TaskRecord]) -> dict[str, Any]:
    """Differences of the result (the original's, and the final answer's) and of success, by type and overall."""
    rows: dict[str, Any] = {}
    for type in (*TYPES, "overall"):
        ours = [record for record in one if type in (record.type, "overall")]
        rows[type] = {name: difference(FIGURES[name], ours, other) for name in ("result", "final_result", "success")}
    return rows


def _ahead(
    agents: Mapping[str, Any], scored: Mapping[str, Sequence[TaskRecord]], names: Sequence[str]
) -> dict[str, Any]:
    """Who has the best result of each type and overall, and by how much over who comes next, on the same tasks."""
    found: dict[str, Any] = {}
    for type in (*TYPES, "overall"):
        ranked = sorted(
            (name for name in names if agents[name][type]["result"] is not None),
            key=lambda name: -agents[name][type]["result"],
        )
        if len(ranked) > 1:
            best, second = ranked[:2]
            ours = [record for record in scored[best] if type in (record.type, "overall")]
            apart = difference(FIGURES["result"], ours, scored[second])
            found[type] = {"best": best, "second": second, **apart}
    return found


def _baselines(scored: Mapping[str, Sequence[TaskRecord]], products: int) -> dict[str, Any]:
    guess = blind(products)
    lines: dict[str, Any] = {}
    for name, types in BASELINES.items():
        rows = _without_broke(table(scored[name]))
        drawn: tuple[str, ...] = types if name != CHANCE else TYPES
        lines[name] = {type: {**(guess if type not in types else rows[type])} for type in drawn}
    return lines


def _of_the_way(row: Mapping[str, Any], nothing: Mapping[str, Any], lines: Mapping[str, Any]) -> dict[str, Any]:
    """How far an agent comes from no memory towards each oracle, as a share; none where they are not apart."""
    shares: dict[str, float | None] = {}
    for name, types in BASELINES.items():
        if name == CHANCE:
            continue
        start, here, end = (found[types[0]]["result"] for found in (nothing, row, lines[name]))
        apart = None if None in (start, here, end) or end <= start else end - start
        shares[name] = None if apart is None else round((here - start) / apart, 6)
    return shares
