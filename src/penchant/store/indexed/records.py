"""What an index needs to know of the records: which vectors there are, whose they are, and which are believed.

All functions work inside a transaction that the caller has begun. The records are SQLiteStore's tables; the one
table of ours beside them, ``index_saved``, says which saved index was the last one made of these records.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from sqlite3 import Connection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from penchant.store.indexed.index import Labels

_STATE = "select id, said, until is null from preference where person = ?"
_BATCH = 4096


class Stamp(NamedTuple):
    """When an index was up to date: nothing has changed for as long as both numbers are the same.

    A write makes the revision grow, forgetting a person makes the people fewer, and neither can undo the other.
    """

    revision: int
    people: int


class Holdings(NamedTuple):
    """One person's preferences in order of id, as of one revision: what they are called here, and in the index."""

    revision: int
    ids: Labels
    labels: Labels
    believed: NDArray[np.bool_]


def stamp_of_all(connection: Connection) -> Stamp:
    """The stamp of an index that holds everybody's vectors."""
    return Stamp._make(connection.execute("select revision, (select count(*) from person) from meta").fetchone())


def stamp_of(connection: Connection, key: int) -> Stamp:
    """The stamp of an index that holds one person's vectors."""
    row = connection.execute("select revision, 1 from person where key = ?", (key,)).fetchone()
    return Stamp._make(row) if row else Stamp(0, 0)


def vector_size(connection: Connection) -> int:
    """How many numbers a vector has, once there is one."""
    (size,) = connection.execute("select size from meta").fetchone()
    return int(size)


def read_labels(connection: Connection, key: int | None) -> Labels:
    """The labels of all vectors there are of one person, or of everybody, in no order."""
    where, values = ("", ()) if key is None else (" where person = ?", (key,))
    return _column([label for (label,) in connection.execute(f"select said from preference{where}", values)])


def highest_label(connection: Connection) -> int:
    """No label so far is higher; all that are still to come will be."""
    (highest,) = connection.execute("select coalesce(max(key), 0) from said").fetchone()
    return int(highest)


def read_new(connection: Connection, key: int | None, after: int) -> Iterator[tuple[Labels, bytes]]:
    """The vectors, of one person or everybody, whose labels are higher than ``after``, in batches, ascending."""
    if key is not None:
        newest_first = connection.execute(
            """select s.key, s.vector from preference p join said s on s.key = p.said
            where p.person = ? order by p.id desc""",
            (key,),
        )
        if rows := [*takewhile(lambda row: row[0] > after, newest_first)]:
            yield _batch(rows[::-1])
        return
    found = connection.execute(  # a row of `said` that has a vector is a preference's
        "select key, vector from said where key > ? and vector is not null order by key", (after,)
    )
    while rows := found.fetchmany(_BATCH):
        yield _batch(rows)


def read_holdings(connection: Connection, key: int, revision: int, known: Holdings | None) -> Holdings:
    """What this person has at this revision, given what was known of them at an earlier one.

    Ids only grow, what is closed stays closed and what is erased stays away. So where as many as before are there, as
    many of them are open, and the last one is the same row, nothing has happened but what was opened since.
    """
    if known is not None and len(known.ids):
        last = int(known.ids[-1])
        before = connection.execute(
            """select count(*), total(until is null), max(case id when ? then said end)
            from preference where person = ? and id <= ?""",
            (last, key, last),
        ).fetchone()
        if before == (len(known.ids), known.believed.sum(), known.labels[-1]):
            fresh = _holdings(revision, connection.execute(f"{_STATE} and id > ? order by id", (key, last)).fetchall())
            return Holdings(
                revision,
                np.concatenate([known.ids, fresh.ids]),
                np.concatenate([known.labels, fresh.labels]),
                np.concatenate([known.believed, fresh.believed]),
            )
    return _holdings(revision, connection.execute(f"{_STATE} order by id", (key,)).fetchall())


def read_token(connection: Connection, name: str) -> str | None:
    """The token of the index of that name that was saved last, if any was."""
    if connection.execute("select 1 from sqlite_master where name = 'index_saved'").fetchone() is None:
        return None
    row = connection.execute("select token from index_saved where name = ?", (name,)).fetchone()
    return row[0] if row else None


def write_token(connection: Connection, name: str, token: str) -> None:
    """Note that the index of that name has been saved with this token."""
    connection.execute("create table if not exists index_saved (name text primary key, token text not null)")
    connection.execute("insert or replace into index_saved values (?, ?)", (name, token))


def _holdings(revision: int, rows: list[tuple[int, int, int]]) -> Holdings:
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    ids, labels, believed = np.ascontiguousarray(table.T)
    return Holdings(revision, ids, labels, believed.astype(np.bool_))


def _batch(rows: list[tuple[int, bytes]]) -> tuple[Labels, bytes]:
    return _column([row[0] for row in rows]), b"".join(row[1] for row in rows)


def _column(numbers: list[int]) -> Labels:
    return np.array(numbers, dtype=np.int64)
