"""Forking with open stores: each is brought to rest before the process splits, and goes on in both halves after."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Protocol


class ForkAware(Protocol):
    """Something that must not be split in the middle of its work."""

    def before_fork(self) -> None:
        """Come to rest and stay so."""
        ...

    def after_fork(self) -> None:
        """Go on; called in both processes."""
        ...


_lock = threading.Lock()
_living: weakref.WeakSet[ForkAware] = weakref.WeakSet()
_paused: list[ForkAware] = []
_watching = False


def pause_at_fork(thing: ForkAware) -> None:
    """Bring ``thing`` to rest around every fork for as long as it lives."""
    global _watching
    with _lock:
        _living.add(thing)
        if not _watching and hasattr(os, "register_at_fork"):  # where processes can fork at all
            os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_after)
            _watching = True


def _before() -> None:
    _lock.acquire()
    for thing in list(_living):
        thing.before_fork()
        _paused.append(thing)


def _after() -> None:
    while _paused:
        _paused.pop().after_fork()
    _lock.release()
