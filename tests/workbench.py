"""What several test folders share: a clock that is set by hand, sample drafts, a tiny study, one run of the command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import encoded_once
from penchant.domain import (
    BeliefKind,
    Draft,
    EpisodeId,
    PersonId,
    Preference,
    PreferenceId,
    Reading,
    Request,
    Stance,
    Turn,
    Utterance,
)
from penchant.embed import Embedder
from penchant.loop import Agent
from penchant.mind.builtin import BuiltInMind
from penchant_lab.suites.household.files import save
from penchant_lab.suites.household.generate import generate

START = datetime(2026, 5, 1, 12, tzinfo=UTC)


def minute(number: float) -> datetime:
    """So many minutes after the start."""
    return START + timedelta(minutes=number)


class Clock:
    """A clock that stands still until it is set, or goes on by ``step`` minutes each time it is looked at."""

    def __init__(self) -> None:
        self.minute = 0.0
        self.step = 0.0

    def __call__(self) -> datetime:
        now = minute(self.minute)
        self.minute += self.step
        return now


class Unsure(BuiltInMind):
    """Reads as the built-in mind does, but as surely as it is told; ``takes`` is what it makes of a sentence."""

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(embedder)
        self.sure = 1.0
        self.odds: tuple[tuple[str, float], ...] = ()
        self.takes: dict[str, Reading] = {}

    def understand(self, utterance: Utterance) -> Reading:
        known = utterance.words in self.takes
        reading = self.takes[utterance.words] if known else super().understand(utterance)
        return replace(reading, sure=self.sure, odds=self.odds)


def draft(
    value: str,
    *,
    situation: str = "I'm so drowsy",
    topic: str = "something to drink",
    stance: Stance = "wants",
    rather_than: tuple[str, ...] = (),
    confidence: float = 0.9,
    words: str = "that one, please",
    episode: str = "e1",
    kind: BeliefKind = "taste",
) -> Draft:
    """A draft with sensible samples for all but its value."""
    return Draft(
        situation=situation,
        topic=topic,
        stance=stance,
        value=value,
        rather_than=rather_than,
        confidence=confidence,
        words=words,
        episode=EpisodeId(episode),
        kind=kind,
    )


def belief(
    id: int,
    value: str,
    *,
    confirmed: float = 0,
    until: float | None = None,
    confidence: float = 0.9,
    situation: str = "I'm so drowsy",
    topic: str = "something to drink",
    stance: Stance = "wants",
    rather_than: tuple[str, ...] = (),
) -> Preference:
    """A preference as memory would hand it out."""
    return Preference(
        id=PreferenceId(id),
        person=PersonId("ana"),
        situation=situation,
        topic=topic,
        stance=stance,
        value=value,
        rather_than=rather_than,
        confidence=confidence,
        words="that one, please",
        episode=EpisodeId(f"e{id}"),
        since=minute(0),
        confirmed=minute(confirmed),
        until=None if until is None else minute(until),
    )


def errand(agent: Agent, request: Request, *, answer: str = "", reaction: str | None = None) -> Turn:
    """One request carried through: every question gets the same answer, and the action a reaction if there is one."""
    turn = agent.consider(request)
    while turn.question is not None:
        turn = agent.hear(turn, answer)
    return turn if reaction is None else agent.hear(turn, reaction)


LAMP = Request(
    "ana",
    "I need a lamp",
    ["option A", "option B"],
    features=[("brass foot", "linen shade"), ("oak foot", "glass shade")],
    may_decline=True,
)
"""A request for one of two described things, or for none."""


def tiny_people(folder: Path, *, people: int = 3, tasks: int = 5, seed: int = 5) -> Path:
    """A folder of people in the public layout, with few tasks each."""
    save([generate(seed, index, tasks) for index in range(people)], folder)
    return folder


PIRATE = """
[manner]
opens 0
closes 0
explains 0
[answer: thing]
arr, {want}
[answer: thing, nowadays]
arr, {want} now
[answer: thing, not the old]
arr, {want} now, {old} overboard
[answer: place]
arr, {there}
[answer: place, nowadays]
arr, {there} now
[answer: place, not the old]
arr, {there} now, not {old_there}
[none: thing]
arr, {none}, {want}
[none: place]
arr, {none}, {there}
[praise: thing]
arr
[praise: place]
arr
[correct: thing]
arr, I wanted {want}
[correct: thing, not this]
arr, {want}, not {got}
[correct: place]
arr, {there}
[correct: place, not this]
arr, {there}, not {got_there}
[changed: thing]
arr, {want} now, not {old}
[changed: place]
arr, {there} now, not {old_there}
[declined: thing]
arr, {want}
[missing: thing]
arr, {want}
[missing: place]
arr, {there}
[nothing: thing]
arr, {want}
"""
"""A voice with one shape for every act."""

PIRATE_REMARKS = """
[most]
{x} most of all, arr
[all most]
{x} most of all, arr
[fine]
arr, {x} {is} fine
[fine too]
arr, {x} {is} fine too
[unwanted]
arr, not {or}
[none of them]
Arr, none.
[neither]
Arr, neither.
[not that]
Arr, no.
[no idea]
Arr, no idea.
[all fine]
Arr, all.
[both fine]
Arr, both.
[praise]
Arr.
[praise of nothing]
Arr, none was right.
[would have worked]
Arr, {x} was right.
[wanted nothing]
Arr, none.
[unwanted in]
Arr, no {y}.
[changed]
Arr, no more {x}.
[better]
Arr, {y} is better than {x}.
[better for]
Arr, {y} is better, for {z}.
"""


def pirates(folder: Path, *, voice: str = PIRATE, remarks: str = PIRATE_REMARKS) -> Path:
    """A folder of people who say arr, whatever they say."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pirate.txt").write_text(voice, encoding="utf-8")
    (folder / "remarks.txt").write_text(remarks, encoding="utf-8")
    return folder


