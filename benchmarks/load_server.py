"""A server under load: started as its own process, watched from outside, and its workers killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_PATIENCE_S = 600.0


class NotReady(Exception):
    """A server that did not come up; says what it said last."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(slots=True)
class Watched:
    """A server's process with all that it started."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path
    started_s: float = 0.0
    memory: list[tuple[float, int]] = field(default_factory=list)  # seconds since it was ready, bytes of all processes
    _stop: threading.Event = field(default_factory=threading.Event)

    def workers(self) -> list[int]:
        """The processes that answer: those it started, or itself where it started none."""
        found = [pid for pid in _children(self.process.pid) if "resource_tracker" not in _command(pid)]
        return found or [self.process.pid]

    def processes(self) -> list[int]:
        """It, and all that it started."""
        return [self.process.pid, *_children(self.process.pid)]

    def cpu_s(self) -> float:
        """Seconds that its present processes have had on the processors."""
        return sum(map(_cpu_s, self.processes()))

    def bytes(self) -> int:
        """How much memory its processes hold."""
        return sum(map(_bytes, self.processes()))

    def watch(self, every_s: float = 1.0) -> None:
        """Note from now on how much memory it holds."""
        start = time.monotonic()

        def note() -> None:
            while not self._stop.wait(every_s):
                self.memory.append((time.monotonic() - start, self.bytes()))

        threading.Thread(target=note, daemon=True).start()

    def kill_a_worker(self) -> int:
        """Kill the worker that has lived longest, without a word; gives which it was."""
        victim = min(self.workers(), key=_started)
        os.kill(victim, signal.SIGKILL)
        return victim

    def stop(self) -> None:
        """End it as an administrator does."""
        self._stop.set()
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            for pid in self.processes():
                os.kill(pid, signal.SIGKILL)
            self.process.wait(10)


def start(argv: Sequence[str], port: int, log: Path, *, ready: str = "/readyz") -> Watched:
    """Start a server by its command line, and wait until it answers."""
    began = time.monotonic()
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
    with log.open("wb") as said:
        process = subprocess.Popen(list(argv), stdout=said, stderr=said, env=environment)
    watched = Watched(process, port, log)
    while time.monotonic() - began < _PATIENCE_S:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{ready}", timeout=5) as reply:
                if reply.status == 200:
                    watched.started_s = time.monotonic() - began
                    return watched
        except OSError:
            time.sleep(0.02)
    watched.stop()
    raise NotReady(f"{argv[0]} did not come up: {log.read_text(errors='replace')[-500:]}")


def penchant_server(store: str, port: int, workers: int, log: Path, extra: Sequence[str] = ()) -> Watched:
    """`penchant serve` on a store."""
    code = "import sys; from penchant.cli.main import main; sys.exit(main())"
    flags = ["--store", store, "--port", str(port), "--workers", str(workers), "--no-log", *extra]
    return start([sys.executable, "-c", code, "serve", *flags], port, log)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for each in Path("/proc").iterdir():
        if each.name.isdigit() and _field(int(each.name), 1) == pid:
            found += [int(each.name), *_children(int(each.name))]
    return found


def _fields(pid: int) -> list[str]:
    """What /proc says of a process from its state on; nothing where it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _field(pid: int, place: int) -> int:
    fields = _fields(pid)
    return int(fields[place]) if fields else 0


def _cpu_s(pid: int) -> float:
    return (_field(pid, 11) + _field(pid, 12)) / _TICK


def _bytes(pid: int) -> int:
    return _field(pid, 21) * _PAGE


def _started(pid: int) -> int:
    return _field(pid, 19)


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""
