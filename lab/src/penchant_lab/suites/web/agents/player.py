"""The shipped agent at work in the shop: what it is shown and told there, and what its verbs come to as calls.

Purchases and reviews are watched, the products of the kind that was asked for are options, what it asks is said to the
person and what they say is heard. What is known here and not to the agent is the shop: how its search and its
recommender want to be asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from penchant.domain import Action, Behaviour, Choice, EpisodeId, Preference, Turn
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.mind.remarks import pleases
from penchant.mind.writing import is_way
from penchant.store.dict import DictStore
from penchant_lab.suites.web.agents.advising import sequence
from penchant_lab.suites.web.agents.engine import CallNotes, offer
from penchant_lab.suites.web.agents.protocol import Afterword, PlayedTask
from penchant_lab.suites.web.agents.reading import TaskReading, heard_words, price_in, read
from penchant_lab.suites.web.agents.searching import expanded
from penchant_lab.suites.web.agents.shelves import Catalogue, Kind, Shelves, kind_of, spoken_price
from penchant_lab.suites.web.records import Event, Product, Track
from penchant_lab.suites.web.shop.functions import (
    RECOMMEND,
    REVIEW,
    SEARCH,
    Call,
    recommend_call,
    review_call,
    say,
    search_call,
    stop,
)
from penchant_lab.suites.web.shop.protocol import Environment, Observation, Outcome

_ROUNDS = 2  # of asking whether it suits
_MOST = 10  # products stand in for what somebody had, where they name a kind


@dataclass(slots=True)
class _Clock:
    """The time in the shop: that of the task at hand."""

    at: datetime = field(default=datetime.fromtimestamp(0, UTC))

    def __call__(self) -> datetime:
        return self.at


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """One task while it is being worked on."""

    seen: Observation
    reading: TaskReading
    events: Sequence[Event]
    turn: Turn | None = None  # the agent's errand; none while the request names no kind of thing
    replies: tuple[str, ...] = ()  # what the person said so far

    @property
    def words(self) -> list[str]:
        """What is asked for: the words of the request, and those that the person added."""
        return [*self.reading.words, *self.added]

    @property
    def added(self) -> list[str]:
        """Words the person added."""
        return list(dict.fromkeys(word for reply in self.replies for word in heard_words(reply)))

    @property
    def price(self) -> float | None:
        """About what it may cost, where the request or the person told."""
        told = (price_in(reply) for reply in reversed(self.replies))
        return next((price for price in told if price), self.reading.price)

    @property
    def asked(self) -> list[str]:
        """What is asked for as the agent hears it, with the price that was told."""
        return self.words if self.price is None else [*self.words, spoken_price(self.price)]


class ShopPlayer:
    """Plays the tasks of the shop by the verbs of one agent."""

    name = "penchant"

    def __init__(self, shelves: Shelves, *, track: Track) -> None:
        self._shelves = shelves
        self._talks = track != "single"
        self._clock = _Clock()
        memory = Memory(DictStore(), shelves.embedder, clock=self._clock)
        self.agent = Agent(memory, BuiltInMind(shelves.embedder), assortment=shelves.assortment)

    def play(self, environment: Environment) -> PlayedTask:
        """Watch what they did, ask where that is worth it, act, and act again where it did not suit."""
        seen = environment.observe()
        self.watch(seen.person, environment.history, seen.at)
        case = _Case(seen=seen, reading=read(seen.instruction), events=environment.history)
        notes = CallNotes()
        if case.reading.function == REVIEW:
            notes.step(environment, review_call(self._review(case)))
        else:
            self._converse(environment, case, notes)
        if not environment.ended:
            notes.step(environment, stop())
        return PlayedTask(completions=notes.steps, messages=tuple(notes.messages))

    def hear(self, heard: Afterword) -> None:
        """Hear what a person says once a task is over, of what came first."""
        seen = heard.observation
        case = _Case(seen=seen, reading=read(seen.instruction), events=())
        self._clock.at = _moment(seen.at)
        self._told(case, heard.words, heard.answer)

    def watch(self, person: str, events: Sequence[Event], at: int) -> None:
        """Show the agent what this person did before a moment."""
        self._clock.at = _moment(at)
        products = self._shelves.products
        known = [(event, products[event.asin]) for event in events if event.asin in products]
        self.agent.watch(person, [self._behaviour(event, product) for event, product in known])

    def beliefs(self, person: str, *, writing: bool = False) -> list[Preference]:
        """What the agent believes of what somebody likes, or of how they write."""
        return [belief for belief in self.agent.memory.list(person) if is_way(belief) == writing]

    def _behaviour(self, event: Event, product: Product) -> Behaviour:
        return Behaviour(
            id=f"{event.asin} at {event.at}",
            at=_moment(event.at),
            item=product.title,
            topic=self._shelves.label(kind_of(product)),
            features=self._shelves.respects(product),
            rating=min(5.0, max(1.0, event.rating)),
            words=event.text,
        )

    def _converse(self, environment: Environment, case: _Case, notes: CallNotes) -> None:
        if self._talks:
            case = self._asked(environment, case, notes)
        outcome = notes.step(environment, self._act(case))
        for _ in range(_ROUNDS if self._talks else 0):
            if environment.ended or environment.cost(say("")).ends:
                return
            words = notes.step(environment, say(offer(outcome, self._shelves))).text
            before = case
            case = self._told(case, words, outcome)
            if pleases(words) or environment.ended or (case.added, case.price) == (before.added, before.price):
                return  # nothing new was said
            outcome = notes.step(environment, self._act(case))

    def _asked(self, environment: Environment, case: _Case, notes: CallNotes) -> _Case:
        """The case once the agent has considered it, and heard what the person says to its question if it had one."""
        catalogue = self._catalogue(case)
        if catalogue is None:
            return case
        turn = self.agent.consider(catalogue.request(case.seen.person, case.asked), episode=_episode(case))
        if turn.question is None or environment.cost(say(turn.question.text)).ends:
            return replace(case, turn=turn)
        words = notes.step(environment, say(turn.question.text)).text
        return replace(case, turn=self.agent.hear(turn, words), replies=(words,))

    def _told(self, case: _Case, words: str, outcome: Outcome | None) -> _Case:
        """The case once the person has said what they make of an outcome; the agent hears it said of the first."""
        replies = (*case.replies, words)
        first = self._shelves.products.get(outcome.asins[0]) if outcome and outcome.asins else None
        if first is None:
            return replace(case, replies=replies)
        named = self._shelves.named(case.reading.words) if case.reading.function == SEARCH else None
        catalogue = self._shelves.catalogue(named or kind_of(first), first)
        turn = Turn(
            episode=EpisodeId(f"{_episode(case)}, reply {len(replies)}"),
            request=catalogue.request(case.seen.person, case.asked),
            choice=Choice(Action(catalogue.names[first.asin]), 0.5),
            heard=case.turn.heard if case.turn else (),
        )
        return replace(case, turn=self.agent.reconsider(self.agent.hear(turn, words)), replies=replies)

    def _catalogue(self, case: _Case) -> Catalogue | None:
        """What there is to choose from: products of the kind that is named; of advice, first of all the kinds."""
        if case.reading.function == RECOMMEND:
            return self._shelves.kinds
        kind = self._shelves.named(case.reading.words)
        return self._shelves.catalogue(kind) if kind else None

    def _act(self, case: _Case) -> Call:
        shelves = self._shelves
        beliefs = self.agent.recall(case.turn) if case.turn else self.agent.memory.list(case.seen.person)
        if case.reading.function == SEARCH:
            return search_call(expanded(case.reading, beliefs, shelves, case.added, case.price))
        named = shelves.named(case.added) if case.added else None
        if named:
            return recommend_call(self._ranked(case, named, case.words)[:_MOST][::-1])
        return recommend_call(sequence(case.words, case.events, shelves))

    def _ranked(self, case: _Case, kind: Kind, words: Sequence[str]) -> list[str]:
        """The products of a kind, those first that the agent takes to be likeliest."""
        catalogue = self._shelves.catalogue(kind)
        choice = case.turn.choice if case.turn and case.turn.request.options == catalogue.options else None
        if choice is None:
            turn = self.agent.consider(catalogue.request(case.seen.person, words), may_ask=False)
            choice = turn.choice
        return [catalogue.asins[name] for name, _ in choice.ranked] if choice else []

    def _review(self, case: _Case) -> str:
        told = case.reading
        return self.agent.compose(case.seen.person, told.opinion, about=told.about or "it", rating=told.stars)


def _episode(case: _Case) -> str:
    return f"task at {case.seen.at}"


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)
