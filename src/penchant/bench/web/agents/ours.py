"""Our agent: it turns behaviour into explicit beliefs, and acts on nothing but the request and those beliefs.

Where somebody is there it asks the question that is worth most, and acts again on what they say. In the track where
people say afterwards how it went, their words become beliefs too, through the same memory: a contradiction closes what
was believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from penchant.bench.web.agents.advising import sequence
from penchant.bench.web.agents.asking import SORT, best_question, statements, worded
from penchant.bench.web.agents.beliefs import Stated, tastes, weighed
from penchant.bench.web.agents.book import Book
from penchant.bench.web.agents.composing import review
from penchant.bench.web.agents.engine import Notes, offer
from penchant.bench.web.agents.habits import writing
from penchant.bench.web.agents.protocol import Afterword, PlayedTask
from penchant.bench.web.agents.reading import TaskReading, read
from penchant.bench.web.agents.replies import understand
from penchant.bench.web.agents.searching import expanded
from penchant.bench.web.agents.shelves import Kind, Shelves, kind_of
from penchant.bench.web.records import Event, Product, Track
from penchant.bench.web.shop.functions import (
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
from penchant.bench.web.shop.protocol import Environment, Observation, Outcome
from penchant.domain import Preference

_ROUNDS = 2  # of asking whether it suits


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """One task while it is being worked on."""

    seen: Observation
    reading: TaskReading
    events: Sequence[Event]
    beliefs: Sequence[Preference]
    heard: tuple[str, ...] = ()  # words the person added
    refused: tuple[str, ...] = ()  # stores the person turned down


class PenchantAgent:
    """Beliefs with sources, used by all three functions."""

    name = "penchant"

    def __init__(self, shelves: Shelves, *, track: Track, learns: bool = True) -> None:
        self._shelves = shelves
        self._talks = track != "single"
        self._learns = learns and track == "continual"
        self._stated: dict[str, list[Stated]] = {}  # by person
        self.book = Book(shelves.embedder)

    def play(self, environment: Environment) -> PlayedTask:
        """Believe what the past shows, ask where that is worth it, act, and act again where it did not suit."""
        seen = environment.observe()
        reading = read(seen.instruction)
        case = _Case(
            seen=seen,
            reading=reading,
            events=environment.history,
            beliefs=self.believe(seen.person, environment.history, seen.at, reading.function),
        )
        notes = Notes()
        if self._talks and reading.function != REVIEW:
            self._converse(environment, case, notes)
        else:
            notes.step(environment, self._act(case))
        if not environment.ended:
            notes.step(environment, stop())
        return PlayedTask(completions=notes.steps, messages=tuple(notes.messages))

    def hear(self, heard: Afterword) -> None:
        """Believe what a person says of themselves once a task is over."""
        if heard.answer is not None:
            self._learn(heard.observation, heard.words, heard.answer)

    def believe(self, person: str, events: Sequence[Event], at: int, function: str = SEARCH) -> list[Preference]:
        """What is believed of somebody at a moment, from what they did and said before it."""
        products = self._shelves.products
        if function == REVIEW:
            return self.book.settle(person, writing(events, products), at, about="writing")
        stated = [one for one in self._stated.get(person, ()) if one.at < at]
        return self.book.settle(person, tastes(weighed(events, products), self._shelves, stated), at)

    def _converse(self, environment: Environment, case: _Case, notes: Notes) -> None:
        question = self._question(case)
        if question and not environment.cost(say(question)).ends:
            words = notes.step(environment, say(question)).text
            case = self._after(case, words, None)
        outcome = notes.step(environment, self._act(case))
        for _ in range(_ROUNDS):
            if environment.ended or environment.cost(say("")).ends:
                return
            words = notes.step(environment, say(offer(outcome, self._shelves))).text
            if understand(words).pleased or environment.ended:
                return
            again = self._after(case, words, outcome)
            if again == case:
                return  # nothing new was said
            case = again
            outcome = notes.step(environment, self._act(case))

    def _question(self, case: _Case) -> str | None:
        if case.reading.function == RECOMMEND:
            return SORT
        kind = self._shelves.named(case.reading.words)
        topic = best_question(case.reading.words, kind, case.beliefs, self._shelves) if kind else None
        return worded(topic) if topic else None

    def _after(self, case: _Case, words: str, outcome: Outcome | None) -> _Case:
        reply = understand(words)
        first = self._shelves.products.get(outcome.asins[0]) if outcome and outcome.asins else None
        refused = (first.store,) if first and first.store and "brand" in " ".join(reply.refused) else ()
        self._learn(case.seen, words, outcome)
        heard = tuple(dict.fromkeys((*case.heard, *reply.wanted)))
        return replace(case, heard=heard, refused=(*case.refused, *refused))

    def _learn(self, seen: Observation, words: str, answer: Outcome | None) -> None:
        """Keep what somebody's words say of them, once a task; what is said against a belief is noted with it."""
        first = self._shelves.products.get(answer.asins[0]) if answer and answer.asins else None
        kind = self._kind(seen, first)
        if kind is None or not self._learns:
            return
        known = self._stated.setdefault(seen.person, [])
        told = {(one.topic, one.value, one.wants, one.at) for one in known}
        for one in statements(words, understand(words), kind, first, self._shelves, seen.at):
            if (one.topic, one.value, one.wants, one.at) not in told:
                known.append(one)
                if not one.wants:
                    self.book.contradict(seen.person, one.topic, one.value, words, seen.at)

    def _kind(self, seen: Observation, first: Product | None) -> Kind | None:
        reading = read(seen.instruction)
        named = self._shelves.named(reading.words) if reading.function == SEARCH else None
        return named or (kind_of(first) if first else None)

    def _act(self, case: _Case) -> Call:
        shelves = self._shelves
        if case.reading.function == REVIEW:
            return review_call(review(case.seen.instruction, case.reading, case.beliefs, shelves, case.seen.about))
        beliefs = [belief for belief in case.beliefs if belief.value not in case.refused]
        if case.reading.function == RECOMMEND:
            return recommend_call(
                sequence([*case.reading.words, *case.heard], case.events, beliefs, shelves, case.heard)
            )
        return search_call(expanded(case.reading, beliefs, shelves, case.heard))
