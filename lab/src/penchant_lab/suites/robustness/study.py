"""The study of robustness: every world among people of every style, under every method, in one run.

Somebody here is a person of a world with a style; each lives as in a study of that world with `--people-style`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

from penchant.errors import BadInput
from penchant.plugins import needs_model, plugin
from penchant_lab.choice.life import LifeResult, run_life
from penchant_lab.choice.phases import FOUR_PHASES
from penchant_lab.choice.sceptics import study_method
from penchant_lab.choice.study import ChoiceStudy
from penchant_lab.choice.worker import ChoiceWorker
from penchant_lab.people.voice import voices_named
from penchant_lab.run.config import RunConfig, versioned
from penchant_lab.run.run_folder import RunFolder
from penchant_lab.run.study import RunMeans, Study, StudyUnit, UnitResult
from penchant_lab.suites.protocol import Suite, SuiteMaker
from penchant_lab.suites.robustness.allowance import tried
from penchant_lab.suites.robustness.listener import IdealListener, option_counts
from penchant_lab.suites.robustness.metrics import cell
from penchant_lab.suites.robustness.observer import Observer
from penchant_lab.suites.robustness.options import USUAL_PEOPLE, RobustnessOptions, asking, leading, names_in
from penchant_lab.suites.robustness.reasons import sampled


@dataclass(frozen=True, slots=True)
class StyledWorld:
    """A world whose people are of one style."""

    world: str
    style: str
    study: ChoiceStudy


def called(world: str, style: str, person: str) -> str:
    """What somebody goes by who is met in several worlds and styles."""
    return f"{world}/{style}/{person}"


class RobustnessStudy(Study):
    """So many people in each world, in every style."""

    uses_embedder = True

    def __init__(self, config: RunConfig) -> None:
        self.config = config
        self.options = RobustnessOptions(**config.options)
        if config.people is not None and config.people < 1:
            raise BadInput(f"--people takes 1 or more, not {config.people}.")
        if needs_model("minds", config.mind):
            raise BadInput(
                f"So many lives are not for a language model; leave out --mind {config.mind}, and study one world with "
                "--people-style instead."
            )
        self.voices = voices_named(self.options.voices)
        self.styles = self.options.people_styles
        self.worlds = names_in(self.options.worlds)
        people = USUAL_PEOPLE if config.people is None else config.people
        self.styled: dict[str, list[StyledWorld]] = {}
        for world in self.worlds:
            suite = _opened(world, config, people)
            self.styled[world] = [self._styled(world, suite, style.name, style.to_json()) for style in self.styles]

    def _styled(self, world: str, suite: Suite, name: str, style: Mapping[str, Any]) -> StyledWorld:
        mine = self.options
        options = {"passes": mine.passes, "questions": mine.questions, "voices": mine.voices, "people_style": style}
        version = getattr(suite, "version", 1)
        return StyledWorld(
            world, name, ChoiceStudy(suite, replace(self.config, suite=versioned(world, version), options=options))
        )

    @cached_property
    def _index(self) -> list[tuple[StyledWorld, int]]:
        """Everybody: person by person, with all their styles together, since what they say is much the same."""
        return [
            (styled, number)
            for cells in self.styled.values()
            for number in range(len(cells[0].study))
            for styled in cells
        ]

    def __len__(self) -> int:
        return len(self._index)

    def person(self, index: int) -> str:
        """Somebody in a world, with a style."""
        styled, number = self._index[index]
        return called(styled.world, styled.style, styled.study.person(number))

    def fingerprint(self) -> str:
        """Identifies the data of all worlds."""
        found = [cells[0].study.fingerprint() for cells in self.styled.values()]
        return found[0] if len(found) == 1 else blake2b("/".join(found).encode(), digest_size=8).hexdigest()

    def check(self, extras: Mapping[str, Any]) -> None:
        """Refuse what no study of these worlds can do."""
        for cells in self.styled.values():
            for styled in cells:
                styled.study.check(extras)

    def episodes(self, unit: StudyUnit, until: int) -> int:
        """As many as in a study of that world."""
        styled, number = self._index[unit.index]
        return styled.study.episodes(StudyUnit(unit.method, number), len(FOUR_PHASES))

    def workplace(self, means: RunMeans) -> RobustnessWorker:
        """What a worker is told."""
        means = replace(means, until=len(FOUR_PHASES))
        cells = {(each.world, each.style): each.study.workplace(means) for each, _ in self._index}
        places = [(styled.world, styled.style, number) for styled, number in self._index]
        return RobustnessWorker(cells, places, asking(self.config.methods))

    def read_unit(self, entry: dict[str, Any]) -> LifeResult:
        """A life that is whole."""
        return LifeResult.from_closing_line(entry)

    def report(self, run: RunFolder, results: Sequence[UnitResult]) -> dict[str, Any]:
        """The figures of every world, style and method, and what an ideal listener would reach."""
        by_cell: dict[tuple[str, str], list[LifeResult]] = {}
        for life in cast(Sequence[LifeResult], results):
            world, style, _ = life.person.split("/", 2)
            by_cell.setdefault((world, style), []).append(life)
        config = self.config
        reasons = sampled(run.records(), leading(config.methods))
        return {
            "suite": config.suite,
            "people": max(len(cells[0].study) for cells in self.styled.values()),
            "seed": config.seed,
            "passes": self.options.passes,
            "mind": config.mind,
            "voices": self.voices.name if self.voices is not None else None,
            "data": "public layout" if config.data else "ours",
            "worlds": [
                {
                    "world": world,
                    "people": len(cells[0].study),
                    "styles": [
                        self._style(styled, by_cell[world, styled.style], reasons.get((world, styled.style), {}))
                        for styled in cells
                    ],
                }
                for world, cells in self.styled.items()
            ],
        }

    def _style(self, styled: StyledWorld, lives: Sequence[LifeResult], reasons: Mapping[str, Any]) -> dict[str, Any]:
        style = next(each for each in self.styles if each.name == styled.style)
        listener = IdealListener.of(style)
        tasks = [task for number in range(len(styled.study)) for task in styled.study.suite.life(number).phases[0]]
        return {
            "style": style.name,
            "told": str(style),
            "wrong": listener.wrong,
            **cell(lives, self.config.methods),
            "listener": listener.figures(option_counts(tasks), self.options.passes, self.config.seed),
            "reasons": reasons,
        }


def _opened(world: str, config: RunConfig, people: int) -> Suite:
    make: SuiteMaker = plugin("suites", world)
    return make(data=None if config.data is None else Path(config.data), people=people, seed=config.seed)


@dataclass(frozen=True, slots=True)
class RobustnessWorker:
    """What a worker is told: the worlds with their styles, and who lives where."""

    cells: Mapping[tuple[str, str], ChoiceWorker]
    places: Sequence[tuple[str, str, int]]
    asking: str | None  # the method that is also tried with other numbers of questions

    def open(self) -> Callable[[StudyUnit], LifeResult]:
        """One mind for all, so that what somebody says in every style is read once; gives what lives a unit."""
        mind = next(iter(self.cells.values())).mind()
        settings = {
            (world, style): replace(
                worker.setting(mind),
                observer=Observer,
                called=partial(called, world, style),
            )
            for (world, style), worker in self.cells.items()
        }

        def live(unit: StudyUnit) -> LifeResult:
            world, style, number = self.places[unit.index]
            setting, method = settings[world, style], study_method(unit.method)
            life = run_life(setting, number, method)
            if method.name == self.asking:
                life.observed["allowed"] = tried(setting, number, method, life)
            return life

        return live

    def try_out(self) -> None:
        """Nothing: no language model is spoken to."""
