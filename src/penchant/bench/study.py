"""Running a study: every person under every method, side by side, kept as it goes, and put into a report."""

from __future__ import annotations

import ctypes
import json
import multiprocessing
import os
import platform
import secrets
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from penchant.bench.ablation import ablation
from penchant.bench.life import LifeResult, Setting, run_life
from penchant.bench.memories import IN_PROCESS, Memories
from penchant.bench.metrics import report
from penchant.bench.page import write_page
from penchant.bench.phases import FOUR_PHASES, passes_of
from penchant.bench.rundir import Config, RunDirectory
from penchant.bench.suites.protocol import Suite
from penchant.embed import cached
from penchant.errors import BadInput, Interrupted, RunError, StoreError, Unavailable
from penchant.loop import method_named
from penchant.plugins import embedder_named, mind_named, plugin


@dataclass(frozen=True, slots=True)
class Unit:
    """One person's life under one method, or what is left of it."""

    method: str
    index: int
    since: LifeResult | None = None


class Progress(Protocol):
    """Told of every finished unit; the command line shows it, tests count it."""

    def start(self, units: int, done: int, episodes: int) -> None:
        """So many units in all, so many done before, so many episodes in each."""
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


def new_run(config: Config, out: Path | None, *, memory: str = IN_PROCESS) -> tuple[RunDirectory, Suite]:
    """A fresh run directory for a configuration; bad input is said before anything is written.

    ``memory`` is where lives keep what is learned, in full: the configuration is written down and has no password.
    """
    for name in config.methods:
        method_named(name)
    if config.passes < 1:
        raise BadInput(f"A study needs at least one pass, not {config.passes}.")
    plugin("minds", config.mind), plugin("embedders", config.embedder), plugin("people", config.kind)
    suite = open_suite(config)
    Memories(memory, Path(), "", embedder_named(config.embedder)).check()
    facts = {
        "id": secrets.token_hex(4),
        "penchant": version("penchant"),
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "data_hash": suite.fingerprint(),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    path = out or Path("runs") / f"{config.suite}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    return RunDirectory.create(path, config, facts), suite


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
    jobs: int,
    progress: Progress,
    memory: str = IN_PROCESS,
    until: int = len(FOUR_PHASES),
) -> dict[str, Any]:
    """Run what is missing, write the report, and give it back (with ``wall_s``, which the file does not have).

    A run that is to stop after an earlier phase writes no report yet; what it gives back says how far it came.
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
    memories = Memories(memory, run.path, f"{run.path.name}-{run.facts['id']}", cached(embedder_named(config.embedder)))
    progress.start(total, total - len(units), episodes)
    try:
        for result in _results(units, _Shop(suite, config, memories, until), jobs):
            run.keep(result)
            progress.step(result)
            result.lines.clear()
            done[result.method, result.person] = result
    except KeyboardInterrupt as error:
        whole = sum(result.phases >= until for result in done.values())
        raise Interrupted(f"Stopped after {whole} of {total} lives; {go_on(run)}") from error
    except (StoreError, Unavailable) as error:
        raise RunError(f"{error} Nothing that was finished is lost; {go_on(run)}") from error
    finally:
        progress.stop()
        memories.close()
    if until < len(FOUR_PHASES):
        return {"suite": config.suite, "run": str(run.path), "people": len(suite), "phases": until}
    return _finish(run, suite, list(done.values()), time.perf_counter() - began)


def go_on(run: RunDirectory) -> str:
    """How a run is taken up again."""
    return f"go on with: penchant study --resume {run.path}"


def _finish(run: RunDirectory, suite: Suite, results: Sequence[LifeResult], wall: float) -> dict[str, Any]:
    config = run.config
    facts = {"suite": config.suite, "people": len(suite), "seed": config.seed, "passes": config.passes}
    if config.feedback != "minimal":
        facts["feedback"] = config.feedback
    if config.shuffle is not None:
        facts["shuffle"] = config.shuffle
    figures = report(results, facts, config.methods)
    if varied := ablation(results, figures):
        figures["ablation"] = varied
    run.write("report.json", json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
    run.write("timings.json", json.dumps({"wall_s": round(wall, 3)}) + "\n")
    write_page(figures, run.episodes, run.path / "report.html", facts={k: str(v) for k, v in run.facts.items()})
    return {**figures, "wall_s": round(wall, 3)}


_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class _Shop:
    """What a worker needs to be told: the world, how it is studied, where lives are kept, and how far they go."""

    suite: Suite
    config: Config
    memories: Memories
    until: int


# In a worker: the setting is opened once, and inherited where processes are forked.
_workshop: dict[str, Any] = {}


def _open_workshop(shop: _Shop) -> None:
    config, embedder = shop.config, shop.memories.embedder
    embedder.embed(["warm"])
    setting = Setting(
        suite=shop.suite,
        kind=plugin("people", config.kind),
        seed=config.seed,
        passes=config.passes,
        detailed=config.feedback == "detailed",
        shuffle=config.shuffle,
        mind=mind_named(config.mind, embedder),
        embedder=embedder,
        fresh=shop.memories.fresh,
    )
    _workshop.update(shop=shop, setting=setting)


def _start_worker(shop: _Shop) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    _end_with_parent()
    if _workshop.get("shop") is not shop:
        _open_workshop(shop)


def _end_with_parent() -> None:
    """Where the system can (Linux), have this process killed when its parent is, so that none works on for nobody."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None) if sys.platform == "linux" else None
    if prctl is not None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _work(unit: Unit) -> LifeResult:
    method, until = method_named(unit.method), _workshop["shop"].until
    return run_life(_workshop["setting"], unit.index, method, since=unit.since, until=until)


def _results(units: Sequence[Unit], shop: _Shop, jobs: int) -> Iterator[LifeResult]:
    """The units' results, in the order of the units."""
    if not units:
        return
    _open_workshop(shop)
    jobs = min(jobs, len(units))
    if jobs <= 1:
        yield from map(_work, units)
        return
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context(method), initializer=_start_worker, initargs=(shop,))
    try:
        yield from _in_order(pool, units, jobs)
    except BrokenProcessPool as error:
        raise RunError("A worker process was killed (out of memory?); go on with --resume and fewer --jobs.") from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, units: Sequence[Unit], jobs: int) -> Iterator[LifeResult]:
    """Keep a few units in flight for each worker, so that memory does not grow with the number of people."""
    ahead = 4 * jobs
    waiting = [pool.submit(_work, unit) for unit in units[:ahead]]
    for number in range(len(units)):
        yield waiting.pop(0).result()
        if number + ahead < len(units):
            waiting.append(pool.submit(_work, units[number + ahead]))


def usable_cores() -> int:
    """How many processes can work at once on this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
