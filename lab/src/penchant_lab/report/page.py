"""Puts the page of a run together: the finding, tables, figures and lives become one file that opens anywhere.

The page asks nothing of the network, and its own policy forbids it: only the script whose hash it carries may run.
Every text is escaped on its way in.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from string import Template

from penchant.errors import PenchantError
from penchant_lab.report import ink
from penchant_lab.report.lives import COLUMNS, Lives, choose_lives, inert
from penchant_lab.report.presentation import LifeReader, Picture, Presentation, StudyReport
from penchant_lab.report.sheet import Sheet

LIVES_BYTES = 8_000_000


def write_page(
    report: StudyReport,
    told: Presentation,
    episodes: Path,
    out: Path,
    *,
    facts: Mapping[str, object] | None = None,
    lives_limit_bytes: int = LIVES_BYTES,
) -> None:
    """Write the report page of a run to the file ``out``, all at once or not at all.

    ``facts`` are shown beside those of the report (version, data hash, ...). Where lives can be paged through, as many
    people's whole lives are embedded as fit into ``lives_limit_bytes``; without ``episodes.jsonl`` the page says that
    there are none to show.
    """
    finding = told.finding(report)
    reader = None if told.reader is None else told.reader(report)
    shown = {key: report[key] for key in told.facts if key in report}
    policy, lives, nav = "'none'", "", ""
    if reader is not None:
        script = resource("reader.js")
        policy = f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        lives, nav = _reader_html(reader, episodes, lives_limit_bytes, script), ' <a href="#life">A person\'s life</a>'
    page = Template(resource("report.html")).substitute(
        policy=policy,
        title=escape(f"{report['suite']}: {finding}"),
        kind=escape(told.kind),
        finding=escape(finding),
        style=resource("report.css") + _dark_figures(),
        lead=escape(told.lead(report)),
        facts=_terms({**shown, **(facts or {})}),
        nav=nav,
        sheets="\n".join(map(sheet_html, told.sheets(report))),
        notes="\n".join(f"<li>{escape(note)}</li>" for note in told.notes(report)),
        figures=_figures(report, told.pictures(report)),
        lives=lives,
    )
    _replace(out, page)


def resource(name: str) -> str:
    """A file that the page is made of."""
    return files("penchant_lab.report").joinpath(name).read_text(encoding="utf-8")


def _reader_html(reader: LifeReader, episodes: Path, limit: int, script: str) -> str:
    """The part in which lives are paged through."""
    found = episodes.exists()
    lives = choose_lives(episodes, reader.methods, limit) if found else Lives((), (), 0)
    blocks = [
        f'<script type="application/json" id="life-{at}">{block}</script>' for at, block in enumerate(lives.blocks)
    ]
    return Template(resource("reader.html")).substitute(
        shown=escape(_shown(len(reader.methods), lives, found=found, name=episodes.name)),
        study=inert({"columns": COLUMNS, "phases": reader.phases, "does": reader.does, "people": lives.people}),
        lives="\n".join(blocks),
        script=script,
    )


def _shown(methods: int, lives: Lives, *, found: bool, name: str) -> str:
    """How many lives the page shows, of how many."""
    if not found:
        return f"{name} is not there, so there is no life to page through."
    if not lives.total:
        return f"{name} holds no episodes."
    count, people = len(lives.people), "person" if lives.total == 1 else "people"
    each = f"under {methods} methods each" if methods > 1 else "under one method"
    if count == lives.total:
        return f"The whole lives of all {count} {people}, {each}." if count > 1 else f"One person's whole life, {each}."
    return f"The whole lives of {count} of {lives.total} {people}, {each}; {name} holds the rest."


def _terms(terms: Mapping[str, object]) -> str:
    """Terms and what they are."""
    return "\n".join(
        f"<div><dt>{escape(name.replace('_', ' '))}</dt><dd>{escape(str(value))}</dd></div>"
        for name, value in terms.items()
    )


def sheet_html(sheet: Sheet) -> str:
    """A sheet as an HTML table with proper headings; one with a summary is folded away under it."""
    named = any(name for name, _ in sheet.sections)
    corner = f'<th rowspan="2" colspan="{2 if named else 1}"></th>'
    groups = [(group, len(list(columns))) for group, columns in groupby(sheet.columns, key=lambda column: column[0])]
    top = "".join(f'<th scope="colgroup" colspan="{span}">{escape(group)}</th>' for group, span in groups)
    heads = "".join(f'<th scope="col">{escape(title)}</th>' for _, title in sheet.columns)
    bodies = "\n".join(f"<tbody>{''.join(_rows(sheet, at, named))}</tbody>" for at in range(len(sheet.sections)))
    table = (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(sheet.title)}"><table>'
        f"<caption><span>{escape(sheet.title)}</span></caption>"
        f"<thead><tr>{corner}{top}</tr><tr>{heads}</tr></thead>\n{bodies}</table></div>"
    )
    folded = f"<details>\n<summary>{escape(sheet.summary)}</summary>\n{table}\n</details>"
    return folded if sheet.summary else table


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


def _figures(report: StudyReport, pictures: Mapping[str, Picture]) -> str:
    """The figures with their captions, or one line on how to get them where matplotlib is missing."""
    shown = []
    try:
        for name, picture in pictures.items():
            figure = picture.draw(report)
            title = figure.texts[0].get_text().replace("\n", " ")
            shown.append(
                f'<figure id="{name}"><div class="drawing" tabindex="0" role="region" aria-label="{escape(title)}">'
                f"{_embed(ink.svg(figure), name, title)}</div>"
                f"<figcaption>{escape(picture.caption)}</figcaption></figure>"
            )
    except PenchantError as missing:
        return f'<p class="note">{escape(str(missing))}</p>'
    return "\n".join(shown)


def _embed(svg: str, name: str, title: str) -> str:
    """An SVG fit to stand inside a page: as wide as its place, with ids of its own and no style for anything else."""
    head = svg.index("<svg")
    start, body = svg[head : svg.index(">", head)], svg[svg.index(">", head) + 1 :]
    box = re.search(r'viewBox="[-0-9. ]+"', start)
    body = re.sub(r"<style[^>]*>.*?</style>", "", body, count=1, flags=re.DOTALL)
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r'(xlink:href="|url\()#', rf"\g<1>#{name}-", body)
    body = re.sub(r'style="[^"]*"', _variable, body)
    return f'<svg role="img" aria-label="{escape(title)}" {box.group() if box else ""}>{body}'


def _variable(style: re.Match[str]) -> str:
    """A style whose colours of ours are those of the page's variables, where it is read in the dark."""
    return re.sub(
        r"#[0-9a-f]{6}\b",
        lambda colour: f"var(--f{colour[0][1:]}, {colour[0]})" if colour[0] in ink.DARK else colour[0],
        style[0],
    )


def _dark_figures() -> str:
    """The colours of figures for whoever prefers dark paper."""
    colours = " ".join(f"--f{light[1:]}: {dark};" for light, dark in ink.DARK.items())
    return f"@media screen and (prefers-color-scheme: dark) {{ figure {{ {colours} }} }}\n"


def _replace(out: Path, page: str) -> None:
    """Write beside the file first, so that a reader sees the old page or the new one."""
    beside = out.with_name(f".{out.name}.{os.getpid()}.tmp")
    try:
        beside.touch(0o600)  # it has people's words in it
        beside.write_bytes(page.encode("utf-8", "backslashreplace"))
        os.replace(beside, out)
    finally:
        beside.unlink(missing_ok=True)
