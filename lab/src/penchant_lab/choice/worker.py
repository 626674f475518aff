"""What a worker of a four-phase study is told, and how it lives a life; who runs workers is in run/executor.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from penchant.mind.builtin import BuiltInMind
from penchant.mind.lm import LanguageModelMind
from penchant.mind.protocol import Mind
from penchant.plugins import OF_NAMES, embedder_named, mind_named, needs_model, plugin
from penchant_lab.choice.life import LifeResult, Setting, run_life
from penchant_lab.choice.options import ChoiceOptions
from penchant_lab.choice.sceptics import study_method
from penchant_lab.people import Character, Style, VoiceSet
from penchant_lab.run.config import RunConfig
from penchant_lab.run.study import RunMeans, StudyUnit
from penchant_lab.suites.protocol import Life, Suite

# In a worker: the mind that its lives share, to be tried out before they begin.
_minds: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class ChoiceWorker:
    """What a worker needs to be told: the world, how it is studied, and the means of the run."""

    suite: Suite
    config: RunConfig
    options: ChoiceOptions
    voices: VoiceSet | None  # None: this kind of people takes none
    style: Style
    means: RunMeans

    def open(self) -> Callable[[StudyUnit], LifeResult]:
        """Open the setting that all lives share; gives what lives one."""
        means, mind = self.means, self.mind()
        setting = self.setting(mind)
        _minds["mind"] = mind

        def live(unit: StudyUnit) -> LifeResult:
            return run_life(setting, unit.index, study_method(unit.method), since=unit.since, until=means.until)

        return live

    def mind(self) -> Mind:
        """The mind that all lives share."""
        config, options, models = self.config, self.options, self.means.models
        more = {"choose": options.choose == "lm", "phrase": options.phrase}
        made = plugin("minds", config.mind)
        if isinstance(made, type) and issubclass(made, LanguageModelMind):
            more["strict"] = True  # what the model could not be asked or did not answer is counted, not covered up
        lm = models.mind if needs_model("minds", config.mind) else None
        mind: Mind = mind_named(config.mind, lm=lm, **more)
        return mind

    def setting(self, mind: Mind) -> Setting:
        """The world with its people, and an agent with this mind."""
        config, options, means = self.config, self.options, self.means
        return Setting(
            suite=self.suite,
            play=_styled(self),
            style=self.style,
            seed=config.seed,
            passes=options.passes,
            detailed=options.feedback == "detailed",
            shuffle=options.shuffle,
            questions=options.questions,
            mind=mind,
            embedder=means.memories.embedder,
            fresh=means.memories.fresh,
            lived=means.lived,
        )

    def try_out(self) -> None:
        """Let a mind that speaks to a model find out what the model can be trusted with."""
        try_out = getattr(_minds["mind"], "try_out", None)
        if try_out is not None:
            try_out()


def _styled(worker: ChoiceWorker) -> Callable[[Life], Character]:
    """Who plays people, with the traits of the study's style."""
    play = _players(worker)
    return lambda life: worker.style.play(play(life), seed=worker.config.seed)


def _players(worker: ChoiceWorker) -> Callable[[Life], Character]:
    """Who plays people: a kind that needs a model is given one, and each life's persona texts where it has any."""
    config, kind = worker.config, worker.options.people_kind
    made = plugin("people", kind)
    if not needs_model("people", kind):
        voices = {} if worker.voices is None else {"voices": worker.voices}
        return lambda life: made(life.person, seed=config.seed, **voices)
    lm, judge = worker.means.models.people, BuiltInMind(embedder_named(OF_NAMES))

    def play(life: Life) -> Character:
        before, after = life.personas or (None, None)
        texts = [None if text is None else {life.person: text} for text in (before, after)]
        player: Character = made(life.person, seed=config.seed, lm=lm, judge=judge, personas=texts[0], after=texts[1])
        return player

    return play
