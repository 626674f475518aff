"""The process that starts workers, and starts another one for each that ends or does not answer."""

from __future__ import annotations

import time
from multiprocessing import connection
from socket import socket

from uvicorn import Config
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

_TICK_S = 0.5


class Supervisor(Multiprocess):
    """Replaces a worker as soon as it has ended, also while it starts, and one that is silent for too long.

    uvicorn's own waits for each worker's answer in turn, and does nothing else meanwhile.
    """

    def __init__(self, config: Config, sockets: list[socket]) -> None:
        super().__init__(config, sockets)
        self._asked: dict[Process, float] = {}  # when each was asked for a sign of life that it has not given yet

    def keep_subprocess_alive(self) -> None:
        """Look after every worker once, and wait for none; a worker that cannot start at all ends them all."""
        connection.wait([worker.process.sentinel for worker in self.processes], timeout=_TICK_S)
        for place, worker in enumerate(self.processes):
            if self._answers(worker):
                continue
            self._asked.pop(worker, None)
            worker.kill()
            worker.join()
            if worker.exitcode == STARTUP_FAILURE:
                self.should_exit.set()
            if self.should_exit.is_set():
                return
            self.processes[place] = Process(self.config, self.sockets)
            self.processes[place].start()

    def _answers(self, worker: Process) -> bool:
        """Whether a worker runs, and has answered within the time it has to start."""
        if not worker.process.is_alive():
            return False
        now = time.monotonic()
        try:
            if worker in self._asked and worker.parent_conn.poll():
                worker.parent_conn.recv()
                del self._asked[worker]
            if worker not in self._asked:
                worker.parent_conn.send(b"ping")
                self._asked[worker] = now
        except (OSError, EOFError):
            return False
        return now - self._asked[worker] < self.config.timeout_worker_healthcheck
