"""A run's own directory, whatever it studies. Survives a crash at any moment.

``run.json``        versions, seed, configuration and data hash, written first; only where memories are kept may change
``episodes.jsonl``  one line an episode; a unit (one person under one method) is whole when its closing line is there
``report.json``     the figures: the same bytes for the same run, whatever ran side by side
``report.html``     the figures to look at
``timings.json``    how long it took, kept apart so that the report stays the same
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import io
import json
import os
import platform
import secrets
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, TypeVar

from penchant.errors import RunError
from penchant_lab.run.config import RunConfig, versioned

FORMAT = 2
"""Grows when a run directory of before can no longer be resumed."""

BEGINNING = frozenset({".lock", "run.json", "limits.json", "prices.json", "calls.jsonl"})
"""What lies in a run's folder before anything was done; by then no call is in the last of them."""

T = TypeVar("T")


@contextlib.contextmanager
def plain_errors(what: Path) -> Iterator[None]:
    """Say in one line what the disk or the permissions did not allow."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise RunError(f"The disk is full; free some space, then: penchant study --resume {what}") from error
        raise RunError(f"Cannot write {what}: {error.strerror or error}.") from error


class RunFolder:
    """One run on disk, held by one process at a time."""

    def __init__(self, path: Path, config: RunConfig, facts: dict[str, Any], lock: IO[str]) -> None:
        self.path = path
        self.config = config
        self.facts = facts
        self._lock = lock
        self._episodes: IO[bytes] | None = None
        self._is_new = self._made_folder = False

    @classmethod
    def create(cls, path: Path, config: RunConfig, facts: dict[str, Any]) -> RunFolder:
        """A new run; the folder must be new or empty."""
        with plain_errors(path):
            made = not path.exists()
        run = cls(path, config, facts, _new(path, asdict(config), facts))
        run._is_new, run._made_folder = True, made
        return run

    @classmethod
    def reopen(cls, path: Path) -> RunFolder:
        """A run that was started earlier, finished or not."""
        return cls(path, *_old(path))

    @property
    def name(self) -> str:
        """A name no other run has."""
        return f"{self.path.name}-{self.facts['id']}"

    @property
    def episodes(self) -> Path:
        """Where the episodes are."""
        return self.path / "episodes.jsonl"

    def units(self, read: Callable[[dict[str, Any]], T]) -> list[T]:
        """The closing lines of whole units, as ``read`` takes them; what was left half-written after them is cut.

        A unit that went on later has another closing line, further down.
        """
        done: list[T] = []
        if not self.episodes.exists():
            return done
        end = at = 0
        with plain_errors(self.path), self.episodes.open("rb+") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                at += len(line)
                if line.startswith(b'{"unit"'):
                    try:
                        done.append(read(json.loads(line)))
                    except (ValueError, KeyError, TypeError):
                        break
                    end = at
            file.truncate(end)
        return done

    def records(self) -> Iterator[dict[str, Any]]:
        """Every episode that was kept, as its line has it."""
        if not self.episodes.exists():
            return
        with plain_errors(self.path), self.episodes.open("rb") as file:
            for line in file:
                if not line.startswith(b'{"unit"'):
                    try:
                        yield json.loads(line)
                    except ValueError as error:
                        raise RunError(f"{self.episodes} holds a line that no run wrote ({error}).") from error

    def keep_unit(self, lines: Sequence[str], closing: str) -> None:
        """Add one whole unit; it is on disk when this returns."""
        with plain_errors(self.path):
            if self._episodes is None:
                self._episodes = io.FileIO(self.episodes, "ab", opener=_private)
            _write_all(self._episodes, "\n".join((*lines, closing, "")).encode())
            os.fsync(self._episodes.fileno())

    def write(self, name: str, text: str) -> Path:
        """Write one file whole, or not at all."""
        with plain_errors(self.path):
            return write_atomically(self.path / name, text)

    def reconfigure(self, config: RunConfig) -> None:
        """Write down another configuration for the rest of this run."""
        self.write("run.json", _described(asdict(config), self.facts))
        self.config = config

    def take_back(self) -> bool:
        """Remove a run that was begun by this very process and holds nothing yet; whether it was one."""
        if not self._is_new:
            return False
        with plain_errors(self.path):
            files = list(self.path.iterdir())
            if any(each.name not in BEGINNING or _has_calls(each) for each in files):
                return False
            for each in files:
                each.unlink()
            if self._made_folder:
                self.path.rmdir()
        return True

    def close(self) -> None:
        """Let go of the files and of the lock."""
        if self._episodes is not None:
            self._episodes.close()
            self._episodes = None
        self._lock.close()


def _has_calls(file: Path) -> bool:
    return file.name == "calls.jsonl" and file.stat().st_size > 0


def _new(path: Path, config: Mapping[str, Any], facts: Mapping[str, Any]) -> IO[str]:
    """Begin a run in a folder that is new or empty; gives the lock on it."""
    with plain_errors(path):
        if path.exists() and not path.is_dir():
            raise RunError(f"{path} is a file; give --out a new folder.")
        if (path / "run.json").exists():
            raise RunError(f"{path} holds a run already; go on with --resume {path}, or give --out a new folder.")
        if path.exists() and any(path.iterdir()):
            raise RunError(f"{path} is not empty; give --out a new folder.")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)  # what people say is nobody else's business
        lock = _lock(path)
        write_atomically(path / "run.json", _described(config, facts))
    return lock


def _described(config: Mapping[str, Any], facts: Mapping[str, Any]) -> str:
    return json.dumps({"format": FORMAT, **facts, "config": config}, indent=2, ensure_ascii=False) + "\n"


def _old(path: Path) -> tuple[RunConfig, dict[str, Any], IO[str]]:
    """A run that was started earlier: its configuration, its facts, and the lock on it."""
    try:
        entry = json.loads((path / "run.json").read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise RunError(f"There is no run in {path} (no run.json); start one with --out {path}.") from error
    except (OSError, ValueError) as error:
        raise RunError(f"{path / 'run.json'} cannot be read: {error}.") from error
    if not isinstance(entry, dict) or entry.get("format") != FORMAT:
        made = entry if isinstance(entry, dict) else {}
        paid = f" with --reuse {path}, so that no call is paid for twice" if (path / "calls.jsonl").exists() else ""
        raise RunError(
            f"{path} was made by penchant {made.get('penchant', '?')}, in run format {made.get('format', '?')}; this "
            f"one goes on with format {FORMAT}. Go on with that version, or start a new run{paid}."
        )
    if entry.get("penchant") != version("penchant"):
        raise RunError(
            f"{path} was started with penchant {entry.get('penchant', '?')}, this is {version('penchant')}: "
            "their lives cannot be mixed. Go on with that version, or start a new run."
        )
    try:
        config = RunConfig.from_json(entry.pop("config"))
    except (KeyError, TypeError) as error:
        raise RunError(f"{path / 'run.json'} is not a run this penchant can read: {error}.") from error
    del entry["format"]
    with plain_errors(path):
        return config, entry, _lock(path)


def facts_now(data_hash: str, voices_hash: str | None = None) -> dict[str, Any]:
    """What a run writes down of itself when it begins."""
    return {
        "id": secrets.token_hex(4),
        "penchant": version("penchant"),
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "data_hash": data_hash,
        **({} if voices_hash is None else {"voices_hash": voices_hash}),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def place_for(suite: str, out: Path | None) -> Path:
    """Where a new run goes: where it is told to, else below ``runs`` by the time of day."""
    return out or Path("runs") / f"{suite}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"


def started_with(path: Path) -> dict[str, Any]:
    """What the run in a folder was started with, as it lies there; nothing where that cannot be read.

    The settings of a run of version 0.1.0 are told as they are called now, so that it can be replayed.
    """
    try:
        config = json.loads((path / "run.json").read_text(encoding="utf-8"))["config"]
        return dict(config if "options" in config else _as_now(config))
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def voices_of(path: Path) -> str | None:
    """The fingerprint of the voices that people of the run in a folder speak in, where it says so."""
    try:
        found = json.loads((path / "run.json").read_text(encoding="utf-8")).get("voices_hash")
    except (OSError, ValueError, AttributeError):
        return None
    return found if isinstance(found, str) else None


def _as_now(config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that a run of version 0.1.0 wrote down, under their names of today."""
    renamed = {"agents": "methods", "kind": "people_kind"}
    settings = {renamed.get(name, name): value for name, value in config.items()}
    common = {field.name for field in fields(RunConfig)}
    options = {name: settings.pop(name) for name in list(settings) if name not in common}
    return {**settings, "suite": versioned(settings["suite"], 1), "options": options}


def write_atomically(path: Path, text: str) -> Path:
    """A file appears with all of its text or stays as it was."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(draft, "w", encoding="utf-8", opener=_private) as file:
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
    lock = os.fdopen(_private(str(path / ".lock"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise RunError(f"Another process is running in {path}; wait for it, or give --out another folder.") from error
    held = weakref.ref(lock)
    os.register_at_fork(after_in_child=lambda: _close(held()))  # a worker that outlives us must not hold the lock
    return lock


def _private(path: str, flags: int) -> int:
    """Open a file that only its owner may read."""
    return os.open(path, flags, 0o600)


def _close(file: IO[str] | None) -> None:
    if file is not None:
        file.close()
