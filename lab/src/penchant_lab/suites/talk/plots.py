"""The figure of a suite of talk: scores with their intervals, and the lines behind them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from penchant_lab.report import ink
from penchant_lab.report.presentation import Picture
from penchant_lab.suites.talk.table import finding, setting
from penchant_lab.suites.talk.trial import OURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MARKS = ("_", "v", "^", "s", "D", "X", "P", "*", "h")
"""Of lines, in their order."""


def scores(report: Mapping[str, Any]) -> Figure:
    """The share under each name, the agent's with its interval."""
    names = _names(report)
    with ink.style():
        foot = "blue: the agent, thin bars are 95 % intervals; grey: the lines it is held against"
        figure = ink.blank(finding(report), setting(report), foot, right=0.8)
        axes = figure.add_subplot()
        for number, (line, found) in enumerate(report["lines"].items()):
            places = [place for place, name in enumerate(names) if name in found]
            heights = [100 * found[names[place]]["score"] for place in places]
            mark = MARKS[number % len(MARKS)]
            axes.plot(places, heights, mark, color=ink.LINE, ms=7, mfc="none", label=line, zorder=2)
        ours = report["results"]
        places = [place for place, name in enumerate(names) if name in ours]
        rows = [ours[names[place]] for place in places]
        if rows:
            colour, mark = ink.look([OURS], OURS)
            reach = ink.bars(rows, "score")
            heights = ink.hundred([row["score"] for row in rows])
            axes.errorbar(places, heights, yerr=reach, fmt=mark, color=colour, ms=8, capsize=3, label=OURS, zorder=3)
        axes.set_xticks(range(len(names)), names)
        axes.set_xlim(-0.5, len(names) - 0.5)
        axes.set_ylim(0, 103)
        axes.set_ylabel("%")
        axes.legend(frameon=False, fontsize=9, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def _names(report: Mapping[str, Any]) -> list[str]:
    lines = (name for found in report["lines"].values() for name in found)
    return list(dict.fromkeys((*report["results"], *lines)))


def _rows(report: Mapping[str, Any]) -> list[list[object]]:
    found = [(OURS, report["results"]), *report["lines"].items()]
    rows: list[list[object]] = [
        [who, name, row["score"], row["low"], row["high"], row["n"]]
        for who, scored in found
        for name, row in scored.items()
    ]
    return [["who", "name", "score", "low", "high", "n"], *rows]


def pictures(report: Mapping[str, Any]) -> dict[str, Picture]:
    """The one figure."""
    return {"scores": Picture(draw=scores, caption="What the agent got, and the lines behind it.", rows=_rows)}
