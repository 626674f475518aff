"""The figures of a study in four phases in words: the sentence that sums them up, two tables, and what they mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from penchant.english import counted, listed
from penchant_lab.choice.report import (
    EXAMS,
    PHASES,
    WORDS,
    StudyMoment,
    alike,
    as_report,
    cost,
    in_exams,
    leading,
    measured,
    methods,
    moments,
    ours,
    percent,
    sceptics,
    who,
    within,
)
from penchant_lab.report.calls import told_calls
from penchant_lab.report.presentation import StudyReport
from penchant_lab.report.sheet import Sheet, SheetRow
from penchant_lab.run.people_style import style_told

MOST_REASONS = 3
"""So many of the commonest reasons why episodes broke are told."""
MOST_ALIKE = 3
"""So many methods that do as well are named; of more, their number is told."""
BASELINES = {
    "chance": "picks blindly",
    "constant": "always takes the same place in the list",
    "always-none": "never takes any",
    "stale": "knows the first taste only",
    "liked-only": "knows what fits, not what is liked most",
    "oracle": "knows the truth",
}
MACRO = "Macro: the mean of success where some option fits and of success where none does."
SPOKE = "How often the person had to speak, and what it was worth"


def finding(report: StudyReport) -> str:
    """The one sentence the numbers say; methods that cannot be told apart from the best are named with it.

    >>> exams = {"phase2": {"success": 0.97}, "phase4": {"success": 0.95}}
    >>> finding({"passes": 3, "methods": {"both": exams}})
    'Asking and listening reaches 97 % and recovers to 95 % after every taste changed'
    """
    study = as_report(report)
    best, *others = alike(study)
    before, after = (measured(study["methods"][best], StudyMoment(exam, None)).get("success") for exam in EXAMS)
    if before is None or after is None:
        return f"{who(best)}: the exams could not be scored"
    verbs = ("reaches", "recovers to" if after >= before - 0.1 else "falls to") if best != "none" else ("gets", "gets")
    said = f"{who(best)} {verbs[0]} {percent(before)} and {verbs[1]} {percent(after)} after every taste changed"
    said += _costs(study["methods"][best], ", for {} per 100 tasks")
    if not others:
        return said
    named = [within(name) + _costs(study["methods"][name], " ({})") for name in methods(study) if name in others]
    told = listed(named, "and") if len(others) <= MOST_ALIKE else f"{len(others)} other methods"
    return f"{said}; {told} {'does' if len(others) == 1 else 'do'} as well, within the interval"


def _costs(method: Mapping[str, Any], told: str) -> str:
    """What a method's success cost, put as told; nothing where questions were not counted."""
    asked = cost(method)
    if asked is None:
        return ""
    return told.format(
        "1 question" if round(asked) == 1 else f"{asked:.1g} questions" if asked < 0.95 else f"{asked:.0f} questions"
    )


def setting(report: StudyReport) -> str:
    """What was run."""
    people = counted(report["people"], "person", "people")
    people += f" with {report['voices']} voices" if "voices" in report else ""
    people += style_told(report)
    return f"{report['suite']}, {people}, seed {report['seed']}, every taste changes between exam and relearn"


def lead(report: StudyReport) -> str:
    """A sentence that puts the finding into proportion."""
    study, told = as_report(report), []
    for name in (each for each in methods(study) if each != leading(study)):
        exams = (measured(study["methods"][name], StudyMoment(phase, None)) for phase in ("phase2", "phase4"))
        before, after = (percent(exam.get("success")) for exam in exams)
        told.append(f"{within(name)} {before} and {after}{_costs(study['methods'][name], ' for {}')}")
    if chance := study["lines"].get("chance"):
        told.append(f"picking blindly {percent(chance.get('phase2'))} and {percent(chance.get('phase4'))}")
    per = (
        ", with questions per 100 tasks"
        if any(cost(method) is not None for method in study["methods"].values())
        else ""
    )
    return f"For comparison, before and after the change{per}: {', '.join(told)}." if told else ""


def sheets(report: StudyReport) -> list[Sheet]:
    """Both tables of a run."""
    study = as_report(report)
    return [success_sheet(study), feedback_sheet(study)]


def success_sheet(report: StudyReport) -> Sheet:
    """Success at every moment for each method, exams with their intervals, what it cost, and the baselines."""
    points = list(moments(report))
    rows = {
        name: SheetRow(name, [_success(measured(report["methods"][name], point), point) for point in points])
        for name in methods(report)
    }
    lines = [_baseline(name, in_exams(line), points) for name, line in report["lines"].items()]
    lines += [
        _baseline(f"{name}, macro", line["macro"], points) for name, line in report["lines"].items() if "macro" in line
    ]
    columns = [(PHASES[p.phase], f"pass {p.number}" if p.number else "[95 % interval]") for p in points]
    groups = [[rows[name] for name in ours(report)], [rows[name] for name in sceptics(report)]]
    if any("macro" in measured(report["methods"][name], point) for name in methods(report) for point in points):
        groups.append([_macro(report, name, points) for name in methods(report)])
    asking = [name for name in methods(report) if cost(report["methods"][name])]
    groups += [[_asks(report, name, points) for name in asking], lines]
    title = "Success, % of tasks" + ("; asks: questions per 100 tasks" if asking else "")
    return Sheet(title, columns, [("", group) for group in groups if group], breaks_at=PHASES["phase3"])


