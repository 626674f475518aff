"""Learning off the path: what a person said is learned from once their answer is on its way, in the order it was said.

A queue with so many places: who finds none is told so before the answer. What has a place is learned from, also when
the store is away for a while, and before the server stops.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace

from penchant.domain import TOLD, Message
from penchant.errors import PenchantError
from penchant.server.callers import Caller
from penchant.server.host import Host
from penchant.server.metrics import LEARNING, LEARNING_WAITING
from penchant.server.problems import problem_of
from penchant.server.service import Service

DRAIN_S = 20.0
"""For so long a server that stops goes on learning from what it has taken."""
RETRY_S = (0.2, 1.0, 5.0, 15.0)
"""So many seconds apart a store that is away is tried again; the last is kept to."""

_log = logging.getLogger("penchant.server")


@dataclass(frozen=True, slots=True)
class Overheard:
    """Messages to learn from: the person's own with their ids, and what the model said before them."""

    caller: Caller
    person: str
    messages: Sequence[Message]


class LearningQueue:
    """What is still to be learned from, in one worker; each has reserved its place before the model was asked."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._places = host.settings.learning
        self._waiting: deque[Overheard] = deque()
        self._more, self._empty, self._stopping = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._empty.set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Learn until it is left, and then from what is still there."""
        worker = asyncio.create_task(self._work())
        try:
            yield
        finally:
            self._stopping.set()
            try:
                async with asyncio.timeout(DRAIN_S):
                    await self._empty.wait()
            except TimeoutError:
                LEARNING.labels("lost").inc(len(self._waiting))
                _log.error("stopped before %d messages were learned from: memory did not answer", len(self._waiting))
            worker.cancel()
            await asyncio.gather(worker, return_exceptions=True)

    def reserve(self) -> bool:
        """Take a place, to be given back by :meth:`put` or :meth:`release`; False, and counted, where none is left."""
        if self._places <= 0:
            LEARNING.labels("overflowed").inc()
            return False
        self._places -= 1
        return True

    def release(self) -> None:
        """Give a place back unused."""
        self._places += 1

    def put(self, overheard: Overheard) -> None:
        """Have this learned from, in the place that was reserved for it."""
        self._waiting.append(overheard)
        LEARNING_WAITING.inc()
        self._empty.clear()
        self._more.set()

    async def _work(self) -> None:
        while True:
            await self._more.wait()
            while self._waiting:
                outcome = await self._learned(self._waiting[0])
                self._waiting.popleft()
                self._places += 1
                LEARNING.labels(outcome).inc()
                LEARNING_WAITING.dec()
            self._more.clear()
            self._empty.set()

    async def _learned(self, overheard: Overheard) -> str:
        """What became of it; a store that is away is waited for."""
        tries = 0
        while True:
            try:
                await self._host.serve(overheard.caller, lambda service: learn_from(service, overheard))
                return "learned"
            except PenchantError as error:
                if problem_of(error).status != 503:
                    return "refused"
            except Exception as error:
                _log.error("what was said could not be learned from: %s", type(error).__name__)  # and nobody's words
                return "failed"
            await self._pause(RETRY_S[min(tries, len(RETRY_S) - 1)])
            tries += 1

    async def _pause(self, seconds: float) -> None:
        """Wait so long; a server that stops is in a hurry."""
        if self._stopping.is_set():
            await asyncio.sleep(RETRY_S[0])
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()


def learn_from(service: Service, overheard: Overheard) -> None:
    """Learn from each message once; said again after what it taught holds no longer, it counts anew."""
    ended = {belief.episode for belief in service.preferences(overheard.person, closed=True) if not belief.is_open}

    def renamed(message: Message) -> Message:
        id, again = message.id, 1
        while message.role == "user" and f"{TOLD}{id}" in ended:
            again += 1
            id = f"{message.id}#{again}"
        return replace(message, id=id)

    service.observe(overheard.person, [_form(renamed(message)) for message in overheard.messages])


def _form(message: Message) -> dict[str, str]:
    return {"role": message.role, "content": message.content, "id": message.id, "name": message.name}
