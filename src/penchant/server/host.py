"""What all requests of one worker share: its settings, its tenants, and the threads that do what blocks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from penchant.domain import Request
from penchant.errors import PenchantError
from penchant.server import process
from penchant.server.callers import EVERYONE_HERE, Caller
from penchant.server.journal import AuditLog, audit_file
from penchant.server.metrics import WAITING
from penchant.server.problems import RETRY_S, Problem
from penchant.server.service import Service
from penchant.server.settings import DEFAULT_MIND, ServerSettings
from penchant.server.starting import opened_keys
from penchant.server.tenants import Tenants

T = TypeVar("T")

QUEUE_S = 5.0
"""Who waited so long for a thread does better to try again: what is asked then is left undone."""

_TRIED = Request("nobody: only loads what the first request needs", "something to drink", ["green tea", "black tea"])


class Host:
    """One worker of a server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.tenants = Tenants(settings)
        self.keys = opened_keys(settings)
        self._audit = AuditLog(audit_file(settings))
        self._pool = self._threads()
        self._waiting = 0
        self.is_warming = False

    def warm_up(self) -> None:
        """Load what the first request needs, in a thread; until then :attr:`is_warming`."""
        self.is_warming = True
        self._pool.submit(self._warm_up)

    def check_room(self) -> None:
        """A 503 where too many requests wait for a thread already."""
        if self._waiting >= self.settings.waiting:
            raise Problem(503, "Too many requests are waiting just now. Try again.", {"Retry-After": str(RETRY_S)})

    async def run(self, work: Callable[[], T]) -> T:
        """What ``work`` gives, done in a thread; a 503 where too many wait for one already."""
        self.check_room()
        self._waiting += 1
        WAITING.inc()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, copy_context().run, _in_time(work))
        finally:
            self._waiting -= 1
            WAITING.dec()

    async def serve(self, caller: Caller, work: Callable[[Service], T]) -> T:
        """What ``work`` does with the verbs for this caller, in a thread: how REST, MCP and the proxy call anything."""
        return await self.run(lambda: work(self.service(caller)))

    def service(self, caller: Caller) -> Service:
        """The verbs for a caller; opens the tenant's store where it is not open yet, so call it in a thread."""
        return Service(self.tenants.get(caller.tenant), caller, self._audit)

    def close(self) -> None:
        """Finish what is under way, and let go of files and connections."""
        self._pool.shutdown(wait=True)
        self.tenants.close()
        self._pool = self._threads()  # an application may be started again; threads are made when first needed

    def _warm_up(self) -> None:
        try:
            agent = self.service(EVERYONE_HERE).agent
            if self.settings.mind == DEFAULT_MIND:  # another may ask a language model
                agent.consider(_TRIED, may_ask=False)  # which writes nothing
        except PenchantError:
            pass  # whoever asks for something is told
        finally:
            process.settle()
            self.is_warming = False

    def _threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.settings.threads, thread_name_prefix="penchant")


def _in_time(work: Callable[[], T]) -> Callable[[], T]:
    """The same work, which is not begun where its turn comes too late: a crowd is not served what nobody awaits."""
    asked = time.monotonic()

    def begun() -> T:
        if time.monotonic() - asked > QUEUE_S:
            late = "It took too long until this was its turn; nothing was done."
            raise Problem(503, late, {"Retry-After": str(RETRY_S)})
        return work()

    return begun
