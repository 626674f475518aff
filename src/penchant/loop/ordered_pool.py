"""A bounded number of threads, on which the calls for one person run one after the other, as they came."""

from __future__ import annotations

import contextvars
import threading
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from penchant.errors import BadInput

T = TypeVar("T")

_Job = tuple["Future[Any]", Callable[[], Any]]


def checked_threads(threads: int) -> int:
    """A number of threads; BadInput for none."""
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise BadInput(f"An agent runs on one thread or more, not on {threads!r:.40}.")
    return threads


class OrderedPool:
    """Runs calls for several people side by side, and those for one person in order.

    >>> pool = OrderedPool(2)
    >>> pool.submit("ana", lambda: "done").result()
    'done'
    >>> pool.close()
    """

    def __init__(self, threads: int) -> None:
        self._executor = ThreadPoolExecutor(checked_threads(threads), thread_name_prefix="penchant")
        self._idle = threading.Condition()
        self._waiting: dict[Hashable, deque[_Job]] = {}  # of those for whom a call runs, the next ones
        self._is_open = True

    def submit(self, person: str | None, call: Callable[[], T]) -> Future[T]:
        """What the call will give, once those made earlier for this person are done; nobody's (None) waits for none.

        To cancel it before it began means that it never runs; once it began, it runs to its end.
        """
        future: Future[T] = Future()
        key: Hashable = object() if person is None else person
        within = contextvars.copy_context()
        job = (future, lambda: within.run(call))
        with self._idle:
            if not self._is_open:
                raise BadInput("This agent is closed; open another one.")
            if key in self._waiting:
                self._waiting[key].append(job)
            else:
                self._waiting[key] = deque()
                self._executor.submit(self._run, key, job)
        return future

    def close(self) -> None:
        """Take no more calls, and wait for the end of those that were taken."""
        with self._idle:
            self._is_open = False
            self._idle.wait_for(lambda: not self._waiting)
        self._executor.shutdown()

    def _run(self, key: Hashable, job: _Job) -> None:
        future, call = job
        if future.set_running_or_notify_cancel():
            try:
                result = call()
            except BaseException as error:  # whoever waits for it is told
                future.set_exception(error)
            else:
                future.set_result(result)
        with self._idle:
            if self._waiting[key]:
                self._executor.submit(self._run, key, self._waiting[key].popleft())
                return
            del self._waiting[key]
            if not self._waiting:
                self._idle.notify_all()
