"""The seam between the runner and a suite: who is studied under which methods, and what comes of it.

The runner gives lives, workers, resuming, records, reports and the page. A suite that offers options to choose from
says no more than what people have in mind (`penchant_lab.suites.protocol.Suite`), and is made a study of by
`penchant_lab.choice`. One with environments of its own is a :class:`SuiteSpec`, which opens a :class:`Study`.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from penchant.errors import PenchantError, StoreError, SuiteFailed, Unavailable
from penchant.lm.link import Link
from penchant.plugins import embedder_named
from penchant_lab.people import VoiceSet
from penchant_lab.report.presentation import Presentation
from penchant_lab.run.config import Option, RunConfig, unversioned, versioned
from penchant_lab.run.executor import Workplace
from penchant_lab.run.memories import Memories
from penchant_lab.run.models import Models
from penchant_lab.run.run_folder import RunFolder

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


@dataclass(slots=True)
class UnitResult:
    """What one unit gives back: its episodes as lines of JSON, and a closing line that says that it is whole."""

    method: str
    person: str
    lines: list[str] = field(default_factory=list)  # an episode each; emptied once they are on disk
    episodes: int = 0
    broke: int = 0

    @property
    def phases(self) -> int:
        """How many phases are done."""
        return 1

    def add(self, record: Mapping[str, Any]) -> None:
        """Keep what came of one episode; one that broke says why under ``broke``."""
        self.episodes += 1
        self.broke += bool(record.get("broke"))
        self.lines.append(_dump({"method": self.method, "person": self.person, **record}))

    def closing_line(self) -> str:
        """The line after the episodes; resuming reads it."""
        unit = {"method": self.method, "person": self.person}
        return _dump({"unit": unit, "episodes": self.episodes, "broke": self.broke})


_dump = json.JSONEncoder(separators=(",", ":")).encode  # in ASCII: texts of others hold halves of characters


@dataclass(frozen=True, slots=True)
class StudyUnit:
    """One person's life under one method, or what is left of it."""

    method: str
    index: int  # of the person
    since: Any = None  # how far it came before: what the study's `read_unit` gave


@dataclass(frozen=True, slots=True)
class Speakers:
    """Who speaks to a language model."""

    mind: bool = False
    people: bool = False

    def __bool__(self) -> bool:
        """Whether anybody does."""
        return self.mind or self.people


@dataclass(frozen=True, slots=True, kw_only=True)
class RunMeans:
    """What the runner gives to those who work: models, memories, how far to go, and whom to tell of each episode."""

    models: Models
    memories: Memories
    embedder: str  # its name: that of the memories
    until: int
    count: Any = None  # a number that all processes share: how many episodes were lived so far

    def __reduce__(self) -> tuple[Any, ...]:
        """What is sent to another machine: the embedder goes by its name, and nobody counts along."""
        kept = self.memories.where, self.memories.folder, self.memories.run
        return _arrived, (self.models, kept, self.embedder, self.until)

    def lived(self) -> None:
        """One more episode was lived."""
        if self.count is not None:
            with self.count.get_lock():
                self.count.value += 1


