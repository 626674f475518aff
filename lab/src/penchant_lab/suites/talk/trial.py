"""One question of a suite of talk: what is asked of whoever answers, and what comes of it for the record of the run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from penchant.domain import Request
from penchant.embed import Embedder
from penchant.loop import Agent
from penchant.loop.methods import method_named
from penchant.memory import Memory
from penchant.mind.protocol import Mind
from penchant_lab.choice.life import StudyClock
from penchant_lab.run.study import RunMeans

OURS = "penchant"
"""The agent, among the lines it is held against."""


@dataclass(frozen=True, slots=True)
class Agents:
    """Opens agents for the questions of one process, each with an empty memory."""

    means: RunMeans
    mind: Mind

    @property
    def embedder(self) -> Embedder:
        """What texts are compared by, in agents and in lines."""
        return self.means.memories.embedder

    def fresh(self, line: str, person: str, part: str, since: datetime | None = None, *, method: str = "both") -> Agent:
        """An agent that knows nobody yet; its clock begins where the talk ends that it is going to hear."""
        store = self.means.memories.fresh(f"{line}/{part}", person)
        clock = StudyClock(0 if since is None else _minutes_to(since))
        return Agent(Memory(store, self.embedder, clock), self.mind, method=method_named(method))


def _minutes_to(moment: datetime) -> int:
    """How far a study's clock has to be put forward, or back, to tell that time."""
    return int((moment - StudyClock()().astimezone(UTC)) / timedelta(minutes=1)) + 2


@dataclass(frozen=True, slots=True)
class TalkTrial:
    """One question: under which name it counts, and what is done to answer it."""

    name: str
    play: Callable[[Agents], Mapping[str, Any]]  # gives ``score`` (or ``scores`` by name), and more to record


@dataclass(frozen=True, slots=True)
class TalkEncounter:
    """A question as the runner sees it."""

    trial: TalkTrial
    agents: Agents

    def run(self) -> Mapping[str, Any]:
        """Ask it."""
        return {"name": self.trial.name, **self.trial.play(self.agents)}

    def broke(self, why: str) -> Mapping[str, Any]:
        """Kept, and not counted as wrong."""
        return {"name": self.trial.name, "broke": why}


class TalkWorld(ABC):
    """The data of a suite: who talks, and what is asked of them under which names."""

    names: Sequence[str]  # under which questions count, in the order of the table
    lines: Sequence[str]  # what the agent is held against
    people: Sequence[str]  # whose questions belong together in intervals: people, or rows that stand for one each
    unit: tuple[str, str]  # what these are called, one and many
    notes: Sequence[str] = ()  # what a reader should know before it begins, a line each

    @abstractmethod
    def trials(self, index: int, method: str) -> Iterable[TalkTrial]:
        """The questions about one of them, in order, as the agent or a line answers them; opens nothing yet."""

    @abstractmethod
    def contents(self) -> Iterator[object]:
        """What identifies the data: the same for the same talk and questions."""

    def also(self, records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Figures of the agent's records beside its scores."""
        return {}


def chosen(agent: Agent, person: str, question: str, answers: Sequence[str]) -> str:
    """Which of these answers the agent gives, without asking back."""
    turn = agent.consider(Request(person, question, answers), may_ask=False)
    found = None if turn.choice is None else turn.choice.action.thing
    return found or ""


def mean(values: Iterable[float]) -> float | None:
    """Their mean; None where there are none."""
    found = list(values)
    return round(sum(found) / len(found), 6) if found else None
