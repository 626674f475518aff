"""How reports of the study of robustness are told."""

from __future__ import annotations

from penchant_lab.choice.report import PHASES, WORDS
from penchant_lab.report.presentation import LifeReader, Presentation, StudyReport
from penchant_lab.suites.robustness import table
from penchant_lab.suites.robustness.plots import pictures
from penchant_lab.suites.robustness.table import cells


def _reader(report: StudyReport) -> LifeReader:
    names = list(next(cells(report))[1]["methods"])
    return LifeReader(methods=names, does={name: does for name, (_, does) in WORDS.items()}, phases=PHASES)


ROBUSTNESS_PRESENTATION = Presentation.by(
    table,
    kind="people as they are",
    facts=("suite", "people", "voices", "mind", "seed", "passes", "data"),
    pictures=pictures,
    reader=_reader,
)
