"""A run's numbers in words: the sentence that sums it up and the table printed at its end.

The shape of ``report.json`` is written down here, and so are the order and the names of the methods, because the
figures (``plots.py``) and the page (``page/``) tell the same numbers under the same names.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict, cast

from penchant.bench.phases import FOUR_PHASES
from penchant.errors import BadData

WIDTH = 110
MOST_REASONS = 3
"""So many of the commonest reasons why episodes broke are told."""
WORDS = {
    "none": ("No memory", "no memory, no feedback"),
    "pre": ("Asking alone", "asks, is never corrected"),
    "post": ("Correction alone", "never asks, is corrected"),
    "both": ("Asking and listening", "asks and is corrected"),
}
"""Each method as the subject of a sentence, and what it does; also the order in which methods are shown."""
LINES = {
    "chance": "picks blindly",
    "constant": "always takes the same place in the list",
    "always-none": "never takes any",
    "stale": "knows the first taste only",
    "liked-only": "knows what fits, not what is liked most",
    "oracle": "knows the truth",
}
MACRO = "Macro: the mean of success where some option fits and of success where none does."
PHASES = {phase.key: phase.name for phase in FOUR_PHASES}


class Measured(TypedDict, total=False):
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


class Method(TypedDict, total=False):
    """One method through the four phases."""

    phase1: list[Measured]
    phase2: Measured
    phase3: list[Measured]
    phase4: Measured
    broke: int
    episodes: int
    why: dict[str, int]  # why episodes broke, the commonest first, where any did


class Bin(TypedDict):
    """How sure the agent said it was, and how often it was right then."""

    said: float
    right: float
    n: int


class Spent(TypedDict):
    """What calls took."""

    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None


class CallsOfOne(Spent):
    """What the calls of one model took, in all and by purpose."""

    purposes: dict[str, Spent]
    reused: NotRequired[int]  # replies that were taken from other runs, where any were


class Calls(CallsOfOne):
    """What language models were called for, in all, by purpose, and each by itself."""

    name: str
    models: NotRequired[dict[str, CallsOfOne]]  # reports from before did not tell them apart
    trial: NotRequired[Tried]


class Tried(TypedDict):
    """How a model did when it was tried."""

    right: int
    asked: int
    needed: int
    passed: bool


class Utterances(TypedDict):
    """How true people who were played by a model were to what they want."""

    by: str
    said: int
    judged: int
    contradicted: int


class Line(TypedDict, total=False):
    """What a line to compare with gets right in each exam; ``macro`` where taking none is an answer."""

    phase2: float | None
    phase4: float | None
    macro: dict[str, float]


class Report(TypedDict):
    """What ``report.json`` holds."""

    suite: str
    people: int
    seed: int
    passes: int
    methods: dict[str, Method]
    lines: dict[str, Line]
    calibration: dict[str, list[Bin]]
    model: NotRequired[Calls]
    played: NotRequired[Utterances]


class Moment(NamedTuple):
    """A point of a study at which success is measured; an exam has no pass number."""

    phase: str
    number: int | None


class Row(NamedTuple):
    """A line of a sheet: its name and one cell for each column."""

    name: str
    cells: list[str]


class Sheet(NamedTuple):
    """A table before it is laid out: columns as (phase, heading), and rows under named sections."""

    title: str
    columns: list[tuple[str, str]]
    sections: list[tuple[str, list[Row]]]


def as_report(report: Mapping[str, object]) -> Report:
    """The same report, typed; what is optional is there, and a report without methods is refused."""
    if not report.get("methods"):
        raise BadData("This report.json has no methods in it; run the study again to write it anew.")
    return cast(Report, {"lines": {}, "calibration": {}} | dict(report))


def methods(report: Report) -> list[str]:
    """The methods of a report in the order they are always shown; unknown ones come last."""
    known = [name for name in WORDS if name in report["methods"]]
    return known + sorted(name for name in report["methods"] if name not in WORDS)


def who(method: str) -> str:
    """A method as the subject of a sentence."""
    return WORDS[method][0] if method in WORDS else method


def moments(report: Report, *, exams: bool = True) -> Iterator[Moment]:
    """Every moment of the study in order: passes, exam, passes after the change, exam."""
    for taught, exam in (("phase1", "phase2"), ("phase3", "phase4")):
        yield from (Moment(taught, number) for number in range(1, report["passes"] + 1))
        if exams:
            yield Moment(exam, None)


def measured(method: Method, moment: Moment) -> Measured:
    """What was measured at a moment; empty when the method never got there."""
    found = cast(Mapping[str, list[Measured] | Measured | None], method).get(moment.phase) or {}
    if not isinstance(found, list):
        return found
    at = (moment.number or 0) - 1
    return found[at] if 0 <= at < len(found) else {}


def percent(share: float | None, digits: int = 0) -> str:
    """A share as people read it, ``97 %``; a dash when there is none."""
    return "-" if share is None else f"{100 * share:.{digits}f} %"


def _exams(report: Report, name: str) -> tuple[float, float]:
    first, second = (measured(report["methods"][name], Moment(p, None)).get("success") for p in ("phase2", "phase4"))
    return (-1.0 if second is None else second, -1.0 if first is None else first)


def leading(report: Report) -> str:
    """The method that does best in the last exam (on a tie, in the first; then the one that hears most)."""
    return max(reversed(methods(report)), key=lambda name: _exams(report, name))


def finding(report: Mapping[str, object]) -> str:
    """The one sentence the numbers say.

    >>> exams = {"phase2": {"success": 0.97}, "phase4": {"success": 0.95}}
    >>> finding({"passes": 3, "methods": {"both": exams}})
    'Asking and listening reaches 97 % and recovers to 95 % after every taste changed'
    """
    study = as_report(report)
    best = leading(study)
    after, before = _exams(study, best)
    if before < 0 or after < 0:
        return f"{who(best)}: the exams could not be scored"
    verbs = ("reaches", "recovers to" if after >= before - 0.1 else "falls to") if best != "none" else ("gets", "gets")
    return f"{who(best)} {verbs[0]} {percent(before)} and {verbs[1]} {percent(after)} after every taste changed"


def in_exams(line: Line) -> dict[str, float | None]:
    """What a line to compare with gets right, by exam."""
    return {"phase2": line.get("phase2"), "phase4": line.get("phase4")}


def success_sheet(report: Report) -> Sheet:
    """Success at every moment for each method, exams with their intervals, and the lines to compare with."""
    points = list(moments(report))
    rows = [
        Row(name, [_success(measured(report["methods"][name], point), point) for point in points])
        for name in methods(report)
    ]
    lines = [_line(name, in_exams(line), points) for name, line in report["lines"].items()]
    lines += [
        _line(f"{name}, macro", line["macro"], points) for name, line in report["lines"].items() if "macro" in line
    ]
    columns = [(PHASES[p.phase], f"pass {p.number}" if p.number else "[95 % interval]") for p in points]
    sections = [("", rows)] + ([("", lines)] if lines else [])
    if any("macro" in measured(report["methods"][name], point) for name in methods(report) for point in points):
        sections.insert(1, ("", [_macro(report, name, points) for name in methods(report)]))
    return Sheet("Success, % of tasks", columns, sections)


def _line(name: str, exams: Mapping[str, float | None], points: Sequence[Moment]) -> Row:
    return Row(name, [_plain(exams.get(point.phase), 100, 1) if point.number is None else "" for point in points])


def _macro(report: Report, name: str, points: Sequence[Moment]) -> Row:
    cells = [_plain(measured(report["methods"][name], point).get("macro"), 100, 1) for point in points]
    return Row(f"{name}, macro", cells)


def feedback_sheet(report: Report) -> Sheet:
    """How often each method was helped in each pass, and what that was worth."""
    points = list(moments(report, exams=False))

    def rows(method: Method) -> list[Row]:
        taught = [measured(method, point) for point in points]
        return [
            Row("asked, %", [_plain(found.get("asked"), 100, 1) for found in taught]),
            Row("corrected, %", [_plain(found.get("corrected"), 100, 1) for found in taught]),
            Row("either, %", [_plain(found.get("feedback"), 100, 1) for found in taught]),
            Row("ACPE", [_plain(found.get("acpe"), 1, 3) for found in taught]),
            Row("utility", [_plain(found.get("utility"), 1, 2) for found in taught]),
        ]

    columns = [(PHASES[point.phase], f"pass {point.number}") for point in points]
    return Sheet("Feedback in each pass", columns, [(name, rows(report["methods"][name])) for name in methods(report)])


def _plain(value: float | None, by: int, digits: int) -> str:
    return "-" if value is None else f"{by * value:.{digits}f}"


def _success(found: Measured, moment: Moment) -> str:
    success, low, high = found.get("success"), found.get("low"), found.get("high")
    if moment.number is not None or low is None or high is None:
        return _plain(success, 100, 1)
    return f"{_plain(success, 100, 1)} [{_plain(low, 100, 1)}, {_plain(high, 100, 1)}]"


def notes(report: Report) -> list[str]:
    """What the columns mean, and how many episodes broke."""
    interval = "95 % interval over people, clustered (a person's tasks are not independent)."
    if report["people"] < 2:
        interval = "there is none with one person only; a 95 % interval is taken over people, clustered."
    found = report["methods"]
    broke = ", ".join(
        f"{name} {found[name].get('broke', 0)} of {found[name].get('episodes', '?')}" for name in methods(report)
    )
    told = [f"{name}: {WORDS[name][1]}" for name in methods(report) if name in WORDS]
    lines = [f"{name}: {LINES[name]}" for name in report["lines"] if name in LINES]
    return [
        *(["; ".join(told) + "."] if told else []),
        *(["; ".join(lines) + "."] if lines else []),
        "Success: tasks done the way the person wants. In an exam nobody is asked and nothing is learned.",
        *([MACRO] if any(name == "always-none" for name in report["lines"]) else []),
        f"Interval: {interval}",
        "Asked, corrected, either: share of tasks in which the person was asked, corrected the agent, or one of both.",
        "ACPE: average cumulative personalisation error after that pass; lower is better.",
        "Utility: P(success | feedback) / P(success | no feedback); - where one of the two never happened.",
        f"Broke, kept but not scored: {broke} episodes.",
        *_reasons(report),
        *_spoken(report),
    ]


def _reasons(report: Report) -> Iterator[str]:
    """Why episodes broke: the commonest reasons, over all methods."""
    every: Counter[str] = Counter()
    for method in report["methods"].values():
        every.update(method.get("why", {}))
    if not every:
        return
    total, episodes = every.total(), sum(method.get("episodes", 0) for method in report["methods"].values())
    common = sorted(every, key=lambda reason: (-every[reason], reason))
    told = [f"{every[reason]} x {reason.rstrip('.')}" for reason in common[:MOST_REASONS]]
    if rest := total - sum(every[reason] for reason in common[:MOST_REASONS]):
        told.append(f"{rest} x something else")
    yield f"{total} of {episodes} broke: {'; '.join(told)}."


def _spoken(report: Report) -> Iterator[str]:
    """What a language model was used for, where one was."""
    if model := report.get("model"):
        yield from called(model)
        if (trial := model.get("trial")) and not trial["passed"]:
            read = f"it read {trial['right']} of the first {trial['asked']} sentences of its trial"
            needed = f"and {trial['needed']} of twelve are needed"
            yield f"The model was left out: {read}, {needed}. The figures are the built-in mind's."
    if played := report.get("played"):
        judged = f"of {played['judged']:,} utterances that code could judge (of {played['said']:,})"
        wrong = f"{played['contradicted']:,} contradicted what the person wants"
        yield f"People: played by {played['by']}; {judged}, {wrong}."


def called(model: Calls) -> Iterator[str]:
    """How often each model was called and for what, how many tokens that took and how much money."""
    for name, spent in (model.get("models") or {model["name"]: model}).items():
        cost = "at an unknown price" if spent["cost"] is None else f"for {spent['cost']:.2f}"
        tokens = f"{spent['input_tokens']:,} tokens in and {spent['output_tokens']:,} out"
        parts = ", ".join(f"{purpose} {part['calls']:,}" for purpose, part in spent["purposes"].items())
        said = f"{spent['calls']:,} times ({parts}), {tokens}, {cost}" if spent["calls"] else "0 times"
        reused = f"; replies reused from other runs: {spent['reused']:,}" if spent.get("reused") else ""
        yield f"Model: {name} was called {said}{reused}."


def text_table(report: Mapping[str, object]) -> str:
    """The whole table as plain text, at most 110 columns wide however many passes there are."""
    study = as_report(report)
    people = f"{study['people']} {'person' if study['people'] == 1 else 'people'}"
    head = f"{study['suite']}, {people}, seed {study['seed']}, every taste changes between exam and relearn"
    told = [line for note in notes(study) for line in textwrap.wrap(note, WIDTH, subsequent_indent="  ")]
    body = [line for sheet in (success_sheet(study), feedback_sheet(study)) for line in [*lay_out(sheet), ""]]
    return "\n".join([*textwrap.wrap(finding(report), WIDTH), *textwrap.wrap(head, WIDTH), "", *body, *told, ""])


def _clip(text: str, size: int) -> str:
    return text if len(text) <= size else text[: size - 1] + "…"


def lay_out(sheet: Sheet) -> Iterator[str]:
    """Lines of text; columns that do not fit side by side follow in further blocks."""
    first = max(len(_clip(name, 24)) + 2 * bool(name) for name, _ in sheet.sections)
    margin = first + max(len(_clip(row.name, 24)) for _, rows in sheet.sections for row in rows)
    starts = [at == 0 or sheet.columns[at - 1][0] != phase for at, (phase, _) in enumerate(sheet.columns)]
    sizes = []
    for at, (phase, title) in enumerate(sheet.columns):
        cells = (len(row.cells[at]) for _, rows in sheet.sections for row in rows)
        sizes.append(2 + max(len(title), len(phase) * starts[at], *cells))
    too_wide = margin + sum(sizes) > WIDTH
    blocks: list[list[int]] = [[]]
    for at, size in enumerate(sizes):
        after_change = too_wide and starts[at] and sheet.columns[at][0] == PHASES["phase3"]
        taken = margin + sum(sizes[before] for before in blocks[-1])
        together = _group(sheet, at, sizes) if starts[at] else size  # what belongs together stays so, if it can
        if after_change or taken + size > WIDTH or taken + together > WIDTH >= margin + together:
            blocks.append([])
        blocks[-1].append(at)
    yield sheet.title
    for block in blocks:
        names = [sheet.columns[at][0] if starts[at] or at == block[0] else "" for at in block]
        yield (" " * margin + "".join(n.rjust(sizes[at]) for n, at in zip(names, block, strict=True))).rstrip()
        yield " " * margin + "".join(sheet.columns[at][1].rjust(sizes[at]) for at in block)
        for name, rows in sheet.sections:
            if not any(row.cells[at] for row in rows for at in block):
                continue
            yield "-" * (margin + sum(sizes[at] for at in block))
            for number, row in enumerate(rows):
                start = (_clip(name, 24) if number == 0 else "").ljust(first) + _clip(row.name, 24)
                yield (start.ljust(margin) + "".join(row.cells[at].rjust(sizes[at]) for at in block)).rstrip()
        if block is not blocks[-1]:
            yield ""


def _group(sheet: Sheet, start: int, sizes: Sequence[int]) -> int:
    """How wide the columns are that share the heading of this one."""
    phase = sheet.columns[start][0]
    return sum(size for size, (name, _) in zip(sizes[start:], sheet.columns[start:], strict=True) if name == phase)
