"""What the figures say, in a sentence each: the numbers decide the words. The finding itself is in ``table.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from penchant_lab.choice.report import (
    StudyMoment,
    leading,
    measured,
    percent,
    who,
)
from penchant_lab.report.presentation import StudyReport


def holds(study: StudyReport, points: Sequence[StudyMoment]) -> str:
    """Whether the leading method still does well when nobody helps, in a sentence."""
    best = leading(study)
    shares = [measured(study["methods"][best], point).get("success") for point in points]
    told = f"{percent(shares[1])} in the exam, {percent(shares[3])} after the change"
    if best == "none" or None in shares:
        return f"{who(best)}: {told}"
    lost = max((shares[0] or 0) - (shares[1] or 0), (shares[2] or 0) - (shares[3] or 0))
    return f"{who(best)} {'keeps what it learned' if lost < 0.05 else 'loses ground'} when nobody helps: {told}"


def trend(study: StudyReport) -> str:
    """What happens to the leading method's need for feedback, in a sentence."""
    best = leading(study)
    points = (StudyMoment("phase1", 1), StudyMoment("phase1", study["passes"]), StudyMoment("phase3", 1))
    start, end, again = (measured(study["methods"][best], point).get("feedback") for point in points)
    if not any((start, end, again)):
        return f"{who(best)} hears nothing from anybody"
    if study["passes"] == 1:
        return f"{who(best)} hears from the person in {percent(start)} of tasks, and {percent(again)} after the change"
    over = f"in {percent(start)} of tasks at first, {percent(end)} by pass {study['passes']}"
    return f"{who(best)} needs the person {over}, and {percent(again)} when every taste changes"


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share seen in n tasks, taken as independent."""
    if n < 1:
        return share, share
    z = 1.959964
    middle, reach = share + z * z / (2 * n), z * ((share * (1 - share) + z * z / (4 * n)) / n) ** 0.5
    return (middle - reach) / (1 + z * z / n), (middle + reach) / (1 + z * z / n)


def off(found: Sequence[Mapping[str, Any]]) -> float:
    """How far being sure is from being right, averaged over tasks."""
    total = sum(each["n"] for each in found)
    return float(sum(abs(each["said"] - each["right"]) * each["n"] for each in found) / max(1, total))


def honesty(study: StudyReport, bins: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """How well the leading method knows how sure to be, in a sentence."""
    if not bins:
        return "Nobody said how sure they were"
    best = leading(study) if leading(study) in bins else min(bins, key=lambda name: off(bins[name]))
    lean = sum((each["said"] - each["right"]) * each["n"] for each in bins[best])
    lean /= max(1, sum(each["n"] for each in bins[best]))
    way = "leaning neither way" if abs(lean) < 0.01 else "rather too sure" if lean > 0 else "rather too modest"
    return f"{who(best)} is {100 * off(bins[best]):.0f} points off when it says how sure it is, {way}"
