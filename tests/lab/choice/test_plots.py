from __future__ import annotations

import csv
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from penchant.errors import PenchantError
from penchant_lab.choice import plots
from penchant_lab.choice.presentation import CHOICE_PRESENTATION
from penchant_lab.choice.sentences import off, wilson
from penchant_lab.report.ink import LOOKS, spread, svg

pytest.importorskip("matplotlib")

from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.figure import Figure

BASE = {"none": 0.27, "pre": 0.8, "post": 0.85, "both": 0.93}


def report(
    passes: int = 3, names: tuple[str, ...] = ("both", "none", "pre", "post"), people: int = 40
) -> dict[str, Any]:
    def point(success: float, n: int) -> dict[str, Any]:
        alone = people == 1
        return {
            "success": success,
            "low": None if alone else success - 0.03,
            "high": None if alone else success + 0.02,
            "asked": 0.9 / n if name in ("both", "pre") else 0.0,
            "corrected": 0.1 / n if name in ("both", "post") else 0.0,
            "feedback": 0.95 / n if name != "none" else 0.0,
            "acpe": 0.1,
            "utility": None,
        }

    methods = {}
    for name in names:
        top = BASE.get(name, 0.5)
        methods[name] = {
            "phase1": [point(top - 0.1 / n, n) for n in range(1, passes + 1)],
            "phase2": point(top + 0.04, 1),
            "phase3": [point(top - 0.2 / n, n) for n in range(1, passes + 1)],
            "phase4": point(top + 0.02, 1),
            "broke": 0,
            "episodes": 10,
        }
    lines = {
        "chance": {"phase2": 0.27, "phase4": 0.26},
        "constant": {"phase2": 0.31, "phase4": 0.3},
        "stale": {"phase2": 1.0, "phase4": 0.2},
        "oracle": {"phase2": 1.0, "phase4": 1.0},
    }
    bins = [{"said": 0.5, "right": 0.4, "n": 100}, {"said": 0.9, "right": 0.95, "n": 300}]
    start = {"suite": "embodied", "people": people, "seed": 0, "passes": passes}
    return {**start, "methods": methods, "lines": lines, "calibration": {n: bins for n in names if n != "none"}}


def curves(axes: Axes) -> dict[str, Any]:
    """Every line by its name, whether it carries intervals or not."""
    barred = {str(each.get_label()): each.lines[0] for each in axes.containers if isinstance(each, ErrorbarContainer)}
    return {str(line.get_label()): line for line in axes.get_lines()} | barred


def bars(axes: Axes) -> Iterator[BarContainer]:
    return (each for each in axes.containers if isinstance(each, BarContainer))


def texts(figure: Figure) -> str:
    found = [*figure.texts, *(text for axes in figure.axes for text in axes.texts)]
    return " | ".join(text.get_text().replace("\n", " ") for text in found)


def test_learning_curves_show_the_reports_values_with_their_intervals() -> None:
    study = report()
    figure = plots.learning_curves(study)
    found: dict[str, ErrorbarContainer] = {
        str(each.get_label()): each for each in figure.axes[0].containers if isinstance(each, ErrorbarContainer)
    }
    for name, method in study["methods"].items():
        for label, taught, exam in ((name, "phase1", "phase2"), (f"_{name} after the change", "phase3", "phase4")):
            points = [*method[taught], method[exam]]
            line, _, (reach,) = found[label].lines
            assert line is not None
            assert np.asarray(line.get_ydata()).tolist() == pytest.approx([100 * point["success"] for point in points])
            ends = [segment[:, 1] for segment in reach.get_segments()]
            assert [end[0] for end in ends] == pytest.approx([100 * point["low"] for point in points])
            assert [end[1] for end in ends] == pytest.approx([100 * point["high"] for point in points])


