"""The formal model as a study: people live in every world under the methods of the agent, the same as everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from penchant.errors import BadInput
from penchant.loop import METHODS, Agent, AskPolicy, method_named
from penchant.loop.ask import NO_MATTER_WHOM, Interruption, Worth
from penchant.memory import Memory
from penchant.mind.protocol import Mind
from penchant.plugins import mind_named, needs_model
from penchant.session import run_episode
from penchant_lab.choice.life import StudyClock
from penchant_lab.run.config import RunConfig
from penchant_lab.run.run_folder import RunFolder
from penchant_lab.run.study import RunMeans, Study, StudyUnit, UnitResult
from penchant_lab.suites.theory.model import FormalModel, ModelRound, draw_rounds
from penchant_lab.suites.theory.options import USUAL_PEOPLE, TheoryOptions
from penchant_lab.suites.theory.people import ModelPerson
from penchant_lab.suites.theory.regret import report
from penchant_lab.suites.theory.statements import TheoryWorld, worlds

NAMES = tuple(method.name for method in METHODS)


class TheoryStudy(Study):
    """So many people in each of the worlds."""

    uses_embedder = True
    counted = "rounds"

    def __init__(self, config: RunConfig) -> None:
        self.config = config
        self.options = TheoryOptions(**config.options)
        self._check_settings()
        self.worlds = worlds(self.options.model, alone=self.options.alone)
        self.people = USUAL_PEOPLE if config.people is None else config.people

    def _check_settings(self) -> None:
        config = self.config
        if config.data is not None:
            raise BadInput("The formal model is drawn from its seed; leave out --data.")
        if config.people is not None and config.people < 1:
            raise BadInput(f"--people takes 1 or more, not {config.people}.")
        if unknown := [name for name in config.methods if name not in NAMES]:
            raise BadInput(f"The formal model has the methods {', '.join(NAMES)}; {unknown[0]!r} is none of them.")
        if needs_model("minds", config.mind):
            raise BadInput(
                f"People speak so plainly here that no language model is needed; leave out --mind {config.mind}."
            )

    def __len__(self) -> int:
        return len(self.worlds) * self.people

    def person(self, index: int) -> str:
        """Somebody in one of the worlds, by its key and a number."""
        return f"{self._world(index).key}-{index % self.people + 1:02}"

    def _world(self, index: int) -> TheoryWorld:
        return self.worlds[index // self.people]

    def fingerprint(self) -> str:
        """Identifies what the first and the last person live through."""
        ends = [draw_rounds(self._world(i).model, self.person(i), self.config.seed) for i in (0, len(self) - 1)]
        return blake2b(repr(ends).encode(), digest_size=8).hexdigest()

    def episodes(self, unit: StudyUnit, until: int) -> int:
        """All rounds of the world, where somebody lives there under this method."""
        world = self._world(unit.index)
        return world.model.rounds if unit.method in world.claims else 0

    def open_worker(self, means: RunMeans) -> TheoryMeans:
        """The mind that all agents of a process share."""
        return TheoryMeans(means, mind_named(self.config.mind))

    def encounters(self, unit: StudyUnit, opened: TheoryMeans) -> Iterator[TheoryEncounter]:
        """Somebody's rounds under one method, in order; none where the world says nothing of it."""
        world, name = self._world(unit.index), self.person(unit.index)
        if unit.method not in world.claims:
            return
        method = method_named(unit.method)
        store, embedder = opened.means.memories.fresh(method.name, name), opened.means.memories.embedder
        memory = Memory(store, embedder, StudyClock(), habits=method.habits)
        agent = Agent(memory, opened.mind, method=method, policy=policy_of(world.model))
        for each in draw_rounds(world.model, name, self.config.seed):
            yield TheoryEncounter(world, name, each, agent, self.config.seed)
        memory.close()

    def report(self, run: RunFolder, results: Sequence[UnitResult]) -> dict[str, Any]:
        """Regret in every world, beside what is claimed of it."""
        config, options = self.config, self.options
        facts = {
            "suite": config.suite,
            "people": self.people,
            "seed": config.seed,
            "mind": config.mind,
            "rounds": options.rounds,
            "switches": options.switches,
            "ambiguous": options.ambiguous,
            "answers": options.answers,
            "questions": options.questions,
        }
        return report(run.records(), self.worlds, facts, config.methods)


class AskInEveryRound(AskPolicy):
    """Asks before every action, however sure it is and whatever it thinks of the answers; asks back as any other."""

    def worth(self, likelihood: float, of: Interruption = NO_MATTER_WHOM) -> Worth:
        """What is gained is always more than it costs."""
        found = super().worth(likelihood, of)
        return found if of.back else replace(found, gain=found.gain + found.cost + 1)


def policy_of(model: FormalModel) -> AskPolicy:
    """The agent's own policy, with the model's questions before it acts; of several turns the last asks back."""
    turns = model.questions + 1 if model.questions else 0
    return AskInEveryRound(turns=turns) if model.asks_always else AskPolicy(turns=turns)


@dataclass(frozen=True, slots=True)
class TheoryMeans:
    """What the rounds of one process share."""

    means: RunMeans
    mind: Mind


@dataclass(frozen=True, slots=True)
class TheoryEncounter:
    """One round between somebody and an agent."""

    world: TheoryWorld
    name: str
    on_mind: ModelRound
    agent: Agent
    seed: int

    def run(self) -> Mapping[str, Any]:
        """Carry the request to the agent, and count the loss: what it did is right, or not."""
        each = self.on_mind
        person = ModelPerson(self.name, self.world.model, each, self.seed)
        episode = run_episode(person, self.agent, each.request, teaching=True, episode=f"{self.name}-{each.number}")
        done = None if episode.choice is None else episode.choice.action.thing
        asked = sum(not exchange.question.back for exchange in episode.heard)
        return {
            **self._place(),
            "done": done,
            "lost": int(done != each.wanted),
            "told": person.told,
            "asked": asked,
            "asked_back": len(episode.heard) - asked,
            "said": [exchange.answer for exchange in episode.heard],
            "reaction": episode.reaction,
        }

    def broke(self, why: str) -> Mapping[str, Any]:
        """A round in which nothing was done: counted apart."""
        return {**self._place(), "broke": why}

    def _place(self) -> dict[str, Any]:
        each = self.on_mind
        return {
            "world": self.world.key,
            "round": each.number,
            "ambiguous": each.ambiguous,
            "request": each.request.text,
            "wanted": each.wanted,
        }
