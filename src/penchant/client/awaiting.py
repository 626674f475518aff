"""A server's agent for callers in an event loop: the library's verbs, awaited."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Protocol, Self, TypeVar, overload

from penchant.client import memory_verbs, verbs
from penchant.client.session import RETRIES, TIMEOUT, Pause, Session, imported_httpx, reply_of, written
from penchant.client.wire import ApiCall, ApiReply, Steps
from penchant.errors import BadInput

if TYPE_CHECKING:
    import httpx

P = ParamSpec("P")
T = TypeVar("T")


class _Sending(Protocol):
    async def _do(self, steps: Steps[T]) -> T: ...


class _Awaiting(Generic[P, T]):
    """A verb that is done once it is awaited."""

    def __init__(self, verb: Callable[P, Steps[T]]) -> None:
        self._verb = verb
        self.__doc__ = verb.__doc__

    @overload
    def __get__(self, owner: None, kind: object) -> Self: ...
    @overload
    def __get__(self, owner: _Sending, kind: object) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, owner: _Sending | None, kind: object) -> Self | Callable[P, Coroutine[Any, Any, T]]:
        if owner is None:
            return self
        verb = self._verb

        @functools.wraps(verb)
        async def done(*args: P.args, **kwargs: P.kwargs) -> T:
            return await owner._do(verb(*args, **kwargs))

        return done


class AsyncClientMemory:
    """The verbs of :class:`Memory` on a server, awaited."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    allow_training = _Awaiting(memory_verbs.allow_training)
    confirm = _Awaiting(memory_verbs.confirm)
    evidence = _Awaiting(memory_verbs.evidence)
    export_person = _Awaiting(memory_verbs.export_person)
    forget = _Awaiting(memory_verbs.forget)
    forget_person = _Awaiting(memory_verbs.forget_person)
    get = _Awaiting(memory_verbs.get)
    history = _Awaiting(memory_verbs.history)
    import_person = _Awaiting(memory_verbs.import_person)
    list = _Awaiting(memory_verbs.list)
    people = _Awaiting(memory_verbs.people)
    retire = _Awaiting(memory_verbs.retire)
    search = _Awaiting(memory_verbs.search)
    training_allowed = _Awaiting(memory_verbs.training_allowed)
    update = _Awaiting(memory_verbs.update)

    async def _do(self, steps: Steps[T]) -> T:
        return await self._client._do(steps)


class AsyncClient:
    """The agent of a penchant server, awaited: :class:`Client` for an event loop.

        agent = AsyncClient("http://127.0.0.1:8420", key="...")

    Close it when you are done, or open it in an ``async with`` statement.
    """

    def __init__(
        self,
        url: str,
        *,
        key: str | None = None,
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._session = Session(url, key, timeout, retries)
        httpx = imported_httpx()
        self._failures: type[Exception] = httpx.TransportError
        self._http = httpx.AsyncClient(transport=transport, **self._session.options)
        self._sleep = sleep
        self.memory = AsyncClientMemory(self)

    compose = _Awaiting(verbs.compose)
    consider = _Awaiting(verbs.consider)
    forget = _Awaiting(verbs.forget)
    hear = _Awaiting(verbs.hear)
    learn = _Awaiting(verbs.learn)
    observe = _Awaiting(verbs.observe)
    profile = _Awaiting(verbs.profile)
    recall = _Awaiting(verbs.recall)
    reconsider = _Awaiting(verbs.reconsider)
    tell = _Awaiting(verbs.tell)
    watch = _Awaiting(verbs.watch)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<AsyncClient of {self._session.url}>"

    async def _do(self, steps: Steps[T]) -> T:
        if self._http.is_closed:
            raise BadInput("This client is closed; open another one.")
        delivery = self._session.deliver(steps)
        try:
            step = next(delivery)
            while True:
                step = delivery.send(await self._carried_out(step))
        except StopIteration as done:
            result: T = done.value
            return result

    async def _carried_out(self, step: ApiCall | Pause) -> ApiReply | Exception | None:
        if isinstance(step, Pause):
            await self._sleep(step.seconds)
            return None
        try:
            return reply_of(await self._http.request(**written(step)))
        except self._failures as error:
            return error
