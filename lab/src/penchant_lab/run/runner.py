"""Running a study: every person under every method, side by side, kept as it goes, and put into a report."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from penchant.errors import BadData, Interrupted, NoSuchModel, RunError, StoreError, SuiteFailed, Unavailable
from penchant.lm.ledger import NAME
from penchant.lm.link import Link
from penchant.plugins import embedder_named
from penchant_lab.report.page import write_page
from penchant_lab.run.config import IN_PROCESS, RunConfig, unversioned
from penchant_lab.run.executor import context, executor_for
from penchant_lab.run.memories import Memories
from penchant_lab.run.models import Models
from penchant_lab.run.progress import Progress
from penchant_lab.run.run_folder import RunFolder, facts_now, place_for
from penchant_lab.run.study import Forecast, RunMeans, Study, StudyUnit, suite_at_work
from penchant_lab.run.suites import open_study, presentation_of


def new_run(
    config: RunConfig,
    out: Path | None,
    *,
    memory: str = IN_PROCESS,
    link: Link | None = None,
    extras: Mapping[str, Any] | None = None,
    study: Study | None = None,
) -> tuple[RunFolder, Study]:
    """A fresh run folder for a configuration; bad input is said before anything is written.

    ``memory`` is where lives keep what is learned, in full: the configuration is written down and has no password.
    ``study`` is one that was opened already; without it, the suite that the configuration names opens one.
    """
    study = study or open_study(config)
    with suite_at_work(unversioned(config.suite)):
        study.check(extras or {})
        speakers, data_hash = study.speakers(), study.fingerprint()
        if not len(study) or not study.methods:
            raise BadData(f"The suite {config.suite!r} has nobody in it, or no methods to study them under.")
    if memory != IN_PROCESS:
        Memories(memory, Path(), "", embedder_named(config.embedder)).check()
    Models((config.model, config.people_model), Path(), link or Link()).check(
        mind=speakers.mind, people=speakers.people
    )
    place = place_for(unversioned(config.suite), out)
    return RunFolder.create(place, config, facts_now(data_hash, _voices_hash(study))), study


def _voices_hash(study: Study) -> str | None:
    return None if study.voices is None else study.voices.fingerprint()


def resumed_run(
    path: Path, extras: Mapping[str, Any] | None = None, *, voices: str | None = None
) -> tuple[RunFolder, Study]:
    """A run that was started earlier, on the data it was started with, and with people who speak as they did.

    ``voices`` is where these are by now; what they say has to be the same.
    """
    run = RunFolder.reopen(path)
    try:
        if voices is not None and voices != run.config.options.get("voices"):
            run.config = replace(run.config, options={**run.config.options, "voices": voices})
        study = open_study(run.config)
        with suite_at_work(unversioned(run.config.suite)):
            if study.fingerprint() != run.facts.get("data_hash"):
                where = run.config.data or "the bundled generator"
                raise RunError(f"The data of {where} have changed since {path} was started; start a new run.")
            if study.voices is not None and _voices_hash(study) != run.facts.get("voices_hash"):
                told = "is not how its people spoke; leave it out" if voices else "has changed since; start a new run"
                raise RunError(f"{path} goes on with the voices it was started with: {study.voices.name!r} {told}.")
            study.check(extras or {})
    except BaseException:
        run.close()
        raise
    return run, study


class StudyRun:
    """One go at a run: what is missing is lived, kept as it comes, and put into a report at the end."""

    def __init__(
        self,
        run: RunFolder,
        study: Study,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        progress: Progress | None = None,
        memory: str = IN_PROCESS,
        until: int | None = None,
        link: Link | None = None,
    ) -> None:
        self.run, self.study, self._progress, self._memory = run, study, progress or Progress(), memory
        self._until = study.phases if until is None else until
        self._link = link or Link()
        self._jobs, self._cluster = jobs, cluster
        with self.suite_at_work():
            self._speaks = bool(study.speakers())
            self._done = {(unit.method, unit.person): unit for unit in run.units(study.read_unit)}
            self._missing = list(self._units())

    @contextmanager
    def suite_at_work(self) -> Iterator[None]:
        """Say in one line what the suite raised, and how the run goes on once that is mended."""
        try:
            with suite_at_work(unversioned(self.run.config.suite)):
                yield
        except SuiteFailed as error:
            raise RunError(self._link.stopped(error, self.go_on())) from error

    def _units(self) -> Iterator[StudyUnit]:
        for index in range(len(self.study)):
            person = self.study.person(index) if self._done else ""  # to make somebody up takes a while
            for method in self.study.methods:
                lived = self._done.get((method, person))
                if lived is None or lived.phases < self._until:
                    yield StudyUnit(method, index, lived)

    def take_up(self) -> str | None:
        """The run goes on: what its reader should be told in a line."""
        try:
            return self.study.take_up(self.run, self._memory)
        except StoreError as error:
            raise RunError(f"{error} Nothing that was finished is lost; {self.go_on()}") from error

    def forecast(self) -> Forecast:
        """Go through it without asking anybody or writing anything down; what it would take."""
        with self._right_name():
            paid, _ = self._live()
        return self.study.forecast(self._missing, paid, self._link, self._until)

    def finish(self) -> dict[str, Any] | None:
        """Live what is missing and write the report; gives it back (with ``wall_s``, which the file does not have).

        A run that is to stop after an earlier phase has no report yet: None.
        """
        began = time.perf_counter()
        with self._right_name():
            paid, tried = self._live()
        if self._until < self.study.phases:
            return None
        config = self.run.config
        with self.suite_at_work():
            figures = self.study.report(self.run, list(self._done.values()))
        if paid is not None:
            figures["model"] = {"name": config.model or config.people_model, **paid, **tried}
        wall = round(time.perf_counter() - began, 3)
        self.run.write("report.json", json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
        self.run.write("timings.json", json.dumps({"wall_s": wall}) + "\n")
        facts = {key: str(value) for key, value in self.run.facts.items()}
        page = self.run.path / "report.html"
        with self.suite_at_work():
            write_page(figures, presentation_of(figures), self.run.episodes, page, facts=facts)
        return {**figures, "wall_s": wall}

    def _live(self) -> tuple[dict[str, Any] | None, dict[str, Any]]:
        """Live what is missing; gives what calls took and what was found out about the model, where there is one."""
        run, study, link, progress = self.run, self.study, self._link, self._progress
        config = run.config
        memories = Memories(self._memory, run.path, run.name, embedder_named(config.embedder))
        models = Models((config.model, config.people_model), run.path, link)
        count = context().Value("Q", 0) if self._speaks else None  # with a model, a single life may take hours
        means = RunMeans(models=models, memories=memories, embedder=config.embedder, until=self._until, count=count)
        with self.suite_at_work():
            study.prepare(progress.tell)
            counts = self._counts()
        if study.uses_embedder:
            memories.embedder.embed(["warm"])  # before processes are made, so that each finds it loaded
        progress.start(*counts, study.counted)
        models.begin()
        try:
            executor = executor_for(
                link, talks=self._speaks, jobs=self._jobs, cluster=self._cluster, folder=run.path.resolve()
            )
            lives = executor.run(
                self._missing,
                study.workplace(means),
                meanwhile=lambda: progress.lived(0 if count is None else count.value),
            )
            for unit, result in zip(self._missing, lives, strict=True):
                if not link.dry:
                    models.settle()
                    run.keep_unit(result.lines, result.closing_line())
                result.lines.clear()
                self._done[result.method, result.person] = result
                progress.step(result, study.episodes(unit, self._until))
        except KeyboardInterrupt as error:
            raise Interrupted(f"Stopped after {self._whole()} of {self._total} lives; {self.go_on()}") from error
        except NoSuchModel:
            raise  # to go on would not help
        except (StoreError, SuiteFailed, Unavailable) as error:
            raise RunError(link.stopped(error, self.go_on())) from error
        finally:
            progress.stop()
            if self._missing:
                memories.make_whole()
            paid = models.paid() if self._speaks else None
            tried = study.tried(means) if self._speaks and not link.dry else {}
            models.close()
        return paid, tried

    @contextmanager
    def _right_name(self) -> Iterator[None]:
        """Say what helps where a model is not found; a run that has just begun and holds nothing yet is taken back."""
        try:
            yield
        except NoSuchModel as error:
            raise RunError(f"{error} {self._what_helps()}") from error

    def _what_helps(self) -> str:
        run = self.run
        if run.take_back():
            return "Nothing was paid for and nothing is left behind; start again with the right name."
        calls = run.path / NAME
        paid = calls.exists() and calls.stat().st_size > 0
        reuse = f" and with --reuse {run.path}, so that nothing is paid for twice" if paid else ""
        return (
            f"Start again with the right name, with another --out{reuse}; or, where the name is right, {self.go_on()}"
        )

    def go_on(self) -> str:
        """How the run is taken up again."""
        return go_on(self.run, self._memory)

    @property
    def _total(self) -> int:
        return len(self.study) * len(self.study.methods)

    def _whole(self) -> int:
        return sum(unit.phases >= self._until for unit in self._done.values())

    def _counts(self) -> tuple[int, int]:
        """How many episodes there are in all, and how many were lived before."""
        missing = {(unit.method, unit.index) for unit in self._missing}
        done = total = 0
        for index in range(len(self.study)):
            for method in self.study.methods:
                episodes = self.study.episodes(StudyUnit(method, index), self._until)
                total += episodes
                done += episodes if (method, index) not in missing else 0
        return total, done


def go_on(run: RunFolder, memory: str = IN_PROCESS) -> str:
    """How a run is taken up again; where its memory is a URL that may have a password, which is not written down."""
    return f"go on with: penchant study --resume {run.path}{' --store URL' if '://' in memory else ''}"