@dataclass(frozen=True)
class Said:
    """What a command left behind: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on standard output."""
        return json.loads(self.out)


def penchant(*argv: str | Path, stdin: str = "", cwd: Path | None = None, code: str = "", **named: Any) -> Said:
    """One run of the command in a process of its own; ``code`` is run in it first."""
    if argv[:1] == ("study",) and "--help" not in argv and encoded_once.FILE in os.environ:
        here = str(Path(__file__).parent)
        code = f"import sys; sys.path.append({here!r})\nfrom encoded_once import share; share()\n{code}"
    script = f"{code}\nimport sys\nfrom penchant.cli.main import main\nsys.exit(main())"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, argv)],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        timeout=100,
        check=False,
        env=environment | {"PYTHONIOENCODING": "utf-8"},
        **named,
    )
    return Said(done.returncode, done.stdout, done.stderr)


def closing_units(run: Path) -> list[tuple[str, str]]:
    """The units that are whole in a run's episodes, in order."""
    lines = (run / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    units = [json.loads(line)["unit"] for line in lines if line.startswith('{"unit"')]
    return [(unit["method"], unit["person"]) for unit in units]


def last_line(text: str) -> str:
    """The last thing on a screen, without the progress bar before it."""
    return text.strip().splitlines()[-1].rpartition("\r")[2]


def is_refused(said: Said, *words: str) -> None:
    """See that a command answered a mistake with one line, naming what went wrong, and nothing else."""
    assert said.code not in (0, -signal.SIGKILL)
    assert said.out == ""
    line = said.err.rpartition("\r")[2].lstrip()  # on a busy machine a progress bar stands before it
    assert line.startswith("penchant: ")
    assert line.count("\n") == 1
    assert line.endswith("\n")
    for word in words:
        assert word in line


def broken_off(real: Callable[..., Any], *, at: int) -> Callable[..., Any]:
    """The same function, which ends with Ctrl-C at that call."""
    calls = count(1)

    def called(*args: Any, **more: Any) -> Any:
        if next(calls) == at:
            raise KeyboardInterrupt
        return real(*args, **more)

    return called


def goes_on_where_it_was_broken_off(
    cli: Callable[..., Said], words: Sequence[str], breaking: Callable[[], AbstractContextManager[object]]
) -> None:
    """See that a run which is interrupted and resumed gives the very report of one that is not."""
    assert cli(*words, "--out", "straight").code == 0
    with breaking():
        assert cli(*words, "--out", "broken-off").code != 0
    assert cli("study", "--resume", "broken-off").code == 0
    straight, again = (Path(run, "report.json").read_text() for run in ("straight", "broken-off"))
    assert straight == again


def tells_the_same_everywhere(folder: Path, words: Sequence[str], pictures: Sequence[str]) -> None:
    """See that the run in a folder has these words in its table, and these pictures on its page and as files."""
    said = penchant("study", "--resume", "run", cwd=folder)
    assert said.code == 0, said.err
    assert max(map(len, said.out.splitlines())) <= 110
    for each in words:
        assert each in said.out
    assert (folder / "run" / "report.html").read_text().count("<figure") == len(pictures)
    drawn = penchant("figures", "run", cwd=folder)
    assert drawn.code == 0, drawn.err
    names = {path.name for path in (folder / "run" / "figures").iterdir()}
    assert names == {f"{name}.{kind}" for name in pictures for kind in ("svg", "png", "csv")}


def tree(folder: Path) -> Sequence[str]:
    """Everything below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
