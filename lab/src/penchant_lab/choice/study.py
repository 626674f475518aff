"""A suite of options to choose from, made a study of: four phases, methods, baselines, memories that can be kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from penchant.errors import BadData, BadInput, ModelFailed
from penchant.lm.link import Link
from penchant.mind.lm import LanguageModelMind
from penchant.plugins import mind_named, needs_model, plugin, takes_voices
from penchant_lab.choice.ablation import ablation
from penchant_lab.choice.forecast import calls_at_most
from penchant_lab.choice.life import LifeResult, life_of
from penchant_lab.choice.metrics import report
from penchant_lab.choice.options import ChoiceOptions
from penchant_lab.choice.phases import FOUR_PHASES, passes_of
from penchant_lab.choice.resuming import take_up
from penchant_lab.choice.sceptics import study_method
from penchant_lab.choice.worker import ChoiceWorker
from penchant_lab.people.style import Style
from penchant_lab.people.voice import HOUSE, voices_named
from penchant_lab.run.config import RunConfig
from penchant_lab.run.people_style import style_facts
from penchant_lab.run.run_folder import RunFolder
from penchant_lab.run.study import Forecast, RunMeans, Speakers, Study, StudyUnit, UnitResult, suite_at_work
from penchant_lab.suites.protocol import Suite


class ChoiceStudy(Study):
    """People who ask for something among options, each of them through the four phases under every method."""

    phases = len(FOUR_PHASES)
    uses_embedder = True

    def __init__(self, suite: Suite, config: RunConfig) -> None:
        self.suite, self.config = suite, config
        self.options = ChoiceOptions(**config.options)
        self.voices = voices_named(self.options.voices) if takes_voices(self.options.people_kind) else None
        self.style = Style.of(self.options.people_style)
        self._tasks: tuple[int, ...] | None = None

    def __len__(self) -> int:
        with suite_at_work(self.suite.name):
            return len(self.suite)

    def person(self, index: int) -> str:
        """Who lives this life."""
        return life_of(self.suite, index).person

    def fingerprint(self) -> str:
        """Identifies the data."""
        with suite_at_work(self.suite.name):
            return self.suite.fingerprint()

    def speakers(self) -> Speakers:
        """By the plugins of mind and people."""
        return Speakers(needs_model("minds", self.config.mind), needs_model("people", self.options.people_kind))

    def check(self, extras: Mapping[str, Any]) -> None:
        """Refuse what no such study can do, and a suite that cannot give its first life."""
        config, options = self.config, self.options
        for name in config.methods:
            study_method(name)
        if options.passes < 1:
            raise BadInput(f"A study needs at least one pass, not {options.passes}.")
        plugin("embedders", config.embedder)
        if (complete := getattr(plugin("minds", config.mind), "check", None)) is not None:
            complete()
        if needs_model("minds", config.mind) and config.model is None:
            raise BadInput(f"The mind {config.mind!r} needs a language model: name it with --model, or give --local.")
        kind = options.people_kind
        if needs_model("people", kind) and config.people_model is None and config.model is None:
            raise BadInput(f"People of the kind {kind!r} need a language model: name it with --people-model.")
        if options.voices != HOUSE and self.voices is None:
            raise BadInput(f"--voices is for simulated people, and those of the kind {kind!r} have none; leave it out.")
        if options.feedback == "detailed" and not self._describes_options():
            raise BadInput(
                f"--feedback detailed tells of features, and options have none in {self.suite.name}; leave it out."
            )
        if not len(self) or not sum(self.tasks):
            raise BadData(f"The suite {self.suite.name!r} has nobody in it, or nothing to do for them.")

    def _describes_options(self) -> bool:
        """Whether people think something of the features of what they are offered."""
        return any(task.intent.tastes is not None for phase in life_of(self.suite, 0).phases for task in phase)

    def episodes(self, unit: StudyUnit, until: int) -> int:
        """As many as the first person has."""
        return sum(
            n * passes_of(p, self.options.passes) for n, p in list(zip(self.tasks, FOUR_PHASES, strict=True))[:until]
        )

    @property
    def tasks(self) -> tuple[int, ...]:
        """How many tasks each phase has."""
        if self._tasks is None:
            self._tasks = tuple(len(phase) for phase in life_of(self.suite, 0).phases)
        return self._tasks

    def workplace(self, means: RunMeans) -> ChoiceWorker:
        """What a worker is told."""
        return ChoiceWorker(self.suite, self.config, self.options, self.voices, self.style, means)

    def read_unit(self, entry: dict[str, Any]) -> LifeResult:
        """A life that is whole, or whole so far."""
        return LifeResult.from_closing_line(entry)

    def tried(self, means: RunMeans) -> dict[str, Any]:
        """How the mind's model did when it was tried: every reply is in the record, so nothing is asked again."""
        lm = means.models.as_recorded
        if lm is None or not self.speakers().mind:
            return {}
        mind = mind_named(self.config.mind, lm=lm)
        if not isinstance(mind, LanguageModelMind):
            return {}
        with suppress(ModelFailed):
            mind.try_out()
        if (trial := mind.reading_trial) is None:
            return {}
        told = {"right": trial.right, "asked": trial.asked, "needed": trial.needed, "passed": trial.passed}
        return {"trial": told}

    def forecast(self, units: Sequence[StudyUnit], paid: dict[str, Any] | None, link: Link, until: int) -> Forecast:
        """What was counted, and the most that the rules allow."""
        most = calls_at_most(self.config.mind, self.options, units, self.tasks, until)
        figures = {"people": len(self), "would take": paid, "would take at most": {"calls": most}}
        return Forecast(figures={"suite": self.config.suite, **figures}, paid=paid, most=most)

    def report(self, run: RunFolder, results: Sequence[UnitResult]) -> dict[str, Any]:
        """The figures of every method, with the baselines."""
        config, options, lives = self.config, self.options, cast(Sequence[LifeResult], results)
        facts = {"suite": config.suite, "people": len(self), "seed": config.seed, "passes": options.passes}
        if self.voices is not None:
            facts["voices"] = self.voices.name
        facts |= style_facts(self.style)
        if options.feedback != "minimal":
            facts["feedback"] = options.feedback
        if options.shuffle is not None:
            facts["shuffle"] = options.shuffle
        figures = report(lives, facts, config.methods)
        if varied := ablation(lives, figures):
            figures["ablation"] = varied
        if checked := [life.checked for life in lives if life.checked]:
            counts = {key: sum(each[key] for each in checked) for key in ("said", "judged", "contradicted")}
            share = round(counts["contradicted"] / counts["judged"], 6) if counts["judged"] else None
            figures["played"] = {"by": config.people_model or config.model, **counts, "share": share}
        return figures

    def take_up(self, run: RunFolder, memory: str) -> str | None:
        """Move the memories where they are to be, and tell whose somebody has changed."""
        return take_up(run, len(self), memory)
