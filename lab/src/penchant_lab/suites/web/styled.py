"""People of the shop with traits: the person behind a task, made a character that every trait can wrap.

What they have in mind is a product. Who is mistaken speaks as if it were another of the same category or, of a review,
as if they had liked what they did not; who is short with an agent talks as little as the shop's people can.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from penchant.domain import Action, Question, Request
from penchant_lab.people import Character, Intent, Person, Style
from penchant_lab.people.intent import Manner
from penchant_lab.people.traits import remember, remembered
from penchant_lab.suites.web.records import Product, WebData, WebTask
from penchant_lab.suites.web.shop.protocol import Listener, Outcome

OTHERS = 8
"""Of so many other products, at most, somebody may think who is mistaken."""

TALKS: Mapping[Manner, str] = {"terse": "Low", "full": "High"}
"""How talkative a profile is, by manner."""


class Customer(Listener, Protocol):
    """Somebody to talk to while a task is done, and to hear from when it is over."""

    def afterword(self, answer: Outcome | None) -> str:
        """What they say of the answer they were left with."""
        ...


MakeCustomer = Callable[[WebTask, Manner], Customer]
"""The person behind a task, with what they have in mind, in a manner."""


class StyledLife:
    """One person of the shop with the traits of a style, through all their tasks with one agent."""

    def __init__(self, name: str, style: Style, data: WebData, make: MakeCustomer, *, seed: int) -> None:
        self._data, self._seed = data, seed
        self._bare = _Bare(name, make)
        self._by_category: defaultdict[str, list[str]] = defaultdict(list)
        for product in data.products.values():
            self._by_category[product.category].append(product.asin)
        self._player: Character = style.play(self._bare, seed=seed)

    def customer(self, task: WebTask) -> StyledCustomer:
        """The person behind one task; to be asked for when it begins."""
        mood, moment = remembered(self._player), f"{task.split}/{task.number}"
        self._bare.begin(task)
        person = self._player.with_mind_on(Intent(task.target.asin), moment)
        return StyledCustomer(self._bare, person, self._request(task, moment), lambda: remember(self._player, mood))

    def _request(self, task: WebTask, moment: str) -> Request:
        """The task among products that could be taken for the one in mind."""
        products, wanted = self._data.products, self._data.products[task.target.asin]
        if task.type == "review":
            return Request(task.person, task.text, [wanted.asin, _LIKED_OTHERWISE])
        shelf = [asin for asin in self._by_category[wanted.category] if asin != wanted.asin]
        rng = random.Random(f"{self._seed}/{moment}/others")
        others = rng.sample(shelf, min(OTHERS, len(shelf)))
        options = [wanted.asin, *others]
        return Request(task.person, task.text, options, features=[_features(products[asin]) for asin in options])


@dataclass(slots=True)
class StyledCustomer:
    """The person behind one task, with their traits."""

    bare: _Bare
    person: Person
    request: Request
    forget: Callable[[], None]  # what this task has done to their mood
    shown: int = 0

    def reply(self, said: str, shown: Sequence[Outcome]) -> str:
        """What they say to a question or, of what was shown since they last spoke, what they make of it."""
        new, self.shown = len(shown) > self.shown, len(shown)
        self.bare.speak = lambda customer: customer.reply(said, shown)
        if new:
            return self.person.react(self.request, self._action(shown[-1])) or ""
        return self.person.answer(self.request, Question(said)) or ""

    def afterword(self, answer: Outcome | None) -> str:
        """What they say of the answer they were left with."""
        self.bare.speak = lambda customer: customer.afterword(answer)
        return self.person.react(self.request, self._action(answer)) or ""

    def _action(self, outcome: Outcome | None) -> Action:
        """What was done: it is right where what they have in mind is among it."""
        wanted, found = self.request.options[0], outcome.asins if outcome and not outcome.failed else ()
        return Action(wanted if wanted in found else next(iter(found), None))


@dataclass(slots=True)
class _Bare:
    """A character of the shop without traits: a customer for every product they may have in mind."""

    name: str
    make: MakeCustomer
    task: WebTask | None = None
    speak: Callable[[Customer], str] = lambda customer: ""
    customers: dict[tuple[str, Manner], Customer] = field(default_factory=dict)

    def begin(self, task: WebTask) -> None:
        """Nobody has said anything of this task yet."""
        self.task, self.customers = task, {}

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        assert self.task is not None
        key = intent.thing, intent.manner
        if key not in self.customers:
            self.customers[key] = self.make(_with_target(self.task, intent.thing), intent.manner)
        return _BarePerson(self, self.customers[key])


@dataclass(frozen=True, slots=True)
class _BarePerson:
    by: _Bare
    customer: Customer

    @property
    def name(self) -> str:
        return self.by.name

    def answer(self, request: Request, question: Question) -> str:
        return self.by.speak(self.customer)

    def react(self, request: Request, action: Action, because: str = "") -> str:
        return self.by.speak(self.customer)


_LIKED_OTHERWISE = "liked otherwise"


def _with_target(task: WebTask, asin: str) -> WebTask:
    target = task.target
    if asin == _LIKED_OTHERWISE:
        return replace(task, target=replace(target, rating=1.0 if target.rating >= 3 else 5.0))
    return task if asin == target.asin else replace(task, target=replace(target, asin=asin))


def _features(product: Product) -> list[str]:
    return list(dict.fromkeys(each for each in (product.store, *map(str, product.details.values())) if each))
