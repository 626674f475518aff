"""A limit on calls and on money, kept before it is passed rather than after."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping
from dataclasses import replace

from penchant.errors import BadInput, BudgetSpent
from penchant.lm.ledger import Ledger
from penchant.lm.price import Price, estimate_input
from penchant.lm.protocol import LanguageModel, Prompt, Reply
from penchant.lm.usage import Usage


def paid_before(ledger: Ledger, prices: Mapping[str, Price]) -> Usage:
    """What a run has paid so far, with today's prices on calls that were recorded without one."""
    paid = Usage()
    for (model, _), part in ledger.paid().items():
        if part.cost is None and model in prices:
            part = replace(part, cost=prices[model].of(part.input_tokens, part.output_tokens))
        paid += part
    return paid


class Budget:
    """What a run may use, shared by all its models and threads.

    ``calls`` and ``spend`` are for the whole run, what was ``paid`` before it was resumed included.
    """

    def __init__(self, *, calls: int | None = None, spend: float | None = None, paid: Usage | None = None) -> None:
        if calls is not None and calls < 0:
            raise BadInput(f"A budget of calls is 0 or more, not {calls}.")
        if spend is not None and not 0 <= spend < math.inf:
            raise BadInput(f"A budget of money is 0 or more, not {spend}.")
        if spend is not None and paid is not None and paid.cost is None:
            raise BadInput(
                "Calls were paid for before at an unknown price, so a budget of money cannot be kept; give the prices "
                "of all models, or a budget of calls instead."
            )
        self.calls = calls
        self.spend = spend
        self._paid = paid or Usage()
        self._open = 0
        self._promised = 0.0  # what the calls in flight may cost at most
        self._settled = threading.Condition()

    @property
    def paid(self) -> Usage:
        """What was used so far."""
        with self._settled:
            return self._paid

    def check_price(self, name: str, price: Price | None) -> None:
        """Refuse a model without a price where money is counted: BadInput says what to give instead."""
        if self.spend is not None and price is None:
            raise BadInput(
                f"No price is known for {name}, so a budget of money cannot be kept; give its price per million "
                "tokens, or a budget of calls instead."
            )

    def take(self, most: float) -> None:
        """Room for one more call that costs at most so much, until it is over; BudgetSpent where there is none.

        Where calls in flight might leave enough money after all, they are waited for.
        """
        with self._settled:
            self._settled.wait_for(lambda: self._fits(most) or not self._open)
            self._check(most)
            self._open += 1
            self._promised += most

    def settle(self, most: float, reply: Reply | None) -> None:
        """A call for which so much was taken is over: count what its reply took, and leave the rest to others."""
        with self._settled:
            if reply is not None:
                self._paid += Usage(1, reply.input_tokens, reply.output_tokens, reply.cost)
            self._open -= 1
            self._promised = self._promised - most if self._open else 0.0  # sums of floats leave crumbs
            self._settled.notify_all()

    def _fits(self, most: float) -> bool:
        if self.calls is not None and self._paid.calls + self._open >= self.calls:
            return False
        return self.spend is None or self._spent + self._promised + most <= self.spend

    def _check(self, most: float) -> None:
        if self.calls is not None and self._paid.calls + self._open >= self.calls:
            raise BudgetSpent(f"The budget of {self.calls:,} calls is used up; allow more when you resume.")
        if not self._fits(most):
            raise BudgetSpent(
                f"Of the budget of {self.spend:g}, {self._spent:.4g} is spent and the next call could cost {most:.2g}; "
                "allow more when you resume."
            )

    @property
    def _spent(self) -> float:
        return self._paid.cost or 0.0


class Budgeted:
    """A model that puts a price on its replies and stays within a budget."""

    def __init__(self, lm: LanguageModel, budget: Budget, price: Price | None = None) -> None:
        budget.check_price(lm.name, price)
        self._lm = lm
        self._budget = budget
        self._price = price

    @property
    def name(self) -> str:
        """The name of the model that is paid."""
        return self._lm.name

    def complete(self, prompt: Prompt) -> Reply:
        """The reply, if it can be afforded; at most means a quarter token a letter in, and max_tokens out."""
        price, budget = self._price, self._budget
        most = 0.0
        if price is not None and budget.spend is not None:
            most = price.of(estimate_input(prompt), prompt.max_tokens)
        budget.take(most)
        reply: Reply | None = None
        try:
            reply = self._lm.complete(prompt)
            if price is not None:
                reply = replace(reply, cost=price.of(reply.input_tokens, reply.output_tokens))
        finally:
            budget.settle(most, reply)
        return reply
