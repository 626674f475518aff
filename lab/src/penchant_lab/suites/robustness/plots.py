"""Figures of the study of robustness: success, what it costs, and what noise does, style by style in each world."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from penchant.english import counted
from penchant_lab.choice.report import cost, who
from penchant_lab.report import ink
from penchant_lab.report.presentation import Picture, StudyReport
from penchant_lab.suites.robustness.table import LISTENER, cells, noisiest, told_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure of a method among people of one style, with its interval where it has one, and the listener's."""

    short: str  # in the title, which is the finding
    title: str
    axis: str
    value: Callable[[Row], float | None]
    limit: Callable[[Row], float | None] = lambda listener: None
    interval: Callable[[Row], Row] = lambda row: {}
    scale: float = 100


def _exam(phase: str, short: str, when: str) -> Measure:
    """Success in an exam, which the listener takes as well."""
    return Measure(
        short,
        f"Exams {when}, by what people are like",
        "success (% of tasks)",
        lambda row: row[phase]["success"],
        lambda listener: listener["success"],
        lambda row: row[phase],
    )


MEASURES = {
    "exam": _exam("phase2", "exam", "before tastes change"),
    "exam-after": _exam("phase4", "exam after the change", "after tastes changed"),
    "questions": Measure(
        "questions in the last pass",
        "What is still asked in the last pass before tastes change",
        "tasks with a question (%)",
        lambda row: row["phase1"][-1]["asked"],
        lambda listener: listener["asked"][-1],
    ),
    "acpe": Measure(
        "errors so far",
        "Errors so far, after the last pass before tastes change",
        "ACPE (lower is better)",
        lambda row: row["phase1"][-1]["acpe"],
        scale=1,
    ),
    "first-pass": Measure(
        "first pass after the change",
        "Success in the first pass after tastes changed",
        "success (% of tasks)",
        lambda row: row["phase3"][0]["success"],
        interval=lambda row: row["phase3"][0],
    ),
    "recovery": Measure(
        "half right again after",
        "What is heard of a changed taste until half of them are done right again, unasked",
        "answers and corrections each",
        lambda row: row["recovery"]["half"],
        scale=1,
    ),
    "closures": Measure(
        "true beliefs closed",
        "True beliefs closed, by noise or by mishearing",
        "of true beliefs (%)",
        lambda row: row["closures"]["share"],
        interval=lambda row: row["closures"],
    ),
}


def by_style(report: StudyReport, name: str) -> Figure:
    """One measure of every method, style by style, a panel for each world; where noise grows, points are joined."""
    measure = MEASURES[name]
    with ink.style():
        about = f"{measure.title}; {_about(report)}"
        figure = ink.blank(_finding(report, measure), f"{about}; {ink.interval_told(report)}", height=5.0, right=0.86)
        panels = figure.subplots(1, len(report["worlds"]), sharey=True, squeeze=False)[0]
        for axes, world in zip(panels, report["worlds"], strict=True):
            _draw(axes, world["styles"], measure)
            axes.set_title(world["world"], fontsize=10.5, loc="left")
        panels[0].set_ylabel(measure.axis)
        panels[0].set_ylim(bottom=0)  # once all is drawn: the panels share it
        panels[-1].legend(frameon=False, fontsize=8.5, loc="upper left", bbox_to_anchor=(1.0, 1.0))
        figure.subplots_adjust(wspace=0.08, bottom=0.2)
    return figure


def _draw(axes: Axes, styles: Sequence[Row], measure: Measure) -> None:
    noisy = noisiest(styles)
    ordered = [*noisy, *(style for style in styles if style not in noisy)]
    names = list(styles[0]["methods"])
    for number, name in enumerate(names):
        colour, marker = ink.look(names, name)
        rows = [style["methods"][name] for style in ordered]
        shift = 0.07 * (number - (len(names) - 1) / 2)
        at = [place + shift for place in range(len(ordered))]
        values = _scaled([measure.value(row) for row in rows], measure)
        axes.errorbar(
            at, values, yerr=_reach(rows, measure), ls="", color=colour, marker=marker, ms=5, capsize=2, label=name
        )
        axes.plot(at[: len(noisy)], values[: len(noisy)], color=colour, lw=1.5)
    limits = _scaled([measure.limit(style["listener"]) for style in ordered], measure)
    if any(limit == limit for limit in limits):
        axes.plot(range(len(ordered)), limits, color=ink.LINE, ls="", marker="_", ms=18, mew=1.5, label=LISTENER)
    axes.set_xticks(range(len(ordered)), [str(style["style"]) for style in ordered], rotation=40, ha="right")


def _scaled(values: Sequence[float | None], measure: Measure) -> list[float]:
    return [float("nan") if value is None else measure.scale * value for value in values]


