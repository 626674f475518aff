"""Models that remember: one pays for a question once, the other answers from the record alone."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

from penchant.errors import BadInput, BudgetSpent, ModelFailed, ModelUnavailable, Unavailable
from penchant.lm.ledger import Ledger
from penchant.lm.protocol import LanguageModel, Prompt, Reply
from penchant.lm.record import key_of
from penchant.lm.reuse import EarlierRuns


class _Call:
    """A call in flight, and those who wait for it."""

    def __init__(self) -> None:
        self.reply: Reply | None = None
        self.error: Exception | None = None
        self.over = threading.Event()

    def join(self) -> Reply:
        """What the one who pays gets."""
        self.over.wait()
        if self.reply is None:
            error = self.error
            raise type(error)(*error.args) if error else ModelUnavailable("The call was given up; ask again.")
        return replace(self.reply, cached=True)


class Recorded:
    """A model whose every reply is kept before it is returned, and never paid for twice.

    A question that is being asked already is not asked again: whoever comes later waits for the same reply. Nor is one
    that has failed: whoever asks the same is told the same. What an ``earlier`` run has a reply to is not asked at all;
    the reply is kept here, too, as one that was reused. A call holds one of the ``slots``, which all models of a run
    share, until its reply is on disk: whenever the run is killed, no more replies are lost than there are slots.
    """

    def __init__(
        self,
        lm: LanguageModel,
        ledger: Ledger,
        *,
        earlier: EarlierRuns | None = None,
        slots: AbstractContextManager[Any] | None = None,
    ) -> None:
        self._lm = lm
        self._ledger = ledger
        self._earlier = earlier or EarlierRuns()
        self._slots = slots or nullcontext()
        self._lock = threading.Lock()
        self._in_flight: dict[bytes, _Call] = {}

    @property
    def name(self) -> str:
        """The name of the model that is paid."""
        return self._lm.name

    def complete(self, prompt: Prompt) -> Reply:
        """The reply from the ledger, from a call in flight, from an earlier run, or from the model, in this order."""
        key = key_of(self.name, prompt)
        with self._lock:
            call = self._in_flight.get(key)
            if call is None:
                # Looked up under the lock: whoever pays has kept the reply before leaving the list of calls in flight.
                found = self._ledger.find(key)
                if found is not None:
                    return found
                if (why := self._ledger.failed(key)) is not None:
                    raise ModelFailed(why)
                found = self._earlier.find(key)
                if found is not None:
                    self._ledger.keep(key, self.name, prompt, found, reused=True)
                    return found
                mine = self._in_flight[key] = _Call()
        if call is not None:
            return call.join()
        try:
            return self._pay(key, mine, prompt)
        except BudgetSpent:  # the run is about to stop: what others have paid for has to be on disk first
            self._wait_for_others()
            raise

    def _wait_for_others(self) -> None:
        with self._lock:
            others = list(self._in_flight.values())
        for call in others:
            call.over.wait()

    def _pay(self, key: bytes, call: _Call, prompt: Prompt) -> Reply:
        try:
            with self._slots:
                reply = self._lm.complete(prompt)
                self._ledger.keep(key, self.name, prompt, reply)
            call.reply = reply
        except Exception as error:
            call.error = error
            if isinstance(error, ModelFailed) and not isinstance(error, Unavailable):
                self._ledger.note_failure(key, str(error))
            raise
        finally:
            with self._lock:
                del self._in_flight[key]
            call.over.set()
        return reply


class Replayed:
    """Answers from a ledger and from nothing else; no endpoint is ever asked."""

    def __init__(self, ledger: Ledger, model: str | None = None) -> None:
        if model is None and len(ledger.models) != 1:
            raise BadInput(f"Which model is to be replayed? {ledger.path} has: {', '.join(ledger.models) or 'none'}.")
        self.name = model or ledger.models[0]
        self._ledger = ledger

    def complete(self, prompt: Prompt) -> Reply:
        """The reply that was recorded."""
        key = key_of(self.name, prompt)
        reply = self._ledger.find(key)
        if reply is None and (why := self._ledger.failed(key)) is not None:
            raise ModelFailed(why)
        if reply is None:
            raise ModelUnavailable(
                f"{self._ledger.path} has no reply of {self.name} to this prompt ({prompt.purpose}); "
                "replay with the settings of that run, or ask a model."
            )
        return reply
