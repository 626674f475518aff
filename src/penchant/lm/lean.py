"""Plain HTTP for local endpoints inside the ``openai`` package, at a fraction of the processor time it takes by itself.

A study sends a hundred thousand small requests to a server on the same machine or network, and while the client is at
work no other call can be answered.
"""

from __future__ import annotations

import threading

import httpx2

from penchant.lm.meanwhile import Meanwhile
from penchant.lm.response import Came, whole
from penchant.lm.wire import Envelope, Exchange, Lines, Place, end_of, see_through


class _Early(threading.local):
    """What came back for a thread's request before the openai package has asked for it."""

    outcome: Came | httpx2.TransportError | None = None


class LeanTransport(httpx2.BaseTransport):
    """A transport for ``httpx2`` that can also do without it.

    What the openai package does for each request (its headers, the address, the options) comes out the same every time,
    and takes twice as long as all the rest. So where a request went well, :meth:`again` sends another body in the same
    form. Where that does not go well, the package is given what came instead, as if it had asked, and makes of it the
    error that it is.
    """

    def __init__(self) -> None:
        self._lines: dict[tuple[str, int], Lines] = {}  # more than one only where we are sent on
        self._form: Envelope | None = None
        self._early = _Early()

    @property
    def knows_how(self) -> bool:
        """Whether a request went well, so that others can be sent like it."""
        return self._form is not None

    def again(self, body: bytes, place: Place, meanwhile: Meanwhile) -> tuple[bytes, float] | None:
        """What is answered to a body sent as the last one was that went well, and after how many seconds.

        None where it does not go well: then the same request is to be made through the package, next and by the same
        thread, and nothing is sent a second time.
        """
        envelope = self._form
        assert envelope is not None, "ask whether it knows how"
        exchange = Exchange(self._lines_to(envelope), envelope, body)
        meanwhile.carry(exchange, place)
        self._early.outcome = None
        came = exchange.came
        if came is not None and exchange.went_well and not came.is_packed:
            return came.content, exchange.seconds
        self._early.outcome = exchange.error or came
        return None

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request and read the whole response."""
        if request.url.scheme != "http":  # we were sent on to where this way does not lead
            raise httpx2.UnsupportedProtocol(f"it is at {request.url.copy_with(path='/', query=None)} by its own words")
        outcome, self._early.outcome = self._early.outcome, None
        if outcome is None:
            envelope = Envelope.of(request)
            exchange = Exchange(self._lines_to(envelope), envelope, request.read(), end_of(request))
            see_through(exchange, _TAKEN)
            outcome = exchange.error or exchange.came
            if exchange.went_well and request.method == "POST":
                self._form = envelope
        if isinstance(outcome, httpx2.TransportError):
            raise outcome
        assert outcome is not None, "an exchange ends with what came, or with an error"
        if outcome.is_packed:
            packed = httpx2.ByteStream(outcome.content)
            return whole(httpx2.Response(outcome.status, headers=outcome.headers, stream=packed))
        return httpx2.Response(outcome.status, headers=outcome.headers, content=outcome.content)

    def close(self) -> None:
        """Hang up."""
        for lines in self._lines.values():
            lines.close()

    def _lines_to(self, envelope: Envelope) -> Lines:
        where = envelope.host, envelope.port
        return self._lines.get(where) or self._lines.setdefault(where, Lines())


class _Taken:
    """A place that somebody else has taken, and will give back."""

    is_taken = True

    def take(self, *, wait: bool = True) -> bool:
        return True

    def give_back(self) -> None:
        pass


_TAKEN = _Taken()