def test_learning_curves_carry_reference_lines_the_change_and_the_finding() -> None:
    figure = plots.learning_curves(report())
    lines = curves(figure.axes[0])
    for name, (before, after) in {"chance": (27, 26), "stale": (100, 20), "oracle": (100, 100)}.items():
        levels = list(lines[name].get_ydata())
        assert (levels[0], levels[-1]) == pytest.approx((before, after))
    assert list(lines["_change"].get_xdata()) == [3.5, 3.5]
    said = texts(figure)
    assert "Asking and listening reaches 97 % and recovers to 95 % after every taste changed" in said
    for word in ("every taste changes", "40 people", "chance 26 %", "oracle 100 %", "both 95 %"):
        assert word in said
    assert figure.axes[0].get_ylabel() == "success (% of tasks)"


def test_bars_show_the_last_passes_and_the_exams() -> None:
    study = report()
    axes = plots.phase_bars(study).axes[0]
    for group in bars(axes):
        method = study["methods"][group.get_label()]
        ends = [method["phase1"][-1], method["phase2"], method["phase3"][-1], method["phase4"]]
        assert [bar.get_height() for bar in group.patches] == pytest.approx([100 * point["success"] for point in ends])
    ticks = {str(each.get_label()) for each in axes.collections}
    assert {"_stale phase2", "_oracle phase4", "_chance phase4"} <= ticks


def test_questions_shows_who_asks_and_who_is_corrected() -> None:
    study = report()
    figure = plots.questions(study)
    asked, corrected = figure.axes
    assert list(curves(asked)["pre"].get_ydata()) == pytest.approx([90, 45, 30])
    assert list(curves(corrected)["_post after the change"].get_ydata()) == pytest.approx([10, 5, 10 / 3])
    assert "post" not in curves(asked)
    assert "never asked: none, post" in texts(figure)
    assert "in 95 % of tasks at first, 32 % by pass 3, and 95 % when every taste changes" in texts(figure)


def test_questions_are_counted_where_a_task_brings_several() -> None:
    study = report()
    for n, found in enumerate(study["methods"]["both"]["phase1"], start=1):
        found["questions_per_100"] = 130.0 / n
    asked = plots.questions(study).axes[0]
    assert list(curves(asked)["both"].get_ydata()) == pytest.approx([130, 65, 130 / 3])
    assert asked.get_ylim()[1] > 130
    assert asked.get_ylabel() == "asked (questions per 100 tasks)"


def test_success_stands_against_what_it_cost(tmp_path: Path) -> None:
    study = report(names=("both", "none", "dictionary"))
    study["methods"]["both"]["questions_per_100"] = {"phase1": 33.0, "phase3": 40.0}
    study["methods"]["dictionary"]["questions_per_100"] = {"phase1": 100.0, "phase3": 0.0}
    figure = plots.success_and_cost(study)
    first, second = (curves(axes) for axes in figure.axes)
    assert [*first["both"].get_xdata(), *first["both"].get_ydata()] == pytest.approx([33, 97])
    assert [*second["both"].get_xdata(), *second["both"].get_ydata()] == pytest.approx([40, 95])
    assert [*first["dictionary"].get_xdata()] == pytest.approx([100])
    assert [*first["none"].get_xdata()] == pytest.approx([0])
    assert figure.axes[1].get_xlabel() == "questions per 100 tasks (relearn)"
    CHOICE_PRESENTATION.write_pictures(study, tmp_path)
    with (tmp_path / "success-and-cost.csv").open() as file:
        told = [row for row in csv.DictReader(file) if row["method"] == "both"]
    assert [(row["exam"], float(row["questions_per_100"])) for row in told] == [("phase2", 33.0), ("phase4", 40.0)]


def test_calibration_shows_said_against_right() -> None:
    figure = plots.calibration(report())
    dots = {str(each.get_label()): each for each in figure.axes[0].collections}
    assert np.asarray(dots["both"].get_offsets()).ravel().tolist() == pytest.approx([50, 40, 90, 95])
    assert "6 points off" in texts(figure)
    assert "off by 6.2 points on average, 400 tasks" in texts(figure)


