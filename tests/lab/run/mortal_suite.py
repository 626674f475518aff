"""Worlds that workers do not survive, or never finish: for the tests of clusters, importable by the workers too."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

from penchant_lab.suites.household import EmbodiedSuite
from penchant_lab.suites.protocol import Life


class MortalSuite(EmbodiedSuite):
    """The first time that a worker looks up the second person, it is killed."""

    def __init__(self, data: Path, killed: Path) -> None:
        super().__init__(data=data)
        self.parent = os.getpid()
        self.killed = killed

    def life(self, index: int) -> Life:
        """One person's tasks."""
        if index == 1 and os.getpid() != self.parent and not self.killed.exists():
            self.killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().life(index)


class EndlessSuite(EmbodiedSuite):
    """A worker that looks up the second person waits for ever."""

    def __init__(self, data: Path) -> None:
        super().__init__(data=data)
        self.parent = os.getpid()

    def life(self, index: int) -> Life:
        """One person's tasks."""
        if index == 1 and os.getpid() != self.parent:
            threading.Event().wait()
        return super().life(index)
