"""Figures of a study in four phases: each is one function from the report to a matplotlib figure.

A title states what the numbers say, and a method keeps its colour in every figure. matplotlib comes with the extra
``plots``; without it every function here says so in one line. How things look is in ``report/ink.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from penchant.english import counted
from penchant_lab.choice import sentences
from penchant_lab.choice.report import (
    EXAMS,
    PHASES,
    WORDS,
    StudyMoment,
    as_report,
    cost,
    in_exams,
    measured,
    methods,
    moments,
)
from penchant_lab.choice.table import finding
from penchant_lab.report import ink
from penchant_lab.report.presentation import Picture, StudyReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CHANGE = "every taste changes"


def learning_curves(report: StudyReport) -> Figure:
    """Success at every moment of the study, one line a method, with intervals and the baselines."""
    study, points = as_report(report), list(moments(as_report(report)))
    with ink.style():
        figure = _paper(study, finding(report), ink.interval_told(study))
        axes = figure.add_subplot()
        _timeline(axes, points, study["passes"])
        axes.set_ylabel("success (% of tasks)")
        half, labels = len(points) // 2, []
        for name, line in study["lines"].items():
            before, after = ink.hundred([line.get("phase2"), line.get("phase4")])
            across = [-0.5, half - 0.5, half - 0.5, half - 0.5, 2 * half - 0.5]
            levels = [before, before, float("nan"), after, after]
            axes.plot(across, levels, color=ink.LINE, lw=1.1, ls=ink.dashes(name), label=name)
            labels.append((after, f"{name} {after:.0f} %", ink.QUIET))
        for number, name in enumerate(methods(study)):
            colour, marker = ink.look(methods(study), name)
            found = [measured(study["methods"][name], point) for point in points]
            values, bars = ink.hundred([point.get("success") for point in found]), ink.bars(found)
            shift = 0.07 * (number - (len(study["methods"]) - 1) / 2)
            for start in (0, half):
                part = slice(start, start + half)
                axes.errorbar(
                    [at + shift for at in range(start, start + half)],
                    values[part],
                    yerr=[bars[0][part], bars[1][part]],
                    color=colour,
                    marker=marker,
                    ms=5,
                    lw=1.8,
                    elinewidth=1.3,
                    capsize=2.5,
                    label=name if start == 0 else f"_{name} after the change",
                    zorder=3,
                )
            labels.append((values[-1], f"{name} {values[-1]:.0f} %", colour))
        ink.label(axes, [each for each in labels if each[0] == each[0]])
    return figure


def phase_bars(report: StudyReport) -> Figure:
    """Success at the end of each phase, a group of bars a phase, with intervals and ticks of the baselines."""
    study = as_report(report)
    last, names = study["passes"], methods(study)
    points = [StudyMoment(phase, None if phase in EXAMS else last) for phase in PHASES]
    with ink.style():
        figure = _paper(study, sentences.holds(study, points), ink.interval_told(study), right=0.985)
        axes, centres = figure.add_subplot(), [0.0, 1.15, 2.7, 3.85]
        helped = [f"{PHASES[p.phase]}\n" + (f"pass {last}" if p.number else "nobody helps") for p in points]
        axes.set_xticks(centres, helped)
        axes.set(xlim=(-0.6, 4.72), ylim=(0, 104), ylabel="success (% of tasks)")
        width = 0.8 / len(names)
        for number, name in enumerate(names):
            found = [measured(study["methods"][name], point) for point in points]
            values = ink.hundred([point.get("success") for point in found])
            where = [centre - 0.4 + width * (number + 0.5) for centre in centres]
            colour = ink.look(methods(study), name)[0]
            thin = {"elinewidth": 1.3, "ecolor": ink.INK, "capsize": 2.5}
            axes.bar(where, values, 0.9 * width, color=colour, label=name, yerr=ink.bars(found), error_kw=thin)
            for x, value in zip(where, values, strict=True):
                inside = value >= 10
                y, tint, text = 1.5 if inside else 12, "white" if inside else ink.INK, f"{value:.0f}"
                if value == value:
                    size = 9 if len(names) < 5 else 6.5
                    axes.text(x, y, text, va="bottom", ha="center", color=tint, size=size, weight="bold")
        for at in (1, 3):
            _ticks(axes, study, points[at].phase, centres[at])
        _mark_change(axes, 2.1)
        above = axes.get_position().y1 + 0.1
        figure.legend(loc="upper right", bbox_to_anchor=(0.99, above), ncols=len(names), frameon=False, handlelength=1)
    return figure


def _ticks(axes: Axes, study: StudyReport, phase: str, centre: float) -> None:
    """Draw the baselines across one group of bars, each with its name."""
    ticks = [
        (100 * share, name) for name, line in study["lines"].items() if (share := in_exams(line)[phase]) is not None
    ]
    for (y, name), beside in zip(ticks, ink.spread([y for y, _ in ticks], 4.4), strict=True):
        axes.hlines(y, centre - 0.45, centre + 0.45, color=ink.INK, lw=1, ls=ink.dashes(name), label=f"_{name} {phase}")
        axes.text(centre + 0.48, beside, name, size=8.5, color=ink.QUIET, va="center")


def questions(report: StudyReport) -> Figure:
    """How many questions each method asks, and how often it is corrected, in every pass."""
    study, points = as_report(report), list(moments(as_report(report), exams=False))
    half = len(points) // 2
    with ink.style():
        figure = _paper(study, sentences.trend(study), "how often the person has to speak", height=5.0, right=0.895)
        for place, (title, unit) in enumerate((("asked", "questions per 100 tasks"), ("corrected", "% of tasks"))):
            axes = figure.add_subplot(1, 2, place + 1)
            _timeline(axes, points, study["passes"])
            axes.set_ylabel(f"{title} ({unit})")
            labels, silent, most = [], [], 100.0
            for name in methods(study):
                colour, marker = ink.look(methods(study), name)
                found = [measured(study["methods"][name], point) for point in points]
                values = ink.hundred([each.get("corrected") if place else _asked(each) for each in found])
                if not any(value > 0 for value in values):
                    silent.append(name)
                    continue
                for start in (0, half):
                    across, part = range(start, start + half), values[start : start + half]
                    shown = name if start == 0 else f"_{name} after the change"
                    axes.plot(across, part, color=colour, marker=marker, ms=6, lw=2, label=shown, clip_on=False)
                labels.append((values[-1], name, colour))
                most = max(most, *(value for value in values if value == value))
            axes.set_ylim(0, 1.04 * most)
            ink.label(axes, [each for each in labels if each[0] == each[0]], gap=0.065 * most)
            if silent:
                never = f"never {title}: {', '.join(silent)}"
                axes.text(0.5, -0.18, never, transform=axes.transAxes, ha="center", va="top", size=9, color=ink.QUIET)
        figure.subplots_adjust(wspace=0.5, bottom=0.26)
    return figure


def _asked(found: Mapping[str, Any]) -> float | None:
    """Questions a task in a pass; where they were not counted, a task brought one at most."""
    asked: float | None = found.get("questions_per_100")
    return found.get("asked") if asked is None else asked / 100


def success_and_cost(report: StudyReport) -> Figure:
    """What each method reaches in both exams, against the questions it took: further left and higher is better."""
    study = as_report(report)
    with ink.style():
        figure = _paper(study, finding(report), ink.interval_told(study), right=0.97)
        most = max(10.0, *((cost(method, phase) or 0.0) for method in study["methods"].values() for phase in _TAUGHT))
        for place, (phase, exam) in enumerate(_TAUGHT.items()):
            axes = figure.add_subplot(1, 2, place + 1)
            axes.set(xlim=(-0.04 * most, 1.3 * most), ylim=(0, 104), ylabel="success (% of tasks)")
            axes.set_xlabel(f"questions per 100 tasks ({PHASES[phase]})")
            axes.set_title(PHASES[exam], size=10.5, loc="left")
            heights = [measured(study["methods"][name], StudyMoment(exam, None)) for name in methods(study)]
            shown = [each for each in zip(methods(study), heights, strict=True) if each[1].get("success") is not None]
            sides = ink.spread([100 * found["success"] for _, found in shown], 4.8)
            for (name, found), beside in zip(shown, sides, strict=True):
                colour, marker = ink.look(methods(study), name)
                x, y = cost(study["methods"][name], phase) or 0.0, 100 * found["success"]
                axes.errorbar(
                    [x], [y], yerr=ink.bars([found]), color=colour, marker=marker, ms=7, capsize=2.5, label=name
                )
                axes.annotate(
                    name, (x, y), (x + 0.05 * most, beside), color=colour, size=9.5, weight="bold", va="center"
                )
        figure.subplots_adjust(wspace=0.25)
    return figure


_TAUGHT = {"phase1": "phase2", "phase3": "phase4"}
"""The exam after each phase in which the agent is taught."""


def calibration(report: StudyReport) -> Figure:
    """How sure each method said it was, against how often it was right then; a bigger point is more tasks."""
    study = as_report(report)
    bins = {name: study["calibration"][name] for name in methods(study) if study["calibration"].get(name)}
    most = max((each["n"] for found in bins.values() for each in found), default=1)
    with ink.style():
        subtitle = "tasks it did not ask about, more to a bigger point; thin bars are 95 % binomial intervals"
        figure = _paper(study, sentences.honesty(study, bins), subtitle, height=5.9, right=0.6)
        axes = figure.add_subplot()
        axes.set(xlim=(0, 104), ylim=(0, 104), xlabel="said it was sure (%)", ylabel="was right (% of those tasks)")
        axes.plot([0, 100], [0, 100], color=ink.LINE, lw=1.1, ls=(0, (4, 3)), label="_diagonal")
        axes.text(3, 98, "above: too modest", color=ink.QUIET, size=9, va="top")
        axes.text(102, 4, "below: too sure", color=ink.QUIET, size=9, ha="right")
        for number, (name, found) in enumerate(bins.items()):
            colour, marker = ink.look(methods(study), name)
            said, right = ink.hundred([each["said"] for each in found]), ink.hundred([each["right"] for each in found])
            ranges = [sentences.wilson(each["right"], each["n"]) for each in found]
            low, high = ([100 * ends[side] for ends in ranges] for side in (0, 1))
            axes.vlines(said, low, high, color=colour, lw=1.2, label=f"_{name} interval")
            axes.plot(said, right, color=colour, lw=1, alpha=0.45, label=f"_{name} line")
            sizes = [16 + 150 * each["n"] / most for each in found]
            axes.scatter(said, right, sizes, color=colour, marker=marker, ec="white", lw=0.8, label=name, zorder=3)
            place, y = axes.transAxes, 0.98 - 0.13 * number
            told = (
                f"off by {100 * sentences.off(found):.1f} points on average, {sum(each['n'] for each in found)} tasks"
            )
            axes.text(1.06, y, name, transform=place, va="top", color=colour, weight="bold", size=11.5)
            axes.text(1.06, y - 0.05, told, transform=place, va="top", color=ink.QUIET, size=9.5)
    return figure


def rows(name: str, report: StudyReport) -> list[list[object]]:
    """The numbers a figure shows, headings first."""
    study = as_report(report)
    if name == "calibration":
        bins = [(method, each) for method in methods(study) for each in study["calibration"].get(method) or []]
        return [["method", "said", "right", "n"], *([method, b["said"], b["right"], b["n"]] for method, b in bins)]
    if name == "success-and-cost":
        table: list[list[object]] = [["method", "questions_per_100", "exam", "success", "low", "high"]]
        for method in methods(study):
            for phase, exam in _TAUGHT.items():
                found = measured(study["methods"][method], StudyMoment(exam, None))
                asked = cost(study["methods"][method], phase)
                table.append([method, asked, exam, *(found.get(key) for key in ("success", "low", "high"))])
        return table
    counts = ("asked", "questions_per_100", "corrected", "feedback")
    keys = counts if name == "questions" else ("success", "low", "high")
    table = [["method", "phase", "pass", *keys]]
    for method in methods(study):
        for point in moments(study, exams=name != "questions"):
            if name == "phase-bars" and point.number not in (None, study["passes"]):
                continue
            found = measured(study["methods"][method], point)
            table.append([method, point.phase, point.number, *(found.get(key) for key in keys)])
    if name != "questions":
        for line, values in study["lines"].items():
            table += [[line, phase, None, share, None, None] for phase, share in in_exams(values).items()]
    return table


def _paper(report: StudyReport, title: str, subtitle: str, *, height: float = 5.3, right: float = 0.84) -> Figure:
    """An empty figure with its finding on top and the methods explained at its foot."""
    people = counted(report["people"], "person", "people")
    told = ";   ".join(f"{name}: {WORDS[name][1]}" for name in methods(report) if name in WORDS)
    return ink.blank(title, f"{report['suite']}, {people}; {subtitle}", told, height=height, right=right)


def _mark_change(axes: Axes, x: float) -> None:
    """Draw the moment at which taste changes."""
    axes.axvline(x, color=ink.INK, lw=1.1, ls=(0, (3, 2)), label="_change")
    axes.text(x, 1.015, CHANGE, transform=axes.get_xaxis_transform(), ha="center", size=9.5)


def _timeline(axes: Axes, points: Sequence[StudyMoment], passes: int) -> None:
    """Lay out passes, exams and the change of taste along the x axis, and per cent along the y axis."""
    step = -(-passes // 6)
    names = [str(p.number) if p.number and (p.number - 1) % step == 0 else "" for p in points]
    names = [
        PHASES[p.phase].replace(" after ", " after\n") if p.number is None else name
        for p, name in zip(points, names, strict=True)
    ]
    axes.set_xticks(range(len(points)), names)
    axes.set(xlim=(-0.5, len(points) - 0.5), ylim=(0, 104))
    for at, point in enumerate(points):
        if point.number is None:
            axes.axvspan(at - 0.5, at + 0.5, color="#F4F5F7", lw=0, zorder=0)
    half = len(points) // 2
    _mark_change(axes, half - 0.5)
    for start, phase in ((0, "phase1"), (half, "phase3")):
        place = axes.get_xaxis_transform()
        middle = start + (passes - 1) / 2
        axes.text(middle, -0.085, f"{PHASES[phase]}: pass", transform=place, ha="center", va="top", color=ink.QUIET)


_DRAWN = {
    "learning-curves": (
        learning_curves,
        "How success grows with each pass, what is left of it in the exam, and how it comes back.",
    ),
    "phase-bars": (phase_bars, "The end of each phase side by side."),
    "success-and-cost": (success_and_cost, "What success costs: the questions a hundred tasks took to get there."),
    "questions": (questions, "What it costs the person: questions before the act, corrections after it."),
    "calibration": (calibration, "Whether the agent knows how sure it may be."),
}
PICTURES = {
    name: Picture(draw=draw, caption=caption, rows=partial(rows, name)) for name, (draw, caption) in _DRAWN.items()
}
"""Every figure by its name."""
