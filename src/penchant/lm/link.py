"""How a language model is reached, what it may cost, and one model to talk with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from penchant.errors import BadInput, ModelUnavailable
from penchant.lm.budget import Budget, Budgeted
from penchant.lm.price import FREE, Price
from penchant.lm.protocol import LanguageModel
from penchant.lm.retry import Throttled

IN_FLIGHT = 16
"""So many calls are made at once unless told otherwise: what small endpoints bear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """How models are reached, and how much of them may be used; none of it changes what a run finds."""

    base_url: str | None = None  # None: as the environment says, as the openai package has it
    timeout: float = 120.0
    in_flight: int = IN_FLIGHT
    prices: Mapping[str, Price] = field(default_factory=dict)
    calls: int | None = None  # the most calls the whole run may make
    spend: float | None = None  # the most money it may cost
    reuse: tuple[Path, ...] = ()  # runs whose recorded replies are taken where the very same is asked
    replay: Path | None = None  # answer from the calls recorded there, and ask nobody
    dry: bool = False  # count what would be asked, and ask nobody
    tell: Callable[[str], None] | None = None  # told every now and then why a call waits to be made again

    @property
    def people_at_once(self) -> int:
        """How many lives are under way at once, a thread each: while some think or learn, the calls of others are made.

        More than there are calls, because a life asks one thing after another: the longest is what a study takes at
        least, so it should begin early.
        """
        return self.in_flight if self.in_flight == 1 else 4 * self.in_flight

    def stopped(self, error: Exception, go_on: str) -> str:
        """Why a run stopped, and what to do: what a replay lacks it will lack again, and it asks nobody for it."""
        if self.replay is not None and isinstance(error, ModelUnavailable):
            return f"{error} Nobody was asked."
        return f"{error} Nothing that was finished is lost; {go_on}"

    @property
    def is_limited(self) -> bool:
        """Whether something is counted that processes cannot count together."""
        return self.dry or self.calls is not None or self.spend is not None


@contextmanager
def one_model(name: str | None, link: Link) -> Iterator[LanguageModel]:
    """A model to talk with, within its budget; nothing is recorded, and nothing answered from a record."""
    from penchant.lm.openai import OpenAIModel

    if name is None:
        raise BadInput("Which language model? Name it as its endpoint does: --model NAME")
    notice = Throttled(link.tell) if link.tell else None
    how: dict[str, Any] = {"timeout": link.timeout, "in_flight": link.in_flight, "notice": notice}
    client = OpenAIModel(name, base_url=link.base_url, **how)
    try:
        price = link.prices.get(name, FREE if client.address.is_local else None)
        yield Budgeted(client, Budget(calls=link.calls, spend=link.spend), price)
    finally:
        client.close()