def test_a_method_keeps_its_colour_in_every_figure() -> None:
    study = report(names=("both", "mine", "pre"))
    lines = curves(plots.learning_curves(study).axes[0])
    asked = curves(plots.questions(study).axes[0])
    blocks = {
        str(each.get_label()): to_hex(each.patches[0].get_facecolor()) for each in bars(plots.phase_bars(study).axes[0])
    }
    assert lines["both"].get_color() == asked["both"].get_color() == LOOKS["both"][0]
    assert blocks["pre"] == lines["pre"].get_color().lower()
    assert blocks["mine"] == lines["mine"].get_color().lower()
    assert len({str(line.get_color()) for name, line in lines.items() if name in study["methods"]}) == 3


@pytest.mark.parametrize(("passes", "names", "people"), [(1, ("post",), 1), (1, ("none",), 1), (15, ("both", "x"), 3)])
def test_figures_are_drawn_for_the_smallest_and_the_oddest_study(
    passes: int, names: tuple[str, ...], people: int, tmp_path: Path
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        CHOICE_PRESENTATION.write_pictures(report(passes, names, people), tmp_path)
    assert len(list(tmp_path.iterdir())) == 15
    if people == 1:
        assert "too few people for intervals" in texts(plots.learning_curves(report(passes, names, people)))


def test_nobody_sure_is_a_figure_too() -> None:
    assert "Nobody said how sure they were" in texts(plots.calibration(report() | {"calibration": {}}))


def test_files_are_the_same_twice_and_carry_no_date(tmp_path: Path) -> None:
    CHOICE_PRESENTATION.write_pictures(report(), tmp_path / "one")
    CHOICE_PRESENTATION.write_pictures(report(), tmp_path / "two")
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names[:3] == ["calibration.csv", "calibration.png", "calibration.svg"]
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert "dc:date" not in (tmp_path / "one" / "questions.svg").read_text()


def test_drawing_leaves_no_settings_behind_and_reads_none() -> None:
    import matplotlib

    before = "matplotlib.pyplot" in sys.modules
    plain = svg(plots.learning_curves(report()))
    with matplotlib.rc_context({"lines.linewidth": 9, "font.size": 30}):
        assert svg(plots.learning_curves(report())) == plain
        assert matplotlib.rcParams["font.size"] == 30
    assert ("matplotlib.pyplot" in sys.modules) == before


def test_a_csv_lies_beside_each_figure_with_the_same_numbers(tmp_path: Path) -> None:
    study = report()
    CHOICE_PRESENTATION.write_pictures(study, tmp_path)
    tables = {path.stem: list(csv.DictReader(path.open())) for path in tmp_path.glob("*.csv")}
    exam = next(row for row in tables["learning-curves"] if row["method"] == "both" and row["phase"] == "phase2")
    point = study["methods"]["both"]["phase2"]
    assert [float(exam[key]) for key in ("success", "low", "high")] == [point["success"], point["low"], point["high"]]
    assert exam["pass"] == ""
    assert len(tables["learning-curves"]) == 4 * 8 + 4 * 2
    assert [row["pass"] for row in tables["phase-bars"] if row["method"] == "pre"] == ["3", "", "3", ""]
    assert float(tables["questions"][-1]["corrected"]) == study["methods"]["both"]["phase3"][-1]["corrected"]
    assert tables["calibration"][0] == {"method": "pre", "said": "0.5", "right": "0.4", "n": "100"}


def test_missing_matplotlib_names_its_install_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PenchantError, match=r"pip install 'penchant-lab\[plots\]'"):
        CHOICE_PRESENTATION.write_pictures(report(), tmp_path)


def test_labels_keep_their_distance_and_their_order() -> None:
    placed = spread([100.0, 99.0, 98.5, 20.0], 5)
    assert placed[0] <= 100
    assert placed[0] - placed[1] == pytest.approx(5, abs=0.1)
    assert placed[1] - placed[2] == pytest.approx(5, abs=0.1)
    assert placed[3] == 20


def test_sums_behind_the_calibration_figure() -> None:
    assert off([{"said": 0.5, "right": 0.4, "n": 100}, {"said": 0.9, "right": 0.95, "n": 300}]) == pytest.approx(0.0625)
    assert list(wilson(0.5, 100)) == pytest.approx([0.4038, 0.5962], abs=1e-3)
    assert wilson(0.3, 0) == (0.3, 0.3)
