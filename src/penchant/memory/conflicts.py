"""Learning anew where somebody else wrote about the same person since what is learned from was read.

Whoever is first writes; the others read again and try again. Within a process they then go one after the other, so that
however many hear the same person at once, each tries about twice.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar
from weakref import WeakValueDictionary

from penchant.errors import AlreadyTranscribed, WriteConflict

MOST_TRIES = 16
"""So often it is tried before whoever asked is told that others keep writing."""

T = TypeVar("T")


class _Queue:
    """Where those wait, in this process, who write about one person."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


_queues: WeakValueDictionary[str, _Queue] = WeakValueDictionary()
_lock = threading.Lock()


def until_written(person: str, learn: Callable[[], T]) -> T:
    """What ``learn`` gives, once nobody wrote about this person while it read, thought and wrote."""
    with suppress(WriteConflict, AlreadyTranscribed):
        return learn()
    with _lock:
        queue = _queues.setdefault(person, _Queue())
    with queue.lock:
        for _ in range(MOST_TRIES - 2):
            with suppress(WriteConflict, AlreadyTranscribed):
                return learn()
        return learn()


def _after_fork() -> None:
    """Wait for nobody who stayed behind in the other process."""
    global _lock
    _lock = threading.Lock()
    _queues.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
