"""The study of robustness as a suite: found by its name like any other."""

from __future__ import annotations

from typing import Any

from penchant_lab.people.voice import located_voices
from penchant_lab.report.presentation import Presentation
from penchant_lab.run.config import RunConfig
from penchant_lab.run.study import Study, SuiteSpec
from penchant_lab.suites.robustness.options import METHODS, METHODS_OPTION, OPTIONS, USUAL_PEOPLE, names_in, settled


def _open(config: RunConfig) -> Study:
    from penchant_lab.suites.robustness.study import RobustnessStudy

    return RobustnessStudy(config)


def _settle(options: dict[str, Any], methods: tuple[str, ...] | None) -> tuple[dict[str, Any], tuple[str, ...]]:
    worlds, styles = ",".join(names_in(options["worlds"])), settled(options["styles"])
    voices = located_voices(options["voices"])
    return {**options, "worlds": worlds, "styles": styles, "voices": voices}, methods or METHODS


def _presentation() -> Presentation:
    from penchant_lab.suites.robustness.presentation import ROBUSTNESS_PRESENTATION

    return ROBUSTNESS_PRESENTATION


ROBUSTNESS = SuiteSpec(
    name="robustness",
    about="People as they are: of whose words a share is wrong, whose patience ends, whose tastes change one by one. "
    "Every world, style of people and method in one run, beside what a majority vote and an ideal listener reach: "
    f"success, questions, recovery after a change, true beliefs closed by noise. {USUAL_PEOPLE} people a world unless "
    "--people says otherwise, which takes some minutes on two cores.",
    examples=(
        "penchant study robustness",
        "penchant study robustness --worlds embodied --styles ideal,noisy-10,impatient --methods post,both",
        "penchant study robustness --data DIR --people 20 --jobs 8",
        "penchant study robustness --styles my-people.toml,ideal --json",
    ),
    options=OPTIONS,
    usual_people=f"{USUAL_PEOPLE} in each world",
    instead={"--people-style": "--styles A,B (presets and style files)"},
    methods=METHODS_OPTION,
    settle=_settle,
    open=_open,
    presentation=_presentation,
)
