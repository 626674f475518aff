"""A run's own directory: what was asked for, every episode, the report. Survives a crash at any moment.

``run.json``        versions, seed, configuration and data hash, written first and never changed
``episodes.jsonl``  one line an episode; a unit (one person under one method) is whole when its closing line is there
``report.json``     the figures: the same bytes for the same run, whatever ran side by side
``report.html``     the figures to look at
``timings.json``    how long it took, kept apart so that the report stays the same
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import weakref
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, Literal

from penchant.bench.life import LifeResult
from penchant.bench.memories import IN_PROCESS
from penchant.errors import RunError

Feedback = Literal["minimal", "detailed"]
"""Whether a reaction that likes another option better also tells for which feature."""

Chooser = Literal["code", "lm"]
"""Who chooses among the options: code, by the typed beliefs, or a language model with that as a check."""

FORMAT = 1
"""Grows when a run directory of before can no longer be resumed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What makes a run: the same configuration on the same data gives the same report."""

    suite: str
    data: str | None
    methods: tuple[str, ...]
    people: int | None  # None: as many as the suite has
    passes: int
    seed: int
    mind: str
    embedder: str
    kind: str = "simulated"  # of person; runs from before it could be chosen had this one
    feedback: Feedback = "minimal"
    shuffle: int | None = None  # the seed of the order of tasks; None: as the suite gives them
    model: str | None = None  # the language model of the mind, and of people unless they have their own
    people_model: str | None = None
    choose: Chooser = "code"
    phrase: bool = False  # whether the language model words the questions
    base_url: str | None = None  # where it is, or "local"; resuming may name another place
    memory: str = IN_PROCESS  # where lives keep what is learned, without a password; resuming may name another place


@contextlib.contextmanager
def plain_errors(what: Path) -> Iterator[None]:
    """Say in one line what the disk or the permissions did not allow."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise RunError(f"The disk is full; free some space, then: penchant study --resume {what}") from error
        raise RunError(f"Cannot write {what}: {error.strerror or error}.") from error


class RunDirectory:
    """One run on disk, held by one process at a time."""

    def __init__(self, path: Path, config: Config, facts: dict[str, Any], lock: IO[str]) -> None:
        self.path = path
        self.config = config
        self.facts = facts
        self._lock = lock
        self._episodes: IO[bytes] | None = None

    @property
    def episodes(self) -> Path:
        """Where the episodes are."""
        return self.path / "episodes.jsonl"

    @classmethod
    def create(cls, path: Path, config: Config, facts: dict[str, Any]) -> RunDirectory:
        """A new run; the folder must be new or empty."""
        with plain_errors(path):
            if path.exists() and not path.is_dir():
                raise RunError(f"{path} is a file; give --out a new folder.")
            if (path / "run.json").exists():
                raise RunError(f"{path} holds a run already; go on with --resume {path}, or give --out a new folder.")
            if path.exists() and any(path.iterdir()):
                raise RunError(f"{path} is not empty; give --out a new folder.")
            path.mkdir(parents=True, exist_ok=True)
            lock = _lock(path)
            text = json.dumps({"format": FORMAT, **facts, "config": asdict(config)}, indent=2, ensure_ascii=False)
            write_atomically(path / "run.json", text + "\n")
        return cls(path, config, facts, lock)

    @classmethod
    def reopen(cls, path: Path) -> RunDirectory:
        """A run that was started earlier, finished or not."""
        try:
            entry = json.loads((path / "run.json").read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise RunError(f"There is no run in {path} (no run.json); start one with --out {path}.") from error
        except (OSError, ValueError) as error:
            raise RunError(f"{path / 'run.json'} cannot be read: {error}.") from error
        if not isinstance(entry, dict) or entry.get("format") != FORMAT:
            made = entry if isinstance(entry, dict) else {}
            raise RunError(
                f"{path} was made by penchant {made.get('penchant', '?')}, in run format {made.get('format', '?')}; "
                f"this one reads format {FORMAT}. Start a new run."
            )
        if entry.get("penchant") != version("penchant"):
            raise RunError(
                f"{path} was started with penchant {entry.get('penchant', '?')}, this is {version('penchant')}: "
                "their lives cannot be mixed. Go on with that version, or start a new run."
            )
        try:
            raw = entry.pop("config")
            config = Config(**{**raw, "methods": tuple(raw["methods"])})
            if not all(isinstance(number, int) for number in (config.passes, config.seed)):
                raise TypeError("passes and seed must be whole numbers")
        except (KeyError, TypeError) as error:
            raise RunError(f"{path / 'run.json'} is not a run this penchant can read: {error}.") from error
        del entry["format"]
        with plain_errors(path):
            return cls(path, config, entry, _lock(path))

    def finished(self) -> dict[tuple[str, str], LifeResult]:
        """The units that are whole, or whole so far; what an interruption left half-written after them is cut off."""
        done: dict[tuple[str, str], LifeResult] = {}
        if not self.episodes.exists():
            return done
        end = read = 0
        with plain_errors(self.path), self.episodes.open("rb+") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                read += len(line)
                if line.startswith(b'{"unit"'):
                    try:
                        result = LifeResult.from_closing_line(json.loads(line))
                    except (ValueError, KeyError, TypeError):
                        break
                    done[result.method, result.person] = result
                    end = read
            file.truncate(end)
        return done

    def keep(self, result: LifeResult) -> None:
        """Add one whole unit; it is on disk when this returns."""
        with plain_errors(self.path):
            if self._episodes is None:
                self._episodes = self.episodes.open("ab", buffering=0)
            text = "\n".join((*result.lines, result.closing_line(), ""))
            _write_all(self._episodes, text.encode())
            os.fsync(self._episodes.fileno())

    def write(self, name: str, text: str) -> Path:
        """Write one file whole, or not at all."""
        with plain_errors(self.path):
            return write_atomically(self.path / name, text)

    def close(self) -> None:
        """Let go of the files and of the lock."""
        if self._episodes is not None:
            self._episodes.close()
            self._episodes = None
        self._lock.close()


def write_atomically(path: Path, text: str) -> Path:
    """A file appears with all of its text or stays as it was."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return path


def _write_all(file: IO[bytes], data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


def _lock(path: Path) -> IO[str]:
    lock = (path / ".lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise RunError(f"Another process is running in {path}; wait for it, or give --out another folder.") from error
    held = weakref.ref(lock)
    os.register_at_fork(after_in_child=lambda: _close(held()))  # a worker that outlives us must not hold the lock
    return lock


def _close(file: IO[str] | None) -> None:
    if file is not None:
        file.close()
