"""Suites of options to choose from, as the runner and the command line know them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from penchant.errors import BadInput
from penchant.plugins import needs_model
from penchant_lab.choice.options import METHODS, OPTIONS
from penchant_lab.people.style import Style
from penchant_lab.people.voice import located_voices
from penchant_lab.report.presentation import Presentation
from penchant_lab.run.config import RunConfig
from penchant_lab.run.study import Study, SuiteSpec

USUAL = ("none", "pre", "post", "both", "dictionary", "nearest")
NEEDED = ("__len__", "life", "is_right", "fingerprint")


def choice_spec(name: str, make: Callable[..., Any]) -> SuiteSpec:
    """The suite behind a plugin that says what people have in mind, and nothing else."""
    if lacking := [each for each in NEEDED if not hasattr(make, each)]:
        raise BadInput(f"The plugin {name!r} is no suite: it has no {', no '.join(lacking)} (see docs/extending.md).")

    def open_it(config: RunConfig) -> Study:
        from penchant_lab.choice.study import ChoiceStudy

        data = None if config.data is None else Path(config.data)
        return ChoiceStudy(make(data=data, people=config.people, seed=config.seed), config)

    return SuiteSpec(
        name=name,
        version=getattr(make, "version", 1),
        about="Learn, exam, relearn after a change of taste, exam: per person and method, with baselines.",
        examples=(
            f"penchant study {name}",
            f"penchant study {name} --people 200 --methods pre,both --seed 7",
            f"penchant study {name} --voices strangers --methods both",
            f"penchant study {name} --people-style noisy-10",
            f"penchant study {name} --ablate",
            f"penchant study {name} --store sqlite --stop-after 2 --out RUN",
            f"penchant study {name} --mind lm --model NAME --base-url http://localhost:8000/v1 --dry-run",
        ),
        options=OPTIONS,
        methods=METHODS,
        settle=_settle,
        keeps_memories=True,
        people_speak=lambda settings: needs_model("people", settings.get("people_kind") or "simulated"),
        open=open_it,
        presentation=_presentation,
    )


def _settle(options: dict[str, Any], methods: tuple[str, ...] | None) -> tuple[dict[str, Any], tuple[str, ...]]:
    if options["questions"] < 0:
        raise BadInput(f"A task brings no fewer than 0 questions; --questions {options['questions']} makes no sense.")
    voices = located_voices(options["voices"])
    style = Style.of(options["people_style"]).to_json()
    return {**options, "voices": voices, "people_style": style}, USUAL if methods is None else methods


def _presentation() -> Presentation:
    from penchant_lab.choice.presentation import CHOICE_PRESENTATION

    return CHOICE_PRESENTATION
