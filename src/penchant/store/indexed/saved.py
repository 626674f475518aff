"""Indexes on disk: a FAISS file and a small JSON file beside it, which together are believed or not at all.

Saving happens in two steps. A draft is written under a name of its own, at leisure; publishing gives it its real name,
within a write to the records, so that no vector can be erased from them in between. A reader believes what it finds if
the records name the same token (so it was made of these records, not of a copy or of others) and the bytes have not
changed since. Everything else is as good as nothing, since an index can always be made again.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from sqlite3 import Connection
from typing import BinaryIO

from penchant.errors import StoreError
from penchant.store.indexed.index import Labels, VectorIndex
from penchant.store.indexed.records import Stamp, read_token, write_token

_FORMAT = 1
_BLOCK = 2**20


@dataclass(frozen=True, slots=True)
class _Label:
    """What the JSON file says of the index beside it."""

    format: int
    token: str
    revision: int
    people: int
    vectors: int
    size: int
    blake2b: str


@dataclass(frozen=True, slots=True)
class UnpublishedIndex:
    """An index that has been written but has no name yet, as of one moment."""

    name: str
    token: str
    stamp: Stamp
    labels: Labels


class SavedIndexes:
    """The folder where indexes are saved by name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, connection: Connection, name: str) -> tuple[VectorIndex, Stamp] | None:
        """The index of that name and the moment it was up to date; None unless it is whole and of these records."""
        try:
            label = _Label(**json.loads(self._path(name, "json").read_bytes()))
            if label.format != _FORMAT or label.token != read_token(connection, name):
                return None
            with self._path(name, "faiss").open("rb") as file:
                if _checksum(file) != label.blake2b:
                    return None
                file.seek(0)
                index = VectorIndex.load(file)
        except (OSError, ValueError, TypeError, RecursionError):  # not there, not JSON, not ours
            return None
        return (index, Stamp(label.revision, label.people)) if len(index) == label.vectors else None

    def draft(self, name: str, index: VectorIndex, stamp: Stamp) -> UnpublishedIndex:
        """Write the index under a name of its own, down to the disk."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        draft = UnpublishedIndex(name, secrets.token_hex(8), stamp, index.labels.copy())
        try:
            with self._create(draft, "faiss") as file:
                index.dump(file)
                _flush(file)
            with self._path(f"{name}.{draft.token}", "faiss").open("rb") as written:
                checksum = _checksum(written)
            label = _Label(_FORMAT, draft.token, *stamp, vectors=len(index), size=index.size, blake2b=checksum)
            with self._create(draft, "json") as file:
                file.write(json.dumps(asdict(label)).encode())
                _flush(file)
        except BaseException:
            self.withdraw(draft)
            raise
        return draft

    def publish(self, connection: Connection, draft: UnpublishedIndex) -> None:
        """Let the draft take the place of what was saved before, within a write to the records."""
        for path in self._files(draft.name):
            if draft.token not in path.name and path.name.count(".") > 1:  # left behind by one who was killed
                path.unlink(missing_ok=True)
        for ending in ("faiss", "json"):
            self._path(f"{draft.name}.{draft.token}", ending).replace(self._path(draft.name, ending))
        if os.name == "posix":
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        write_token(connection, draft.name, draft.token)

    def withdraw(self, draft: UnpublishedIndex) -> None:
        """Remove what is left of a draft."""
        for ending in ("faiss", "json"):
            self._path(f"{draft.name}.{draft.token}", ending).unlink(missing_ok=True)

    def discard(self, name: str) -> None:
        """Remove what is saved under that name, drafts in progress too: whoever makes them will notice."""
        for path in self._files(name):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise StoreError(
                    f"{path} holds vectors that are to go, and cannot be removed: {error.strerror}. Remove it yourself."
                ) from error

    def names(self) -> set[str]:
        """What something is saved under."""
        return {path.name.partition(".")[0] for path in self._files()}

    def _path(self, name: str, ending: str) -> Path:
        return self._folder / f"{name}.{ending}"

    def _files(self, name: str = "") -> Iterator[Path]:
        if self._folder.is_dir():
            ours = re.compile(rf"{re.escape(name) or '[a-z0-9-]+'}(\.[0-9a-f]+)?\.(faiss|json)")
            yield from [path for path in self._folder.iterdir() if ours.fullmatch(path.name) and path.is_file()]

    def _create(self, draft: UnpublishedIndex, ending: str) -> BinaryIO:
        path = self._path(f"{draft.name}.{draft.token}", ending)
        return open(path, "xb", opener=lambda path, flags: os.open(path, flags, 0o600))  # nobody else's business


def _checksum(file: BinaryIO) -> str:
    digest = blake2b(digest_size=16)
    while block := file.read(_BLOCK):
        digest.update(block)
    return digest.hexdigest()


def _flush(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
