"""A small study in the web shop that several tests share, and casts whose agents misbehave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from penchant.bench.models import Models
from penchant.bench.web.agents.protocol import Afterword, PlayedTask, WebAgent
from penchant.bench.web.data import generate
from penchant.bench.web.records import Event, WebData, WebTask
from penchant.bench.web.scores import TaskRecord
from penchant.bench.web.shop.environment import WebShop
from penchant.bench.web.shop.protocol import Environment
from penchant.bench.web.shop.rewards import Attempt
from penchant.bench.web.study.cast import OurCast
from penchant.bench.web.study.run import new_run, run_web
from penchant.bench.web.study.rundir import Played as Unit
from penchant.bench.web.study.rundir import WebConfig, WebRun

CONFIG = WebConfig(
    data=None, people=10, products=300, track="single", agents=("none", "last", "penchant"), seed=1, mind="built-in"
)


def small_shop() -> WebData:
    """The shop of :data:`CONFIG`."""
    return generate(people=10, products=300, seed=1)


class Quiet:
    """Counts what it is told."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self.tasks = self.done = 0

    def tell(self, what: str) -> None:
        self.told = what

    def start(self, tasks: int, done: int) -> None:
        self.tasks, self.done = tasks, done

    def step(self, played: Unit) -> None:
        self.units.append(played)

    def stop(self) -> None:
        self.stopped = True


def study(out: Path, *, jobs: int = 1, cast: Any = None, **changed: Any) -> dict[str, Any]:
    """Run a whole study into a folder; gives its figures."""
    run, data = new_run(replace(CONFIG, **changed), out, cast=cast)
    try:
        return run_web(run, data, jobs=jobs, progress=Quiet(), cast=cast)
    finally:
        run.close()


def kept(path: Path) -> list[tuple[str, TaskRecord]]:
    """Every task that a run kept."""
    run = WebRun.reopen(path)
    try:
        return list(run.records(whole=True))
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


class WatchedCast(OurCast):
    """Our cast, with every agent watched."""

    def __init__(self, fail: Callable[[Environment], None] = lambda environment: None) -> None:
        self.made: list[Watched] = []
        self._fail = fail

    def agent(self, name: str, config: WebConfig, shop: WebShop, models: Models) -> WebAgent:
        self.made.append(Watched(super().agent(name, config, shop, models), self._fail))
        return self.made[-1]


class BrokenCast(OurCast):
    """Our cast, with one agent that breaks at every task."""

    def __init__(self, name: str) -> None:
        self._name = name

    def agent(self, name: str, config: WebConfig, shop: WebShop, models: Models) -> WebAgent:
        made = super().agent(name, config, shop, models)
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
