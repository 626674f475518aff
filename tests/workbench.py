"""What several test folders share: a clock that is set by hand, sample drafts, a tiny study, one run of the command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from penchant.bench.suites.embodied.files import save
from penchant.bench.suites.embodied.generate import generate
from penchant.domain import Draft, EpisodeId, PersonId, Preference, PreferenceId, Request, Stance, Turn
from penchant.loop import Agent

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


def tiny_people(folder: Path, *, people: int = 3, tasks: int = 5, seed: int = 5) -> Path:
    """A folder of people in the public layout, with few tasks each."""
    save([generate(seed, index, tasks) for index in range(people)], folder)
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
    assert said.err.startswith("penchant: ")
    assert said.err.count("\n") == 1
    assert said.err.endswith("\n")
    for word in words:
        assert word in said.err


def tree(folder: Path) -> Sequence[str]:
    """Everything below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
