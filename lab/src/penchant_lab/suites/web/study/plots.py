"""Figures of a study in the web shop: each is one function from the report to a matplotlib figure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from penchant_lab.report import ink
from penchant_lab.report.presentation import Picture
from penchant_lab.suites.web.records import TYPES
from penchant_lab.suites.web.study.curves import THIRDS
from penchant_lab.suites.web.study.options import DEAF
from penchant_lab.suites.web.study.same import rows_of
from penchant_lab.suites.web.study.table import finding

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_FAR_RIGHT = 0.85


def rows(name: str, report: Mapping[str, Any]) -> list[list[object]]:
    """The numbers that a figure shows, headings first."""
    if name == "learning":
        thirds = [
            [agent, third, *(curves["success"][third][key] for key in ("mean", "low", "high"))]
            for agent, curves in report["curves"].items()
            for third in THIRDS
        ]
        return [["agent", "third", "success", "low", "high"], *thirds]
    keys = ("result", "result_low", "result_high")
    drawn = report["agents"] | report["lines"]
    found = [
        [who, type, *(of[type].get(key) for key in keys)] for who, of in drawn.items() for type in TYPES if type in of
    ]
    return [["agent", "type", "result", "low", "high"], *found]


def results(report: Mapping[str, Any]) -> Figure:
    """Result by agent, a panel for each type of task, with intervals and lines."""
    agents, shown = list(report["agents"]), list(rows_of(report))
    with ink.style():
        height = 3.0 + 0.28 * len(shown)
        left = 0.05 + 0.0095 * max(len(label) for label, _ in shown)
        figure = ink.blank(
            finding(report), f"{_about(report)}; {ink.interval_told(report)}", height=height, left=left, right=0.98
        )
        figure.subplots_adjust(top=figure.subplotpars.top - 0.3 / height)  # room for the names of lines
        panels = figure.subplots(1, len(TYPES), sharey=True)
        for axes, type in zip(panels, TYPES, strict=True):
            for at, (label, found) in enumerate(shown):
                row, (colour, marker) = found[type], ink.look(agents, label.split(" = ")[0])
                low, mean, high = (row.get(key) for key in ("result_low", "result", "result_high"))
                if mean is not None:
                    reach = None if low is None or high is None else [[max(0, mean - low)], [max(0, high - mean)]]
                    axes.errorbar([mean], [at], xerr=reach, color=colour, marker=marker, ms=6, capsize=2.5, lw=1.5)
            drawn = {name: line[type]["result"] for name, line in report["lines"].items() if type in line}
            axes.set_title(type, fontsize=10.5, loc="left", pad=22)
            axes.grid(axis="x")
            values = [value for value in drawn.values() if value is not None]
            left, right = axes.get_xlim()
            axes.set_xlim(min(0.0, left), max(right, 1.04 * max(values, default=0.0)))
            _upright(axes, {name: value for name, value in drawn.items() if value is not None})
        panels[0].set_yticks(range(len(shown)), [label for label, _ in shown])
        panels[0].set_ylim(len(shown) - 0.5, -0.5)
        panels[1].set_xlabel("result (mean over tasks)")
    return figure


def learning(report: Mapping[str, Any]) -> Figure:
    """Success by thirds of a person's tasks, a line for each agent, with intervals."""
    agents = list(report["curves"])
    with ink.style():
        said = f"{_about(report)}; {ink.interval_told(report)}"
        told = "-deaf: the same agent, to whom nobody says how it went"
        figure = ink.blank(_learned(report), said, told, right=0.78)
        axes, labels = figure.add_subplot(), []
        told_of = [name for name in agents if name in ink.LOOKS or name.removesuffix(DEAF) + DEAF in agents]
        for name in (each for each in agents if each not in told_of):
            means = ink.hundred([report["curves"][name]["success"][third]["mean"] for third in THIRDS])
            axes.plot(range(len(THIRDS)), means, color=ink.LINE, lw=0.9, zorder=1)
            labels.append((means[-1], name, ink.QUIET))
        for number, name in enumerate(told_of):
            points = [report["curves"][name]["success"][third] for third in THIRDS]
            means = ink.hundred([point["mean"] for point in points])
            colour, marker = ink.look(agents, name)
            shift = 0.05 * (number - (len(told_of) - 1) / 2)
            axes.errorbar(
                [at + shift for at in range(len(THIRDS))],
                means,
                yerr=ink.bars(points, "mean"),
                color=colour,
                marker=marker,
                ms=5,
                lw=1.8,
                elinewidth=1.2,
                capsize=2.5,
                ls="--" if name.endswith(DEAF) else "-",
            )
            labels.append((means[-1], f"{name} {means[-1]:.0f} %", colour))
        axes.set_xticks(range(len(THIRDS)), [f"{third} third" for third in THIRDS])
        axes.set_ylabel("success (% of searches and recommendations)")
        low, high = axes.get_ylim()
        axes.set_ylim(max(0, low), min(104, high))
        shown = [each for each in labels if not math.isnan(each[0])]
        ink.label(axes, shown, gap=(min(104, high) - max(0, low)) / 20)
    return figure


def _upright(axes: Axes, lines: Mapping[str, float]) -> None:
    """Draw lines to compare with from top to bottom, each with its name above."""
    for number, (name, value) in enumerate(lines.items()):
        axes.axvline(value, color=ink.LINE, lw=1.1, ls=ink.dashes(name.split("-")[0]), zorder=1)
        place, y = axes.get_xaxis_transform(), 1.01 + 0.05 * (number % 2)
        side = "right" if value > _FAR_RIGHT * axes.get_xlim()[1] else "center"  # or it would leave the sheet
        axes.text(value, y, name, transform=place, size=7.5, color=ink.QUIET, ha=side)


def _learned(report: Mapping[str, Any]) -> str:
    ours = next((name for name in report["curves"] if name.startswith(ink.OURS)), next(iter(report["curves"])))
    first, last = (report["curves"][ours]["success"][third]["mean"] for third in ("first", "last"))
    if first is None or last is None:
        return f"{ours}: too few tasks for thirds"
    return f"{ours} succeeds in {100 * first:.0f} % of the first third of tasks and {100 * last:.0f} % of the last"


def _about(report: Mapping[str, Any]) -> str:
    return f"web, {report['track']} track, {report['people']} people, {report['products']:,} products"


_DRAWN = {
    "results": (results, "The original's result by agent and type of task, with the baselines on the same tasks."),
    "learning": (learning, "Success in the first, middle and last third of each person's tasks."),
}


def pictures(report: Mapping[str, Any]) -> dict[str, Picture]:
    """The figures that a report has something for."""
    return {
        name: Picture(draw=draw, caption=caption, rows=partial(rows, name))
        for name, (draw, caption) in _DRAWN.items()
        if name != "learning" or "curves" in report
    }
