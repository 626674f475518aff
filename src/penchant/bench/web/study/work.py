"""What a worker of the study is told, and how it does a unit: one person's tasks, in order of time, under one agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from penchant.bench.models import Models
from penchant.bench.web.agents.protocol import Afterword, PlayedTask, WebAgent
from penchant.bench.web.matching import Matching
from penchant.bench.web.records import Event, Past, Track, WebData, WebTask
from penchant.bench.web.scores import TaskRecord, record_of
from penchant.bench.web.shop.environment import ShopEpisode, WebShop
from penchant.bench.web.shop.protocol import Listener, Outcome
from penchant.bench.web.study.lines import LINES, played_line
from penchant.bench.web.study.rundir import Played, WebConfig
from penchant.errors import Unavailable

DEAF, STRANGER = "-deaf", "-stranger"
"""After an agent's name: the same agent, to whom nobody says how it went; or who is shown nobody's past."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One person's tasks under one agent, or for one line."""

    agent: str
    index: int  # of the person


class Person(Listener, Protocol):
    """Somebody to talk to while a task is done, and to hear from when it is over."""

    def afterword(self, answer: Outcome | None) -> str:
        """What they say of the answer they were left with."""
        ...


class Cast(Protocol):
    """Who takes part: agents by their names, and the people they serve."""

    def names(self, track: Track) -> tuple[str, ...]:
        """The agents that a track has, in the order of its tables."""
        ...

    def hears(self, name: str) -> bool:
        """Whether this agent makes anything of what people say afterwards."""
        ...

    def looks_up(self, name: str) -> bool:
        """Whether this agent is offered the look-up of single products."""
        ...

    def agent(self, name: str, config: WebConfig, shop: WebShop, models: Models) -> WebAgent:
        """An agent that knows nobody yet."""
        ...

    def person(self, task: WebTask, config: WebConfig, data: WebData, models: Models) -> Person:
        """Whoever asks for this task."""
        ...


def tasks_by_person(data: WebData, track: Track) -> dict[str, list[WebTask]]:
    """Each person's tasks in order of time: those of the test, in the continual track those of the training too."""
    found: dict[str, list[WebTask]] = {}
    for task in (*data.train, *data.test) if track == "continual" else data.test:
        found.setdefault(task.person, []).append(task)
    order = {"history": 0, "train": 1, "test": 2}
    for tasks in found.values():
        tasks.sort(key=lambda task: (task.at, order[task.split], task.number))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class WebPlace:
    """What a worker needs to be told: the shop, the study, who takes part, and how models are reached."""

    shop: WebShop
    config: WebConfig
    cast: Cast
    models: Models
    agents: tuple[str, ...]  # with those that are not told, or shown, everything
    tasks: Mapping[str, Sequence[WebTask]]

    def open(self) -> Callable[[Unit], Played]:
        """Make the agents; gives what does a unit."""
        made = {name: self.cast.agent(plain(name), self.config, self.shop, self.models) for name in self.agents}
        matching, people = Matching(self.shop.data), list(self.tasks)

        def work(unit: Unit) -> Played:
            person = people[unit.index]
            done = Played(unit.agent, person)
            before = self.shop.data.visible(self.tasks[person][0])
            shown: dict[Past, Sequence[Event] | None] = {"none": (), "before": before, "all": None}
            for task in self.tasks[person]:
                if unit.agent not in LINES:
                    past = shown["none" if unit.agent.endswith(STRANGER) else self.config.past]
                    done.add(self._play(unit.agent, made[unit.agent], task, past, matching))
                elif task.type in LINES[unit.agent]:
                    done.add(played_line(unit.agent, self.shop, task, self.config.seed))
            return done

        return work

    def try_out(self) -> None:
        """Nothing: agents find out about their model as they go."""

    def _play(
        self, name: str, agent: WebAgent, task: WebTask, past: Sequence[Event] | None, matching: Matching
    ) -> TaskRecord:
        config, cast = self.config, self.cast
        own = plain(name)
        person = None if config.track == "single" else cast.person(task, config, self.shop.data, self.models)
        episode = self.shop.open(task, track=config.track, listener=person, details=cast.looks_up(own), past=past)
        brought, broke = PlayedTask(), None
        try:
            brought = agent.play(episode)
            if config.track == "continual" and person is not None and not name.endswith(DEAF):
                agent.hear(_heard(episode, person))
        except Unavailable:
            raise
        except Exception as error:  # a failure is data: kept, counted, never scored as a wrong answer
            broke = f"{type(error).__name__}: {error}"[:300]
        record = record_of(
            episode,
            completions=brought.completions,
            usage=brought.usage,
            messages=brought.messages,
            matching=matching,
        )
        return record if broke is None else replace(record, broke=(*record.broke, broke))


def plain(name: str) -> str:
    """The agent behind a name that says what is kept from it."""
    return name.removesuffix(DEAF).removesuffix(STRANGER)


def _heard(episode: ShopEpisode, person: Person) -> Afterword:
    answer = episode.answer
    return Afterword(observation=episode.observe(), answer=answer, words=person.afterword(answer))
