"""What a suite says about its reports: the sentence, the tables, the notes and the figures, but not how they look.

A report is what ``report.json`` holds. Its suite is named in it, so whoever reads one can tell it as its study would.
"""

from __future__ import annotations

import csv
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from penchant_lab.report.sheet import WIDTH, Sheet, lay_out

if TYPE_CHECKING:
    from matplotlib.figure import Figure

StudyReport = Mapping[str, Any]
"""The figures of a run, as ``report.json`` has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A figure: how it is drawn, what it shows, and the numbers in it (headings first)."""

    draw: Callable[[StudyReport], Figure]
    caption: str
    rows: Callable[[StudyReport], list[list[object]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeReader:
    """What the page needs to page through lives: the methods in order with what they do, and the names of phases."""

    methods: Sequence[str]
    does: Mapping[str, str]
    phases: Mapping[str, str]


class ReportTables(Protocol):
    """The module of a suite that tells its figures in words and tables."""

    def finding(self, report: StudyReport, /) -> str:
        """The one sentence that the figures say."""
        ...

    def setting(self, report: StudyReport, /) -> str:
        """What was run, in a line below it."""
        ...

    def lead(self, report: StudyReport, /) -> str:
        """What puts the finding into proportion."""
        ...

    def sheets(self, report: StudyReport, /) -> Iterable[Sheet]:
        """The tables."""
        ...

    def notes(self, report: StudyReport, /) -> Sequence[str]:
        """What the columns mean."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """How the reports of a suite are told."""

    kind: str  # of study, for the head of the page
    facts: Sequence[str] = ("suite", "people")  # keys of the report that the page shows beside those of the run
    finding: Callable[[StudyReport], str]  # the one sentence that the figures say
    setting: Callable[[StudyReport], str]  # what was run, in a line below it
    lead: Callable[[StudyReport], str] = lambda report: ""  # what puts the finding into proportion
    sheets: Callable[[StudyReport], Iterable[Sheet]]
    notes: Callable[[StudyReport], Sequence[str]] = lambda report: ()
    pictures: Callable[[StudyReport], Mapping[str, Picture]] = lambda report: {}
    reader: Callable[[StudyReport], LifeReader] | None = None  # None: the page shows no lives
    tables: Mapping[str, Callable[[StudyReport], str]] = field(default_factory=dict)
    """By a key of the report: the text that is printed instead, where a report has that key."""

    @staticmethod
    def by(
        tables: ReportTables,
        /,
        *,
        kind: str,
        facts: Sequence[str],
        pictures: Callable[[StudyReport], Mapping[str, Picture]],
        **more: Any,
    ) -> Presentation:
        """What the functions of a module tell; ``more`` is what else a presentation has."""
        return Presentation(
            kind=kind,
            facts=facts,
            finding=tables.finding,
            setting=tables.setting,
            lead=tables.lead,
            sheets=tables.sheets,
            notes=tables.notes,
            pictures=pictures,
            **more,
        )

    def text(self, report: StudyReport) -> str:
        """All of it as plain text, at most 110 columns wide."""
        body = [line for sheet in self.sheets(report) for line in [*lay_out(sheet), ""]]
        told = [line for note in self.notes(report) for line in textwrap.wrap(note, WIDTH, subsequent_indent="  ")]
        heads = [*textwrap.wrap(self.finding(report), WIDTH), *textwrap.wrap(self.setting(report), WIDTH)]
        return "\n".join([*heads, "", *body, *told, ""])

    def printed(self, report: StudyReport) -> str:
        """What a study prints at its end."""
        return next((table(report) for key, table in self.tables.items() if key in report), None) or self.text(report)

    def write_pictures(self, report: StudyReport, folder: Path) -> None:
        """Write every figure as ``.svg`` and ``.png``, with its numbers as ``.csv`` beside it."""
        from penchant_lab.report import ink

        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in self.pictures(report).items():
            figure = picture.draw(report)
            (folder / f"{name}.svg").write_text(ink.svg(figure), encoding="utf-8")
            ink.png(figure, folder / f"{name}.png")
            with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows(picture.rows(report))
