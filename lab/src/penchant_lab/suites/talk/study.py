"""A suite of talk as a study: the agent and every line answer the questions about everybody, as everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from penchant.errors import BadInput
from penchant.plugins import mind_named, needs_model
from penchant_lab.run.config import RunConfig
from penchant_lab.run.run_folder import RunFolder
from penchant_lab.run.study import RunMeans, Speakers, Study, StudyUnit, UnitResult
from penchant_lab.suites.layout import digest_of
from penchant_lab.suites.talk.scores import report
from penchant_lab.suites.talk.trial import OURS, Agents, TalkEncounter, TalkWorld

OpenWorld = Callable[[RunConfig], TalkWorld]


class TalkStudy(Study):
    """Everybody in a world of talk, under the agent and the lines it is held against."""

    uses_embedder = True
    counted = "questions"

    def __init__(self, config: RunConfig, open_world: OpenWorld) -> None:
        self.config = config
        if config.people is not None and config.people < 1:
            raise BadInput(f"--people takes 1 or more, not {config.people}.")
        self.world = open_world(config)
        self.notes = self.world.notes
        known = (OURS, *self.world.lines)
        if unknown := [name for name in config.methods if name not in known]:
            raise BadInput(f"There are {', '.join(known)}; {unknown[0]!r} is none of them.")
        if needs_model("minds", config.mind) and config.model is None:
            raise BadInput(f"The mind {config.mind!r} needs a language model; name it with --model.")

    def __len__(self) -> int:
        return len(self.world.people)

    def person(self, index: int) -> str:
        """Who talks."""
        return self.world.people[index]

    def fingerprint(self) -> str:
        """Identifies all that is said and asked."""
        return digest_of(map(repr, self.world.contents()))

    def speakers(self) -> Speakers:
        """The agent's mind, where it needs a model."""
        return Speakers(mind=needs_model("minds", self.config.mind))

    def episodes(self, unit: StudyUnit, until: int) -> int:
        """All questions about them."""
        return sum(1 for _ in self.world.trials(unit.index, unit.method))

    def open_worker(self, means: RunMeans) -> Agents:
        """The mind that all agents of a process share."""
        lm = means.models.mind if needs_model("minds", self.config.mind) else None
        return Agents(means, mind_named(self.config.mind, lm=lm))

    def encounters(self, unit: StudyUnit, opened: Agents) -> Iterator[TalkEncounter]:
        """The questions about somebody, one after another."""
        for trial in self.world.trials(unit.index, unit.method):
            yield TalkEncounter(trial, opened)

    def report(self, run: RunFolder, results: Sequence[UnitResult]) -> dict[str, Any]:
        """The score under every name, ours and each line's."""
        config, world = self.config, self.world
        facts: Mapping[str, Any] = {
            "suite": config.suite,
            "people": len(self),
            "unit": list(world.unit),
            "seed": config.seed,
            "mind": config.mind,
            "data": "bundled" if config.data is None else "public layout",
        }
        return report(list(run.records()), facts, world, [name for name in config.methods if name != OURS])
