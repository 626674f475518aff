"""A Ray cluster does the work of a study; an extra: ``pip install 'penchant-lab[ray]'``.

The connection to the cluster is held by a process of its own, so that a cluster that breaks down ends that process and
not the study, and what Ray prints stays out of the way. Workers are Ray actors with one unit at a time; Ray starts one
that was killed again and repeats the unit it had.
"""

from __future__ import annotations

import os
import pickle
import platform
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from penchant.errors import BadInput, PenchantError, Unavailable
from penchant.processes import end_with_parent
from penchant_lab.run.config import IN_PROCESS
from penchant_lab.run.executor import R, U, Work, Workplace, context, gathered

AHEAD = 2
"""Units that each worker is given at once, so that it need not wait for the next."""

RETRIES = 3
"""How often a unit is done again whose worker was killed; then it is what kills them."""

PATIENCE = 10
"""Seconds in which a cluster has to answer."""

SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_gcs_rpc_server_reconnect_timeout_s": str(PATIENCE),
    "RAY_CLIENT_RECONNECT_GRACE_PERIOD": str(PATIENCE),
}


class ClusterError(Unavailable):
    """A cluster that is not there, went away or cannot do the work; a study can be resumed on another, or without."""


@dataclass(frozen=True, slots=True)
class Build:
    """What a process runs: the same everywhere, or results could differ."""

    penchant: str
    python: str

    @staticmethod
    def here() -> Build:
        """Of this process."""
        root = Path(__file__).parents[2]
        contents = blake2b(digest_size=4)
        for file in sorted(root.rglob("*.*")):
            if file.is_file() and file.suffix != ".pyc":
                contents.update(file.relative_to(root).as_posix().encode() + file.read_bytes())
        return Build(f"{version('penchant')} ({contents.hexdigest()})", platform.python_version())


@dataclass(frozen=True, slots=True)
class RayCluster:
    """Workers on a Ray cluster: as many as it has processors, ``jobs`` at most.

    ``at_once`` units are under way at once in each worker, in threads. ``folder`` is one that the workers must see.
    """

    address: str
    jobs: int | None = None
    at_once: int = 1
    folder: Path | None = None

    def check(self) -> None:
        """Say what is wrong with the address, or not installed, before anything is written."""
        if self.address != "auto" and not (self.address.startswith("ray://") and urlsplit(self.address).hostname):
            raise BadInput(f"--cluster {self.address} is no cluster; give auto, or ray://host:port.")
        if find_spec("ray") is None:
            raise BadInput("--cluster needs the package ray; get it with: pip install 'penchant-lab[ray]'")

    @staticmethod
    def check_memory(where: str | None) -> None:
        """Refuse memories in files: the workers may be on other machines."""
        if where not in (None, IN_PROCESS) and "://" not in str(where):
            raise BadInput(
                f"--store {where} is on this machine and the workers of a cluster may not be; leave it out, or give a "
                "postgresql:// URL."
            )

    def run(
        self, units: Sequence[U], place: Workplace[U, R], *, meanwhile: Callable[[], None] = lambda: None
    ) -> Iterator[R]:
        """The units' results, in the order of the units."""
        if not units:
            return iter(())
        self.check()
        try:
            sent = pickle.dumps(place)
        except Exception as error:
            raise BadInput(f"This study cannot be sent to a cluster: {error}; leave out --cluster.") from error
        inbox = context().Queue()
        driver = context().Process(target=_drive, args=(self, units, sent, inbox), daemon=True)
        driver.start()
        gone = ClusterError(f"The cluster at {self.address} went away.")
        return gathered(inbox, [driver], len(units), meanwhile, gone)


