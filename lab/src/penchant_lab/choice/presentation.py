"""How reports of studies in four phases are told; also those of suites that say nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penchant_lab.choice import table
from penchant_lab.choice.ablation import ablation_table
from penchant_lab.choice.plots import PICTURES
from penchant_lab.choice.report import PHASES, WORDS, as_report, methods
from penchant_lab.report.presentation import LifeReader, Presentation


def _reader(report: Mapping[str, Any]) -> LifeReader:
    does = {name: does for name, (_, does) in WORDS.items()}
    return LifeReader(methods=methods(as_report(report)), does=does, phases=PHASES)


CHOICE_PRESENTATION = Presentation.by(
    table,
    kind="a four-phase study",
    facts=("suite", "people", "voices", "people_style", "seed", "passes"),
    pictures=lambda report: PICTURES,
    reader=_reader,
    tables={"ablation": ablation_table},
)
