"""Where a copy of a memory in files is written until it is whole, and how it is put in its place."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from penchant.errors import StoreError

_ASIDE = ".incoming"


def aside(path: str | Path) -> str:
    """The name beside a file or folder under which its copy is written: ``memory.db.incoming``."""
    return f"{path}{_ASIDE}"


def settle_file(path: str | Path) -> None:
    """Give a copied SQLite file its name, with all that its log holds; the caller knows that there is no other."""
    copy = Path(aside(path))
    try:
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)) as link:
            (mode,) = link.execute("pragma journal_mode = delete").fetchone()  # the log goes into the file, and away
    except sqlite3.Error as error:
        raise _stuck(copy, path, error) from error
    if mode != "delete":
        raise _stuck(copy, path, "another process holds it open")
    _rename(copy, Path(path))


def settle_folder(path: str | Path) -> None:
    """Give a copied folder its name; the caller knows that there is none but an empty one."""
    _rename(Path(aside(path)), Path(path))


def _rename(copy: Path, place: Path) -> None:
    try:
        os.replace(copy, place)
        folder = os.open(place.absolute().parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # or the name may be lost with the power
        finally:
            os.close(folder)
    except OSError as error:
        raise _stuck(copy, place, error.strerror) from error


def _stuck(copy: Path, place: str | Path, why: object) -> StoreError:
    return StoreError(f"The copy is whole, but {copy} cannot be put at {place}: {why}. Try again.")
