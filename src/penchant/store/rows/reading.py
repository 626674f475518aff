"""A person's preferences, evidence and vectors, read and checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from sqlite3 import Connection
from typing import Any

from penchant.domain import Evidence, PersonId, Preference, PreferenceId
from penchant.store.columns import END_OF_IDS, evidence_of, preference_of
from penchant.store.rows.people import PersonRow
from penchant.store.sums import check, check_ends, checksum, counted
from penchant.store.vectors import VectorTable

PREFERENCE = """select p.id, s.text, p.confidence, p.since, p.confirmed, p.until, p.replaces, p.kind, p.said, p.sum
    from preference p left join said s on s.key = p.said where p.person = ?"""
_BOTH = PREFERENCE.replace("p.sum", "p.sum, s.vector, p.vector_sum")
_EVIDENCE = """select e.preference, e.source, e.supports, e.at, s.text, e.number, e.said, e.sum
    from evidence e left join said s on s.key = e.said where e.person = ?"""


def has_preference(connection: Connection, key: int, id: PreferenceId) -> bool:
    """Whether this person has a preference of that id."""
    if not 0 < id < END_OF_IDS:
        return False
    found = connection.execute("select 1 from preference where person = ? and id = ?", (key, id)).fetchone()
    return found is not None


def read_preference(connection: Connection, person: PersonId, key: int, id: PreferenceId) -> Preference | None:
    """One preference of this person."""
    if not 0 < id < END_OF_IDS:
        return None
    row = connection.execute(f"{PREFERENCE} and p.id = ?", (key, id)).fetchone()
    return _preference(person, key, row) if row else None


def read_preferences(connection: Connection, person: PersonId, owner: PersonRow) -> list[Preference]:
    """All preferences of this person in order of id."""
    rows = connection.execute(f"{PREFERENCE} order by p.id", (owner.key,)).fetchall()
    check(len(rows), owner.preferences, "how many preferences there are of", person)
    return [_preference(person, owner.key, row) for row in rows]


def read_evidence(connection: Connection, key: int, id: PreferenceId | None, latest: int | None) -> list[Evidence]:
    """Evidence of this person, oldest first: for one preference or all, the whole or the last so many."""
    query, values = _EVIDENCE, [key]
    if id is not None:
        if not 0 < id < END_OF_IDS:
            return []
        query, values = f"{query} and e.preference = ?", [*values, id]
    values.append(-1 if latest is None else min(latest, END_OF_IDS - 1))
    rows = connection.execute(f"{query} order by e.number desc limit ?", values).fetchall()
    for row in rows:
        check(checksum(key, row[5], *row[:4], row[6], row[4]), row[7], "evidence", row[5])
    return [evidence_of(row[:5], datetime.fromisoformat) for row in reversed(rows)]


def read_packed(connection: Connection, owner: PersonRow) -> list[tuple[int, int, bytes, int]]:
    """Of all preferences of this person: the id, whether it is believed, and the vector's bytes with their checksum."""
    rows = connection.execute(
        """select p.id, p.until is null, s.vector, p.vector_sum from preference p left join said s on s.key = p.said
        where p.person = ? order by p.id""",
        (owner.key,),
    ).fetchall()
    check(len(rows), owner.preferences, "how many preferences there are")
    for row in rows:
        check(checksum(row[2]), row[3], "the vector of preference", row[0])
    return rows


def read_vectors(connection: Connection, owner: PersonRow, size: int) -> VectorTable:
    """The vectors of all preferences of this person."""
    rows = read_packed(connection, owner)
    ids, believed = [row[0] for row in rows], [bool(row[1]) for row in rows]
    return VectorTable.of(size, ids, believed, b"".join(row[2] for row in rows))


def read_both(
    connection: Connection, person: PersonId, owner: PersonRow, size: int
) -> tuple[VectorTable, Callable[[PreferenceId], Preference]]:
    """The vectors of all preferences of this person, and what makes a preference of what was read with them."""
    rows = {row[0]: row for row in connection.execute(f"{_BOTH} order by p.id", (owner.key,))}
    check(len(rows), owner.preferences, "how many preferences there are of", person)
    for row in rows.values():
        check(checksum(row[10]), row[11], "the vector of preference", row[0])
    believed = [row[5] is None for row in rows.values()]
    table = VectorTable.of(size, list(rows), believed, b"".join(row[10] for row in rows.values()))
    return table, lambda id: _preference(person, owner.key, rows[id])


def audit(connection: Connection, person: PersonId, owner: PersonRow) -> None:
    """StoreDamaged where a person has other rows than their own row says, whichever way they are found."""
    wanted = {
        "preferences": (owner.preferences, owner.preference_digest),
        "evidence": (owner.pieces, owner.piece_digest),
        "transcript": (owner.lines, owner.line_digest),
    }
    for what, found in counted(connection, owner.key).items():
        check(tuple(found), wanted[what.partition(",")[0]], "how much there is of", person, f"({what})")
    check_ends(connection, owner.key)


def _preference(person: PersonId, key: int, row: Sequence[Any]) -> Preference:
    verify_preference(key, row)
    return preference_of(person, row[:8], datetime.fromisoformat)  # was written in UTC


def verify_preference(key: int, row: Sequence[Any]) -> None:
    """StoreDamaged where the row of a preference is not as it was written."""
    id, text, confidence, since, confirmed, until, replaces, kind, said, wanted = row[:10]
    found = checksum(key, id, said, confidence, since, confirmed, until, replaces, kind, text)
    check(found, wanted, "preference", id)
