"""Running one unit of a study: one person's whole life under one method, with a memory of its own.

People share nothing, so a unit depends on its arguments alone: it can run in any process, in any order, and again.
"""

from __future__ import annotations

import hashlib
import json
import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Protocol

from penchant.domain import Action, Episode, EpisodeId
from penchant.embed import Embedder
from penchant.errors import StoreError, SuiteFailed, Unavailable
from penchant.loop import Agent, AskPolicy, Method
from penchant.memory import Memory
from penchant.memory.transfer import read, take_in, take_out, written
from penchant.memory.undo import mark, take_back
from penchant.mind.protocol import Mind
from penchant.session import Assistant, run_episode
from penchant.store import Store
from penchant_lab.choice.baselines import BaselineCounts, count_baselines
from penchant_lab.choice.phases import FOUR_PHASES, Phase, passes_of
from penchant_lab.choice.sceptics import SCEPTICS, Sceptic
from penchant_lab.choice.tally import BINS, ConfidenceBin, Tally, bin_of
from penchant_lab.people import Character, Style
from penchant_lab.people.style import IDEAL
from penchant_lab.people.traits import TaskTime, layers, remember, remembered
from penchant_lab.people.truth import Checked, SelfChecked
from penchant_lab.run.memories import in_process
from penchant_lab.run.study import UnitResult, encountered, suite_at_work
from penchant_lab.suites.protocol import Life, Suite, Task

LIVES_KEPT = 32
_START, _MINUTE = datetime(2026, 1, 1, tzinfo=UTC), timedelta(minutes=1)


class StudyClock:
    """A clock for studies: a minute passes each time it is looked at, so dates are the same in every run."""

    def __init__(self, minutes: int = 0) -> None:
        self.minutes = minutes

    def __call__(self) -> datetime:
        """The next minute."""
        self.minutes += 1
        return self.last

    @property
    def last(self) -> datetime:
        """The minute that was told last."""
        return _START + self.minutes * _MINUTE


