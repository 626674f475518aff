"""The one engine behind every agent on the built-in mind: read, remember, act, and talk where somebody is there."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from penchant.mind.remarks import pleases, refusals
from penchant_lab.suites.web.agents.memories import MemoryRow, Remembered, TaskMoment
from penchant_lab.suites.web.agents.plain import PlainCase, act
from penchant_lab.suites.web.agents.protocol import Afterword, PlayedTask
from penchant_lab.suites.web.agents.reading import TaskReading, heard_words, read
from penchant_lab.suites.web.agents.shelves import Shelves
from penchant_lab.suites.web.records import Event, Track
from penchant_lab.suites.web.shop.functions import DETAILS, REVIEW, Call, details_call, say, stop
from penchant_lab.suites.web.shop.protocol import Environment, Observation, Outcome

_ROUNDS = 2  # of asking whether it suits


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """How an agent goes about a task; each row of the published tables is a memory and one of these."""

    looks_up: int = 0  # remembered products whose details are looked up first
    reflects: bool = False  # after each reply, which drops what was turned down; that is no step
    thinks: bool = False  # says what it is thinking before each call


class LikedThings(Protocol):
    """Something that keeps, between tasks, what each person liked; most agents have nothing of the kind."""

    def remembered(self, person: str, events: Sequence[Event], found: list[Remembered]) -> list[Remembered]:
        """What of a memory to act upon."""
        ...

    def learn(self, person: str, words: str, shown: Outcome | None) -> None:
        """Take in what a task showed and what was said of it last, all at once."""
        ...


class BuiltInAgent:
    """A memory and a strategy of the published tables, on the built-in mind."""

    def __init__(
        self,
        name: str,
        row: MemoryRow,
        strategy: Strategy,
        shelves: Shelves,
        *,
        seed: int,
        track: Track,
        liked: LikedThings | None = None,
    ) -> None:
        self.name = name
        self._row = row
        self._strategy = strategy
        self._shelves = shelves
        self._seed = seed
        self._talks = track != "single"
        self._liked = liked

    def play(self, environment: Environment) -> PlayedTask:
        """Act once, and where somebody is there ask whether it suits, and act again on what they say."""
        seen = environment.observe()
        reading = read(seen.instruction)
        situation = self._situation(seen, reading, environment.history)
        notes = CallNotes()
        situation = self._look_up(environment, situation, notes)
        outcome = notes.step(environment, act(situation), thinks=self._strategy.thinks)
        last = ""
        if self._talks and reading.function != REVIEW:
            for _ in range(_ROUNDS):
                if environment.ended or environment.cost(say("")).ends:
                    break
                last = notes.step(environment, say(offer(outcome, self._shelves))).text
                if pleases(last) or environment.ended:
                    break
                situation = self._after(situation, last)
                if environment.ended:
                    break
                outcome = notes.step(environment, act(situation), thinks=self._strategy.thinks)
        if not environment.ended:
            notes.step(environment, stop())
        if self._liked:
            self._liked.learn(seen.person, last, outcome)
        return PlayedTask(completions=notes.steps, messages=tuple(notes.messages))

    def hear(self, heard: Afterword) -> None:
        """These agents keep nothing of what is said afterwards."""

    def _situation(self, seen: Observation, reading: TaskReading, events: Sequence[Event]) -> PlainCase:
        moment = TaskMoment(
            instruction=seen.instruction,
            function=reading.function,
            shelves=self._shelves,
            rng=random.Random(f"{self._seed}/{seen.person}/{seen.at}"),
        )
        found = self._row.recall(events, moment, talking=self._talks)
        if self._liked:
            found = self._liked.remembered(seen.person, events, found)
        return PlainCase(reading=reading, remembered=found, shelves=self._shelves, about=seen.about)

    def _look_up(self, environment: Environment, situation: PlainCase, notes: CallNotes) -> PlainCase:
        """Look up remembered products that sound like the request, the newest first; what is shown is known then."""
        offered = any(function.name == DETAILS for function in environment.functions)
        if not offered or situation.reading.function == REVIEW:
            return situation
        asked = set(self._shelves.terms(situation.reading.words))
        alike = [item for item in situation.remembered if asked & set(self._shelves.terms([item.title or ""]))]
        known: dict[str, Remembered] = {}
        for item in (alike or situation.remembered)[: self._strategy.looks_up]:
            outcome = notes.step(environment, details_call(item.asin or ""))
            if outcome.asins:
                product = self._shelves.products[outcome.asins[0]]
                known[product.asin] = replace(item, store=product.store, details=dict(product.details))
        found = [known.get(item.asin or "", item) for item in situation.remembered]
        return replace(situation, remembered=found)

    def _after(self, situation: PlainCase, words: str) -> PlainCase:
        refused = (*situation.refused, *refusals(words)) if self._strategy.reflects else situation.refused
        return replace(situation, heard=(*situation.heard, *heard_words(words)), refused=refused)


class CallNotes:
    """What was called and said, for whoever reads a run."""

    def __init__(self) -> None:
        self.steps = 0
        self.messages: list[Mapping[str, Any]] = []

    def step(self, environment: Environment, call: Call, *, thinks: bool = False) -> Outcome:
        """Make a call and note it."""
        self.steps += 1
        if thinks:
            self.messages.append({"role": "assistant", "content": f"Thought: {call.name} is what the request wants."})
        self.messages.append({"role": "assistant", "call": {"name": call.name, "arguments": dict(call.arguments)}})
        outcome = environment.step(call)
        self.messages.append({"role": "tool", "content": outcome.text[:400]})
        return outcome


def offer(outcome: Outcome, shelves: Shelves) -> str:
    """What is said of a list: the first three, and whether one of them suits."""
    names = [shelves.products[asin].title for asin in outcome.asins[:3] if asin in shelves.products]
    found = "; ".join(names) or "nothing that fits"
    return f"I found: {found}. Does one of these suit you, and if not, what should be different?"