def _baseline(name: str, exams: Mapping[str, float | None], points: Sequence[StudyMoment]) -> SheetRow:
    return SheetRow(name, [_plain(exams.get(point.phase), 100, 1) if point.number is None else "" for point in points])


def _asks(report: StudyReport, name: str, points: Sequence[StudyMoment]) -> SheetRow:
    """How many questions a hundred tasks brought in each pass; nobody is asked in an exam."""
    taught = [measured(report["methods"][name], point) if point.number else {} for point in points]
    cells = [_plain(found.get("questions_per_100"), 1, 1) if found else "" for found in taught]
    return SheetRow(f"{name}, asks", cells)


def _macro(report: StudyReport, name: str, points: Sequence[StudyMoment]) -> SheetRow:
    cells = [_plain(measured(report["methods"][name], point).get("macro"), 100, 1) for point in points]
    return SheetRow(f"{name}, macro", cells)


def feedback_sheet(report: StudyReport) -> Sheet:
    """How often each method was helped in each pass, and what that was worth."""
    points = list(moments(report, exams=False))

    def rows(method: Mapping[str, Any]) -> list[SheetRow]:
        taught = [measured(method, point) for point in points]
        return [
            SheetRow("asked, %", [_plain(found.get("asked"), 100, 1) for found in taught]),
            SheetRow("corrected, %", [_plain(found.get("corrected"), 100, 1) for found in taught]),
            SheetRow("either, %", [_plain(found.get("feedback"), 100, 1) for found in taught]),
            SheetRow("ACPE", [_plain(found.get("acpe"), 1, 3) for found in taught]),
            SheetRow("utility", [_plain(found.get("utility"), 1, 2) for found in taught]),
        ]

    columns = [(PHASES[point.phase], f"pass {point.number}") for point in points]
    sections = [(name, rows(report["methods"][name])) for name in methods(report)]
    return Sheet("Feedback in each pass", columns, sections, summary=SPOKE, breaks_at=PHASES["phase3"])


def _plain(value: float | None, by: int, digits: int) -> str:
    return "-" if value is None else f"{by * value:.{digits}f}"


def _success(found: Mapping[str, Any], moment: StudyMoment) -> str:
    success, low, high = found.get("success"), found.get("low"), found.get("high")
    if moment.number is not None or low is None or high is None:
        return _plain(success, 100, 1)
    return f"{_plain(success, 100, 1)} [{_plain(low, 100, 1)}, {_plain(high, 100, 1)}]"


def notes(report: StudyReport) -> list[str]:
    """What the columns mean, and how many episodes broke."""
    study = as_report(report)
    interval = "95 % interval over people, clustered (a person's tasks are not independent)."
    if study["people"] < 2:
        interval = "there is none with one person only; a 95 % interval is taken over people, clustered."
    found = study["methods"]
    broke = ", ".join(
        f"{name} {found[name].get('broke', 0)} of {found[name].get('episodes', '?')}" for name in methods(study)
    )
    told = [f"{name}: {WORDS[name][1]}" for name in methods(study) if name in WORDS]
    lines = [f"{name}: {BASELINES[name]}" for name in study["lines"] if name in BASELINES]
    return [
        *(["; ".join(told) + "."] if told else []),
        *(["; ".join(lines) + "."] if lines else []),
        "Success: tasks done the way the person wants. In an exam nobody is asked and nothing is learned.",
        *([MACRO] if any(name == "always-none" for name in study["lines"]) else []),
        f"Interval: {interval}",
        "Asked, corrected, either: share of tasks in which the person was asked, corrected the agent, or one of both.",
        "Asks: how many questions a hundred tasks brought; one task may bring several, as when the agent asks back.",
        "ACPE: average cumulative personalisation error after that pass; lower is better.",
        "Utility: P(success | feedback) / P(success | no feedback); - where one of the two never happened.",
        f"Broke, kept but not scored: {broke} episodes.",
        *_reasons(study),
        *_spoken(study),
    ]


def _reasons(report: StudyReport) -> Iterator[str]:
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


def _spoken(report: StudyReport) -> Iterator[str]:
    """What a language model was used for, where one was."""
    if model := report.get("model"):
        yield from told_calls(model)
        if (trial := model.get("trial")) and not trial["passed"]:
            read = f"it read {trial['right']} of the first {trial['asked']} sentences of its trial"
            needed = f"and {trial['needed']} of twelve are needed"
            yield f"The model was left out: {read}, {needed}. The figures are the built-in mind's."
    if played := report.get("played"):
        judged = f"of {played['judged']:,} utterances that code could judge (of {played['said']:,})"
        wrong = f"{played['contradicted']:,} contradicted what the person wants"
        yield f"People: played by {played['by']}; {judged}, {wrong}."
