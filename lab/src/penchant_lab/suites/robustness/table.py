"""A run's figures in words: the sentence that sums it up, and a table for each world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from penchant.english import counted
from penchant_lab.choice.report import WORDS, cost, percent, who
from penchant_lab.report.presentation import StudyReport
from penchant_lab.report.sheet import Sheet, SheetRow
from penchant_lab.suites.robustness.options import asking, leading

LISTENER = "ideal listener"

NOTES = (
    "Exam, after the change: tasks done the way the person wants, in %, when nobody may be asked (phases 2 and 4); in "
    "brackets a 95 % interval over people, clustered. 1st pass: the same in the first pass after the change.",
    "Asked: the share of tasks of each pass of phase 1 that brought a question. /100: questions per 100 tasks, over "
    "both taught phases. ACPE: average cumulative personalisation error after the last pass of phases 1 and 3; lower "
    "is better.",
    "Half right after: of the matters that were done wrong or asked about since another thing is wanted, the half that "
    "came back first was done right, unasked, after so many answers and corrections each; - where fewer came back.",
    "Closed though true: of beliefs that were true, the share that was closed while it was, by noise or by mishearing. "
    "Counted by the laboratory, which knows the truth; no agent does.",
    "Allowed: the first phase lived with one and with two questions a task at most. 1st pass: tasks done right in its "
    "first pass, in %. /100: questions per 100 tasks, over all of its passes.",
    f"{LISTENER}: knows how often words are wrong, weighs all of them exactly, is told when tastes change, and asks "
    "where it is less than 90 % sure. It learns each matter alone and is examined on the very matter.",
)


def cells(report: StudyReport) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Every style in every world."""
    for world in report["worlds"]:
        for style in world["styles"]:
            yield world, style


def told_of(report: StudyReport) -> str:
    """The method that the finding is about."""
    return leading(list(next(cells(report))[1]["methods"]))


