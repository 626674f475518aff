"""From lives to figures: for each world, style and method what the four phases gave, and what the observer counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from penchant_lab.choice.life import LifeResult
from penchant_lab.choice.metrics import report as four_phases
from penchant_lab.report.intervals import interval
from penchant_lab.suites.robustness.allowance import allowance


def cell(lives: Sequence[LifeResult], methods: Sequence[str]) -> dict[str, Any]:
    """The figures of one style in one world, by method, and the baselines of its exams."""
    figures = four_phases(lives, {}, methods)
    for name, method in figures["methods"].items():
        mine = sorted((life for life in lives if life.method == name), key=lambda life: life.person)
        method["recovery"] = recovery([life.observed for life in mine])
        method["closures"] = closures([life.observed for life in mine])
        if mine and all("allowed" in life.observed for life in mine):
            method["allowed"] = allowance([life.observed for life in mine])
    return {"methods": figures["methods"], "lines": figures["lines"]}


def recovery(observed: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What was heard of each matter whose taste changed, until it was done right without a question.

    ``half``: of the half that was right again first, so many answers and corrections each; none where fewer came back.
    What was done right ``at_once`` needed none, and is counted apart: by luck, or learned from others like it.

    >>> recovery([{"at_once": 3, "recovered": [1, 1, 2], "not_recovered": 1}])["half"]
    1.0
    """
    feedbacks = sorted(count for each in observed for count in each["recovered"])
    affected = len(feedbacks) + sum(each["not_recovered"] for each in observed)
    first = feedbacks[: (affected + 1) // 2]
    return {
        "at_once": sum(each["at_once"] for each in observed),
        "affected": affected,
        "recovered": round(len(feedbacks) / affected, 6) if affected else None,
        "half": round(fmean(first), 6) if first and 2 * len(feedbacks) >= affected else None,
        "each": round(fmean(feedbacks), 6) if feedbacks else None,
    }


def closures(observed: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of beliefs that were true, how many were closed while they were: by noise, or by mishearing."""
    counted = [each for each in observed if each["true"]]
    true, falsely = (sum(each[key] for each in observed) for key in ("true", "falsely"))
    low, high = interval([each["falsely"] / each["true"] for each in counted], [each["true"] for each in counted])
    return {
        "share": round(falsely / true, 6) if true else None,
        "low": low,
        "high": high,
        "true": true,
        "falsely": falsely,
        "closed": sum(each["closed"] for each in observed),
    }
