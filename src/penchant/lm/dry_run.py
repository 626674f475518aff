"""Counting what a run would cost, without asking anybody anything."""

from __future__ import annotations

import threading
from collections import defaultdict

from penchant.errors import ModelFailed
from penchant.lm.ledger import Ledger
from penchant.lm.price import Price, estimate_input
from penchant.lm.protocol import Prompt, Reply
from penchant.lm.record import key_of
from penchant.lm.reuse import EarlierRuns
from penchant.lm.usage import Usage


class NotAsked(ModelFailed):
    """A dry run got this far: the prompt was counted, and nobody was asked."""


class DryRun:
    """Takes every prompt, counts it once, and answers none.

    The figures are estimates from above: a token for every four letters that go in, ``max_tokens`` for what comes out.
    Who may ask again, where a reply is no use, shows it that prompt too (:func:`penchant.lm.structured.ask_for`), and
    it is counted as what it is for, so that it can be told apart.
    What a ``ledger`` has already, or an ``earlier`` run, is not counted as paid, and answered from there.
    """

    def __init__(
        self,
        name: str,
        *,
        price: Price | None = None,
        ledger: Ledger | None = None,
        earlier: EarlierRuns | None = None,
    ) -> None:
        self.name = name
        self._price = price
        self._ledger = ledger
        self._earlier = earlier or EarlierRuns()
        self._lock = threading.Lock()
        self._seen: set[bytes] = set()
        self._reused: set[bytes] = set()
        self._paid: defaultdict[str, Usage] = defaultdict(Usage)

    def complete(self, prompt: Prompt) -> Reply:
        """Nothing: NotAsked, after counting."""
        key = key_of(self.name, prompt)
        if self._ledger is not None and (found := self._ledger.find(key)) is not None:
            return found
        if (found := self._earlier.find(key)) is not None:
            with self._lock:
                self._reused.add(key)
            return found
        tokens = estimate_input(prompt)
        cost = None if self._price is None else self._price.of(tokens, prompt.max_tokens)
        with self._lock:
            if key not in self._seen:
                self._seen.add(key)
                self._paid[prompt.purpose] += Usage(1, tokens, prompt.max_tokens, cost)
        raise NotAsked(f"A dry run asks nobody ({prompt.purpose}).")

    def counted(self) -> dict[str, Usage]:
        """What the prompts so far would take at most, by purpose."""
        with self._lock:
            return dict(self._paid)

    @property
    def reused(self) -> int:
        """How many replies an earlier run has."""
        with self._lock:
            return len(self._reused)
