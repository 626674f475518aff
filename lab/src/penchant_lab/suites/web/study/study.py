"""The web shop as a study: agents side by side on the same tasks, each person's in order of time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from penchant.english import counted
from penchant.errors import BadData, BadInput, RunError
from penchant.lm.link import Link
from penchant_lab.people.intent import Manner
from penchant_lab.people.remarks import Remarks
from penchant_lab.people.style import Style
from penchant_lab.people.voice import HOUSE, voices_named
from penchant_lab.run.config import RunConfig
from penchant_lab.run.people_style import style_facts
from penchant_lab.run.run_folder import RunFolder, plain_errors, write_atomically
from penchant_lab.run.study import (
    Forecast,
    RunMeans,
    Speakers,
    Study,
    StudyUnit,
    UnitResult,
)
from penchant_lab.suites.web.agents.protocol import Afterword, PlayedTask, WebAgent
from penchant_lab.suites.web.data import open_data
from penchant_lab.suites.web.data.originals import claims_to_be_original
from penchant_lab.suites.web.export import original_results
from penchant_lab.suites.web.matching import Matching
from penchant_lab.suites.web.records import Event, Past, Track, WebData, WebTask
from penchant_lab.suites.web.scores import TaskRecord, from_line, record_of, to_line
from penchant_lab.suites.web.shop.environment import WebShop
from penchant_lab.suites.web.shop.rewards import usual_judge
from penchant_lab.suites.web.shop.search import open_search
from penchant_lab.suites.web.study.baselines import BASELINES, played_baseline
from penchant_lab.suites.web.study.cast import LM, WebCast, check_adapters, check_agents
from penchant_lab.suites.web.study.forecast import forecast
from penchant_lab.suites.web.study.options import DEAF, STRANGER, WebOptions, plain
from penchant_lab.suites.web.study.published import differences
from penchant_lab.suites.web.study.recommenders import choose, open_recommender, second_recommender
from penchant_lab.suites.web.study.report import report
from penchant_lab.suites.web.styled import Customer, StyledCustomer, StyledLife

MINDS = ("built-in", LM)
MOST = (
    "At most: every task with all its calls, every reply as long as it may be and asked for twice; a token is",
    "taken to be four letters.",
)
"""What the figures of a dry run stand for."""
STEADY = "The trait 'drift' changes nothing in the web shop: what its people want comes from what they bought."


class WebStudy(Study):
    """People of a web shop with their tasks, and the agents that do them."""

    counted = "tasks"

    def __init__(self, config: RunConfig, cast: WebCast | None = None) -> None:
        self.config, self.cast = config, cast or WebCast()
        self.options = WebOptions(**config.options)
        self.style = Style.of(self.options.people_style)
        self._check_settings()
        if self._people_speak():
            self.voices = voices_named(self.options.voices)
        choice = choose(config)
        folder = None if config.data is None else Path(config.data)
        data = open_data(folder, config.people, self.options.products, config.seed)
        self.data = replace(data, notes=(*data.notes, *choice.notes))
        self.tasks = tasks_by_person(self.data, self.options.track)
        if not self.tasks:
            notes = ["These files hold no task of the test: there is nothing to study.", *self.data.notes]
            raise BadData(" ".join(notes))
        self.notes = (*self.data.notes, *([STEADY] if "drift" in self.style.composition else []))
        self._people = list(self.tasks)
        self._shop: WebShop | None = None

    def _check_settings(self) -> None:
        config, options = self.config, self.options
        check_agents(config.methods, options.track, self.cast)
        check_adapters(config)
        if config.mind not in MINDS:
            raise BadInput(f"In the web shop there is no mind {config.mind!r}; there are {' and '.join(MINDS)}.")
        if config.mind == LM and config.model is None:
            raise BadInput("The mind 'lm' needs a language model: name it with --model, or give --local.")
        if config.people_model is not None and options.track == "single":
            raise BadInput(
                "Nobody is talked to in the single-turn track; leave out --people-model, or take --track multi."
            )
        if options.voices != HOUSE and not self._people_speak():
            why = "a model plays the people" if config.people_model else "nobody is talked to in the single-turn track"
            raise BadInput(f"--voices is for people by rules, and {why}; leave it out, or take --track multi.")

        traits = self.style.composition
        if traits and options.track == "single":
            raise BadInput(
                f"--people-style {self.style.name} is for people who are talked to, and nobody is in the single-turn "
                "track; leave it out, or take --track multi."
            )
        if traits.keys() == {"drift"}:
            raise BadInput(f"--people-style {self.style.name} would change nothing. {STEADY}")

    def _people_speak(self) -> bool:
        """Whether people say anything in words of ours or of others."""
        return self.options.track != "single" and self.config.people_model is None

    @property
    def remarks(self) -> Remarks | None:
        """What people say in common with shoppers who are not of the house."""
        return None if self.voices is None or self.options.voices == HOUSE else self.voices.remarks

    def check(self, extras: Mapping[str, Any]) -> None:
        """A results file is one agent's, in a track that the original has, where it can be written."""
        if (given := extras.get("export_original")) is None:
            return
        file = Path(given)
        if self.options.track == "continual":
            raise BadInput("The original has no continual track: --export-original is for single and multi.")
        if len(self.config.methods) != 1:
            raise BadInput("A results file of the original is one agent's: name it, as in --agents penchant")
        if file.is_dir() or not file.parent.is_dir():
            raise BadInput(f"--export-original takes a file in a folder that exists, and {file} is none.")

    def __len__(self) -> int:
        return len(self._people)

    def person(self, index: int) -> str:
        """Whose tasks these are."""
        return self._people[index]

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents of a run; one that learns stands beside itself without memory, and where it is told, deaf."""
        apart = (DEAF, STRANGER) if self.options.track == "continual" else (STRANGER,)
        return tuple(
            name + each for name in self.config.methods for each in ("", *(apart if self.cast.hears(name) else ()))
        )

    @property
    def methods(self) -> tuple[str, ...]:
        """The baselines, and the agents."""
        return (*BASELINES, *self.agents)

    def fingerprint(self) -> str:
        """Identifies the shop."""
        return self.data.fingerprint

    def speakers(self) -> Speakers:
        """The agents by their mind; people where a model is named for them."""
        return Speakers(self.config.mind == LM, self.config.people_model is not None)

    def episodes(self, unit: StudyUnit, until: int) -> int:
        """How many tasks somebody has; a baseline is there for some types only."""
        tasks, types = self.tasks[self._people[unit.index]], BASELINES.get(unit.method)
        return len(tasks) if types is None else sum(task.type in types for task in tasks)

    def prepare(self, tell: Callable[[str], None]) -> None:
        """Open the shop: its search, its recommender and its judge."""
        tell(f"Indexing {len(self.data.products):,} products.")
        self._shop = open_shop(self.data, self.config)

    @property
    def shop(self) -> WebShop:
        """The shop over these data."""
        if self._shop is None:
            self._shop = open_shop(self.data, self.config)
        return self._shop

    def open_worker(self, means: RunMeans) -> ShopFloor:
        """Make the agents."""
        made = {name: self.made(name, means) for name in self.agents if not name.endswith(STRANGER)}
        return ShopFloor(self, means, made, Matching(self.shop.data))

    def made(self, name: str, means: RunMeans) -> WebAgent:
        """An agent that knows nobody yet."""
        return self.cast.agent(plain(name), self.options.track, self.config, self.shop, means.models)

    def encounters(self, unit: StudyUnit, opened: ShopFloor) -> Iterator[ShopErrand | BaselineErrand]:
        """Somebody's tasks under one agent, or those that a baseline is there for."""
        tasks, types = self.tasks[self._people[unit.index]], BASELINES.get(unit.method)
        if types is not None:
            yield from (BaselineErrand(self, unit.method, task) for task in tasks if task.type in types)
            return
        before = self.data.visible(tasks[0])
        shown: dict[Past, Sequence[Event] | None] = {"none": (), "before": before, "all": None}
        past = shown["none" if unit.method.endswith(STRANGER) else self.options.past]
        life = self._life(self._people[unit.index], opened.means)
        yield from (ShopErrand(opened, unit.method, task, past, life) for task in tasks)

    def _life(self, person: str, means: RunMeans) -> StyledLife | None:
        """Somebody with the traits of the study's style; None where people are ideal."""
        if not self.style.composition:
            return None

        def make(task: WebTask, manner: Manner) -> Customer:
            return self.cast.person(task, self.config, self.data, means.models, self.remarks, manner)

        return StyledLife(person, self.style, self.data, make, seed=self.config.seed)

    def forecast(self, units: Sequence[StudyUnit], paid: dict[str, Any] | None, link: Link, until: int) -> Forecast:
        """Nothing more to pay where a dry run found every reply, else the most that may come."""
        left: Counter[str] = Counter()
        for unit in units:
            if unit.method not in BASELINES:
                left[unit.method] += self.episodes(unit, until)
        reused = {"reused": paid["reused"]} if paid and "reused" in paid else {}
        if reused and paid and not paid["calls"]:
            left.clear()
        most = {**forecast(self.config, left, paid, link.prices), **reused}
        remarks = list(MOST)
        if most["usual_calls"] is not None:
            remarks.append(f"Usual are about {most['usual_calls']:,} calls, by the steps of the published agents.")
        figures = {"suite": self.config.suite, "people": len(self), "would take at most": most}
        return Forecast(figures=figures, paid=most, remarks=remarks)

    def report(self, run: RunFolder, results: Sequence[UnitResult]) -> dict[str, Any]:
        """The figures of every agent, with the baselines."""
        return report(records(run), self.data, self._facts(), self.agents)

    def _facts(self) -> dict[str, Any]:
        config, options, shop = self.config, self.options, self.shop
        files = config.data is not None
        reasons = differences(shop, options.track, files=files, lucene=claims_to_be_original(shop.data))
        return {
            "suite": config.suite,
            "track": options.track,
            "past": options.past,
            "people": len(self),
            **({} if self.voices is None else {"voices": self.voices.name}),
            **style_facts(self.style),
            "products": len(shop.data.products),
            "seed": config.seed,
            "mind": config.mind,
            "data": "files" if files else "made up",
            "recommender": shop.recommender.name,
            **({} if shop.second is None else {"second_recommender": shop.second.name}),
            "judge": shop.judge.embedder,
            "comparable": not reasons,
            "not_comparable": reasons,
            "notes": list(shop.data.notes),
        }

    def after(self, run: RunFolder, extras: Mapping[str, Any]) -> Sequence[str]:
        """Write the results file of the original, where it was asked for."""
        if (given := extras.get("export_original")) is None:
            return ()
        file, name = Path(given), self.config.methods[0]
        found = [record for agent, record in records(run, whole=True) if agent == name]
        scored = [record for record in found if not record.broke]
        text = json.dumps(original_results(scored, asdict(self.config)), indent=2)
        with plain_errors(file):
            write_atomically(file, text + "\n")
        broke = len(found) - len(scored)
        return [f"{counted(broke, 'task')} broke, not in {file}."] if broke else []


