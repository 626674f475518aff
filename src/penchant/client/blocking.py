"""A server's agent for callers who wait: the library's verbs, by one connection pool for any number of threads."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, ParamSpec, Protocol, Self, TypeVar, overload

from penchant.client import memory_verbs, verbs
from penchant.client.session import RETRIES, TIMEOUT, Pause, Session, imported_httpx, reply_of, written
from penchant.client.wire import ApiCall, ApiReply, Steps
from penchant.errors import BadInput

if TYPE_CHECKING:
    import httpx

P = ParamSpec("P")
T = TypeVar("T")


class _Sending(Protocol):
    def _do(self, steps: Steps[T]) -> T: ...


class _Blocking(Generic[P, T]):
    """A verb that is done when it returns."""

    def __init__(self, verb: Callable[P, Steps[T]]) -> None:
        self._verb = verb
        self.__doc__ = verb.__doc__

    @overload
    def __get__(self, owner: None, kind: object) -> Self: ...
    @overload
    def __get__(self, owner: _Sending, kind: object) -> Callable[P, T]: ...
    def __get__(self, owner: _Sending | None, kind: object) -> Self | Callable[P, T]:
        if owner is None:
            return self
        verb = self._verb

        @functools.wraps(verb)
        def done(*args: P.args, **kwargs: P.kwargs) -> T:
            return owner._do(verb(*args, **kwargs))

        return done


class ClientMemory:
    """The verbs of :class:`Memory` on a server."""

    def __init__(self, client: Client) -> None:
        self._client = client

    allow_training = _Blocking(memory_verbs.allow_training)
    confirm = _Blocking(memory_verbs.confirm)
    evidence = _Blocking(memory_verbs.evidence)
    export_person = _Blocking(memory_verbs.export_person)
    forget = _Blocking(memory_verbs.forget)
    forget_person = _Blocking(memory_verbs.forget_person)
    get = _Blocking(memory_verbs.get)
    history = _Blocking(memory_verbs.history)
    import_person = _Blocking(memory_verbs.import_person)
    list = _Blocking(memory_verbs.list)
    people = _Blocking(memory_verbs.people)
    retire = _Blocking(memory_verbs.retire)
    search = _Blocking(memory_verbs.search)
    training_allowed = _Blocking(memory_verbs.training_allowed)
    update = _Blocking(memory_verbs.update)

    def _do(self, steps: Steps[T]) -> T:
        return self._client._do(steps)


class Client:
    """The agent of a penchant server: the verbs, the nouns and the errors of :class:`Agent`.

        agent = Client("http://127.0.0.1:8420", key="...")

    What cannot be reached for now, or is too busy, is tried again ``retries`` times; a write has a key, so that it
    counts once. ``timeout`` is in seconds, for each try. Close it when you are done, or use it in a ``with`` statement.
    """

    def __init__(
        self,
        url: str,
        *,
        key: str | None = None,
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._session = Session(url, key, timeout, retries)
        httpx = imported_httpx()
        self._failures: type[Exception] = httpx.TransportError
        self._http = httpx.Client(transport=transport, **self._session.options)
        self._sleep = sleep
        self.memory = ClientMemory(self)

    compose = _Blocking(verbs.compose)
    consider = _Blocking(verbs.consider)
    forget = _Blocking(verbs.forget)
    hear = _Blocking(verbs.hear)
    learn = _Blocking(verbs.learn)
    observe = _Blocking(verbs.observe)
    profile = _Blocking(verbs.profile)
    recall = _Blocking(verbs.recall)
    reconsider = _Blocking(verbs.reconsider)
    tell = _Blocking(verbs.tell)
    watch = _Blocking(verbs.watch)

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client of {self._session.url}>"

    def _do(self, steps: Steps[T]) -> T:
        if self._http.is_closed:
            raise BadInput("This client is closed; open another one.")
        delivery = self._session.deliver(steps)
        try:
            step = next(delivery)
            while True:
                step = delivery.send(self._carried_out(step))
        except StopIteration as done:
            result: T = done.value
            return result

    def _carried_out(self, step: ApiCall | Pause) -> ApiReply | Exception | None:
        if isinstance(step, Pause):
            self._sleep(step.seconds)
            return None
        try:
            return reply_of(self._http.request(**written(step)))
        except self._failures as error:
            return error
