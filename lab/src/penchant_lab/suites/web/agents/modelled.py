"""The same memories and strategies on a language model: function calling through a schema, or thinking aloud."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from penchant.domain import Preference
from penchant.errors import BadReply
from penchant.lm import ChatMessage, LanguageModel, Prompt, Reply, ask_for
from penchant.lm.structured import words_of
from penchant_lab.suites.web.agents.engine import Strategy
from penchant_lab.suites.web.agents.liked import LikedLists, Lists
from penchant_lab.suites.web.agents.memories import MemoryRow, TaskMoment, as_text
from penchant_lab.suites.web.agents.player import ShopPlayer
from penchant_lab.suites.web.agents.prompts import (
    EXTRACT,
    EXTRACTED,
    REFLECT,
    acted,
    called,
    reply_schema,
    system,
)
from penchant_lab.suites.web.agents.protocol import Afterword, PlayedTask
from penchant_lab.suites.web.agents.reading import read
from penchant_lab.suites.web.agents.shelves import Shelves
from penchant_lab.suites.web.records import Event, Track
from penchant_lab.suites.web.scores import TaskUsage
from penchant_lab.suites.web.shop.contents import glimpse
from penchant_lab.suites.web.shop.functions import RECOMMEND, RESPOND, REVIEW, Call, stop
from penchant_lab.suites.web.shop.protocol import Environment, Observation

_CALLS, _THINKING = 10, 3  # model calls in the single-turn track, by function calling and thinking aloud
SHOWN = 6000  # characters of a result that the model reads
REPLY_TOKENS = 400


def most_calls(strategy: Strategy, *, talks: bool, keeps_lists: bool) -> dict[str, int]:
    """The most calls that one task takes, by purpose: a reply that is empty or cut off is asked for once more."""
    acts = _THINKING if strategy.thinks and not talks else _CALLS
    reflections = acts - 1 if strategy.reflects and talks else 0  # after the last call there is nothing to reflect on
    lists = int(keeps_lists)
    return {"act": acts, "act-repair": acts, "reflect": reflections, "extract": lists, "extract-repair": lists}


class Knowledge(Protocol):
    """What a model is told of a person before it acts, and what it may learn afterwards."""

    def told(self, seen: Observation, events: Sequence[Event]) -> tuple[str, str]:
        """What is known, as text, and a word on which function to use."""
        ...

    def after(self, person: str, ask: Callable[[str, Mapping[str, Any]], Any]) -> None:
        """Learn from the conversation, by asking the model about it."""
        ...

    def hear(self, heard: Afterword) -> None:
        """Learn from what is said once a task is over."""
        ...


class ModelAgent:
    """A language model with some knowledge of the person, and a strategy."""

    def __init__(
        self, name: str, knowledge: Knowledge, strategy: Strategy, lm: LanguageModel, *, seed: int, track: Track
    ) -> None:
        self.name = name
        self._knowledge = knowledge
        self._strategy = strategy
        self._lm = lm
        self._seed = seed
        self._talks = track != "single"

    def play(self, environment: Environment) -> PlayedTask:
        """Let the model call until the task is over or its calls are spent."""
        seen = environment.observe()
        memory, hint = self._knowledge.told(seen, environment.history)
        react = self._strategy.thinks
        words = system(environment.functions, memory, talking=self._talks, react=react, hint=hint)
        talk = _Talk(self._lm, [ChatMessage("system", words), ChatMessage("user", seen.text)], self._seed)
        schema = None if react else reply_schema(environment.functions, talking=self._talks)
        calls = _THINKING if react and not self._talks else _CALLS
        while not environment.ended and calls:
            calls -= 1
            call = talk.ask("act", schema, acted if schema is None else called)
            outcome = environment.step(call)
            talk.hear(_result(call, outcome.text))
            if self._strategy.reflects and call.name == RESPOND and not environment.ended:
                talk.reflect()
        if not environment.ended:
            environment.step(stop())
        self._knowledge.after(seen.person, talk.ask_about)
        usage = talk.lm.usage
        return PlayedTask(completions=len(usage.by_step), usage=usage, messages=talk.written())

    def hear(self, heard: Afterword) -> None:
        """Pass on what is said once a task is over."""
        self._knowledge.hear(heard)


class RecalledEvents:
    """A memory of the published tables, as text; PUMA's also names the function that the request seems to want."""

    def __init__(
        self,
        row: MemoryRow,
        shelves: Shelves,
        *,
        seed: int,
        talking: bool,
        hints: bool = False,
        liked: LikedLists | None = None,
    ) -> None:
        self._row, self._shelves, self._seed, self._talking = row, shelves, seed, talking
        self._hints, self._liked = hints, liked

    def told(self, seen: Observation, events: Sequence[Event]) -> tuple[str, str]:
        """The events the memory picks, and the lists where there are any."""
        function = read(seen.instruction).function
        moment = TaskMoment(
            instruction=seen.instruction,
            function=function,
            shelves=self._shelves,
            rng=random.Random(f"{self._seed}/{seen.person}/{seen.at}"),
        )
        found = self._row.recall(events, moment, talking=self._talking)
        text = as_text(found)
        if self._liked:
            text = f"{_lists(self._liked.begin(seen.person, events))}\n{text}"
        return text, f"Use this function: {function}." if self._hints else ""

    def after(self, person: str, ask: Callable[[str, Mapping[str, Any]], Any]) -> None:
        """Where lists are kept, the model says what to change in them, in one step; if it cannot, they stay."""
        if self._liked is None:
            return
        with suppress(BadReply):  # the task is done; a reply out of form is worth no more than none
            found = ask(EXTRACT, EXTRACTED)
            self._liked.change(person, likes=found["like"], dislikes=found["dislike"], expect=found["expect"])

    def hear(self, heard: Afterword) -> None:
        """These memories keep nothing of it."""


