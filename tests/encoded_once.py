"""Runs of the encoder that tests share: what it made of an input in one test it need not make again in another.

The encoder is a pure function of its input, and most of a study's time goes to it. Studies fork workers, so what was
made is kept in a file that all processes of a test session read and add to.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from penchant.mind.learned import weights

FILE = "PENCHANT_TESTS_ENCODED"
"""The environment variable that names the file."""

WAIT_S = 5.0


def share() -> None:
    """From now on, whatever opens the encoder in this process reads and adds to the file."""
    opened, file = weights.open_session, Path(os.environ[FILE])
    weights.open_session = lambda model: EncodedOnce(opened(model), model, file)


class EncodedOnce:
    """An onnxruntime session which looks up what was run before, by this process or by another one."""

    def __init__(self, session: Any, weights: bytes, file: Path) -> None:
        self._session = session
        self._weights = hashlib.sha256(weights).digest()
        self._file = file
        self._opened: dict[int, sqlite3.Connection] = {}  # by process: one is neither used nor closed in a fork

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def run(self, names: Sequence[str], given: Mapping[str, Any]) -> list[Any]:
        """As the session's own, for inputs that are arrays."""
        digest = hashlib.sha256(self._weights + repr(list(names)).encode())
        for name, value in sorted(given.items()):
            digest.update(f"{name} {value.dtype} {value.shape} ".encode() + value.tobytes())
        key, found = digest.digest(), None
        with contextlib.suppress(sqlite3.Error):  # a file that is busy for long is done without
            found = self._rows().execute("select made from runs where given = ?", (key,)).fetchone()
        if found is not None:
            return list(pickle.loads(found[0]))
        made: list[Any] = self._session.run(names, given)
        with contextlib.suppress(sqlite3.Error):
            self._rows().execute("insert or ignore into runs values (?, ?)", (key, pickle.dumps(made, 5)))
        return made

    def _rows(self) -> sqlite3.Connection:
        here = os.getpid()
        if here not in self._opened:
            rows = sqlite3.connect(self._file, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
            rows.execute("pragma journal_mode = wal")
            rows.execute("pragma synchronous = off")
            rows.execute("create table if not exists runs (given blob primary key, made blob) without rowid")
            self._opened[here] = rows
        return self._opened[here]