def tasks_by_person(data: WebData, track: Track) -> dict[str, list[WebTask]]:
    """Each person's tasks in order of time: those of the test, in the continual track those of the training too."""
    found: dict[str, list[WebTask]] = {}
    for task in (*data.train, *data.test) if track == "continual" else data.test:
        found.setdefault(task.person, []).append(task)
    order = {"history": 0, "train": 1, "test": 2}
    for tasks in found.values():
        tasks.sort(key=lambda task: (task.at, order[task.split], task.number))
    return found


def open_shop(data: WebData, config: RunConfig) -> WebShop:
    """The shop over these data, as near to the original as what is installed and lies in their folder allows."""
    recommender = open_recommender(data, config)
    return WebShop(
        data=data,
        search=open_search(data.products, data.fingerprint, lucene_lengths=claims_to_be_original(data)),
        recommender=recommender,
        second=second_recommender(data, recommender),
        judge=usual_judge(),
    )


def records(run: RunFolder, *, whole: bool = False) -> Iterator[tuple[str, TaskRecord]]:
    """Every task that was kept, with who did it; without what was said and called, unless asked for."""
    for entry in run.records():
        try:
            method, record = entry.pop("method"), from_line(entry)
        except (KeyError, TypeError) as error:
            raise RunError(f"{run.episodes} holds a line that no run wrote ({error}); start anew.") from error
        yield method, record if whole else replace(record, actions=(), messages=(), afterword="")


