"""The agent's verbs as coroutines, for those who embed it in an event loop. Each is the agent's own, on a thread."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar, overload

from penchant.domain import Request, Turn
from penchant.loop.agent import Agent
from penchant.loop.ordered_pool import OrderedPool, checked_threads
from penchant.memory import Memory

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 4
"""So many people are served at once."""


class _Threaded(Protocol):
    """Something whose verbs are those of another thing, called on the threads of a pool."""

    _pool: OrderedPool

    @property
    def _blocking(self) -> Any: ...


class _Coroutine(Generic[P, T]):
    """A verb that blocks, as one that is awaited: with the same arguments, and the same result."""

    def __init__(self, verb: Callable[Concatenate[Any, P], T]) -> None:
        self._name = verb.__name__
        self.__doc__ = verb.__doc__

    @overload
    def __get__(self, owner: None, kind: object) -> Self: ...
    @overload
    def __get__(self, owner: _Threaded, kind: object) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, owner: _Threaded | None, kind: object) -> Self | Callable[P, Coroutine[Any, Any, T]]:
        if owner is None:
            return self
        verb, pool = getattr(owner._blocking, self._name), owner._pool

        @functools.wraps(verb)
        async def awaited(*args: P.args, **kwargs: P.kwargs) -> T:
            future = pool.submit(_whose(args, kwargs), functools.partial(verb, *args, **kwargs))
            result: T = await asyncio.wrap_future(future)
            return result

        return awaited


class AsyncMemory:
    """The verbs of :class:`Memory` as coroutines."""

    def __init__(self, memory: Memory, pool: OrderedPool) -> None:
        self._memory = memory
        self._pool = pool

    add = _Coroutine(Memory.add)
    allow_training = _Coroutine(Memory.allow_training)
    confirm = _Coroutine(Memory.confirm)
    evidence = _Coroutine(Memory.evidence)
    export_person = _Coroutine(Memory.export_person)
    forget = _Coroutine(Memory.forget)
    forget_person = _Coroutine(Memory.forget_person)
    get = _Coroutine(Memory.get)
    history = _Coroutine(Memory.history)
    import_person = _Coroutine(Memory.import_person)
    list = _Coroutine(Memory.list)
    people = _Coroutine(Memory.people)
    retire = _Coroutine(Memory.retire)
    search = _Coroutine(Memory.search)
    search_said = _Coroutine(Memory.search_said)
    training_allowed = _Coroutine(Memory.training_allowed)
    transcript = _Coroutine(Memory.transcript)
    update = _Coroutine(Memory.update)

    @property
    def _blocking(self) -> Memory:
        return self._memory


class AsyncAgent:
    """An :class:`Agent` whose verbs are awaited: the event loop goes on while it thinks, reads and writes.

    What is asked for one person happens in the order it was asked. To cancel what has not begun means that nothing of
    it happens; what has begun goes on to its end on its thread, so that a lesson is kept whole or not at all.

    >>> async def ask() -> str:
    ...     async with AsyncAgent(Agent.open(":memory:")) as agent:
    ...         turn = await agent.consider(Request("ana", "a drink", ["black coffee", "herbal tea"]))
    ...         return turn.question.text
    >>> asyncio.run(ask())
    'Which would you like: black coffee or herbal tea?'
    """

    def __init__(self, agent: Agent, *, threads: int = THREADS) -> None:
        self._pool = OrderedPool(threads)
        self.agent = agent
        self.memory = AsyncMemory(agent.memory, self._pool)

    compose = _Coroutine(Agent.compose)
    consider = _Coroutine(Agent.consider)
    forget = _Coroutine(Agent.forget)
    hear = _Coroutine(Agent.hear)
    learn = _Coroutine(Agent.learn)
    observe = _Coroutine(Agent.observe)
    profile = _Coroutine(Agent.profile)
    recall = _Coroutine(Agent.recall)
    reconsider = _Coroutine(Agent.reconsider)
    tell = _Coroutine(Agent.tell)
    watch = _Coroutine(Agent.watch)

    @classmethod
    async def open(cls, where: str | Path = "memory.db", *, threads: int = THREADS, **options: Any) -> Self:
        """An agent on a memory, opened on a thread too; takes what :meth:`Agent.open` takes."""
        checked_threads(threads)  # before there is anything to close
        return cls(await asyncio.to_thread(Agent.open, where, **options), threads=threads)

    async def close(self) -> None:
        """Wait for what is under way, then let go of threads and files; what is asked later is BadInput."""
        await asyncio.to_thread(self._close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<AsyncAgent of {self.agent!r}>"

    @property
    def _blocking(self) -> Agent:
        return self.agent

    def _close(self) -> None:
        self._pool.close()
        self.agent.close()


def _whose(args: Sequence[object], named: Mapping[str, object]) -> str | None:
    """The person a call is about, by its first argument; None where it names none."""
    first = args[0] if args else next((named[name] for name in ("person", "request", "turn") if name in named), None)
    if isinstance(first, Turn):
        first = first.request
    if isinstance(first, Request):
        first = first.person
    return first if isinstance(first, str) else None
