"""What each habit of memory is worth: a method beside itself with one thing done differently, person by person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from penchant.loop.methods import VARIED
from penchant_lab.choice.life import LifeResult
from penchant_lab.choice.report import EXAMS
from penchant_lab.report.intervals import RESAMPLES
from penchant_lab.report.sheet import Sheet, SheetRow, lay_out


def ablated(method: str) -> tuple[str, ...]:
    """The methods of an ablation: one as it is, and once for everything that is varied."""
    return (method, *(f"{method}+{what}" for what in VARIED))


def ablation(results: Iterable[LifeResult], figures: Mapping[str, Any]) -> dict[str, Any]:
    """For each varied method of a run: both exams beside the method as it is, with intervals of the difference.

    A difference is taken person by person, so its interval is narrower than those of the two figures it lies between.
    Nothing for a run that varies nothing.
    """
    by_method: dict[str, dict[str, LifeResult]] = {}
    for result in results:
        by_method.setdefault(result.method, {})[result.person] = result
    table: dict[str, Any] = {}
    for name, lives in by_method.items():
        base, plus, _ = name.partition("+")
        if plus and base in by_method:
            table[name] = {exam: _compared(by_method[base], lives, exam) for exam in EXAMS}
    return {name: table[name] for name in figures["methods"] if name in table}


def _compared(base: Mapping[str, LifeResult], varied: Mapping[str, LifeResult], exam: str) -> dict[str, float | None]:
    pairs = [
        (was.right / was.tasks, now.right / now.tasks)
        for person in sorted(base.keys() & varied.keys())
        for was, now in zip(base[person].tallies[exam], varied[person].tallies[exam], strict=True)
        if was.tasks and now.tasks
    ]
    differences = np.array([now - was for was, now in pairs])
    if not len(differences):
        return {"difference": None, "low": None, "high": None}
    mean = round(float(differences.mean()), 6)
    if len(differences) < 2:
        return {"difference": mean, "low": None, "high": None}
    draws = np.random.default_rng(0).integers(len(differences), size=(RESAMPLES, len(differences)))
    low, high = np.percentile(differences[draws].mean(axis=1), [2.5, 97.5])
    return {"difference": mean, "low": round(float(low), 6), "high": round(float(high), 6)}


def ablation_table(figures: Mapping[str, Any]) -> str:
    """The table as plain text: a row for everything that was varied, success in %, differences in points."""
    methods, varied = figures["methods"], figures["ablation"]
    base = next(iter(varied)).partition("+")[0]
    columns = [
        ("exam", ""),
        ("difference", "[95 % interval]"),
        ("relearn,", "pass 1"),
        ("exam after", "the change"),
        ("difference", "[95 % interval]"),
    ]
    rows = [_row(name, methods[name], varied.get(name)) for name in (base, *varied)]
    title = (
        f"What each habit of memory is worth: {figures['suite']}, {figures['people']} people, seed {figures['seed']}"
    )
    told = [f"+{what}: {meaning}." for what, meaning in VARIED.items() if any(f"+{what}" in name for name in varied)]
    notes = ["Success in %; differences in points, taken person by person."]
    return "\n".join([title, "", *lay_out(Sheet("", columns, [("", rows)])), "", *notes, *told])


def _row(name: str, method: Mapping[str, Any], varied: Mapping[str, Any] | None) -> SheetRow:
    first, second = (f"{100 * method[exam]['success']:.1f}" for exam in EXAMS)
    gained = ["" if varied is None else _difference(varied[exam]) for exam in EXAMS]
    return SheetRow(name, (first, gained[0], f"{100 * method['phase3'][0]['success']:.1f}", second, gained[1]))


def _difference(found: Mapping[str, float | None]) -> str:
    difference, low, high = (found[key] for key in ("difference", "low", "high"))
    if difference is None:
        return "-"
    interval = "" if low is None or high is None else f" [{100 * low:+.1f}, {100 * high:+.1f}]"
    return f"{100 * difference:+.1f}{interval}"