@dataclass(frozen=True, slots=True)
class ShopFloor:
    """What the errands of one process share: the study, its means, and its agents."""

    study: WebStudy
    means: RunMeans
    agents: Mapping[str, WebAgent]  # but for those to whom everybody is a stranger: they are new at every task
    matching: Matching


@dataclass(frozen=True, slots=True)
class BaselineErrand:
    """A task as a baseline does it."""

    study: WebStudy
    name: str
    task: WebTask

    def run(self) -> dict[str, Any]:
        """Played in the same shop."""
        return to_line(played_baseline(self.name, self.study.shop, self.task, self.study.config.seed))

    def broke(self, why: str) -> dict[str, Any]:
        """The task as if nothing had been done."""
        return to_line(replace(record_of(self.study.shop.open(self.task)), broke=(why,)))


class ShopErrand:
    """A task between somebody and an agent: one encounter in the shop."""

    def __init__(
        self, floor: ShopFloor, name: str, task: WebTask, past: Sequence[Event] | None, life: StyledLife | None
    ) -> None:
        study = floor.study
        track, cast, shop = study.options.track, study.cast, study.shop
        self._matching = floor.matching
        self._agent = study.made(name, floor.means) if name.endswith(STRANGER) else floor.agents[name]
        person: Customer | None = None
        if track != "single":
            models = floor.means.models
            person = life.customer(task) if life else cast.person(task, study.config, shop.data, models, study.remarks)
        self._styled = person if isinstance(person, StyledCustomer) else None
        self._told = person if track == "continual" and plain(name) == name else None
        self._episode = shop.open(task, track=track, listener=person, details=cast.looks_up(plain(name)), past=past)
        self._played = PlayedTask()
        self._afterword = ""

    def run(self) -> dict[str, Any]:
        """Let the agent bring the task to its end, and hear how it went where it is told."""
        self._played = self._agent.play(self._episode)
        if self._told is not None:
            answer = self._episode.answer
            self._afterword = self._told.afterword(answer)
            self._agent.hear(Afterword(observation=self._episode.observe(), answer=answer, words=self._afterword))
        return to_line(self._record())

    def broke(self, why: str) -> dict[str, Any]:
        """The task as far as it came; people's moods are as they were before it."""
        if self._styled is not None:
            self._styled.forget()
        record = self._record()
        return to_line(replace(record, broke=(*record.broke, why)))

    def _record(self) -> TaskRecord:
        played = self._played
        record = record_of(
            self._episode,
            completions=played.completions,
            usage=played.usage,
            messages=played.messages,
            matching=self._matching,
        )
        return replace(record, afterword=self._afterword)
