"""The run of a study in the web shop on disk: its configuration, and the units that are whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from penchant.bench.folder import RunFolder, plain_errors
from penchant.bench.web.records import PASTS, TRACKS, Past, Track
from penchant.bench.web.scores import TaskRecord, from_line, to_line
from penchant.errors import RunError


@dataclass(frozen=True, slots=True, kw_only=True)
class WebConfig:
    """What makes a run: the same configuration on the same data gives the same report."""

    suite: str = "web"
    data: str | None
    people: int | None  # None: all of the files, or as many as are usually made up
    products: int | None
    track: Track
    agents: tuple[str, ...]
    seed: int
    mind: str
    model: str | None = None  # the language model of the agents, and of people unless they have their own
    people_model: str | None = None
    recommender: str | None = None  # None: SASRec where its weights lie beside the data, else the light one
    past: Past = "all"  # what agents are shown of it; less only in the continual track
    base_url: str | None = None  # where the model is, or "local"; resuming may name another place
    replay: str | None = None  # the run whose recorded calls answer; then nobody is asked, when resumed neither


def default_past(track: Track) -> Past:
    """In the continual track everybody comes as a stranger, and what is known of them they have said."""
    return "none" if track == "continual" else "all"


@dataclass(slots=True)
class Played:
    """All tasks of one person under one agent (or for one line to compare with)."""

    agent: str
    person: str
    tasks: int = 0
    broke: int = 0
    lines: list[str] = field(default_factory=list)

    def add(self, record: TaskRecord) -> None:
        """One more task is over."""
        self.tasks += 1
        self.broke += bool(record.broke)
        self.lines.append(_dump({"agent": self.agent, **to_line(record)}))

    def closing_line(self) -> str:
        """The line that says the unit is whole."""
        return _dump({"unit": {"agent": self.agent, "person": self.person}, "tasks": self.tasks, "broke": self.broke})

    @staticmethod
    def from_closing_line(entry: dict[str, Any]) -> Played:
        """A unit that was finished earlier."""
        return Played(entry["unit"]["agent"], entry["unit"]["person"], int(entry["tasks"]), int(entry["broke"]))


class WebRun(RunFolder[WebConfig]):
    """The run of a study in the web shop on disk."""

    @staticmethod
    def read_config(raw: dict[str, Any]) -> WebConfig:
        """The configuration that was written down."""
        if raw["suite"] != "web" or raw["track"] not in TRACKS or raw["past"] not in PASTS:
            raise TypeError(f"it studies {raw['suite']}, track {raw['track']}, past {raw['past']}")
        config = WebConfig(**{**raw, "agents": tuple(raw["agents"])})
        if not isinstance(config.seed, int):
            raise TypeError("the seed must be a whole number")
        return config

    def records(self, *, whole: bool = False) -> Iterator[tuple[str, TaskRecord]]:
        """Every task that was kept, with who did it; without what was said and called, unless asked for."""
        if not self.episodes.exists():
            return
        with plain_errors(self.path), self.episodes.open("rb") as file:
            for line in file:
                if line.startswith(b'{"unit"'):
                    continue
                try:
                    entry = json.loads(line)
                    agent, record = entry.pop("agent"), from_line(entry)
                except (ValueError, KeyError, TypeError) as error:
                    raise RunError(f"{self.episodes} holds a line that no run wrote ({error}); start anew.") from error
                yield agent, record if whole else replace(record, actions=(), messages=())


def _dump(entry: dict[str, Any]) -> str:
    return json.dumps(entry, separators=(",", ":"))  # in ASCII: the original's texts hold halves of characters