def _reach(rows: Sequence[Row], measure: Measure) -> list[list[float]]:
    """How far each interval reaches down and up."""
    down, up = [], []
    for row in rows:
        value, found = measure.value(row), measure.interval(row)
        low, high = found.get("low"), found.get("high")
        known = value is not None and low is not None and high is not None
        down.append(measure.scale * max(0.0, value - low) if known and value is not None and low is not None else 0.0)
        up.append(measure.scale * max(0.0, high - value) if known and value is not None and high is not None else 0.0)
    return [down, up]


def trade_off(report: StudyReport) -> Figure:
    """Success in the exam against questions asked, one curve a method: from no noise to most."""
    with ink.style():
        title = "What success costs: exams before tastes change, against questions"
        told = "each curve goes from people who are never wrong (large mark) to those who are wrong most often"
        figure = ink.blank(title, _about(report), told, height=5.0, right=0.86)
        panels = figure.subplots(1, len(report["worlds"]), sharey=True, squeeze=False)[0]
        for axes, world in zip(panels, report["worlds"], strict=True):
            styles = noisiest(world["styles"]) or world["styles"]
            names = list(styles[0]["methods"])
            for name in names:
                colour, marker = ink.look(names, name)
                rows = [style["methods"][name] for style in styles]
                asked = [cost(row, "phase1") or 0.0 for row in rows]
                right = [100 * row["phase2"]["success"] for row in rows]
                axes.plot(asked, right, color=colour, marker=marker, ms=4, lw=1.5, label=name)
                axes.plot(asked[:1], right[:1], color=colour, marker=marker, ms=8, ls="")
            limits = [style["listener"] for style in styles]
            mean = [100 * sum(limit["asked"]) / len(limit["asked"]) for limit in limits]
            axes.plot(
                mean, [100 * limit["success"] for limit in limits], color=ink.LINE, marker=".", lw=1, label=LISTENER
            )
            axes.set_title(world["world"], fontsize=10.5, loc="left")
            axes.set_xlabel("questions per 100 tasks, phase 1")
            axes.set_xlim(left=-2)
        panels[0].set_ylabel("success in phase 2 (% of tasks)")
        panels[-1].legend(frameon=False, fontsize=8.5, loc="upper left", bbox_to_anchor=(1.0, 1.0))
        figure.subplots_adjust(wspace=0.08, bottom=0.2)
    return figure


def _about(report: StudyReport) -> str:
    return f"{counted(report['people'], 'person', 'people')} a world and style"


def _finding(report: StudyReport, measure: Measure) -> str:
    """What a measure says of the method that hears most: from no noise to most, in every world."""
    method, told = told_of(report), []
    for world in report["worlds"]:
        styles = noisiest(world["styles"]) or list(world["styles"])
        values = [_number(measure.value(style["methods"][method]), measure) for style in (styles[0], styles[-1])]
        if len(styles) < 2:
            told.append(f"{values[0]} in {world['world']} ({styles[0]['style']})")
        else:
            ends = f"{styles[0]['style']} to {styles[-1]['style']}"
            told.append(f"{values[0]} to {values[1]} in {world['world']} ({ends})")
    return f"{who(method)}, {measure.short}: {', '.join(told)}"


def _number(value: float | None, measure: Measure) -> str:
    if value is None:
        return "never"
    return f"{value:.2f}" if measure.scale == 1 else f"{measure.scale * value:.0f} %"


def _rows_of(report: StudyReport, name: str) -> list[list[object]]:
    measure = MEASURES[name]
    rows: list[list[object]] = [["world", "style", "method", name, "low", "high"]]
    for world, style in cells(report):
        for method, row in style["methods"].items():
            found = measure.interval(row)
            rows.append(
                [world["world"], style["style"], method, measure.value(row), found.get("low"), found.get("high")]
            )
        rows.append([world["world"], style["style"], LISTENER, measure.limit(style["listener"]), None, None])
    return rows


def _trade_rows(report: StudyReport) -> list[list[object]]:
    rows: list[list[object]] = [["world", "style", "method", "questions per 100", "success"]]
    for world, style in cells(report):
        for method, row in style["methods"].items():
            rows.append([world["world"], style["style"], method, cost(row, "phase1"), row["phase2"]["success"]])
    return rows


def pictures(report: StudyReport) -> dict[str, Picture]:
    """The figures that a report has something for."""
    found = {
        name: Picture(draw=partial(by_style, name=name), caption=f"{measure.title}.", rows=partial(_rows_of, name=name))
        for name, measure in MEASURES.items()
    }
    found["trade-off"] = Picture(
        draw=trade_off, caption="Success against questions asked, a curve a method.", rows=_trade_rows
    )
    return found
