"""Who does the work of a study: an executor takes units of work and gives back their results, in order.

Units share nothing, so the results are the same whoever does them and whatever runs side by side.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import queue
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from penchant.errors import PenchantError, RunError
from penchant.processes import end_with_parent

if TYPE_CHECKING:
    from penchant.lm.link import Link

_GARBAGE = 50_000  # so many new objects in a worker before it looks for cycles; episodes leave next to none
_SWITCH_S = 0.0005  # a thread that thinks makes way soon for the one that sends requests and receives replies
_AHEAD = 4  # so many results a process may wait to be taken, so that memory does not grow with people
_SHARES = 2  # so many people a process at least, before all of one are lived in the same
_TICK_S = 1.0  # how often `meanwhile` is called
_FAREWELL_S = 5.0  # after which a process is killed that does not end when it is told to
_LOST = "A worker process was killed (out of memory?); go on with --resume and fewer --jobs."


class Work(Protocol):
    """A unit of work; units of one index share replies of a language model, and so a process."""

    @property
    def index(self) -> int:
        """Whom it is about."""
        ...


U = TypeVar("U", bound=Work)
U_contra = TypeVar("U_contra", bound=Work, contravariant=True)
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Workplace(Protocol[U_contra, R_co]):
    """What a worker is told: all it needs to do any unit."""

    def open(self) -> Callable[[U_contra], R_co]:
        """Get ready, once in a process (or before it is forked); gives what does a unit."""
        ...

    def try_out(self) -> None:
        """Get to know a language model before others do the same; processes take turns at it."""
        ...


class Executor(Protocol):
    """Does units of work."""

    def run(
        self, units: Sequence[U], place: Workplace[U, R], *, meanwhile: Callable[[], None] = lambda: None
    ) -> Iterator[R]:
        """The units' results, in the order of the units.

        ``meanwhile`` is called about every second as long as there is nothing to give.
        """
        ...


@dataclass(frozen=True, slots=True)
class Processes:
    """Processes on this machine, forked from this one; a single job without ``at_once`` runs in this very process.

    Where a language model is waited for, ``at_once`` units are under way at once, in threads of all processes together.
    They stop when the caller does: nobody pays for what nobody will see.
    """

    jobs: int
    at_once: int | None = None

    def run(
        self, units: Sequence[U], place: Workplace[U, R], *, meanwhile: Callable[[], None] = lambda: None
    ) -> Iterator[R]:
        """The units' results, in the order of the units."""
        if not units:
            return iter(())
        jobs = min(self.jobs, len(units))
        if self.at_once is not None:
            return _from_waiting_processes(units, place, min(jobs, self.at_once), self.at_once, meanwhile)
        _open(place)
        return _from_processes(units, place, jobs, meanwhile) if jobs > 1 else map(_work, units)


def executor_for(
    link: Link, *, talks: bool, jobs: int | None, cluster: str | None = None, folder: Path | None = None
) -> Executor:
    """Who does the work of a study that ``talks`` with a language model, or does not: this machine, or a cluster.

    What is counted, and processes cannot count together, is counted in one; what is recorded is not waited for. On a
    cluster one worker asks all that is asked of a model; it must see the run's ``folder``, where the record is.
    """
    waits = talks and link.replay is None and not link.dry
    if cluster is not None and not link.dry:
        from penchant_lab.run.cluster import RayCluster

        if waits:
            return RayCluster(cluster, 1, link.people_at_once, folder)
        return RayCluster(cluster, jobs, folder=None if link.replay is None else link.replay.resolve())
    jobs = usable_cores() if jobs is None else jobs
    if not waits:
        return Processes(1 if link.dry else jobs)
    return Processes(1 if link.is_limited else jobs, link.people_at_once)


# In a worker: the workplace is opened once, and inherited where processes are forked.
_opened: dict[str, Any] = {}


def _open(place: Workplace[Any, Any]) -> None:
    _opened.update(place=place, work=place.open())


def _work(unit: Work) -> Any:
    return _opened["work"](unit)


def _from_processes(
    units: Sequence[Work], place: Workplace[Any, R], jobs: int, meanwhile: Callable[[], None]
) -> Iterator[R]:
    """From processes with one unit at a time, each of which takes what is next when it is done with what it has."""
    make = context()
    inbox, following = make.Queue(_AHEAD * jobs), make.Value("Q", 0)
    shares = _shares(units, jobs)
    processes = [make.Process(target=_take, args=(shares, place, following, inbox), daemon=True) for _ in range(jobs)]
    for process in processes:
        process.start()
    return gathered(inbox, processes, len(units), meanwhile, RunError(_LOST))


