"""The language models of a run: how they are reached, what they may cost, and what is kept of every call.

Which model a run is about belongs to its configuration; how it is reached does not, and may be different when the run
is resumed or replayed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from penchant.errors import BadInput
from penchant.lm import LanguageModel
from penchant.lm.budget import Budget, Budgeted, paid_before
from penchant.lm.by_hand import SCHEME, ByHandModel
from penchant.lm.dry_run import DryRun
from penchant.lm.ledger import NAME, Ledger, forget_unsettled, settle
from penchant.lm.link import Link
from penchant.lm.price import FREE, is_local
from penchant.lm.recorded import Recorded, Replayed
from penchant.lm.retry import Throttled
from penchant.lm.reuse import EarlierRuns
from penchant.lm.structured import REPAIR
from penchant.lm.usage import Usage
from penchant_lab.run.executor import context


class Models:
    """The models of one run, opened in each process when first used."""

    def __init__(self, names: tuple[str | None, str | None], folder: Path, link: Link) -> None:
        self.link = link
        self._mind, self._people = names[0], names[1] or names[0]
        self._folder = folder
        self._opened: dict[int, _Opened] = {}
        self._record: Ledger | None = None
        # One for each call in flight, shared by all models in all processes.
        self._slots = context().BoundedSemaphore(link.in_flight) if any(names) else None
        self._notice = Throttled(link.tell, context().Value("d", 0.0)) if any(names) and link.tell else None

    def __reduce__(self) -> tuple[Any, ...]:
        """What is sent to another machine, where nobody is told why a call waits."""
        replay = None if self.link.replay is None else self.link.replay.resolve()
        reuse = tuple(folder.resolve() for folder in self.link.reuse)
        link = replace(self.link, tell=None, replay=replay, reuse=reuse)
        return Models, ((self._mind, self._people), self._folder.resolve(), link)

    @property
    def mind(self) -> LanguageModel:
        """The model that understands."""
        return self._model(self._mind, "--model")

    @property
    def people(self) -> LanguageModel:
        """The model that plays people."""
        return self._model(self._people, "--people-model")

    def named(self, name: str) -> LanguageModel:
        """Another model at the same endpoint."""
        return self._model(name, "--model")

    def lists(self, name: str) -> bool:
        """Whether the endpoint says that it has a model of this name; a run that is replayed asked it."""
        if self.link.replay is not None or self.link.dry:
            return self.link.replay is not None
        from penchant.lm.openai import OpenAIModel

        client = OpenAIModel(name, base_url=self.link.base_url)
        try:
            return name in client.listed()
        except Exception:  # an endpoint without a list has no models that we could know of
            return False
        finally:
            client.close()

    def check(self, *, mind: bool, people: bool) -> None:
        """Open what will be used once, elsewhere, so that what is wrong with it is said before anything is written."""
        if not (mind or people):
            return
        with TemporaryDirectory() as elsewhere:
            trial = Models((self._mind, self._people), Path(elsewhere), replace(self.link, reuse=()))
            try:
                _ = trial.mind if mind else None, trial.people if people else None
            finally:
                trial.close()

    def paid(self) -> dict[str, Any] | None:
        """What the calls of the whole run took, by model and purpose; None for a run that made none.

        In a dry run it is what they would take if every reply can be used, and ``with_repairs`` tells in all what they
        would take if each one that may be is asked for once more.
        """
        if self.link.dry:
            counted = self._here().dry
            asked = {(name, key): paid for name, model in counted.items() for key, paid in model.counted().items()}
            first = {each: paid for each, paid in asked.items() if not each[1].endswith(REPAIR)}
            reused = {name: model.reused for name, model in counted.items() if model.reused}
            return {**_summed(first, reused), "with_repairs": _plain(Usage.together(asked.values()))}
        record = self._looked_back()
        return None if record is None else _summed(record.paid(), record.reused())

    @property
    def as_recorded(self) -> LanguageModel | None:
        """The model that understood, with what it said so far and nothing else; None where it was asked nothing."""
        record = self._looked_back()
        return None if record is None or self._mind is None else Replayed(record, self._mind)

    def begin(self) -> None:
        """A run begins, or goes on: what failed and was part of nothing that was kept may be asked again."""
        if not self._asks_nobody:
            forget_unsettled(self._folder)

    def settle(self) -> None:
        """Something is about to be kept: what failed so far has failed for good, so that a replay fails there too."""
        if not self._asks_nobody:
            settle(self._folder)

    @property
    def _asks_nobody(self) -> bool:
        return self.link.dry or self.link.replay is not None

    def close(self) -> None:
        """Hang up, in this process."""
        if self._record is not None:
            self._record.close()
            self._record = None
        opened = self._opened.pop(os.getpid(), None)
        if opened is not None:
            opened.close()

    def _looked_back(self) -> Ledger | None:
        """What was asked until it is first wanted: for when the run is over."""
        folder = self.link.replay or self._folder
        if self._record is None and (folder / NAME).exists():
            self._record = Ledger(folder, writable=False)
        return self._record

    def _model(self, name: str | None, flag: str) -> LanguageModel:
        if name is None:
            raise BadInput(f"Which language model? Name it as its endpoint does: {flag} NAME")
        return self._here().model(name)

    def _here(self) -> _Opened:
        if os.getpid() not in self._opened:
            self._opened[os.getpid()] = _Opened(self._folder, self.link, self._slots, self._notice)
        return self._opened[os.getpid()]


class _Opened:
    """What one process holds open: the ledger, the budget, a client for each model."""

    def __init__(
        self,
        folder: Path,
        link: Link,
        slots: AbstractContextManager[Any] | None,
        notice: Callable[[str], None] | None,
    ) -> None:
        self._link = link
        self._notice = notice
        self._slots = slots
        self._ledger = Ledger(link.replay or folder, writable=link.replay is None)
        self._earlier = EarlierRuns(link.reuse)
        paid = paid_before(self._ledger, link.prices)
        self._budget = Budget(calls=link.calls, spend=link.spend, paid=paid)
        self._models: dict[str, LanguageModel] = {}
        self.dry: dict[str, DryRun] = {}  # by the names of the models that would be asked
        self._clients: list[Any] = []

    def model(self, name: str) -> LanguageModel:
        """The model of that name, with everything around it."""
        if name not in self._models:
            self._models[name] = self._open(name)
        return self._models[name]

    def close(self) -> None:
        for client in self._clients:
            client.close()
        self._ledger.close()
        self._earlier.close()

    def _open(self, name: str) -> LanguageModel:
        link = self._link
        if link.replay is not None:
            return Replayed(self._ledger, name)
        if link.dry:
            here = is_local(link.base_url or os.environ.get("OPENAI_BASE_URL"))
            price = link.prices.get(name, FREE if here else None)
            self._budget.check_price(name, price)
            self.dry[name] = DryRun(name, price=price, ledger=self._ledger, earlier=self._earlier)
            return self.dry[name]
        if link.base_url is not None and link.base_url.startswith(SCHEME):
            by_hand = ByHandModel(name, Path(link.base_url.removeprefix(SCHEME)), timeout=link.timeout)
            return Recorded(by_hand, self._ledger, earlier=self._earlier, slots=self._slots)
        from penchant.lm.openai import OpenAIModel

        how: dict[str, Any] = {"timeout": link.timeout, "in_flight": link.in_flight, "notice": self._notice}
        client = OpenAIModel(name, base_url=link.base_url, **how)
        self._clients.append(client)
        price = link.prices.get(name, FREE if client.address.is_local else None)
        priced = Budgeted(client, self._budget, price)
        return Recorded(priced, self._ledger, earlier=self._earlier, slots=self._slots)


def _summed(parts: Mapping[tuple[str, str], Usage], reused: Mapping[str, int]) -> dict[str, Any]:
    """All calls together, by purpose, and the same for each model; and how many replies were taken from other runs."""
    models = {
        name: by_purpose([(purpose, paid) for (model, purpose), paid in parts.items() if model == name])
        | _told(reused.get(name, 0))
        for name in sorted({model for model, _ in parts} | set(reused))
    }
    together = by_purpose([(purpose, paid) for (_, purpose), paid in parts.items()])
    return {**together, **_told(sum(reused.values())), "models": models}


def _told(reused: int) -> dict[str, int]:
    """As reports have it: those of runs that reuse nothing do not speak of it."""
    return {"reused": reused} if reused else {}


def by_purpose(parts: Sequence[tuple[str, Usage]]) -> dict[str, Any]:
    """All of it together, and by purpose, as reports have it."""
    purposes = {
        each: _plain(Usage.together(paid for purpose, paid in parts if purpose == each))
        for each in sorted({purpose for purpose, _ in parts})
    }
    return {**_plain(Usage.together(paid for _, paid in parts)), "purposes": purposes}


def _plain(paid: Usage) -> dict[str, Any]:
    return {
        "calls": paid.calls,
        "input_tokens": paid.input_tokens,
        "output_tokens": paid.output_tokens,
        "cost": None if paid.cost is None else round(paid.cost, 6),
    }
