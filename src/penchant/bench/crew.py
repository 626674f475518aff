"""Who does the work of a study: processes for the built-in mind, threads as well where a language model is waited for.

Lives share nothing, so whatever runs side by side, the results are the same and come in the same order.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import queue
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from penchant.bench.life import LifeResult, Setting, run_life
from penchant.bench.memories import Memories
from penchant.bench.models import Models
from penchant.bench.rundir import Config
from penchant.bench.suites.protocol import Life, Suite
from penchant.errors import RunError
from penchant.loop import method_named
from penchant.mind.builtin import BuiltInMind
from penchant.mind.lm import LanguageModelMind
from penchant.people import Kind
from penchant.plugins import mind_named, needs_model, plugin

_PR_SET_PDEATHSIG = 1
_LOST = "A worker process was killed (out of memory?); go on with --resume and fewer --jobs."


@dataclass(frozen=True, slots=True)
class Unit:
    """One person's life under one method, or what is left of it."""

    method: str
    index: int
    since: LifeResult | None = None


@dataclass(frozen=True, slots=True)
class Shop:
    """What a worker needs to be told: the world, how it is studied, where lives are kept, and how far they go."""

    suite: Suite
    config: Config
    memories: Memories
    models: Models
    until: int


# In a worker: the setting is opened once, and inherited where processes are forked.
_workshop: dict[str, Any] = {}


def results(units: Sequence[Unit], shop: Shop, *, jobs: int, threads: int = 1) -> Iterator[LifeResult]:
    """The units' results, in the order of the units: so many processes, and so many threads in all."""
    if not units:
        return
    jobs = min(jobs, len(units))
    if threads > 1 and jobs > 1:
        yield from _from_crews(units, shop, jobs, threads)
        return
    _open_workshop(shop)
    if threads > 1:
        with ThreadPoolExecutor(threads) as pool:
            yield from _in_order(pool, units, threads)
    elif jobs > 1:
        yield from _from_processes(units, shop, jobs)
    else:
        yield from map(_work, units)


def _open_workshop(shop: Shop) -> None:
    config, embedder, models = shop.config, shop.memories.embedder, shop.models
    embedder.embed(["warm"])
    options = {"choose": config.choose == "lm", "phrase": config.phrase}
    setting = Setting(
        suite=shop.suite,
        play=_players(shop),
        passes=config.passes,
        detailed=config.feedback == "detailed",
        shuffle=config.shuffle,
        mind=mind_named(
            config.mind, embedder, lm=models.mind if needs_model("minds", config.mind) else None, **options
        ),
        embedder=embedder,
        fresh=shop.memories.fresh,
    )
    _workshop.update(shop=shop, setting=setting)


def _players(shop: Shop) -> Callable[[Life], Kind]:
    """Who plays people: a kind that needs a model is given one, and each life's persona texts where it has any."""
    config, made = shop.config, plugin("people", shop.config.kind)
    if not needs_model("people", config.kind):
        return lambda life: made(life.person, seed=config.seed)
    lm, judge = shop.models.people, BuiltInMind(shop.memories.embedder)

    def play(life: Life) -> Kind:
        before, after = life.personas or (None, None)
        texts = [None if text is None else {life.person: text} for text in (before, after)]
        player: Kind = made(life.person, seed=config.seed, lm=lm, judge=judge, personas=texts[0], after=texts[1])
        return player

    return play


def _work(unit: Unit) -> LifeResult:
    method, until = method_named(unit.method), _workshop["shop"].until
    return run_life(_workshop["setting"], unit.index, method, since=unit.since, until=until)


def _from_processes(units: Sequence[Unit], shop: Shop, jobs: int) -> Iterator[LifeResult]:
    pool = ProcessPoolExecutor(jobs, _context(), initializer=_start_worker, initargs=(shop,))
    try:
        yield from _in_order(pool, units, jobs)
    except BrokenProcessPool as error:
        raise RunError(_LOST) from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _in_order(pool: Executor, units: Sequence[Unit], workers: int) -> Iterator[LifeResult]:
    """Keep a few units in flight for each worker, so that memory does not grow with the number of people."""
    ahead = 4 * workers
    waiting = [pool.submit(_work, unit) for unit in units[:ahead]]
    try:
        for number in range(len(units)):
            yield waiting.pop(0).result()
            if number + ahead < len(units):
                waiting.append(pool.submit(_work, units[number + ahead]))
    finally:
        for future in waiting:
            future.cancel()


def _from_crews(units: Sequence[Unit], shop: Shop, jobs: int, threads: int) -> Iterator[LifeResult]:
    """From processes with several threads each; all lives of one person in one process, where they share replies."""
    context = _context()
    inbox, turn = context.Queue(), context.Lock()
    crews = []
    for crew in range(jobs):
        share = [(number, unit) for number, unit in enumerate(units) if unit.index % jobs == crew]
        given = (share, shop, max(threads // jobs, 1), inbox, turn)
        crews.append(context.Process(target=_serve, args=given, daemon=True))
        crews[-1].start()
    early: dict[int, LifeResult] = {}
    try:
        for number in range(len(units)):
            while number not in early:
                found, result = _next(inbox, crews)
                if isinstance(result, BaseException):
                    raise result
                early[found] = result
            yield early.pop(number)
    finally:
        for process in crews:
            process.terminate()


def _next(inbox: Any, crews: Sequence[Any]) -> tuple[int, LifeResult | BaseException]:
    while True:
        try:
            got: tuple[int, LifeResult | BaseException] = inbox.get(timeout=1)
            return got
        except queue.Empty:
            if any(process.exitcode not in (None, 0) for process in crews):
                raise RunError(_LOST) from None


def _serve(share: Sequence[tuple[int, Unit]], shop: Shop, threads: int, inbox: Any, turn: Any) -> None:
    """In a process of a crew: live these lives, so many at once, and hand each over as it ends."""
    try:
        with turn:  # what one process asks the model to get to know it, the next finds in the record
            _start_worker(shop)
            mind = _workshop["setting"].mind
            if isinstance(mind, LanguageModelMind):
                mind.try_out()
    except Exception as error:
        inbox.put((-1, error))
        return
    with ThreadPoolExecutor(threads) as pool:
        numbers = {pool.submit(_work, unit): number for number, unit in share}
        for future in as_completed(numbers):
            failed = future.exception()
            inbox.put((numbers[future], failed or future.result()))
            if failed is not None:
                pool.shutdown(wait=False, cancel_futures=True)
                break


def _context() -> Any:
    return multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")


def _start_worker(shop: Shop) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    _end_with_parent()
    if _workshop.get("shop") is not shop:
        _open_workshop(shop)


def _end_with_parent() -> None:
    """Where the system can (Linux), have this process killed when its parent is, so that none works on for nobody."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None) if sys.platform == "linux" else None
    if prctl is not None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def usable_cores() -> int:
    """How many processes can work at once on this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
