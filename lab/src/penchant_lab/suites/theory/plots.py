"""Figures of the formal model: each is one function from the report to a matplotlib figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from penchant_lab.report import ink
from penchant_lab.report.presentation import Picture
from penchant_lab.suites.theory.table import finding, given

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

World = Mapping[str, Any]

PANELS: Sequence[tuple[str, str, str, Callable[[World], int]]] = (
    ("drift", "Drift, nothing ambiguous", "rounds T", lambda world: int(world["rounds"])),
    ("ambiguity", "Ambiguity, nothing switches", "questions k", lambda world: int(world["questions"])),
    ("theorem", "Both, k = log T", "rounds T", lambda world: int(world["rounds"])),
)
"""The statements that are drawn side by side: title, axis, and where a world stands on it."""


def regret(report: Mapping[str, Any]) -> Figure:
    """Cumulative regret over the rounds of the model as given, with what is claimed of it at the end."""
    world = given(report)
    names = list(world["methods"])
    with ink.style():
        told = "hollow marks at the right: claimed at T, at most (both) or at least (where a channel is missing)"
        said = f"{_about(report)}; shades are 95 % intervals over people, clustered"
        figure = ink.blank(finding(report), said, told, right=0.83)
        axes, labels = figure.add_subplot(), []
        for name, row in world["methods"].items():
            colour, marker = ink.look(names, name)
            times = [point["round"] for point in row["curve"]]
            axes.plot(times, [point["mean"] for point in row["curve"]], color=colour, lw=1.8)
            if row["regret"]["low"] is not None:
                low, high = ([point[end] for point in row["curve"]] for end in ("low", "high"))
                axes.fill_between(times, low, high, color=colour, alpha=0.15, lw=0)
            axes.plot([times[-1]], [row["claim"]["regret"]], marker, mfc="white", mec=colour, ms=7, clip_on=False)
            labels.append((row["regret"]["mean"], f"{name} {row['regret']['mean']:.1f}", colour))
        for line, value in world["lines"].items():
            axes.plot([1, world["rounds"]], [0, value], color=ink.LINE, lw=1.0, ls=ink.dashes(line), zorder=1)
            labels.append((value, f"{line} {value:.1f}", ink.QUIET))
        axes.set_xlim(0, world["rounds"])
        axes.set_ylim(bottom=0)
        axes.set_xlabel("round")
        axes.set_ylabel("errors so far")
        ink.label(axes, labels, gap=axes.get_ylim()[1] / 20)
    return figure


def statements(report: Mapping[str, Any]) -> Figure:
    """Regret in the worlds that show each statement, with what is claimed there."""
    with ink.style():
        title = "Without corrections regret grows with the rounds, without questions with what is new"
        told = "hollow marks and dashes: claimed, at most (arrow down) or at least (arrow up)"
        figure = ink.blank(title, f"{_about(report)}; {ink.interval_told(report)}", told, height=4.6, right=0.98)
        for axes, (statement, name, unit, place) in zip(figure.subplots(1, len(PANELS)), PANELS, strict=True):
            found = [world for world in report["worlds"] if world["statement"] == statement]
            for method in ("pre", "post", "both"):
                _draw(axes, [world for world in found if method in world["methods"]], method, place)
            axes.set_title(name, fontsize=10.5, loc="left")
            axes.set_xlabel(unit)
            axes.set_xticks(sorted({place(world) for world in found}))
            axes.set_ylim(bottom=0)
            axes.legend(frameon=False, fontsize=8.5)
        figure.axes[0].set_ylabel("errors at T")
        figure.subplots_adjust(wspace=0.22)
    return figure


def _draw(axes: Axes, found: Sequence[World], method: str, place: Callable[[World], int]) -> None:
    """One method in the worlds where it lives."""
    if not found:
        return
    colour, marker = ink.LOOKS[method]
    rows, at = [world["methods"][method] for world in found], [place(world) for world in found]
    means = [row["regret"]["mean"] for row in rows]
    reach = None
    if all(row["regret"]["low"] is not None for row in rows):
        ends = [
            (row["regret"]["mean"] - row["regret"]["low"], row["regret"]["high"] - row["regret"]["mean"])
            for row in rows
        ]
        reach = [[max(0.0, end[side]) for end in ends] for side in (0, 1)]
    axes.errorbar(at, means, yerr=reach, color=colour, marker=marker, ms=5, lw=1.8, capsize=2.5, label=method)
    for kind, arrow in (("at most", "v"), ("at least", "^")):
        claimed = [(x, row["claim"]["regret"]) for x, row in zip(at, rows, strict=True) if row["claim"]["kind"] == kind]
        if claimed:
            axes.plot(
                *zip(*claimed, strict=True), ls=(0, (3, 2)), lw=0.9, marker=arrow, mfc="white", color=colour, ms=5
            )


def _about(report: Mapping[str, Any]) -> str:
    return (
        f"{report['people']} people a world, K = {report['switches']}, γ = {report['ambiguous']:g}, "
        f"m = {report['answers']}, k = {report['questions']}"
    )


def _curve_rows(report: Mapping[str, Any]) -> list[list[object]]:
    rows = [
        [name, point["round"], point["mean"], point["low"], point["high"]]
        for name, row in given(report)["methods"].items()
        for point in row["curve"]
    ]
    return [["method", "round", "regret", "low", "high"], *rows]


def _world_rows(report: Mapping[str, Any]) -> list[list[object]]:
    rows = [
        [
            world["key"],
            name,
            *(row["regret"][key] for key in ("mean", "low", "high")),
            *row["claim"].values(),
            row["verdict"],
        ]
        for world in report["worlds"]
        for name, row in world["methods"].items()
    ]
    return [["world", "method", "regret", "low", "high", "kind", "claimed", "verdict"], *rows]


def pictures(report: Mapping[str, Any]) -> dict[str, Picture]:
    """The figures that a report has something for."""
    found = {
        "regret": Picture(
            draw=regret, caption="Errors so far in the model as given, with the reference lines.", rows=_curve_rows
        )
    }
    if {statement for statement, *_ in PANELS} <= {world["statement"] for world in report["worlds"]}:
        found["statements"] = Picture(
            draw=statements,
            caption="Regret where each statement's conditions are met, with what it claims.",
            rows=_world_rows,
        )
    return found