def _drive(cluster: RayCluster, units: Sequence[Work], place: bytes, inbox: Any) -> None:
    """In the process that speaks to the cluster: hand out units, and hand over results as they come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    end_with_parent()
    os.environ.update(SETTINGS)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    try:
        for found in _done(cluster, units, place):
            inbox.put(found)
    except PenchantError as error:
        inbox.put((-1, error))
    except Exception as error:
        why = " ".join(str(error).split())[:200]
        inbox.put((-1, ClusterError(f"The cluster at {cluster.address} went away ({type(error).__name__}: {why}).")))
    inbox.close()
    inbox.join_thread()
    os._exit(0)  # without Ray's own farewell, which waits for a cluster that may be gone


def _done(cluster: RayCluster, units: Sequence[Work], place: bytes) -> Iterator[tuple[int, Any]]:
    """Each unit's number and result, or its error, as they come."""
    ray = _ray()
    _connect(cluster.address)
    workers = _workers(cluster, len(units))
    sent = [ray.put(place)]  # in a list, so that it is fetched once by each worker and not for every unit
    free = [worker for worker in workers for _ in range(cluster.at_once if cluster.at_once > 1 else AHEAD)]
    left, under_way = list(enumerate(units))[::-1], dict[Any, tuple[int, Any]]()
    while left or under_way:
        while left and free:
            number, unit = left.pop()
            worker = free.pop(0)
            under_way[worker.do.remote(unit, sent)] = number, worker
        (first,), _ = ray.wait(list(under_way), num_returns=1)
        number, worker = under_way.pop(first)
        try:
            yield number, ray.get(first)
        except ray.exceptions.RayActorError as error:
            ray.nodes()  # where there is no cluster any more, this raises or ends the process
            why = "A worker of the cluster was killed again and again (out of memory?)."
            raise ClusterError(why) from error
        free.append(worker)


def _connect(address: str) -> None:
    known = os.environ.get("RAY_ADDRESS", "") if address == "auto" else address
    url = urlsplit(known if "://" in known else f"//{known}")
    try:
        if url.hostname and url.port:  # Ray itself would try for half a minute
            socket.create_connection((url.hostname, url.port), PATIENCE).close()
        _ray().init(address, logging_level="CRITICAL", log_to_driver=False)
    except OSError as error:
        here = "start one with `ray start --head`" if address == "auto" else "start it, or give another"
        raise ClusterError(f"There is no Ray cluster at {address}; {here}.") from error
    except (RuntimeError, ImportError) as error:
        why = " ".join(str(error).split())[:200]
        raise ClusterError(f"The cluster at {address} cannot be used from here: {why}") from error


def _workers(cluster: RayCluster, units: int) -> list[Any]:
    """Workers that run what we run, and see what they need."""
    ray = _ray()
    make = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=RETRIES, max_concurrency=cluster.at_once)(_Worker)
    many = max(1, min(int(ray.cluster_resources().get("CPU", 1)), cluster.jobs or units, units))
    workers = [make.remote() for _ in range(many)]
    ours, folder = Build.here(), cluster.folder
    other = f"Install penchant {ours.penchant} for Python {ours.python} on its machines"
    try:
        found = ray.get([worker.sees.remote(folder) for worker in workers])
    except Exception as error:  # whatever keeps a worker from starting, it is not what we run
        raise ClusterError(f"The workers at {cluster.address} have no penchant, or another. {other}.") from error
    for build, sees in found:
        if build != ours:
            theirs = f"penchant {build.penchant} and Python {build.python}"
            raise ClusterError(f"The workers at {cluster.address} have {theirs}. {other}.")
        if not sees:
            raise ClusterError(f"The workers at {cluster.address} do not see {folder}; give an --out that they share.")
    return workers


def _ray() -> Any:
    """The package, which is imported where it is used, and whose types are its own affair."""
    return import_module("ray")


class _Worker:
    """In a process of the cluster."""

    def __init__(self) -> None:
        self._work: Callable[[Any], Any] | None = None
        self._opening = threading.Lock()

    def sees(self, folder: Path | None) -> tuple[Build, bool]:
        return Build.here(), folder is None or folder.is_dir()

    def do(self, unit: Work, place: list[Any]) -> Any:
        """The unit's result, or its error."""
        try:
            return self._opened(place)(unit)
        except Exception as error:
            return error

    def _opened(self, place: list[Any]) -> Callable[[Any], Any]:
        with self._opening:
            if self._work is None:
                sent: Workplace[Any, Any] = pickle.loads(_ray().get(place[0]))
                work = sent.open()
                sent.try_out()
                self._work = work
            return self._work
