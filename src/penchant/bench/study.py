"""Running a study: every person under every method, side by side, kept as it goes, and put into a report."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from penchant.bench.ablation import ablation
from penchant.bench.folder import facts_now, place_for
from penchant.bench.forecast import calls_at_most
from penchant.bench.life import LifeResult
from penchant.bench.memories import IN_PROCESS, Memories
from penchant.bench.metrics import report
from penchant.bench.models import Link, Models
from penchant.bench.page import write_page
from penchant.bench.phases import FOUR_PHASES, passes_of
from penchant.bench.run.executor import context, executor_for
from penchant.bench.run.worker import Unit, WorkerContext
from penchant.bench.rundir import Config, RunDirectory
from penchant.bench.suites.protocol import Suite
from penchant.embed import cached
from penchant.errors import BadInput, Interrupted, ModelFailed, NoSuchModel, RunError, StoreError, Unavailable
from penchant.lm import LanguageModel
from penchant.loop import method_named
from penchant.mind.lm import LanguageModelMind, Trial
from penchant.plugins import embedder_named, mind_named, needs_model, plugin


class Progress(Protocol):
    """Told of every finished unit; the command line shows it, tests count it."""

    def start(self, units: int, done: int, episodes: int) -> None:
        """So many units in all, so many done before, so many episodes in each."""
        ...

    def lived(self, episodes: int) -> None:
        """So many episodes were lived since the start, in lives that are not finished too."""
        ...

    def step(self, result: LifeResult) -> None:
        """One more unit is kept."""
        ...

    def stop(self) -> None:
        """Nothing more will come."""
        ...


def open_suite(config: Config) -> Suite:
    """The world a configuration names."""
    data = None if config.data is None else Path(config.data)
    suite: Suite = plugin("suites", config.suite)(data=data, people=config.people, seed=config.seed)
    return suite


def new_run(
    config: Config, out: Path | None, *, memory: str = IN_PROCESS, link: Link | None = None
) -> tuple[RunDirectory, Suite]:
    """A fresh run directory for a configuration; bad input is said before anything is written.

    ``memory`` is where lives keep what is learned, in full: the configuration is written down and has no password.
    """
    for name in config.methods:
        method_named(name)
    if config.passes < 1:
        raise BadInput(f"A study needs at least one pass, not {config.passes}.")
    plugin("embedders", config.embedder)
    if needs_model("minds", config.mind) and config.model is None:
        raise BadInput(f"The mind {config.mind!r} needs a language model: name it with --model, or give --local.")
    if needs_model("people", config.kind) and config.people_model is None and config.model is None:
        raise BadInput(f"People of the kind {config.kind!r} need a language model: name it with --people-model.")
    suite = open_suite(config)
    if config.feedback == "detailed" and not _describes_options(suite):
        raise BadInput(f"--feedback detailed tells of features, and options have none in {config.suite}; leave it out.")
    Memories(memory, Path(), "", embedder_named(config.embedder)).check()
    Models((config.model, config.people_model), Path(), link or Link()).check(
        mind=needs_model("minds", config.mind), people=needs_model("people", config.kind)
    )
    return RunDirectory.create(place_for(config.suite, out), config, facts_now(suite.fingerprint())), suite


def _describes_options(suite: Suite) -> bool:
    """Whether people think something of the features of what they are offered."""
    return any(task.intent.tastes is not None for phase in suite.life(0).phases for task in phase)


def resumed_run(path: Path) -> tuple[RunDirectory, Suite]:
    """A run that was started earlier, on the data it was started with."""
    run = RunDirectory.reopen(path)
    try:
        suite = open_suite(run.config)
        if suite.fingerprint() != run.facts.get("data_hash"):
            where = run.config.data or "the bundled generator"
            raise RunError(f"The data of {where} have changed since {path} was started; start a new run.")
    except BaseException:
        run.close()
        raise
    return run, suite


def run_study(
    run: RunDirectory,
    suite: Suite,
    *,
    jobs: int | None = None,
    progress: Progress,
    memory: str = IN_PROCESS,
    until: int = len(FOUR_PHASES),
    link: Link | None = None,
    cluster: str | None = None,
) -> dict[str, Any]:
    """Run what is missing, write the report, and give it back (with ``wall_s``, which the file does not have).

    A run that is to stop after an earlier phase writes no report yet; what it gives back says how far it came. A dry
    run writes nothing, and gives back what it would cost.
    """
    began = time.perf_counter()
    config = run.config
    done = run.finished()
    names = [suite.life(index).person for index in range(len(suite))] if done else []
    found = {(method, index): done.get((method, name)) for index, name in enumerate(names) for method in config.methods}
    units = [
        Unit(method, index, found.get((method, index)))
        for index in range(len(suite))
        for method in config.methods
        if (lived := found.get((method, index))) is None or lived.phases < until
    ]
    tasks = [len(phase) for phase in suite.life(0).phases]
    episodes = sum(n * passes_of(p, config.passes) for n, p in list(zip(tasks, FOUR_PHASES, strict=True))[:until])
    total = len(suite) * len(config.methods)
    memories = Memories(memory, run.path, run.name, cached(embedder_named(config.embedder)))
    models = Models((config.model, config.people_model), run.path, link or Link())
    talks = needs_model("minds", config.mind) or needs_model("people", config.kind)
    executor = executor_for(models.link, talks=talks, jobs=jobs, cluster=cluster, folder=run.path.resolve())
    lived = context().Value("Q", 0) if talks else None  # with a model, a single life may take hours
    work = WorkerContext(suite, config, memories, models, until, lived)
    memories.embedder.embed(["warm"])  # before processes are made, so that each finds it loaded
    progress.start(total, total - len(units), episodes)
    models.begin()
    try:
        for result in executor.run(units, work, meanwhile=lambda: progress.lived(lived.value if lived else 0)):
            if not models.link.dry:
                models.settle()
                run.keep(result)
            progress.step(result)
            result.lines.clear()
            done[result.method, result.person] = result
    except KeyboardInterrupt as error:
        whole = sum(result.phases >= until for result in done.values())
        raise Interrupted(f"Stopped after {whole} of {total} lives; {go_on(run, memory)}") from error
    except NoSuchModel:
        raise  # to go on would not help
    except (StoreError, Unavailable) as error:
        raise RunError(models.link.stopped(error, go_on(run, memory))) from error
    finally:
        progress.stop()
        if units:
            memories.make_whole()
        paid = models.paid() if talks else None
        trial = _trial(config, memories, models.as_recorded) if talks and not models.link.dry else None
        models.close()
    if models.link.dry:
        most = {"calls": calls_at_most(config, units, tasks, until)}
        return {"suite": config.suite, "people": len(suite), "would take": paid, "would take at most": most}
    if until < len(FOUR_PHASES):
        return {"suite": config.suite, "run": str(run.path), "people": len(suite), "phases": until}
    if paid is not None and trial is not None:
        paid["trial"] = {"right": trial.right, "asked": trial.asked, "needed": trial.needed, "passed": trial.passed}
    return _finish(run, suite, list(done.values()), paid, time.perf_counter() - began)


def _trial(config: Config, memories: Memories, lm: LanguageModel | None) -> Trial | None:
    """How the mind's model did when it was tried: every reply is in the record, so nothing is asked again."""
    if lm is None or not needs_model("minds", config.mind):
        return None
    mind = mind_named(config.mind, memories.embedder, lm=lm)
    if not isinstance(mind, LanguageModelMind):
        return None
    with suppress(ModelFailed):
        mind.try_out()
    return mind.reading_trial


