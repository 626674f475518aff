"""Looking after a SQLite file: which rows are damaged, a backup while others write, and putting one in its place."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from penchant.domain import PersonId
from penchant.errors import BadInput, StoreDamaged, StoreError
from penchant.store import rows
from penchant.store.database import Database

_TOLD = 20
"""So much of what SQLite finds wrong with the file itself is told."""


def damages(path: Path) -> Iterator[str]:
    """What is damaged in a file, a line for each: of the file itself, and person by person."""
    try:
        with closing(Database(path)) as database:
            yield from _of_file(database)
            people = list[PersonId]()
            try:
                with database.reading() as connection:
                    found = connection.execute(
                        "select s.text from person p left join said s on s.key = p.name order by p.key"
                    ).fetchall()
                    people = [PersonId(name) for (name,) in found if name]
                    rows.read_people(connection)
            except StoreDamaged as error:
                yield f"the people: {_cause(error)}"
            for person in people:
                yield from _of_person(database, person)
    except StoreError as error:
        yield str(error)


def _of_file(database: Database) -> Iterator[str]:
    try:
        with database.reading() as connection:
            for (line,) in connection.execute(f"pragma integrity_check({_TOLD})").fetchall():
                if line != "ok":
                    yield f"the file: {' '.join(str(line).split())}"
    except StoreDamaged as error:
        yield f"the file: {_cause(error)}"


def _of_person(database: Database, person: PersonId) -> Iterator[str]:
    """Each part is read by itself, so that one that is damaged hides no other."""
    try:
        with database.reading() as connection:
            owner = rows.find(connection, person)
            if owner is None:
                yield f"{person}: cannot be found by name"
                return
            numbers = [id for (id,) in connection.execute("select id from preference where person = ?", (owner.key,))]
    except StoreDamaged as error:
        yield f"{person}: {_cause(error)}"
        return
    key = owner.key
    looks: list[Callable[[sqlite3.Connection], object]] = [
        partial(rows.audit, person=person, owner=owner),
        partial(rows.read_packed, owner=owner),
        *(partial(rows.read_preference, person=person, key=key, id=id) for id in numbers),
        partial(rows.read_evidence, key=key, id=None, latest=None),
        partial(rows.read_transcript, key=key, episode=None, latest=None),
    ]
    for look in looks:
        try:
            with database.reading() as connection:
                look(connection)
        except StoreDamaged as error:
            yield f"{person}: {_cause(error)}"


def _cause(error: StoreDamaged) -> str:
    """Which row it is, without the path and what to do, which are told once."""
    return str(error.__cause__ or error)


def backup(path: Path, to: Path) -> None:
    """Copy a file as it is at one moment, while others read and write it; there whole, or not at all."""
    if to.exists():
        raise BadInput(f"{to} exists already; give the backup another name.")
    draft = to.with_name(f".{to.name}.{os.getpid()}.tmp")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # nobody else's business
        with closing(Database(path)) as database, closing(sqlite3.connect(draft)) as target:
            with database.reading() as source:
                source.backup(target)
            target.execute("pragma journal_mode = delete")
        _flush(draft)
        os.link(draft, to)  # which fails where somebody was quicker
    except OSError as error:
        raise StoreError(f"The backup {to} cannot be written: {error.strerror}. Choose another place.") from error
    finally:
        draft.unlink(missing_ok=True)


def restore(path: Path, source: Path) -> Path | None:
    """Put a backup in the place of a file; gives where what was there is kept now. The backup must be whole itself."""
    if not source.is_file():
        raise BadInput(f"There is no backup {source}.")
    draft = path.with_name(f".{path.name}.{os.getpid()}.restored")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        shutil.copyfile(source, draft)
        if wrong := next(damages(draft), None):
            raise StoreError(f"The backup {source} is damaged itself, so nothing was restored: {wrong}")
        _flush(draft)
        aside = None
        if path.exists():
            aside = next(
                name for n in range(1, 10_000) if not (name := path.with_name(f"{path.name}.damaged-{n}")).exists()
            )
            path.rename(aside)
        for beside in ("-wal", "-shm"):
            path.with_name(f"{path.name}{beside}").unlink(missing_ok=True)
        draft.rename(path)
        return aside
    except OSError as error:
        raise StoreError(f"{path} cannot be restored: {error.strerror}. Nothing of the backup was changed.") from error
    finally:
        for ending in ("", "-wal", "-shm"):
            draft.with_name(f"{draft.name}{ending}").unlink(missing_ok=True)


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