class Believed:
    """Our agent's beliefs as sentences, and what the person had, for a model to act upon."""

    def __init__(self, ours: ShopPlayer, shelves: Shelves) -> None:
        self.ours, self._shelves = ours, shelves

    def told(self, seen: Observation, events: Sequence[Event]) -> tuple[str, str]:
        """What is believed; for a recommendation also the products to choose from, oldest first."""
        function = read(seen.instruction).function
        self.ours.watch(seen.person, events, seen.at)
        beliefs = self.ours.beliefs(seen.person, writing=function == REVIEW)
        lines = [sentence_of(belief) for belief in sorted(beliefs, key=lambda belief: -belief.confidence)[:40]]
        if function == RECOMMEND:
            products = self._shelves.products
            had = [f"{event.asin} {products[event.asin].title}" for event in events[-60:] if event.asin in products]
            lines.append("Products they had, oldest first: " + "; ".join(had))
        return "\n".join(lines), ""

    def after(self, person: str, ask: Callable[[str, Mapping[str, Any]], Any]) -> None:
        """Beliefs change by what people do and say, not by what a model makes of it."""

    def hear(self, heard: Afterword) -> None:
        """What is said becomes a belief, where the track is one in which agents learn."""
        self.ours.hear(heard)


def sentence_of(belief: Preference) -> str:
    """A belief as a model reads it."""
    when = f"when {belief.situation}, " if belief.situation else ""
    verb = {"wants": "usually has", "accepts": "accepts", "avoids": "avoids"}[belief.stance]
    return f"The person, {when}{verb} {belief.topic}: {belief.value} ({belief.confidence:.0%} sure)."


class _Counted:
    """A model that counts what it is asked; only what makes a call is a step.

    What a reflection, or a question once the task is over, takes in tokens stands with the step before it.
    """

    def __init__(self, lm: LanguageModel) -> None:
        self._lm = lm
        self.name = lm.name
        self.usage = TaskUsage()

    def complete(self, prompt: Prompt) -> Reply:
        reply = self._lm.complete(prompt)
        read, written = reply.input_tokens, reply.output_tokens
        steps = self.usage.by_step
        if steps and not prompt.purpose.startswith("act"):
            read, written, steps = steps[-1][0] + read, steps[-1][1] + written, steps[:-1]
        self.usage = TaskUsage(
            prompt_tokens=self.usage.prompt_tokens + reply.input_tokens,
            completion_tokens=self.usage.completion_tokens + reply.output_tokens,
            price=self.usage.price + (reply.cost or 0.0),
            by_step=(*steps, (read, written)),
        )
        return reply


class _Talk:
    """A conversation with the model."""

    def __init__(self, lm: LanguageModel, messages: list[ChatMessage], seed: int) -> None:
        self.lm = _Counted(lm)
        self._messages = messages
        self._seed = seed

    def ask(self, purpose: str, schema: Mapping[str, Any] | None, read: Callable[[str], Call]) -> Call:
        """The call that the model makes, whatever it is: only no reply at all is a failure."""
        prompt = Prompt(
            purpose=purpose, messages=tuple(self._messages), schema=schema, max_tokens=REPLY_TOKENS, seed=self._seed
        )
        call = read(words_of(self.lm, prompt, is_whole=lambda said: read(said).name != RESPOND))
        self._messages.append(ChatMessage("assistant", f"{call.name} {dict(call.arguments)}"))
        return call

    def hear(self, text: str) -> None:
        self._messages.append(ChatMessage("user", text))

    def reflect(self) -> None:
        prompt = Prompt(purpose="reflect", messages=(*self._messages, ChatMessage("user", REFLECT)), seed=self._seed)
        thought = self.lm.complete(prompt).text.strip()
        self._messages[-1] = ChatMessage("user", f"{self._messages[-1].text}\n\nYour own thoughts on it: {thought}")

    def ask_about(self, question: str, schema: Mapping[str, Any]) -> Any:
        prompt = Prompt(
            purpose="extract", messages=(*self._messages, ChatMessage("user", question)), schema=schema, seed=self._seed
        )
        return ask_for(self.lm, prompt, lambda found: found)

    def written(self) -> tuple[Mapping[str, Any], ...]:
        return tuple({"role": message.role, "content": message.text} for message in self._messages)


def _result(call: Call, text: str) -> str:
    return text if call.name in (RESPOND, REVIEW) else f"{call.name} gave:\n{glimpse(text, SHOWN)}"


def _lists(lists: Lists) -> str:
    return (
        f"They like: {', '.join(lists.like[-60:])}. They dislike: {', '.join(lists.dislike[-60:])}. "
        f"They expect: {', '.join(lists.expect)}."
    )