def _arrived(models: Models, kept: tuple[str, Path, str], embedder: str, until: int) -> RunMeans:
    memories = Memories(*kept, embedder_named(embedder))
    return RunMeans(models=models, memories=memories, embedder=embedder, until=until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What a dry run gives back: figures for scripts, what calls would take, and remarks on how that was counted."""

    figures: Mapping[str, Any]
    paid: Mapping[str, Any] | None
    most: int | None = None
    remarks: Sequence[str] | None = None


class Encounter(Protocol[R_co]):
    """One episode as the runner sees it: somebody asks, an agent acts in an environment, the person reacts."""

    def run(self) -> R_co:
        """Let it happen; whatever this raises, the episode broke."""
        ...

    def broke(self, why: str) -> R_co:
        """What is kept of an episode that broke, once what it left half-done is taken back."""
        ...


def encountered(encounters: Iterable[Encounter[R]], lived: Callable[[], None]) -> Iterator[R]:
    """What comes of each encounter, one after another: one teaches for the next.

    A failure is data: kept, counted, never scored as a wrong answer. But where no other would fare better, because a
    store or a model is gone, the run stops, and can be resumed.
    """
    for encounter in encounters:
        try:
            result = encounter.run()
        except (StoreError, Unavailable):
            raise
        except Exception as error:
            result = encounter.broke(one_line(error))
        lived()
        yield result


def one_line(error: Exception) -> str:
    """What went wrong, in one line; what no line of ours explains goes by its name."""
    words = str(error) if isinstance(error, PenchantError) else f"{type(error).__name__}: {error}"
    return " ".join(words.split())[:300]


@contextmanager
def suite_at_work(name: str) -> Iterator[None]:
    """Say in one line what a suite raised that no line of ours explains."""
    try:
        yield
    except PenchantError:
        raise
    except Exception as error:
        raise SuiteFailed(f"The suite {name!r} failed: {one_line(error).rstrip('.')}.") from error


class Study(ABC):
    """A suite opened for one run: its people and methods, how a unit is lived, and what its figures are."""

    config: RunConfig
    notes: Sequence[str] = ()  # what a reader should know before it begins, a line each
    phases: int = 1  # how many there are, between which a run can stop
    uses_embedder: bool = False  # whether its workers use the run's, and should find it loaded
    voices: VoiceSet | None = None  # in which people speak; None where nobody speaks in any
    counted: str = "episodes"  # what a unit consists of, for the progress bar

    @abstractmethod
    def __len__(self) -> int:
        """How many people there are."""

    @abstractmethod
    def person(self, index: int) -> str:
        """Who somebody is."""

    @property
    def methods(self) -> Sequence[str]:
        """Every method that each person lives under, with those that are only there to compare with."""
        return self.config.methods

    @abstractmethod
    def fingerprint(self) -> str:
        """Identifies the data: the same text for the same tasks."""

    def speakers(self) -> Speakers:
        """Who speaks to a language model."""
        return Speakers()

    @abstractmethod
    def episodes(self, unit: StudyUnit, until: int) -> int:
        """How many a whole unit has."""

    def check(self, extras: Mapping[str, Any]) -> None:
        """Refuse, before anything is written, what this suite cannot do."""
        return

    def prepare(self, tell: Callable[[str], None]) -> None:
        """Make what all workers share, before they are made."""
        return

    def open_worker(self, means: RunMeans) -> Any:
        """Make, once in each process, what the encounters there share."""
        return means

    def encounters(self, unit: StudyUnit, opened: Any) -> Iterable[Encounter[Mapping[str, Any]]]:
        """One person's episodes under one method, in order; ``opened`` is what `open_worker` gave."""
        raise NotImplementedError

    def workplace(self, means: RunMeans) -> Workplace[StudyUnit, UnitResult]:
        """What a worker is told: to live the encounters of a unit, one after another."""
        return StudyWorker(self, means)

    def read_unit(self, entry: dict[str, Any]) -> UnitResult:
        """A unit from its closing line; a KeyError, TypeError or ValueError says that it is none."""
        unit, episodes, broke = entry["unit"], int(entry["episodes"]), int(entry["broke"])
        return UnitResult(unit["method"], unit["person"], episodes=episodes, broke=broke)

    def tried(self, means: RunMeans) -> dict[str, Any]:
        """What is told of the language model beside its calls, once all is over; read from the record alone."""
        return {}

    def forecast(self, units: Sequence[StudyUnit], paid: dict[str, Any] | None, link: Link, until: int) -> Forecast:
        """What a dry run says that these units would take; ``paid`` is what it counted."""
        return Forecast(figures={"suite": self.config.suite, "people": len(self), "would take": paid}, paid=paid)

    @abstractmethod
    def report(self, run: RunFolder, results: Sequence[UnitResult]) -> dict[str, Any]:
        """The figures: the same for the same results, in whatever order they came."""

    def take_up(self, run: RunFolder, memory: str) -> str | None:
        """A run goes on: what its reader should be told in a line."""
        return None

    def after(self, run: RunFolder, extras: Mapping[str, Any]) -> Sequence[str]:
        """Do what was asked for beside the report; gives what is to be told of it, a line each."""
        return ()


@dataclass(frozen=True, slots=True)
class StudyWorker:
    """A worker of a study that gives its encounters one by one."""

    study: Study
    means: RunMeans

    def open(self) -> Callable[[StudyUnit], UnitResult]:
        """Make what encounters share; gives what lives a unit."""
        with suite_at_work(unversioned(self.study.config.suite)):
            opened = self.study.open_worker(self.means)

        def live(unit: StudyUnit) -> UnitResult:
            with suite_at_work(unversioned(self.study.config.suite)):
                result = UnitResult(unit.method, self.study.person(unit.index))
                for record in encountered(self.study.encounters(unit, opened), self.means.lived):
                    result.add(record)
                return result

        return live

    def try_out(self) -> None:
        """Nothing: who speaks to a model finds out about it as they go."""


Settle = Callable[[dict[str, Any], tuple[str, ...] | None], tuple[dict[str, Any], tuple[str, ...]]]
"""From the options and methods that were named, None where no methods were, to those of the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteSpec:
    """A suite before it is opened: what it is called, what it takes, and how a study is made of it."""

    name: str  # on the command line
    version: int = 1  # grows when results could move
    about: str  # what is studied, in a sentence or two
    examples: Sequence[str] = ()  # commands
    options: Sequence[Option] = ()  # what makes its runs, beside what all have
    extras: Sequence[Option] = ()  # what a single command may ask for
    methods: Option  # how they are named on the command line
    mind: str = "built-in"  # the one that is meant where none is named
    usual_people: str = "all there are"  # how many there are where nobody says
    instead: Mapping[str, str] = field(default_factory=dict)  # flags of other suites, and what this one calls them
    settle: Settle = lambda options, methods: (options, methods or ())  # fills in what was not said
    keeps_memories: bool = False  # whether lives have a memory that can be kept somewhere, and stop between phases
    people_speak: Callable[[Mapping[str, Any]], bool] = lambda settings: False  # to a language model, by these settings
    how_to_speak: str = "--mind lm"  # what makes somebody speak to one
    open: Callable[[RunConfig], Study]
    presentation: Callable[[], Presentation]

    @property
    def versioned(self) -> str:
        """What it is called in records."""
        return versioned(self.name, self.version)
