"""Every call that was paid for, on disk before anybody sees the reply: the record of a run, and its cache.

``calls.jsonl`` in a run's directory, one line a call, appended with one write under a lock. Whenever the process is
killed, at most the calls in flight are lost; half a line at the end is cut off by the next to open or to write.
What was taken from another run's record is a line, too, marked ``reused`` and no part of what was paid.
Several processes may share a directory: each sees the others' calls when it next writes, or opens. In memory there is
one address and one offset a call, and no texts but the latest replies, which are likely to be asked for again.

``failures.jsonl`` beside it tells which questions got no reply, and why. What failed once has failed for the run, so
that whoever asks the same gets the same, now and in a replay. Only where nothing that was kept can rest on it (the run
stopped before more was finished, see :func:`settle`) it is asked again when the run is resumed.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import threading
import weakref
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from penchant.errors import BadData, Unavailable
from penchant.lm.protocol import Prompt, Reply
from penchant.lm.record import Head, counted, head_of, line_of, reply_of
from penchant.lm.usage import Usage, UsageSum

NAME = "calls.jsonl"
FAILURES = "failures.jsonl"
SETTLED = b'{"settled":true}\n'
_LATEST = 4096  # so many replies are kept in memory
_LENGTH_BITS = 32  # a place is offset and length in one number: a tuple would take three times the memory


class Ledger:
    """The calls of one run; used by several threads at once."""

    def __init__(
        self, directory: Path, *, writable: bool = True, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.path = directory / NAME
        self._writable = writable
        self._clock = clock
        self._places: dict[bytes, int] = {}
        self._paid: defaultdict[tuple[str, str], UsageSum] = defaultdict(UsageSum)
        self._reused = Counter[str]()
        self._latest: dict[bytes, Reply] = {}
        self._end = 0  # what comes before it has been looked at
        self._lock = threading.Lock()
        self._file = self._open()
        with self._alone():
            self._catch_up()
        self._failures = _failures(directory / FAILURES, settled=writable)
        _outlive_forks(self)

    def find(self, key: bytes) -> Reply | None:
        """The reply that was paid for, if there is one."""
        place = self._places.get(key)
        if place is None:
            return None
        if (reply := self._latest.get(key)) is not None:
            return replace(reply, cached=True)
        length = place & ((1 << _LENGTH_BITS) - 1)
        try:
            return reply_of(os.pread(self._file, length, place >> _LENGTH_BITS))
        except (OSError, ValueError, KeyError) as error:
            raise BadData(f"{self.path} was changed while in use ({error}).") from error

    def keep(self, key: bytes, model: str, prompt: Prompt, reply: Reply, *, reused: bool = False) -> None:
        """Add a call; it is in the file when this returns. One that is ``reused`` cost nothing, and is added once."""
        reply = replace(reply, cost=0.0) if reused else reply
        line = line_of(key, model, prompt, reply, self._clock(), reused=reused)
        head = Head(key, prompt.purpose, model, *counted(reply), reused)
        try:
            with self._lock, self._alone():
                self._catch_up()
                if reused and key in self._places:
                    return
                self._append(line)
                if key not in self._places:  # of two replies to one question the first counts, here and in the file
                    self._latest[key] = reply
                self._note(line, head)
                if len(self._latest) > _LATEST:
                    del self._latest[next(iter(self._latest))]
        except OSError as error:
            why = "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)
            raise Unavailable(
                f"A paid reply could not be kept in {self.path}: {why}. Put it right, then resume."
            ) from error

    def failed(self, key: bytes) -> str | None:
        """Why a question got no reply, where it was asked before and failed."""
        return self._failures.get(key)

    def note_failure(self, key: bytes, why: str) -> None:
        """Keep that a question got no reply."""
        line = json.dumps({"key": key.hex(), "why": why}, ensure_ascii=False) + "\n"
        try:
            with (
                self._lock,
                self._alone(),
                open(self.path.parent / FAILURES, "ab", buffering=0, opener=_private) as file,
            ):
                fcntl.flock(file, fcntl.LOCK_EX)
                file.write(line.encode())
                self._failures[key] = why
        except OSError as error:
            raise Unavailable(f"What failed could not be kept beside {self.path}: {error.strerror}.") from error

    def paid(self) -> dict[tuple[str, str], Usage]:
        """What the calls took, by model and purpose."""
        with self._lock:
            return {each: total.paid() for each, total in self._paid.items()}

    def reused(self) -> dict[str, int]:
        """How many replies were taken from the records of other runs, by model."""
        with self._lock:
            return dict(self._reused)

    @property
    def models(self) -> tuple[str, ...]:
        """The models that were called, as they were asked for."""
        return tuple(dict.fromkeys([*(model for model, _ in self.paid()), *self.reused()]))

    def __len__(self) -> int:
        """How many different questions have a reply."""
        return len(self._places)

    def close(self) -> None:
        """Let go of the file, with everything on the disk itself."""
        with self._lock:
            if self._file >= 0:
                if self._writable:
                    os.fsync(self._file)
                os.close(self._file)
                self._file = -1

    def _open(self) -> int:
        try:
            if not self._writable:
                return os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return _private(str(self.path), os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC)
        except FileNotFoundError as error:
            raise BadData(f"There are no recorded calls in {self.path.parent} (no {NAME}).") from error
        except OSError as error:
            raise BadData(f"The recorded calls in {self.path} cannot be opened: {error.strerror}.") from error

    @contextmanager
    def _alone(self) -> Iterator[None]:
        fcntl.flock(self._file, fcntl.LOCK_EX if self._writable else fcntl.LOCK_SH)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def _append(self, line: bytes) -> None:
        try:
            if os.write(self._file, line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            os.ftruncate(self._file, self._end)
            raise

    def _catch_up(self) -> None:
        """Look at what was added since, by us or by others, and cut off half a line."""
        size = os.lseek(self._file, 0, os.SEEK_END)
        if size == self._end:
            return
        with open(self._file, "rb", closefd=False) as lines:
            lines.seek(self._end)
            for line in lines:
                if not line.endswith(b"\n"):
                    break
                self._note(line, head_of(line))
        if self._end < size and self._writable:
            os.ftruncate(self._file, self._end)

    def _note(self, line: bytes, head: Head | None) -> None:
        place = self._end << _LENGTH_BITS | len(line)
        self._end += len(line)
        if head is None:
            return  # not ours, or spoilt: it counts for nothing, and the question will be asked again
        self._places.setdefault(head.key, place)
        if head.reused:
            self._reused[head.model] += 1
            return
        self._paid[head.model, head.purpose].add(head.input_tokens, head.output_tokens, head.cost)

    def _reopen(self) -> None:
        """In a forked child: a lock of our own, on a file of our own."""
        self._lock = threading.Lock()
        if self._file >= 0:
            os.close(self._file)
            self._file = self._open()


def settle(directory: Path) -> None:
    """What is about to be kept may rest on the failures so far: they stand from now on, also in a resumed run."""
    path = directory / FAILURES
    if not path.exists():
        return
    try:
        with path.open("rb+", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(-min(len(SETTLED), file.seek(0, os.SEEK_END)), os.SEEK_END)
            if file.read() != SETTLED:
                file.write(SETTLED)
    except OSError as error:
        raise Unavailable(f"What failed could not be kept in {path}: {error.strerror}.") from error


def forget_unsettled(directory: Path) -> None:
    """Cut off the failures that nothing rests on, before a run goes on: what was asked then may be asked again."""
    path = directory / FAILURES
    if path.exists():
        os.truncate(path, _settled(path.read_bytes()))


def _settled(lines: bytes) -> int:
    """Where the failures end that stand."""
    end = lines.rfind(SETTLED)
    return 0 if end < 0 else end + len(SETTLED)


def _failures(path: Path, *, settled: bool) -> dict[bytes, str]:
    """Every failure; where more may be asked, those that stand."""
    if not path.exists():
        return {}
    lines = path.read_bytes()
    found: dict[bytes, str] = {}
    for line in lines[: _settled(lines) if settled else None].splitlines():
        try:
            entry = json.loads(line)
            found[bytes.fromhex(entry["key"])] = str(entry["why"])
        except (ValueError, KeyError, TypeError):
            continue  # half a line, or a settlement: no question is known to have failed by it
    return found


def _outlive_forks(ledger: Ledger) -> None:
    held = weakref.ref(ledger)

    def in_child() -> None:
        if (known := held()) is not None:
            known._reopen()

    os.register_at_fork(after_in_child=in_child)


def _private(path: str, flags: int) -> int:
    """Open a file that only its owner may read: what people say is nobody else's business."""
    return os.open(path, flags, 0o600)