def _shares(units: Sequence[Work], jobs: int) -> list[list[tuple[int, Work]]]:
    """The numbered units as they are taken: all about one person at once, where there are people enough for everybody.

    Under every method a person says much the same, and what was read once is not read again in the same process.
    """
    numbered = list(enumerate(units))
    shares = [list(share) for _, share in groupby(numbered, key=lambda each: each[1].index)]
    return shares if len(shares) >= _SHARES * jobs else [[each] for each in numbered]


def _take(shares: Sequence[Sequence[tuple[int, Work]]], place: Workplace[Any, Any], following: Any, inbox: Any) -> None:
    """In a process: do share after share, and hand each unit over as it ends."""
    try:
        _start_worker(place)
        while True:
            with following.get_lock():
                at = following.value
                following.value += 1
            if at >= len(shares):
                return
            for number, unit in shares[at]:
                inbox.put((number, _result(unit)))
    except Exception as error:
        inbox.put((-1, error))


def _result(unit: Work) -> Any:
    """What comes of a unit, or the error: what others do before it in the order is not lost."""
    try:
        return _work(unit)
    except PenchantError as error:
        return error
    except Exception:
        return RuntimeError(f"In a worker process:\n{traceback.format_exc()}")  # any other may not travel


def _from_waiting_processes(
    units: Sequence[Work], place: Workplace[Any, R], jobs: int, at_once: int, meanwhile: Callable[[], None]
) -> Iterator[R]:
    """From processes with several threads each; all of one person in one process, where they share replies."""
    make = context()
    inbox, turn = make.Queue(), make.Lock()
    processes = []
    for job in range(jobs):
        share = [(number, unit) for number, unit in enumerate(units) if unit.index % jobs == job]
        given = (share, place, at_once // jobs + (job < at_once % jobs), inbox, turn)
        processes.append(make.Process(target=_serve, args=given, daemon=True))
        processes[-1].start()
    return gathered(inbox, processes, len(units), meanwhile, RunError(_LOST))


def gathered(
    inbox: Any, processes: Sequence[Any], units: int, meanwhile: Callable[[], None], lost: PenchantError
) -> Iterator[Any]:
    """What processes put into a queue as (number, result or error), in order; ``lost`` where one of them was killed.

    An error is raised in its turn, or at once where its number is -1.
    """
    early: dict[int, Any] = {}
    try:
        for number in range(units):
            while number not in early:
                found, result = _next(inbox, processes, meanwhile, lost)
                if found < 0:
                    raise result
                early[found] = result
            result = early.pop(number)
            if isinstance(result, BaseException):
                raise result
            yield result
    finally:
        for process in processes:
            process.terminate()
            process.join(_FAREWELL_S)
            process.kill()  # nothing, where it has ended
            process.join()


def _next(inbox: Any, processes: Sequence[Any], meanwhile: Callable[[], None], lost: PenchantError) -> tuple[int, Any]:
    while True:
        try:
            got: tuple[int, Any] = inbox.get(timeout=_TICK_S)
            return got
        except queue.Empty:
            meanwhile()
            if any(process.exitcode not in (None, 0) for process in processes):
                raise lost from None


def _serve(share: Sequence[tuple[int, Work]], place: Workplace[Any, Any], at_once: int, inbox: Any, turn: Any) -> None:
    """In a process: do these units, so many at once, and hand each over as it ends."""
    try:
        with turn:  # what one process asks the model to get to know it, the next finds in the record
            _start_worker(place)
            place.try_out()
        sys.setswitchinterval(_SWITCH_S)
        with ThreadPoolExecutor(at_once) as threads:
            numbers = {threads.submit(_work, unit): number for number, unit in share}
            for done in as_completed(numbers):
                error = done.exception()
                inbox.put((numbers[done], done.result()) if error is None else (-1, error))
    except Exception as error:
        inbox.put((-1, error))


def context() -> Any:
    """How processes are made: forked where the system can, so that they inherit what was opened."""
    return multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")


def _start_worker(place: Workplace[Any, Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    end_with_parent()
    if _opened.get("place") is not place:
        _open(place)
    gc.freeze()  # what is there by now is there to stay: looking through it again and again for garbage takes a tenth
    gc.set_threshold(_GARBAGE)


def usable_cores() -> int:
    """How many processes can work at once on this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