def go_on(run: RunDirectory, memory: str) -> str:
    """How a run is taken up again; where its memory is a URL that may have a password, which is not written down."""
    return f"go on with: penchant study --resume {run.path}{' --memory URL' if '://' in memory else ''}"


def _finish(
    run: RunDirectory, suite: Suite, lives: Sequence[LifeResult], paid: dict[str, Any] | None, wall: float
) -> dict[str, Any]:
    config = run.config
    facts = {"suite": config.suite, "people": len(suite), "seed": config.seed, "passes": config.passes}
    if config.feedback != "minimal":
        facts["feedback"] = config.feedback
    if config.shuffle is not None:
        facts["shuffle"] = config.shuffle
    figures = report(lives, facts, config.methods)
    if varied := ablation(lives, figures):
        figures["ablation"] = varied
    if paid is not None:
        figures["model"] = {"name": config.model or config.people_model, **paid}
    if checked := [life.checked for life in lives if life.checked]:
        counts = {key: sum(each[key] for each in checked) for key in ("said", "judged", "contradicted")}
        share = round(counts["contradicted"] / counts["judged"], 6) if counts["judged"] else None
        figures["played"] = {"by": config.people_model or config.model, **counts, "share": share}
    run.write("report.json", json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
    run.write("timings.json", json.dumps({"wall_s": round(wall, 3)}) + "\n")
    write_page(figures, run.episodes, run.path / "report.html", facts={k: str(v) for k, v in run.facts.items()})
    return {**figures, "wall_s": round(wall, 3)}
