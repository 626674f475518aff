"""What ``report.json`` holds of a study in four phases, and the names and the order of its methods.

Tables, figures and the page tell the same numbers under the same names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from penchant.errors import BadData
from penchant_lab.choice.phases import FOUR_PHASES
from penchant_lab.choice.sceptics import SCEPTICS
from penchant_lab.report.presentation import StudyReport

WORDS = {
    "none": ("No memory", "no memory, no feedback"),
    "pre": ("Asking alone", "asks, is never corrected"),
    "post": ("Correction alone", "never asks, is corrected"),
    "both": ("Asking and listening", "asks and is corrected"),
    "dictionary": ("A dictionary of requests", "asks about every new request, then looks it up"),
    "nearest": ("The nearest earlier request", "answers as was right for the earlier request most like this one"),
    "majority": ("A majority vote", "does what most of all that was heard of the matter speaks for"),
}
"""Each method as the subject of a sentence, and what it does; also the order in which methods are shown."""
PHASES = {phase.key: phase.name for phase in FOUR_PHASES}
EXAMS = tuple(phase.key for phase in FOUR_PHASES if not phase.teaching)


class StudyMoment(NamedTuple):
    """A point of a study at which success is measured; an exam has no pass number."""

    phase: str
    number: int | None


LAST = StudyMoment("phase4", None)
"""The exam after the change, which a headline is about."""


def as_report(report: StudyReport) -> StudyReport:
    """The same report with what is optional in it; one without methods is refused."""
    if not report.get("methods"):
        raise BadData("This report.json has no methods in it; run the study again to write it anew.")
    return {"lines": {}, "calibration": {}} | dict(report)


def methods(report: StudyReport) -> list[str]:
    """The methods of a report in the order they are always shown; unknown ones come last."""
    known = [name for name in WORDS if name in report["methods"]]
    return known + sorted(name for name in report["methods"] if name not in WORDS)


def ours(report: StudyReport) -> list[str]:
    """The methods that are not there to compare with."""
    return [name for name in methods(report) if name not in SCEPTICS]


def sceptics(report: StudyReport) -> list[str]:
    """The agents that a sceptic would try, in the same order."""
    return [name for name in methods(report) if name in SCEPTICS]


def who(method: str) -> str:
    """A method as the subject of a sentence."""
    return WORDS[method][0] if method in WORDS else method


def within(method: str) -> str:
    """A method in the middle of a sentence."""
    return who(method)[0].lower() + who(method)[1:] if method in WORDS else method


def moments(report: StudyReport, *, exams: bool = True) -> Iterator[StudyMoment]:
    """Every moment of the study in order: passes, exam, passes after the change, exam."""
    for taught, exam in (("phase1", "phase2"), ("phase3", "phase4")):
        yield from (StudyMoment(taught, number) for number in range(1, report["passes"] + 1))
        if exams:
            yield StudyMoment(exam, None)


def measured(method: Mapping[str, Any], moment: StudyMoment) -> Mapping[str, Any]:
    """What was measured at a moment; empty when the method never got there."""
    found: list[dict[str, Any]] | dict[str, Any] = method.get(moment.phase) or {}
    if not isinstance(found, list):
        return found
    at = (moment.number or 0) - 1
    return found[at] if 0 <= at < len(found) else {}


def cost(method: Mapping[str, Any], phase: str | None = None) -> float | None:
    """How many questions a hundred tasks brought, in one taught phase or over both; None where nobody counted."""
    counted: Mapping[str, float] = method.get("questions_per_100") or {}
    if phase is not None:
        return counted.get(phase)
    return sum(counted.values()) / len(counted) if counted else None


def in_exams(baseline: Mapping[str, Any]) -> dict[str, float | None]:
    """What a baseline gets right, by exam."""
    return {"phase2": baseline.get("phase2"), "phase4": baseline.get("phase4")}


def percent(share: float | None, digits: int = 0) -> str:
    """A share as people read it, ``97 %``; a dash when there is none."""
    return "-" if share is None else f"{100 * share:.{digits}f} %"


def alike(report: StudyReport, moment: StudyMoment = LAST) -> list[str]:
    """The methods that do best at a moment and cannot be told apart there; of ours, who hears most comes first.

    Two methods are told apart by their intervals: where those meet, neither is ahead. Without intervals (one person)
    only the same figure is a tie.
    """
    every = {name: measured(report["methods"][name], moment) for name in methods(report)}
    scored = {name: exam for name, exam in every.items() if exam.get("success") is not None}
    if not scored:
        return methods(report)[-1:]
    best = max(scored.values(), key=lambda exam: float(exam["success"]))
    floor = best["success"] if best.get("low") is None else best["low"]
    tops = {name: exam["success"] if exam.get("high") is None else exam["high"] for name, exam in scored.items()}
    ordered = [*reversed(ours(report)), *sceptics(report)]
    return [name for name in ordered if name in tops and tops[name] >= floor]


def leading(report: StudyReport) -> str:
    """The method a report is about: of those that do best, the one that hears most."""
    return alike(report)[0]
