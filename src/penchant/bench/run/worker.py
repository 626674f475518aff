"""What a worker of the four-phase study is told, and how it lives a life; who runs workers is in executor.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from penchant.bench.life import LifeResult, Setting, run_life
from penchant.bench.memories import Memories
from penchant.bench.models import Models
from penchant.bench.rundir import Config
from penchant.bench.suites.protocol import Life, Suite
from penchant.embed import Embedder, cached
from penchant.loop import method_named
from penchant.mind.builtin import BuiltInMind
from penchant.mind.lm import LanguageModelMind
from penchant.mind.protocol import Mind
from penchant.people import Character
from penchant.plugins import embedder_named, mind_named, needs_model, plugin


@dataclass(frozen=True, slots=True)
class Unit:
    """One person's life under one method, or what is left of it."""

    method: str
    index: int
    since: LifeResult | None = None


# In a worker: the mind that its lives share, to be tried out before they begin.
_minds: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class WorkerContext:
    """What a worker needs to be told: the world, how it is studied, where lives are kept, and how far they go."""

    suite: Suite
    config: Config
    memories: Memories
    models: Models
    until: int
    lived: Any = None  # a number that all processes share: how many episodes were lived so far

    def __reduce__(self) -> tuple[Any, ...]:
        """What is sent to another machine: the embedder goes by its name, and nobody counts along."""
        memories = self.memories.where, self.memories.folder, self.memories.run
        return _arrived, (self.suite, self.config, memories, self.models, self.until)

    def open(self) -> Callable[[Unit], LifeResult]:
        """Open the setting that all lives share; gives what lives one."""
        config, embedder, models = self.config, self.memories.embedder, self.models
        options = {"choose": config.choose == "lm", "phrase": config.phrase}
        lm = models.mind if needs_model("minds", config.mind) else None
        mind = mind_named(config.mind, embedder, lm=lm, **options)
        if isinstance(mind, LanguageModelMind):
            mind.strict = True  # what the model could not be asked or did not answer is counted, not covered up
        setting = Setting(
            suite=self.suite,
            play=_players(self, _reader(mind, embedder)),
            passes=config.passes,
            detailed=config.feedback == "detailed",
            shuffle=config.shuffle,
            mind=mind,
            embedder=embedder,
            fresh=self.memories.fresh,
            lived=self._count,
        )
        _minds["mind"] = mind

        def live(unit: Unit) -> LifeResult:
            return run_life(setting, unit.index, method_named(unit.method), since=unit.since, until=self.until)

        return live

    def _count(self) -> None:
        if self.lived is not None:
            with self.lived.get_lock():
                self.lived.value += 1

    def try_out(self) -> None:
        """Let a mind that speaks to a model find out what the model can be trusted with."""
        try_out = getattr(_minds["mind"], "try_out", None)
        if try_out is not None:
            try_out()


def _arrived(
    suite: Suite, config: Config, memories: tuple[str, Path, str], models: Models, until: int
) -> WorkerContext:
    embedder = cached(embedder_named(config.embedder))
    return WorkerContext(suite, config, Memories(*memories, embedder), models, until)


def _reader(mind: Mind, embedder: Embedder) -> BuiltInMind:
    """Who reads what played people say, to judge it; what the agent's mind has worked out about words serves both."""
    if isinstance(mind, LanguageModelMind):
        return mind.built_in
    return mind if isinstance(mind, BuiltInMind) else BuiltInMind(embedder)


def _players(context: WorkerContext, judge: BuiltInMind) -> Callable[[Life], Character]:
    """Who plays people: a kind that needs a model is given one, and each life's persona texts where it has any."""
    config, made = context.config, plugin("people", context.config.kind)
    if not needs_model("people", config.kind):
        return lambda life: made(life.person, seed=config.seed)
    lm = context.models.people

    def play(life: Life) -> Character:
        before, after = life.personas or (None, None)
        texts = [None if text is None else {life.person: text} for text in (before, after)]
        player: Character = made(life.person, seed=config.seed, lm=lm, judge=judge, personas=texts[0], after=texts[1])
        return player

    return play
