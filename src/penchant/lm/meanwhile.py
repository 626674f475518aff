"""How to wait, for a reply or for somebody else: whoever has others to see to meanwhile gives a way of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from penchant.lm.wire import Exchange, Place

T = TypeVar("T")


class Gate(Protocol):
    """What somebody waits at until somebody else opens it, once."""

    def open(self) -> None:
        """Let everybody through, from now on."""
        ...

    def wait(self) -> None:
        """Until it is open."""
        ...


class Meanwhile(Protocol):
    """A way to wait."""

    def carry(self, exchange: Exchange, place: Place) -> None:
        """See an exchange with a model through; its place is taken first."""
        ...

    def aside(self, do: Callable[[], T], place: Place | None = None) -> T:
        """Do something that takes its time, once there is a place for it; its outcome, or its error."""
        ...

    def over(self, place: Place) -> None:
        """A call has its reply, and its place is to be given back: at once, or when it is told that that is kept."""
        ...

    def kept(self) -> None:
        """What was replied is kept, and would not be lost with the process."""
        ...

    def gate(self) -> Gate:
        """A gate, closed."""
        ...


class Idly:
    """Waiting with nothing else to do: the thread stands still."""

    def carry(self, exchange: Exchange, place: Place) -> None:
        """See an exchange with a model through."""
        from penchant.lm.wire import see_through

        see_through(exchange, place)

    def aside(self, do: Callable[[], T], place: Place | None = None) -> T:
        """Do it here and now."""
        if place is not None:
            place.take()
        return do()

    def over(self, place: Place) -> None:
        """Give the place back: there may be nobody who keeps anything."""
        place.give_back()

    def kept(self) -> None:
        """Nothing is left to do."""

    def gate(self) -> Gate:
        """A gate for threads."""
        return _Latch()


class _Latch:
    def __init__(self) -> None:
        self._closed = threading.Lock()  # held until it opens; an event would cost thirty times as much
        self._closed.acquire()

    def open(self) -> None:
        self._closed.release()

    def wait(self) -> None:
        with self._closed:
            pass


IDLY = Idly()
