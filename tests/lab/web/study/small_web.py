"""A small study in the web shop that several tests share, and casts whose agents misbehave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from penchant_lab.run.config import RunConfig
from penchant_lab.run.models import Models
from penchant_lab.run.progress import Progress
from penchant_lab.run.run_folder import RunFolder
from penchant_lab.run.runner import StudyRun, new_run
from penchant_lab.run.study import Study, UnitResult
from penchant_lab.suites.web.agents.protocol import Afterword, PlayedTask, WebAgent
from penchant_lab.suites.web.data import generate
from penchant_lab.suites.web.records import Event, Track, WebData, WebTask
from penchant_lab.suites.web.scores import TaskRecord
from penchant_lab.suites.web.shop.environment import WebShop
from penchant_lab.suites.web.shop.protocol import Environment
from penchant_lab.suites.web.shop.rewards import Attempt
from penchant_lab.suites.web.study.cast import WebCast
from penchant_lab.suites.web.study.options import usual_past
from penchant_lab.suites.web.study.study import WebStudy, records

CONFIG = RunConfig(
    suite="web-v1",
    people=10,
    seed=1,
    methods=("none", "last", "penchant"),
    options={"products": 300, "track": "single", "past": "all", "recommender": None},
)


def configured(**changed: Any) -> RunConfig:
    """The small study, with something changed: agents, options of the shop, or what every run has."""
    given = {name: changed.pop(name) for name in list(changed) if name in CONFIG.options}
    methods = changed.pop("agents", CONFIG.methods)
    options = {**CONFIG.options, "past": usual_past(given.get("track", "single")), **given}
    return replace(CONFIG, methods=methods, options=options, **changed)


def small_shop() -> WebData:
    """The shop of :data:`CONFIG`."""
    return generate(people=10, products=300, seed=1)


class Quiet(Progress):
    """Counts what it is told."""

    def __init__(self) -> None:
        self.units: list[UnitResult] = []
        self.tasks = self.done = 0

    def start(self, total: int, done: int, counted: str) -> None:
        self.tasks, self.done = total, done

    def step(self, result: UnitResult, episodes: int) -> None:
        assert result.episodes == episodes
        self.units.append(result)


def finished(run: RunFolder, study: Study, *, jobs: int = 1, progress: Quiet | None = None) -> dict[str, Any]:
    """Live what is missing of a run; gives its figures."""
    try:
        figures = StudyRun(run, study, jobs=jobs, progress=progress or Quiet()).finish()
        assert figures is not None
        return figures
    finally:
        run.close()


def study(out: Path, *, jobs: int = 1, cast: WebCast | None = None, **changed: Any) -> dict[str, Any]:
    """Run a whole study into a folder; gives its figures."""
    config = configured(**changed)
    return finished(*new_run(config, out, study=WebStudy(config, cast)), jobs=jobs)


def kept(path: Path) -> list[tuple[str, TaskRecord]]:
    """Every task that a run kept."""
    run = RunFolder.reopen(path)
    try:
        return list(records(run, whole=True))
    finally:
        run.close()


@dataclass
class Watched:
    """An agent of ours, watched: what it plays and hears is noted, and it can be made to fail."""

    inner: WebAgent
    fail: Callable[[Environment], None] = lambda environment: None
    seen: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.inner.name

    def play(self, environment: Environment) -> PlayedTask:
        said = environment.observe()
        self.seen.append(f"{said.person} {said.at}")
        played = self.inner.play(environment)
        self.fail(environment)
        return played

    def hear(self, heard: Afterword) -> None:
        assert heard.words
        self.seen.append(f"{heard.observation.person} {heard.observation.at} heard")
        self.inner.hear(heard)


class WatchedCast(WebCast):
    """Our cast, with every agent watched."""

    def __init__(self, fail: Callable[[Environment], None] = lambda environment: None) -> None:
        self.made: list[Watched] = []
        self._fail = fail

    def agent(self, name: str, track: Track, config: RunConfig, shop: WebShop, models: Models) -> WebAgent:
        self.made.append(Watched(super().agent(name, track, config, shop, models), self._fail))
        return self.made[-1]


class BrokenCast(WebCast):
    """Our cast, with one agent that breaks at every task."""

    def __init__(self, name: str) -> None:
        self._name = name

    def agent(self, name: str, track: Track, config: RunConfig, shop: WebShop, models: Models) -> WebAgent:
        made = super().agent(name, track, config, shop, models)
        return Watched(made, _fall_over) if name == self._name else made


def _fall_over(environment: Environment) -> None:
    raise ZeroDivisionError


def record(number: int = 0, *, person: str = "ana", found: bool = True, at: int = 0, **more: Any) -> TaskRecord:
    """A search that was answered, with the target first or not at all."""
    asins = ("B0", "B1") if found else ("B1", "B2")
    attempt = Attempt(function="search_product_by_query", right=1, result=float(found), asins=asins)
    made = TaskRecord(
        number=number, person=person, type="search", target="B0", text="", at=at, split="test", history=5,
        attempts=(attempt,), steps=1,
    )  # fmt: skip
    return replace(made, **more)


def task_of(data: WebData, type: str) -> WebTask:
    """The first test task of this type."""
    return next(task for task in data.test if task.type == type)


def event(asin: str, at: int) -> Event:
    """Something bought at a moment."""
    return Event(asin=asin, rating=5.0, title="", text=f"about {asin}", at=at)
