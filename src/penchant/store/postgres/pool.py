"""Connections kept for the next call: a bounded number, opened by the call that needs one.

``psycopg_pool`` opens them in threads of its own, so a server that is gone shows as a long wait without a reason, and
its threads do not survive a fork. Here the caller connects, and hears at once what is wrong.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.rows import TupleRow

from penchant.errors import StoreError
from penchant.store.postgres.semaphore import FairSemaphore

Link = psycopg.Connection[TupleRow]

SIZE = 8
"""How many connections a store has at most; a PostgreSQL takes a hundred unless told."""
WAIT_S = 30.0
"""How long a call waits for one of them, or for another writer to finish with the same person."""
_IDLE_S = 300.0


class Pool:
    """At most ``SIZE`` connections, each lent to one call at a time; those long unused are closed."""

    def __init__(self, connect: Callable[[], Link], name: str) -> None:
        self._connect = connect
        self._name = name
        self._closed = False
        self._begin()

    @contextmanager
    def borrow(self) -> Iterator[Link]:
        """A connection for this call alone; one that is left broken or within a transaction is not kept."""
        slots = self._slots
        if not slots.acquire(WAIT_S):
            raise StoreError(
                f"All {SIZE} connections to the {self._name} have been busy for {WAIT_S:.0f} s. Try again later."
            )
        try:
            if self._closed:
                raise StoreError(f"The store in the {self._name} has been closed. Open it again to use it.")
            link = self._take()
            try:
                yield link
            finally:
                self._give_back(link)
        finally:
            slots.release()

    def drop_idle(self) -> None:
        """Close what nobody is using: where one connection was lost, the others were too."""
        with suppress(IndexError):
            while True:
                self._idle.pop()[1].close()

    def close(self) -> None:
        """Close every connection, those in use as soon as they come back."""
        self._closed = True
        self.drop_idle()

    def before_fork(self) -> None:
        """Wait for the calls in progress and let go of the server: a socket must not have two owners."""
        for _ in range(SIZE):
            self._slots.acquire_next()
        self.drop_idle()

    def after_fork(self) -> None:
        """Go on; a child begins anew, since a thread that it does not have may hold the old lock."""
        if os.getpid() != self._process:
            self._begin()
            return
        for _ in range(SIZE):
            self._slots.release()

    def _begin(self) -> None:
        self._process = os.getpid()
        self._slots = FairSemaphore(SIZE)
        self._idle: deque[tuple[float, Link]] = deque()

    def _take(self) -> Link:
        try:
            since, link = self._idle.pop()  # the one used last: the others may grow old
        except IndexError:
            return self._connect()
        if since < time.monotonic() - _IDLE_S:  # what lies between us may have forgotten it
            link.close()
            return self._connect()
        return link

    def _give_back(self, link: Link) -> None:
        if link.closed or link.info.transaction_status != TransactionStatus.IDLE:
            link.close()
            return
        self._idle.append((time.monotonic(), link))
        if self._closed:
            self.drop_idle()
        with suppress(IndexError):  # other threads take from it too
            while self._idle[0][0] < time.monotonic() - _IDLE_S:
                self._idle.popleft()[1].close()
