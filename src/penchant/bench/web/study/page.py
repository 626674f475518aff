"""The report page of a study in the web shop: one file with the finding, the figures and the tables."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from penchant.bench.page.parts import drawn_html, sheet_html, terms_html
from penchant.bench.page.writer import resource
from penchant.bench.web.study.plots import CAPTIONS, figures_of
from penchant.bench.web.study.table import finding, notes, sheets


def web_page(report: Mapping[str, Any], facts: Mapping[str, object]) -> str:
    """The page; ``facts`` are shown beside people, products and seed."""
    known = {key: report[key] for key in ("suite", "track", "people", "products", "tasks", "seed", "mind")}
    template = files("penchant.bench.web.study").joinpath("report.html").read_text(encoding="utf-8")
    return Template(template).substitute(
        title=escape(f"web: {finding(report)}"),
        finding=escape(finding(report)),
        style=resource("report.css"),
        lead=escape(_lead(report)),
        facts=terms_html({**known, **facts}),
        figures=drawn_html(report, figures_of(report), CAPTIONS),
        sheets="\n".join(sheet_html(sheet) for sheet in sheets(report)),
        notes="\n".join(f"<li>{escape(note)}</li>" for note in notes(report)),
    )


def _lead(report: Mapping[str, Any]) -> str:
    """What puts the finding into proportion."""
    why = "; ".join(report["not_comparable"])
    return f"Not comparable with the published figures, because {why}." if why else "Beside the published rows."
