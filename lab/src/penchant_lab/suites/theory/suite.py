"""The formal model as a suite: found by its name like any other."""

from __future__ import annotations

from typing import Any

from penchant_lab.report.presentation import Presentation
from penchant_lab.run.config import RunConfig
from penchant_lab.run.study import Study, SuiteSpec
from penchant_lab.suites.theory.options import METHODS_OPTION, OPTIONS, USUAL_PEOPLE


def _open(config: RunConfig) -> Study:
    from penchant_lab.suites.theory.study import TheoryStudy

    return TheoryStudy(config)


def _settle(options: dict[str, Any], methods: tuple[str, ...] | None) -> tuple[dict[str, Any], tuple[str, ...]]:
    from penchant_lab.suites.theory.study import NAMES

    return {**options, "alone": bool(options["alone"])}, NAMES if methods is None else methods


def _presentation() -> Presentation:
    from penchant_lab.suites.theory import table
    from penchant_lab.suites.theory.plots import pictures

    return Presentation.by(
        table,
        kind="the formal model",
        facts=("suite", "people", "seed", "mind", "rounds", "switches", "ambiguous", "answers", "questions"),
        pictures=pictures,
    )


THEORY = SuiteSpec(
    name="theory",
    about="The paper's formal model, simulated with the agent itself: rounds, switches of what people want, and rounds "
    "about something never met before. Cumulative regret beside the stated bounds, world by world.",
    examples=(
        "penchant study theory",
        "penchant study theory --rounds 400 --switches 8 --ambiguous 0.5 --alone",
        "penchant study theory --answers 4 --questions 1 --people 20",
        "penchant study theory --questions 0 --methods post,both --json",
    ),
    options=OPTIONS,
    usual_people=f"{USUAL_PEOPLE} in each of its worlds",
    methods=METHODS_OPTION,
    settle=_settle,
    open=_open,
    presentation=_presentation,
)
