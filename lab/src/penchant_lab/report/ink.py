"""How figures look: colours and markers of methods, the paper they are drawn on, labels that do not collide.

matplotlib comes with the extra ``plots`` and is imported where it is used; nothing here touches pyplot or leaves
settings behind.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from penchant.errors import PenchantError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# After Okabe and Ito, a little darker for white paper: told apart by colour-blind readers. The markers differ as well.
LOOKS = {"none": ("#5F6670", "D"), "pre": ("#00805D", "^"), "post": ("#C85200", "s"), "both": ("#0067A5", "o")}
LOOKS |= {"dictionary": ("#8C6D00", "P"), "nearest": ("#B3578C", "v"), "majority": ("#7A5195", "X")}
SPARE = (("#B3578C", "v"), ("#8C6D00", "P"), ("#3B8DBD", "X"), ("#7A5195", "*"))
INK, QUIET, FAINT, LINE = "#1B1F24", "#57606A", "#E4E7EB", "#8A939D"
DARK = {
    "#ffffff": "#1d2126",
    "#f4f5f7": "#262b31",
    "#e4e7eb": "#343a41",
    "#1b1f24": "#e8eaed",
    "#57606a": "#aab2bc",
    "#8a939d": "#838c96",
    "#9aa3ad": "#6b747e",
    "#5f6670": "#a9b1bb",
    "#00805d": "#4fc09a",
    "#c85200": "#f28a4b",
    "#0067a5": "#5fa8dc",
    "#1f77b4": "#5fa8dc",
    "#8c6d00": "#d3b13c",
    "#b3578c": "#dd8dba",
    "#7a5195": "#b796d1",
    "#3b8dbd": "#7cc0e8",
}
"""What our colours become on dark paper, where whoever reads prefers that; white letters on a bar turn dark with it."""
OURS = "penchant"
FOOT = 140
"""So many characters of small print fit side by side."""
STYLE: dict[Any, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": "#9AA3AD",
    "axes.labelcolor": QUIET,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.8,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "penchant",
}


@contextmanager
def style() -> Iterator[None]:
    """Our look, whatever matplotlibrc says, for as long as the block lasts."""
    try:
        import matplotlib
    except ImportError:
        raise PenchantError("Figures need matplotlib; get it with: pip install 'penchant-lab[plots]'") from None
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def look(names: Sequence[str], name: str) -> tuple[str, str]:
    """The colour and the marker of one of these methods, the same in every figure; ours in a shop is as `both`."""
    own = {each: LOOKS["both"] if each.startswith(OURS) else LOOKS.get(each) for each in names}
    if (mine := own[name]) is not None:
        return mine
    free = [*SPARE, *(each for each in LOOKS.values() if each not in own.values())]
    return free[[each for each in names if own[each] is None].index(name) % len(free)]


def dashes(baseline: str) -> tuple[float, tuple[float, ...]]:
    """The dash pattern of a baseline."""
    known: dict[str, tuple[float, ...]] = {"oracle": (), "stale": (6, 3), "constant": (4, 2, 1, 2), "chance": (1, 2)}
    return 0, known.get(baseline, (2, 2))


def blank(title: str, said: str, told: str = "", *, height: float = 5.3, left: float = 0.075, right: float) -> Figure:
    """An empty figure, 9 inches wide: a title that is the finding, a line below it, and one at its foot."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, height), facecolor="white")
    width = 80
    lines = textwrap.wrap(title, width)
    while len(lines) > 1 and len(textwrap.wrap(title, width - 2)) == len(lines):
        width -= 2  # lines of a title look best when they are about equally long
    lines = textwrap.wrap(title, width)
    top, below = 1 - 0.16 / height, 0.25 * len(lines)
    figure.text(0.018, top, "\n".join(lines), size=13, weight="bold", va="top", linespacing=1.3)
    figure.text(0.018, top - (below + 0.06) / height, said, size=9.5, color=QUIET, va="top")
    foot = "\n".join(textwrap.wrap(told, FOOT))
    figure.text(0.018, 0.1 / height, foot, size=8.5, color=QUIET, va="bottom", linespacing=1.3)
    figure.subplots_adjust(left, 0.92 / height, right, top - (below + 0.62) / height)
    return figure


def spread(wanted: Sequence[float], gap: float, top: float = 100.0) -> list[float]:
    """Positions near the wanted ones, none above the top, that keep a gap between labels; in the order given.

    >>> spread([30, 27, 95], gap=5)
    [31.0, 26.0, 95]
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed = [wanted[at] for at in order]
    for _ in range(200):
        placed[-1:] = [min(top, at) for at in placed[-1:]]
        for low in range(len(placed) - 1):
            short = gap - (placed[low + 1] - placed[low])
            if short > 1e-9:
                placed[low], placed[low + 1] = placed[low] - short / 2, placed[low + 1] + short / 2
    return [placed[order.index(at)] for at in range(len(wanted))]


def label(axes: Axes, labels: Sequence[tuple[float, str, str]], gap: float = 4.8) -> None:
    """Name lines at their right end (height, text, colour), moved apart where they would overlap."""
    edge = axes.get_yaxis_transform()
    for (at, text, colour), y in zip(labels, spread([at for at, _, _ in labels], gap), strict=True):
        axes.plot([1.005, 1.03], [at, y], transform=edge, color=colour, lw=0.8, clip_on=False, label="_leader")
        weight = "normal" if colour == QUIET else "bold"
        axes.text(1.037, y, text, transform=edge, color=colour, va="center", size=9.5, weight=weight)


def hundred(values: Sequence[float | None]) -> list[float]:
    """Shares as percentages; what was not measured is not a number and leaves a gap."""
    return [float("nan") if value is None else 100 * value for value in values]


def bars(points: Sequence[Mapping[str, Any]], key: str = "success") -> list[list[float]]:
    """Distances down and up to each interval's ends, in points, as matplotlib wants them; not a number where none."""
    down, up = [], []
    for point in points:
        value, low, high = point.get(key), point.get("low"), point.get("high")
        down.append(float("nan") if value is None or low is None else 100 * max(0.0, value - low))
        up.append(float("nan") if value is None or high is None else 100 * max(0.0, high - value))
    return [down, up]


def interval_told(report: Mapping[str, Any]) -> str:
    """What the thin bars are."""
    many = "thin bars are 95 % intervals over people, clustered"
    return many if report["people"] > 1 else "too few people for intervals"


def svg(figure: Figure) -> str:
    """The figure as SVG text; the same figure always gives the same text."""
    with style():
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    return text.getvalue()


def png(figure: Figure, path: Path, dpi: int = 160) -> None:
    """Write the figure as a PNG file."""
    with style():
        figure.savefig(path, format="png", dpi=dpi, metadata={"Software": None})
