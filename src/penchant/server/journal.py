"""What is written down of requests: a log line for each, and an audit line for each change; nobody's words or name."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from traceback import extract_tb

from penchant.errors import Unavailable
from penchant.plugins import addressed
from penchant.server.callers import Caller
from penchant.server.settings import ServerSettings

_FRAMES = 12


def audit_file(settings: ServerSettings) -> Path | None:
    """Where audit lines go: to the file that was named, or beside a memory in a file; None for the log."""
    if settings.audit is not None:
        return Path(settings.audit)
    kind, rest = addressed(settings.store)
    return Path(f"{rest}.d") / "audit.jsonl" if kind in ("sqlite", "faiss") and rest != ":memory:" else None


class AuditLog:
    """Who did what to whom and when, a line of JSON each; a person goes by a hash that only this server can make."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def note(self, caller: Caller, verb: str, owner: str, *, allowed: bool = True) -> None:
        """Write one line; in one piece, so that several workers may share the file."""
        line = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "tenant": caller.tenant,
            "key": caller.name,
            "verb": verb,
            "person": owner,
            "allowed": allowed,
        }
        if self._path is None:
            with suppress(OSError, ValueError):
                sys.stderr.write(json.dumps({"audit": line}) + "\n")
            return
        try:
            _append(self._path, (json.dumps(line) + "\n").encode())
        except OSError as error:  # its disk is away or full: what cannot be written down is not done
            raise Unavailable(
                f"The audit log cannot be written just now: {error.strerror}. Try again later."
            ) from error


def _append(path: Path, written: bytes) -> None:
    with suppress(FileExistsError):
        path.parent.mkdir(mode=0o700)
    handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    try:
        os.write(handle, written)
    finally:
        os.close(handle)


class RequestLog:
    """A line of JSON on standard error for each request; the route stands for the address, which may hold a name."""

    def __init__(self, *, on: bool) -> None:
        self._on = on

    def failure(self, error: BaseException, *, id: str) -> None:
        """Write down where a bug showed: its kind and the way to it, and nothing that anybody said."""
        way = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in extract_tb(error.__traceback__)]
        line = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "request": id,
            "error": type(error).__name__,
            "way": way[-_FRAMES:],
        }
        with suppress(OSError, ValueError):
            sys.stderr.write(json.dumps(line) + "\n")

    def note(self, *, method: str, route: str, status: int, seconds: float, caller: Caller | None, id: str) -> None:
        """Write one line."""
        if not self._on:
            return
        line = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "request": id,
            "method": method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 1),
            "tenant": caller.tenant if caller else None,
            "key": caller.name if caller else None,
        }
        with suppress(
            OSError, ValueError
        ):  # nobody reads standard error any more: the request was answered all the same
            sys.stderr.write(json.dumps(line) + "\n")
