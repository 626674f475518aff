"""The parts of the page that are plain HTML: facts, tables and figures. Every text is escaped on its way in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

from penchant.bench.table import WORDS, Moment, Report, Sheet, leading, measured, methods, percent, who
from penchant.errors import PenchantError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CAPTIONS = {
    "learning-curves": "How success grows with each pass, what is left of it in the exam, and how it comes back.",
    "phase-bars": "The end of each phase side by side.",
    "questions": "What it costs the person: questions before the act, corrections after it.",
    "calibration": "Whether the agent knows how sure it may be.",
}


def facts_html(report: Report, facts: Mapping[str, object]) -> str:
    """What was run, as a list of terms."""
    known = {key: report[key] for key in ("suite", "people", "seed", "passes")}
    return terms_html({**known, **facts})


def terms_html(terms: Mapping[str, object]) -> str:
    """Terms and what they are."""
    return "\n".join(
        f"<div><dt>{escape(name.replace('_', ' '))}</dt><dd>{escape(str(value))}</dd></div>"
        for name, value in terms.items()
    )


def lead_html(report: Report) -> str:
    """A sentence below the heading that puts the finding into proportion."""
    told = []
    for name in (each for each in methods(report) if each != leading(report)):
        exams = (measured(report["methods"][name], Moment(phase, None)) for phase in ("phase2", "phase4"))
        before, after = (percent(exam.get("success")) for exam in exams)
        subject = who(name)
        told.append(f"{subject[0].lower() + subject[1:] if name in WORDS else name} {before} and {after}")
    if chance := report["lines"].get("chance"):
        told.append(f"picking blindly {percent(chance.get('phase2'))} and {percent(chance.get('phase4'))}")
    return escape(f"For comparison, before and after the change: {', '.join(told)}." if told else "")


def sheet_html(sheet: Sheet) -> str:
    """A sheet as an HTML table with proper headings."""
    named = any(name for name, _ in sheet.sections)
    corner = f'<th rowspan="2" colspan="{2 if named else 1}"></th>'
    groups = [(phase, len(list(columns))) for phase, columns in groupby(sheet.columns, key=lambda column: column[0])]
    top = "".join(f'<th scope="colgroup" colspan="{span}">{escape(phase)}</th>' for phase, span in groups)
    heads = "".join(f'<th scope="col">{escape(title)}</th>' for _, title in sheet.columns)
    bodies = "\n".join(f"<tbody>{''.join(_rows(sheet, at, named))}</tbody>" for at in range(len(sheet.sections)))
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(sheet.title)}"><table>'
        f"<caption>{escape(sheet.title)}</caption>"
        f"<thead><tr>{corner}{top}</tr><tr>{heads}</tr></thead>\n{bodies}</table></div>"
    )


def _rows(sheet: Sheet, section: int, named: bool) -> Iterator[str]:
    name, rows = sheet.sections[section]
    sub = ' class="sub"' if named else ""
    for number, row in enumerate(rows):
        start = f'<th scope="rowgroup" rowspan="{len(rows)}">{escape(name)}</th>' if named and number == 0 else ""
        cells = "".join(f"<td>{_interval(cell)}</td>" for cell in row.cells)
        yield f'<tr>{start}<th scope="row"{sub}>{escape(row.name)}</th>{cells}</tr>\n'


def _interval(cell: str) -> str:
    """A cell with its interval, if it has one, in small print."""
    value, bracket, rest = cell.partition(" [")
    return escape(value) + (f" <small>[{escape(rest)}</small>" if bracket else "")


def figures_html(report: Mapping[str, object]) -> str:
    """The figures, or one line on how to get them where matplotlib is missing."""
    from penchant.bench import plots

    return drawn_html(report, plots.FIGURES, CAPTIONS)


def drawn_html(
    report: Mapping[str, Any],
    figures: Mapping[str, Callable[[Mapping[str, Any]], Figure]],
    captions: Mapping[str, str],
) -> str:
    """These figures of a report, each with its caption."""
    from penchant.bench import plots

    shown = []
    try:
        for name, draw in figures.items():
            figure = draw(report)
            title = figure.texts[0].get_text().replace("\n", " ")
            shown.append(
                f'<figure id="{name}">{embed(plots.svg(figure), name, title)}'
                f"<figcaption>{escape(captions[name])}</figcaption></figure>"
            )
    except PenchantError as missing:
        return f'<p class="note">{escape(str(missing))}</p>'
    return "\n".join(shown)


def embed(svg: str, name: str, title: str) -> str:
    """An SVG fit to stand inside a page: as wide as its place, with ids of its own and no style for anything else."""
    head = svg.index("<svg")
    start, body = svg[head : svg.index(">", head)], svg[svg.index(">", head) + 1 :]
    box = re.search(r'viewBox="[-0-9. ]+"', start)
    body = re.sub(r"<style[^>]*>.*?</style>", "", body, count=1, flags=re.DOTALL)
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r'(xlink:href="|url\()#', rf"\g<1>#{name}-", body)
    return f'<svg role="img" aria-label="{escape(title)}" {box.group() if box else ""}>{body}'
