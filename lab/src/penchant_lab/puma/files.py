"""How the parts of a training lie on disk: whole or not at all, and one line where the disk says no."""

from __future__ import annotations

import errno
import gzip
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from penchant.errors import BadData, RunError


@contextmanager
def plain_disk(folder: Path) -> Iterator[None]:
    """Say in one line what the disk or the permissions did not allow."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise RunError(
                "The disk is full; free some space, then go on with the same command and --resume."
            ) from error
        raise RunError(f"Cannot write to {folder}: {error.strerror or error}.") from error


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write a compressed file of lines, which appears whole or not at all; gives how many there are."""
    draft = path.with_name(f".{path.name}.tmp")
    count = 0
    with plain_disk(path.parent):
        try:
            with gzip.open(draft, "wt", encoding="utf-8", compresslevel=6) as file:
                for row in rows:
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")
                    count += 1
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    return count


def append_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Add lines to such a file, down to the disk: what was in it before stays whole, whatever happens."""
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    with plain_disk(path.parent), path.open("ab") as file:
        file.write(gzip.compress(text.encode(), 6))
        file.flush()
        os.fsync(file.fileno())


def read_cut(path: Path) -> list[dict[str, Any]]:
    """The lines of a file that may end anywhere, or not be there: as many as are whole."""
    found: list[dict[str, Any]] = []
    with suppress(OSError, EOFError, ValueError, zlib.error), gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            found.append(json.loads(line))
    return found


def read_lines(path: Path, *names: str) -> list[dict[str, Any]]:
    """The lines of such a file, each of which has fields of these names."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            found = [json.loads(line) for line in file]
        if not all(isinstance(row, dict) and {*names} <= row.keys() for row in found):
            raise ValueError(f"not every line has {', '.join(names)}")
        return found
    except FileNotFoundError:
        raise BadData(f"{path} is missing; run the stage that makes it, or the whole training with --resume.") from None
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise BadData(f"{path} cannot be read ({error}); remove it and go on with --resume.") from error


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file that appears whole or not at all."""
    draft = path.with_name(f".{path.name}.tmp")
    with plain_disk(path.parent):
        try:
            draft.write_bytes(data)
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)


def check_gguf(path: Path) -> None:
    """Raise what a full disk raises where a GGUF file is cut: NumPy, which writes its tensors, does not always."""
    import gguf

    try:
        gguf.GGUFReader(path)
    except (ValueError, IndexError) as error:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path)) from error