@dataclass(frozen=True, slots=True)
class LifeLeft:
    """Where a life was left between two phases: the clock, and the memory as `penchant memory export` writes it.

    Where people have traits that go by what happened to them, what they remember of it is kept, too.
    """

    minutes: int
    memory: dict[str, Any]
    people: list[Mapping[str, float]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """For the record of a run."""
        return {"minutes": self.minutes, "memory": self.memory, **({"people": self.people} if self.people else {})}


@dataclass(slots=True)
class LifeResult(UnitResult):
    """What one life gives back: its episodes as lines of JSON, and its counts."""

    tallies: dict[str, list[Tally]] = field(default_factory=dict)
    baselines: dict[str, BaselineCounts] = field(default_factory=dict)
    calibration: list[ConfidenceBin] = field(default_factory=lambda: [ConfidenceBin() for _ in range(BINS)])
    reasons: dict[str, int] = field(default_factory=dict)  # why episodes broke, and how many
    checked: dict[str, int] = field(default_factory=dict)  # how true somebody who is played was to what they want
    observed: dict[str, Any] = field(default_factory=dict)  # what an observer counted, where there was one
    left: LifeLeft | None = None  # None once all phases are done

    @property
    def phases(self) -> int:
        """How many phases are done."""
        return len(self.tallies)

    def closing_line(self) -> str:
        """The line that says the unit is whole, or whole so far; resuming reads the counts from it, and goes on."""
        return _dump(
            {
                "unit": {"method": self.method, "person": self.person},
                "done": self.left is None,
                "tallies": {phase: [tally.to_json() for tally in passes] for phase, passes in self.tallies.items()},
                "lines": {phase: asdict(counts) for phase, counts in self.baselines.items()},
                "calibration": [asdict(counted) for counted in self.calibration],
                **({"reasons": self.reasons} if self.reasons else {}),
                **({"checked": self.checked} if self.checked else {}),
                **({"observed": self.observed} if self.observed else {}),
                **({} if self.left is None else {"left": self.left.to_json()}),
            }
        )

    @staticmethod
    def from_closing_line(entry: dict[str, Any]) -> LifeResult:
        """The counts of a unit that was finished earlier."""
        return LifeResult(
            entry["unit"]["method"],
            entry["unit"]["person"],
            tallies={phase: [Tally.from_json(tally) for tally in passes] for phase, passes in entry["tallies"].items()},
            baselines={phase: BaselineCounts(**counts) for phase, counts in entry["lines"].items()},
            calibration=[ConfidenceBin(**counted) for counted in entry["calibration"]],
            reasons=entry.get("reasons", {}),
            checked=entry.get("checked", {}),
            observed=entry.get("observed", {}),
            left=LifeLeft(**entry["left"]) if "left" in entry else None,
        )


class LifeObserver(Protocol):
    """Somebody of the laboratory who looks on, knows the truth, and tells neither side."""

    def see(self, errand: Errand, judged: JudgedEpisode, place: tuple[str, int]) -> Mapping[str, Any]:
        """Look at what came of an episode of this phase and pass; gives what its record says beside the usual."""
        ...

    def counts(self) -> dict[str, Any]:
        """What was counted in the whole life."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What all lives of a study share: the world, who plays its people, and what the agent is made of."""

    suite: Suite
    play: Callable[[Life], Character]  # who plays a person
    style: Style = field(default_factory=lambda: Style.of(IDEAL))  # what people are like
    seed: int = 0  # of what is drawn about people
    passes: int
    detailed: bool = False  # whether a reaction tells for which feature another option is better
    shuffle: int | None = None  # the seed of the order of tasks
    questions: int = 2  # how many one task may bring at most
    mind: Mind
    embedder: Embedder
    fresh: Callable[[str, str], Store] = in_process  # an empty memory for the life of this person under this method
    lived: Callable[[], None] = lambda: None  # told of every episode
    observer: Callable[[Life, Memory], LifeObserver] | None = None
    called: Callable[[str], str] = lambda person: person  # what somebody goes by in records
    _lives: OrderedDict[int, Life] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def posed(self, task: Task, person: str, moment: str, since: float) -> Task:
        """A task as this study poses it at a moment, so many passes after the suite changed tastes."""
        intent = replace(task.intent, detailed=True) if self.detailed else task.intent
        if intent.formerly is not None:
            intent = self.style.holding(intent, task.request, TaskTime(person, self.seed, moment, since))
        return task if intent is task.intent else replace(task, intent=intent)

    def exams(self, life: Life) -> list[list[Task]]:
        """Both exams of a life as they are posed, in the order in which the suite has their tasks."""
        exams = [self.lessons(life, phase, 1) for phase in FOUR_PHASES if not phase.teaching]
        return [[task for _, task, _ in sorted(exam, key=lambda lesson: lesson[0])] for exam in exams]

    def lessons(self, life: Life, phase: Phase, number: int) -> list[tuple[int, Task, str]]:
        """The tasks of one pass in their order: each with its number, as it is posed, and its moment.

        An exam is taken at the end of the last pass before it.
        """
        tasks, moment = life.phases[FOUR_PHASES.index(phase)], f"{phase.key}/{number}"
        ordered = _ordered(tasks, self.shuffle, f"{life.person}/{moment}")
        found = []
        for place, (n, task) in enumerate(ordered):
            since = number - 1 + place / len(tasks) if phase.teaching else self.passes - 0.5 / len(tasks)
            found.append((n, self.posed(task, life.person, f"{moment}/{n}", since), f"{moment}/{n}"))
        return found

    def life(self, index: int) -> Life:
        """One person's tasks; those who were met last are remembered, since each lives under several methods."""
        with self._lock:  # held while somebody is looked up or made up, so that nobody is twice
            life = self._lives.pop(index, None) or life_of(self.suite, index)
            self._lives[index] = life
            if len(self._lives) > LIVES_KEPT:
                self._lives.popitem(last=False)
            return life


def life_of(suite: Suite, index: int) -> Life:
    """One person's tasks, once they are seen to be those of four phases."""
    with suite_at_work(suite.name):
        life = suite.life(index)
        if len(life.phases) != len(FOUR_PHASES):
            raise SuiteFailed(f"The suite {suite.name!r} gives {len(life.phases)} phases, and a life has four.")
        return life


def run_life(
    setting: Setting,
    index: int,
    method: Method,
    *,
    since: LifeResult | None = None,
    until: int = len(FOUR_PHASES),
) -> LifeResult:
    """Take one person through the phases under one method: from the start or from where ``since`` was left."""
    life = setting.life(index)
    player = setting.play(life)
    person = setting.called(life.person)
    result, clock = LifeResult(method.name, person), StudyClock()
    result.baselines = count_baselines(setting.suite, life, setting.exams(life))
    memory = Memory(setting.fresh(method.name, life.person), setting.embedder, clock, habits=method.habits)
    if since is not None and since.left is not None:
        result.tallies, result.calibration = dict(since.tallies), since.calibration
        result.reasons = dict(since.reasons)
        clock.minutes = since.left.minutes
        take_in(memory, read(json.dumps(since.left.memory)))
        remember(player, since.left.people)
    observer = None if setting.observer is None else setting.observer(life, memory)
    agent: Assistant = (
        Sceptic(memory, setting.mind, method=method)
        if method.name in SCEPTICS
        else Agent(memory, setting.mind, method=method, policy=AskPolicy(turns=setting.questions))
    )
    for phase in FOUR_PHASES[result.phases : until]:
        result.tallies[phase.key] = []
        for number in range(1, passes_of(phase, setting.passes) + 1):
            tally = Tally()
            errands = [
                Errand(n, task, moment, setting.suite, player, agent, memory, phase.teaching)
                for n, task, moment in setting.lessons(life, phase, number)
            ]
            for errand, judged in zip(errands, encountered(errands, setting.lived), strict=True):
                episode, choice, right = judged.episode, judged.episode.choice, judged.right
                if episode.broke is not None:
                    result.reasons[episode.broke] = result.reasons.get(episode.broke, 0) + 1
                tally.add(episode, right, none_fits=judged.none_fits)
                if choice is not None and not episode.asked_first:
                    result.calibration[bin_of(choice.confidence)].add(choice.confidence, right)
                place = {"method": method.name, "person": person, "phase": phase.key, "pass": number}
                seen = {} if observer is None else observer.see(errand, judged, (phase.key, number))
                moment = {"n": errand.n, "at": clock.last.isoformat()}
                result.lines.append(_dump({**place, **moment, **_record(episode, right), **seen}))
            result.tallies[phase.key].append(tally)
    if observer is not None:
        result.observed = observer.counts()
    for layer in layers(player):
        if isinstance(layer, SelfChecked):
            result.checked = _added(since.checked if since else {}, layer.checked)
    if result.phases < len(FOUR_PHASES):
        result.left = LifeLeft(clock.minutes, json.loads(written(take_out(memory, life.person))), remembered(player))
    memory.close()
    return result


def _added(before: dict[str, int], checked: Checked) -> dict[str, int]:
    counts = {"said": checked.said, "judged": checked.judged, "contradicted": checked.contradicted}
    return {key: count + before.get(key, 0) for key, count in counts.items()}


def _ordered(tasks: Sequence[Task], shuffle: int | None, moment: str) -> list[tuple[int, Task]]:
    """The tasks with their numbers, as they come or in an order drawn for this pass."""
    numbered = list(enumerate(tasks))
    if shuffle is not None:
        random.Random(f"{shuffle}/{moment}").shuffle(numbered)
    return numbered


@dataclass(frozen=True, slots=True)
class JudgedEpisode:
    """An episode with what the suite's rule says of it."""

    episode: Episode
    right: bool = False
    none_fits: bool = False  # whether to decline was right


@dataclass(frozen=True, slots=True)
class Errand:
    """A task in its place, between somebody and an agent: one encounter of a life."""

    n: int
    task: Task
    moment: str
    suite: Suite
    player: Character
    agent: Assistant
    memory: Memory  # the agent's
    teaching: bool

    def run(self) -> JudgedEpisode:
        """Carry the request to the agent, and judge what it did; what it learned is taken back where that fails."""
        request = self.task.request
        before = mark(self.memory, request.person) if self.teaching else None
        mood = remembered(self.player)
        try:
            person = self.player.with_mind_on(self.task.intent, self.moment)
            episode = run_episode(person, self.agent, request, teaching=self.teaching, episode=_id_of(self.moment))
            choice = episode.choice
            right = choice is not None and self.suite.is_right(self.task, choice.action)
            return JudgedEpisode(episode, right, request.may_decline and self.suite.is_right(self.task, Action()))
        except (StoreError, Unavailable):
            raise
        except Exception:
            remember(self.player, mood)
            if before is not None:
                take_back(self.memory, before)  # what an answer taught before the reaction failed, too
            raise

    def broke(self, why: str) -> JudgedEpisode:
        """An episode in which nothing was done."""
        return JudgedEpisode(Episode(id=_id_of(self.moment), request=self.task.request, broke=why))


@lru_cache(maxsize=4096)
def _id_of(moment: str) -> EpisodeId:
    """What an episode goes by: the agent is not told which phase it is in."""
    return EpisodeId(hashlib.blake2b(moment.encode(), digest_size=8).hexdigest())


def _record(episode: Episode, right: bool) -> dict[str, Any]:
    choice = episode.choice
    return {
        "request": episode.request.text,
        "options": [*episode.request.options, *episode.request.places],
        **({"features": [list(each) for each in episode.request.features]} if episode.request.features else {}),
        "heard": [
            {
                "question": e.question.text,
                "alternatives": list(e.question.alternatives),
                "answer": e.answer,
                **({"back": e.question.back} if e.question.back else {}),
                **({"why": e.question.why} if e.question.why else {}),
            }
            for e in episode.heard
        ],
        "action": None
        if choice is None or choice.action.declined
        else {"thing": choice.action.thing, "place": choice.action.place},
        "confidence": None if choice is None else round(choice.confidence, 4),
        "because": None if choice is None else choice.because,
        **({"unasked": choice.unasked} if choice is not None and choice.unasked else {}),
        "reaction": episode.reaction,
        "corrected": episode.corrected,
        "right": None if episode.broke else right,
        "opened": list(episode.lesson.opened),
        "closed": list(episode.lesson.closed),
        "confirmed": list(episode.lesson.confirmed),
        "broke": episode.broke,
    }


_dump = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