def noisiest(styles: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The styles that differ in nothing but the share of wrong words, from none to most."""
    plain = [style for style in styles if style["style"] == "ideal" or style["style"].startswith("noisy-")]
    return sorted(plain, key=lambda style: float(style["wrong"]))


def finding(report: StudyReport) -> str:
    """The one sentence that the figures say."""
    method, told = told_of(report), []
    for world in report["worlds"]:
        styles = noisiest(world["styles"]) or list(world["styles"])
        shown = [styles[0], styles[-1]] if len(styles) > 1 else styles
        exams = [
            f"{percent(style['methods'][method]['phase2']['success'])} and "
            f"{percent(style['methods'][method]['phase4']['success'])} ({style['style']})"
            for style in shown
        ]
        told.append(f"{world['world']} {', '.join(exams)}")
    return f"{who(method)}, exams before and after the change: {'; '.join(told)}"


def setting(report: StudyReport) -> str:
    """What was run, in a line."""
    styles = len(report["worlds"][0]["styles"])
    return (
        f"{counted(report['people'], 'person', 'people')} in each world ({report['data']}), each in "
        f"{counted(styles, 'style')} and with {report['voices']} voices; mind {report['mind']}, seed {report['seed']}"
    )


def lead(report: StudyReport) -> str:
    """What it costs to listen to people of whose words one in ten is wrong, where that was tried."""
    method, told = told_of(report), []
    for world, style in cells(report):
        if style["style"] != "noisy-10":
            continue
        row = style["methods"][method]
        told.append(
            f"{world['world']}: {percent(row['phase1'][-1]['asked'])} asked in the last pass of phase 1, "
            f"{percent(row['phase3'][0]['success'])} right in the first pass after the change, "
            f"{percent(row['closures']['share'], 1)} of true beliefs closed"
        )
    return f"Where one word in ten is wrong: {'; '.join(told)}." if told else ""


def sheets(report: StudyReport) -> Iterator[Sheet]:
    """A table for each world."""
    asked = [("asked in pass, %", str(number)) for number in range(1, report["passes"] + 1)]
    columns = (
        ("exam", "%"),
        ("after the", "change"),
        ("1st", "pass"),
        *asked,
        ("questions", "/100"),
        ("ACPE, phase", "1"),
        ("ACPE, phase", "3"),
        ("half right", "after"),
        ("closed though", "true, %"),
    )
    for world in report["worlds"]:
        sections = [(str(style["style"]), _rows(style)) for style in world["styles"]]
        yield Sheet(
            f"{world['world']}, {counted(world['people'], 'person', 'people')}",
            columns,
            sections,
            breaks_at="ACPE, phase",
        )

        if allowed := _allowed(world):
            yield allowed


def _allowed(world: Mapping[str, Any]) -> Sheet | None:
    """What a second question is worth to the method of ours that asks, style by style."""
    method = asking(list(world["styles"][0]["methods"]))
    found = (
        {} if method is None else {each["style"]: each["methods"][method].get("allowed") for each in world["styles"]}
    )
    if method is None or not all(found.values()):
        return None
    rows = []
    for style, allowed in found.items():
        firsts = [_exam({**each, "success": each["first_pass"]}) for each in allowed.values()]
        asked = [f"{each['questions_per_100']:.0f}" for each in allowed.values()]
        rows.append(SheetRow(style, [cell for pair in zip(firsts, asked, strict=True) for cell in pair]))
    counts = [counted(int(number), "question") for number in next(iter(found.values()))]
    columns = [(f"{count} allowed", title) for count in counts for title in ("1st pass, %", "/100")]
    return Sheet(f"{world['world']}, {method} with one and with two questions a task", columns, [("", rows)])


def _rows(style: Mapping[str, Any]) -> list[SheetRow]:
    rows = [SheetRow(name, _cells(row)) for name, row in style["methods"].items()]
    limit = style["listener"]
    exam = f"{100 * limit['success']:.1f}"
    asked = [f"{100 * share:.0f}" for share in limit["asked"]]
    rows.append(SheetRow(LISTENER, (exam, exam, f"{100 * limit['passes'][0]:.0f}", *asked, "", "", "", "", "")))
    return rows


def _cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    half, share, asked = row["recovery"]["half"], row["closures"]["share"], cost(row)
    return (
        _exam(row["phase2"]),
        _exam(row["phase4"]),
        f"{100 * row['phase3'][0]['success']:.0f}",
        *(f"{100 * each['asked']:.0f}" for each in row["phase1"]),
        "-" if asked is None else f"{asked:.0f}",
        *(f"{row[phase][-1]['acpe']:.2f}" for phase in ("phase1", "phase3")),
        "-" if half is None else f"{half:.2f}",
        "-" if share is None else f"{100 * share:.1f}",
    )


def _exam(exam: Mapping[str, Any]) -> str:
    if exam["success"] is None:
        return "-"
    within = "" if exam["low"] is None else f" [{100 * exam['low']:.0f}, {100 * exam['high']:.0f}]"
    return f"{100 * exam['success']:.1f}{within}"


def notes(report: StudyReport) -> list[str]:
    """What the columns mean, what people are like, and what broke."""
    names = list(next(cells(report))[1]["methods"])
    does = "; ".join(f"{name}: {WORDS[name][1]}" for name in names if name in WORDS)
    styles = "; ".join(str(style["told"]) for style in report["worlds"][0]["styles"])
    broke = sum(row["broke"] for _, style in cells(report) for row in style["methods"].values())
    lost = [f"{counted(broke, 'episode')} broke: kept, and not scored."]
    return [*NOTES, f"{does}.", f"People: {styles}.", *_reasons(report), *(lost if broke else ())]


def _reasons(report: StudyReport) -> Iterator[str]:
    """Why the agent asked and did not, where people are never wrong and where they are most often; more is on file."""
    for world in report["worlds"]:
        styles = noisiest(world["styles"]) or list(world["styles"])
        for style in styles[:1] + styles[1:][-1:]:
            for kind, told in (("asked", "Why it asked"), ("unasked", "Why it did not ask")):
                if shown := style.get("reasons", {}).get(kind):
                    yield f"{told} ({world['world']}, {style['style']}): “{shown['request']}” {shown['why']}."
