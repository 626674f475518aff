"""A server as it is started by hand: real processes on a real port of this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

PATIENCE_S = 60.0


@contextmanager
def served(store: str, *options: str, workers: int = 2) -> Iterator[Served]:
    """A server on a store, once it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "penchant.cli.main", "serve", "--store", store, "--no-log"]
    command += ["--port", str(port), "--workers", str(workers), *options]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
            made = Served(process, client)
            made.wait()
            yield made
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Served:
    """A server that runs, and ways to be unkind to it."""

    def __init__(self, process: subprocess.Popen[bytes], client: httpx.Client) -> None:
        self.process = process
        self.client = client

    def wait(self) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            try:
                if self.client.get("/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)
        raise AssertionError("the server did not answer")

    def pids(self) -> list[int]:
        """The workers."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    stat = (entry / "stat").read_text()
                    command = (entry / "cmdline").read_bytes()
                except OSError:
                    continue
                parent = int(stat.rpartition(")")[2].split()[1])
                if parent == self.process.pid and b"spawn_main" in command:
                    found.append(int(entry.name))
        return found

    def kill_a_worker(self) -> None:
        """End the worker that was started last at once, whatever it is doing."""
        deadline = time.monotonic() + PATIENCE_S
        while not (workers := self.pids()):  # one that was killed before is not yet followed by another
            assert time.monotonic() < deadline, "no worker is there"
            time.sleep(0.05)
        os.kill(max(workers), signal.SIGKILL)

    def wait_for_workers(self, count: int) -> None:
        """Wait until there are so many workers, for a tenth of the time that a silent one is waited for."""
        deadline = time.monotonic() + PATIENCE_S / 10
        while len(self.pids()) < count:
            assert time.monotonic() < deadline, "no other worker was started"
            time.sleep(0.05)

    def post(self, path: str, body: object, key: str, *, anew: bool = False) -> httpx.Response:
        """Post with a key until an answer comes; ``anew`` over a new connection, perhaps to the other worker."""
        headers = {"Idempotency-Key": key}
        if not anew:
            return self._answered(lambda: self.client.post(path, json=body, headers=headers))
        url = self.client.base_url.join(path)
        return self._answered(lambda: httpx.post(url, json=body, headers=headers, timeout=30))

    def get(self, path: str) -> httpx.Response:
        """Get a page until an answer comes."""
        return self._answered(lambda: self.client.get(path))

    def _answered(self, call: Callable[[], httpx.Response]) -> httpx.Response:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                return call()
            except httpx.TransportError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
