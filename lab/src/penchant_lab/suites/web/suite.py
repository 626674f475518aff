"""The web shop as a suite: found by its name like any other."""

from __future__ import annotations

from typing import Any

from penchant_lab.people.style import Style
from penchant_lab.people.voice import located_voices
from penchant_lab.report.presentation import Presentation
from penchant_lab.run.config import RunConfig
from penchant_lab.run.study import Study, SuiteSpec
from penchant_lab.suites.web.study.options import AGENTS_OPTION, EXTRAS, OPTIONS, WebOptions, usual_past


def _open(config: RunConfig) -> Study:
    from penchant_lab.suites.web.study.study import WebStudy

    return WebStudy(config)


def _settle(options: dict[str, Any], agents: tuple[str, ...] | None) -> tuple[dict[str, Any], tuple[str, ...]]:
    from penchant_lab.suites.web.study.cast import WebCast

    voices = located_voices(options["voices"])
    style = Style.of(options["people_style"]).to_json()
    settled = {
        **options,
        "voices": voices,
        "people_style": style,
        "past": options["past"] or usual_past(options["track"]),
    }
    chosen = WebOptions(**settled)
    return settled, WebCast().usual(chosen.track, chosen.past) if agents is None else agents


def _presentation() -> Presentation:
    from penchant_lab.suites.web.study import table
    from penchant_lab.suites.web.study.plots import pictures

    return Presentation.by(
        table,
        kind="a study in the web shop",
        facts=("suite", "track", "people", "voices", "people_style", "products", "tasks", "seed", "mind"),
        pictures=pictures,
    )


WEB = SuiteSpec(
    name="web",
    about="Web functions instead of options: agents search, recommend and review for people with years of purchases "
    "behind them, side by side on the same tasks. Without --data, 200 people and their shop are made up.",
    examples=(
        "penchant study web",
        "penchant study web --people 50 --agents none,penchant",
        "penchant study web --track continual",
        "penchant study web --track multi --voices strangers",
        "penchant study web --track multi --people-style noisy-10",
        "penchant study web --data DIR",
        "penchant study web --agents puma --export-original results.json",
        "penchant study web --mind lm --model NAME --base-url http://localhost:8000/v1 --dry-run",
    ),
    options=OPTIONS,
    extras=EXTRAS,
    methods=AGENTS_OPTION,
    settle=_settle,
    people_speak=lambda settings: settings.get("people_model") is not None,
    how_to_speak="--mind lm or --people-model NAME",
    open=_open,
    presentation=_presentation,
)
