"""From counts to figures: success, feedback, errors that add up over passes, and intervals clustered by person."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from penchant.errors import RunError
from penchant_lab.choice.baselines import POSITIONS
from penchant_lab.choice.life import LifeResult
from penchant_lab.choice.phases import FOUR_PHASES
from penchant_lab.choice.sceptics import SCEPTICS
from penchant_lab.choice.tally import BINS, ConfidenceBin, Tally
from penchant_lab.report.intervals import interval

BASELINES = ("chance", "constant", "stale", "oracle")
DECLINING = ("chance", "always-none", "stale", "liked-only", "oracle")
"""Where taking none is an answer."""


def feedback_utility(total: Tally) -> float | None:
    """P(right | feedback) / P(right | no feedback); none where either side never happened or the divisor is 0."""
    without = total.tasks - total.feedback
    right_without = total.right - total.right_with_feedback
    if not total.feedback or not without or not right_without:
        return None
    return _round((total.right_with_feedback / total.feedback) / (right_without / without))


def questions_per_100(totals: Sequence[Tally]) -> float:
    """How many questions a hundred tasks brought; every question counts, also one that asks back."""
    tasks = sum(total.tasks for total in totals)
    return _round(100 * sum(total.questions for total in totals) / tasks) if tasks else 0.0


def macro(total: Tally) -> float:
    """The mean of success where something fits and of success where nothing does; of one, where the other is absent."""
    return _macro(total.right - total.none_right, total.tasks - total.none_fits, total.none_right, total.none_fits)


def _macro(right: float, fits: int, none_right: float, none_fits: int) -> float:
    shares = [count / of for count, of in ((right, fits), (none_right, none_fits)) if of]
    return _round(sum(shares) / len(shares)) if shares else 0.0


def report(results: Iterable[LifeResult], facts: dict[str, Any], methods: Sequence[str]) -> dict[str, Any]:
    """The figures of a run, in the order of its methods; the same for the same results in any order."""
    by_method: dict[str, list[LifeResult]] = {name: [] for name in methods}
    for result in results:
        by_method[result.method].append(result)
    for group in by_method.values():
        group.sort(key=lambda result: result.person)
    first = next((group for group in by_method.values() if group), [])
    return {
        **facts,
        "methods": {name: _method(group) for name, group in by_method.items()},
        "lines": _baselines(first),
        "calibration": {name: _calibration(group) for name, group in by_method.items() if name not in SCEPTICS},
    }


def _method(group: Sequence[LifeResult]) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    broke = episodes = 0
    asked: dict[str, list[Tally]] = {phase.key: [] for phase in FOUR_PHASES if phase.teaching}
    for phase in FOUR_PHASES:
        columns = list(zip(*(result.tallies[phase.key] for result in group), strict=True))
        errors: list[float] = []
        rows = []
        for tallies in columns:
            total = _sum(tallies)
            broke, episodes = broke + total.broke, episodes + total.tasks + total.broke
            if not total.tasks:
                often = "".join(f" Mostly: {reason}" for reason in list(reasons(group))[:1])
                raise RunError(
                    f"Every episode of {group[0].method} in {phase.key} broke, so there is nothing to report; "
                    f'the reason is in episodes.jsonl under "broke".{often}'
                )
            success = _rate(total.right, total.tasks)
            errors.append(1 - success)
            scored = [t for t in tallies if t.tasks]
            low, high = interval([t.right / t.tasks for t in scored], [t.tasks for t in scored])
            row: dict[str, Any] = {"success": success, "low": low, "high": high, "n": total.tasks}
            if total.may_decline:
                row["macro"] = macro(total)
            if phase.teaching:
                asked[phase.key].append(total)
                row |= {
                    "asked": _rate(total.asked, total.tasks),
                    "questions_per_100": questions_per_100([total]),
                    "corrected": _rate(total.corrected, total.tasks),
                    "feedback": _rate(total.feedback, total.tasks),
                    "acpe": _round(sum(errors) / len(errors)),
                    "utility": feedback_utility(total),
                }
            rows.append(row)
        figures[phase.key] = rows if phase.teaching else rows[0]
    why = reasons(group)
    figures["questions_per_100"] = {phase: questions_per_100(totals) for phase, totals in asked.items()}
    return {**figures, "broke": broke, "episodes": episodes, **({"why": why} if why else {})}


def reasons(group: Iterable[LifeResult]) -> dict[str, int]:
    """Why episodes broke, the commonest first; those that differ in numbers alone are one, told as it came most."""
    alike: dict[str, Counter[str]] = {}
    for result in group:
        for reason, count in result.reasons.items():
            alike.setdefault(re.sub(r"\d+", "#", reason), Counter())[reason] += count
    told = ((min(each, key=lambda reason: (-each[reason], reason)), each.total()) for each in alike.values())
    return dict(sorted(told, key=lambda pair: (-pair[1], pair[0])))


def _baselines(group: Sequence[LifeResult]) -> dict[str, dict[str, Any]]:
    declines = any(result.baselines["phase2"].may_decline for result in group)
    names = DECLINING if declines else BASELINES
    found: dict[str, dict[str, Any]] = {name: {} for name in names}
    for phase in ("phase2", "phase4"):
        counts = [result.baselines[phase] for result in group]
        tasks = sum(c.tasks for c in counts)
        right: dict[str, float] = {
            "chance": sum(c.chance for c in counts),
            "constant": max(sum(c.constant[p] for c in counts) for p in range(POSITIONS)),
            "always-none": sum(c.none for c in counts),
            "stale": sum(c.stale for c in counts),
            "liked-only": sum(c.liked for c in counts),
            "oracle": sum(c.oracle for c in counts),
        }
        for name, figures in found.items():
            figures[phase] = _rate(right[name], tasks)
            if declines:
                none, taken = sum(c.none for c in counts), sum(c.none_right.get(name, 0) for c in counts)
                figures.setdefault("macro", {})[phase] = _macro(right[name] - taken, tasks - none, taken, none)
    return found


def _calibration(group: Sequence[LifeResult]) -> list[dict[str, Any]]:
    bins = [ConfidenceBin() for _ in range(BINS)]
    for result in group:
        for total, bin in zip(bins, result.calibration, strict=True):
            total.said, total.right, total.n = total.said + bin.said, total.right + bin.right, total.n + bin.n
    return [{"said": _round(b.said / b.n), "right": _rate(b.right, b.n), "n": b.n} for b in bins if b.n]


def _sum(tallies: Sequence[Tally]) -> Tally:
    total = Tally()
    for name in Tally.__slots__:
        setattr(total, name, sum(getattr(t, name) for t in tallies))
    return total


def _rate(count: float, of: int) -> float:
    return _round(count / of) if of else 0.0


def _round(value: float) -> float:
    return round(value, 6)
