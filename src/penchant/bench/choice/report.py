"""What ``report.json`` holds of a study in four phases, and the names and the order of its methods.

Tables, figures and the page tell the same numbers under the same names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, NotRequired, TypedDict, cast

from penchant.bench.choice.phases import FOUR_PHASES
from penchant.errors import BadData

WORDS = {
    "none": ("No memory", "no memory, no feedback"),
    "pre": ("Asking alone", "asks, is never corrected"),
    "post": ("Correction alone", "never asks, is corrected"),
    "both": ("Asking and listening", "asks and is corrected"),
}
"""Each method as the subject of a sentence, and what it does; also the order in which methods are shown."""
PHASES = {phase.key: phase.name for phase in FOUR_PHASES}
EXAMS = tuple(phase.key for phase in FOUR_PHASES if not phase.teaching)


class PassFigures(TypedDict, total=False):
    """How a pass or an exam went (with its 95 % interval); a pass also says how often the person had to speak."""

    success: float | None
    low: float | None
    high: float | None
    n: int
    macro: float | None
    asked: float | None
    corrected: float | None
    feedback: float | None
    acpe: float | None
    utility: float | None


class MethodFigures(TypedDict, total=False):
    """One method through the four phases."""

    phase1: list[PassFigures]
    phase2: PassFigures
    phase3: list[PassFigures]
    phase4: PassFigures
    broke: int
    episodes: int
    why: dict[str, int]  # why episodes broke, the commonest first, where any did


class CalibrationPoint(TypedDict):
    """How sure the agent said it was, and how often it was right then."""

    said: float
    right: float
    n: int


class BaselineFigures(TypedDict, total=False):
    """What a baseline gets right in each exam; ``macro`` where taking none is an answer."""

    phase2: float | None
    phase4: float | None
    macro: dict[str, float]


class ChoiceReport(TypedDict):
    """What ``report.json`` holds."""

    suite: str
    people: int
    seed: int
    passes: int
    methods: dict[str, MethodFigures]
    lines: dict[str, BaselineFigures]
    calibration: dict[str, list[CalibrationPoint]]
    model: NotRequired[dict[str, Any]]  # what language models were called for
    played: NotRequired[dict[str, Any]]  # how true people who were played by one were to what they want


class StudyMoment(NamedTuple):
    """A point of a study at which success is measured; an exam has no pass number."""

    phase: str
    number: int | None


def as_report(report: Mapping[str, Any]) -> ChoiceReport:
    """The same report, typed; what is optional is there, and a report without methods is refused."""
    if not report.get("methods"):
        raise BadData("This report.json has no methods in it; run the study again to write it anew.")
    return cast(ChoiceReport, {"lines": {}, "calibration": {}} | dict(report))


def methods(report: ChoiceReport) -> list[str]:
    """The methods of a report in the order they are always shown; unknown ones come last."""
    known = [name for name in WORDS if name in report["methods"]]
    return known + sorted(name for name in report["methods"] if name not in WORDS)


def who(method: str) -> str:
    """A method as the subject of a sentence."""
    return WORDS[method][0] if method in WORDS else method


def within(method: str) -> str:
    """A method in the middle of a sentence."""
    return who(method)[0].lower() + who(method)[1:] if method in WORDS else method


def moments(report: ChoiceReport, *, exams: bool = True) -> Iterator[StudyMoment]:
    """Every moment of the study in order: passes, exam, passes after the change, exam."""
    for taught, exam in (("phase1", "phase2"), ("phase3", "phase4")):
        yield from (StudyMoment(taught, number) for number in range(1, report["passes"] + 1))
        if exams:
            yield StudyMoment(exam, None)


def measured(method: MethodFigures, moment: StudyMoment) -> PassFigures:
    """What was measured at a moment; empty when the method never got there."""
    found = cast(Mapping[str, list[PassFigures] | PassFigures | None], method).get(moment.phase) or {}
    if not isinstance(found, list):
        return found
    at = (moment.number or 0) - 1
    return found[at] if 0 <= at < len(found) else {}


def in_exams(baseline: BaselineFigures) -> dict[str, float | None]:
    """What a baseline gets right, by exam."""
    return {"phase2": baseline.get("phase2"), "phase4": baseline.get("phase4")}


def percent(share: float | None, digits: int = 0) -> str:
    """A share as people read it, ``97 %``; a dash when there is none."""
    return "-" if share is None else f"{100 * share:.{digits}f} %"


def alike(report: ChoiceReport) -> list[str]:
    """The methods that do best in the last exam and cannot be told apart there; who hears most comes first.

    Two methods are told apart by their intervals: where those meet, neither is ahead. Without intervals (one person)
    only the same figure is a tie.
    """
    last = {name: measured(report["methods"][name], StudyMoment("phase4", None)) for name in methods(report)}
    scored = {name: exam for name, exam in last.items() if exam.get("success") is not None}
    if not scored:
        return methods(report)[-1:]
    best = max(scored.values(), key=lambda exam: exam["success"] or 0.0)
    floor = best["success"] if best.get("low") is None else best["low"]
    tops = {name: exam["success"] if exam.get("high") is None else exam["high"] for name, exam in scored.items()}
    return [name for name in reversed(methods(report)) if (tops.get(name, -1.0) or 0.0) >= (floor or 0.0)]


def leading(report: ChoiceReport) -> str:
    """The method a report is about: of those that do best, the one that hears most."""
    return alike(report)[0]
