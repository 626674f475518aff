"""One person's rows: between our nouns and the tables of ``migrations/``. Every query names the person's key.

All functions work inside a transaction that the caller has begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from hashlib import blake2b
from sqlite3 import Connection
from typing import Any, NamedTuple

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId, TranscriptEntry
from penchant.embed import Vector
from penchant.store.columns import (
    END_OF_IDS,
    entry_of,
    episode_of_preference,
    episode_of_spoken,
    evidence_of,
    preference_of,
    preference_text,
    spoken_text,
)
from penchant.store.protocol import Close, Erase, EraseLines, Transcribe, Trust, Witness
from penchant.store.snapshot import Opened, Step
from penchant.store.vectors import VectorTable

_PREFERENCE = """select p.id, s.text, p.confidence, p.since, p.confirmed, p.until, p.replaces, p.kind
    from preference p join said s on s.key = p.said where p.person = ?"""
_BOTH = _PREFERENCE.replace("p.kind", "p.kind, s.vector")
_EVIDENCE = """select e.preference, e.source, e.supports, e.at, s.text
    from evidence e join said s on s.key = e.said where e.person = ?"""
_TRANSCRIPT = """select t.number, t.kind, t.at, s.text
    from transcript t join said s on s.key = t.said where t.person = ?"""
_EPISODE = """select t.number, t.kind, t.at, s.text, t.line, t.said
    from transcript t indexed by transcript_of_episode join said s on s.key = t.said
    where t.person = ? and t.bucket = ?"""  # told which: SQLite would go through the whole transcript
_BLANK = "update said set text = '', vector = null where key in"  # never deleted: see 0001_first.sql


class PersonRow(NamedTuple):
    """A person's row: the key their rows carry, and how far they have counted."""

    key: int
    revision: int
    next_preference: int
    next_evidence: int


def find(connection: Connection, person: PersonId) -> PersonRow | None:
    """The row of this person, by name, byte for byte."""
    row = connection.execute(
        """select p.key, p.revision, p.next_preference, p.next_evidence
        from bucket b join person p on p.key = b.person join said s on s.key = p.name
        where b.bucket = ? and s.text = ?""",
        (_bucket(person), person),
    ).fetchone()
    return PersonRow._make(row) if row else None


def add_person(connection: Connection, person: PersonId) -> PersonRow:
    """A row for a stranger."""
    key = connection.execute(
        "insert into person (name, revision, next_preference, next_evidence) values (?, 0, 1, 1)",
        (_say(connection, person),),
    ).lastrowid
    assert key is not None
    connection.execute("insert into bucket values (?, ?)", (_bucket(person), key))
    return PersonRow(key, 0, 1, 1)


def remove_person(connection: Connection, person: PersonId, key: int) -> int:
    """Blank and remove every row of this person; gives how many preferences that were."""
    connection.execute(f"{_BLANK} (select said from evidence where person = ?)", (key,))
    connection.execute(f"{_BLANK} (select said from preference where person = ?)", (key,))
    connection.execute(f"{_BLANK} (select said from transcript where person = ?)", (key,))
    connection.execute(f"{_BLANK} (select name from person where key = ?)", (key,))
    connection.execute("delete from transcript where person = ?", (key,))
    connection.execute("delete from evidence where person = ?", (key,))
    count = connection.execute("delete from preference where person = ?", (key,)).rowcount
    connection.execute("delete from bucket where bucket = ? and person = ?", (_bucket(person), key))
    connection.execute("delete from person where key = ?", (key,))
    return count


def carry_out(connection: Connection, owner: PersonRow, steps: Iterable[Step]) -> PersonRow:
    """Write the steps; gives how far the person has counted then."""
    key, revision, next_preference, next_evidence = owner
    entries: list[TranscriptEntry] = []
    for step in steps:
        match step:
            case Opened(preference, vector, first):
                _insert_preference(connection, key, preference, vector)
                next_preference = preference.id + 1
                if first is not None:
                    _insert_evidence(connection, key, next_evidence, first)
                    next_evidence += 1
            case Witness(one):
                _insert_evidence(connection, key, next_evidence, one)
                next_evidence += 1
            case Trust(id, confidence, confirmed):
                connection.execute(
                    """update preference set confidence = ?, confirmed = coalesce(?, confirmed)
                    where person = ? and id = ?""",
                    (confidence, confirmed and _moment(confirmed), key, id),
                )
            case Close(id, at):
                connection.execute(
                    "update preference set until = ? where person = ? and id = ? and until is null",
                    (_moment(at), key, id),
                )
            case Transcribe(entry):
                entries.append(entry)
            case EraseLines(episode):
                _insert_entries(connection, key, entries)
                entries = []
                _erase_episode(connection, key, episode)
            case Erase(id):
                _insert_entries(connection, key, entries)
                entries = []
                _erase_transcript(connection, key, id)
                connection.execute(
                    f"{_BLANK} (select said from evidence where person = ? and preference = ?)", (key, id)
                )
                connection.execute(f"{_BLANK} (select said from preference where person=? and id=?)", (key, id))
                connection.execute("delete from evidence where person = ? and preference = ?", (key, id))
                connection.execute("update preference set replaces=null where person=? and replaces=?", (key, id))
                connection.execute("delete from preference where person = ? and id = ?", (key, id))
    _insert_entries(connection, key, entries)
    return PersonRow(key, revision, next_preference, next_evidence)


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
    row = connection.execute(f"{_PREFERENCE} and p.id = ?", (key, id)).fetchone()
    return _preference(person, row) if row else None


def read_preferences(connection: Connection, person: PersonId, key: int) -> list[Preference]:
    """All preferences of this person in order of id."""
    return [_preference(person, row) for row in connection.execute(f"{_PREFERENCE} order by p.id", (key,))]


def read_evidence(connection: Connection, key: int, id: PreferenceId | None, latest: int | None) -> list[Evidence]:
    """Evidence of this person, oldest first: for one preference or all, the whole or the last so many."""
    query, values = _EVIDENCE, [key]
    if id is not None:
        if not 0 < id < END_OF_IDS:
            return []
        query, values = f"{query} and e.preference = ?", [*values, id]
    values.append(-1 if latest is None else min(latest, END_OF_IDS - 1))
    rows = connection.execute(f"{query} order by e.number desc limit ?", values).fetchall()
    return [evidence_of(row, datetime.fromisoformat) for row in reversed(rows)]


def has_transcript(connection: Connection, key: int) -> bool:
    """Whether there is any line of this person's transcript."""
    return connection.execute("select 1 from transcript where person = ? limit 1", (key,)).fetchone() is not None


def has_entry(connection: Connection, key: int, episode: EpisodeId, number: int) -> bool:
    """Whether this person's transcript has a line of that number in the episode."""
    found = connection.execute(f"{_EPISODE} and t.number = ?", (key, _bucket(episode), number))
    return any(episode_of_spoken(row[3]) == episode for row in found)


def read_transcript(
    connection: Connection, key: int, episode: EpisodeId | None, latest: int | None
) -> list[TranscriptEntry]:
    """The transcript of this person, oldest first: of one episode or all, the whole or the last so many."""
    most = -1 if latest is None else min(latest, END_OF_IDS - 1)
    if episode is None:
        rows = connection.execute(f"{_TRANSCRIPT} order by t.line desc limit ?", (key, most)).fetchall()
    else:
        rows = _read_episode(connection, key, episode)[:latest]
    return [entry_of(row[:4], datetime.fromisoformat) for row in reversed(rows)]


def read_packed(connection: Connection, key: int) -> list[tuple[int, int, bytes]]:
    """Of all preferences of this person: the id, whether it is believed, and the vector's bytes."""
    return connection.execute(
        """select p.id, p.until is null, s.vector from preference p join said s on s.key = p.said
        where p.person = ? order by p.id""",
        (key,),
    ).fetchall()


def read_vectors(connection: Connection, key: int, size: int) -> VectorTable:
    """The vectors of all preferences of this person."""
    rows = read_packed(connection, key)
    ids, believed = [row[0] for row in rows], [bool(row[1]) for row in rows]
    return VectorTable.of(size, ids, believed, b"".join(row[2] for row in rows))


def read_both(
    connection: Connection, person: PersonId, key: int, size: int
) -> tuple[VectorTable, Callable[[PreferenceId], Preference]]:
    """The vectors of all preferences of this person, and what makes a preference of what was read with them."""
    rows = {row[0]: row for row in connection.execute(f"{_BOTH} order by p.id", (key,))}
    believed = [row[5] is None for row in rows.values()]
    table = VectorTable.of(size, list(rows), believed, b"".join(row[8] for row in rows.values()))
    return table, lambda id: _preference(person, rows[id][:8])


def _bucket(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=2).digest(), "big")


def _say(connection: Connection, text: str, vector: bytes | None = None) -> int:
    key = connection.execute("insert into said (text, vector) values (?, ?)", (text, vector)).lastrowid
    assert key is not None
    return key


def _insert_preference(connection: Connection, key: int, one: Preference, vector: Vector) -> None:
    said = _say(connection, preference_text(one), vector.tobytes())
    dates = (_moment(one.since), _moment(one.confirmed), one.until and _moment(one.until))
    connection.execute(
        "insert into preference values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (key, one.id, said, one.confidence, *dates, one.replaces, one.kind),
    )


def _insert_evidence(connection: Connection, key: int, number: int, one: Evidence) -> None:
    said = _say(connection, spoken_text(one))
    connection.execute(
        "insert into evidence values (?, ?, ?, ?, ?, ?, ?)",
        (key, number, one.preference, one.source, bool(one.supports), _moment(one.at), said),
    )


def _insert_entries(connection: Connection, key: int, entries: Sequence[TranscriptEntry]) -> None:
    """Append lines to the transcript, all in two statements: there may be thousands."""
    if not entries:
        return
    ((line, said),) = connection.execute(
        "select coalesce((select max(line) from transcript where person = ?), 0), (select max(key) from said)", (key,)
    )  # rows are only ever appended to `said`, so its keys go on from the highest
    connection.executemany(
        "insert into said (key, text) values (?, ?)",
        [(said + number, spoken_text(one)) for number, one in enumerate(entries, 1)],
    )
    connection.executemany(
        "insert into transcript values (?, ?, ?, ?, ?, ?, ?)",
        [
            (key, line + number, _bucket(one.episode), one.number, one.kind, _moment(one.at), said + number)
            for number, one in enumerate(entries, 1)
        ],
    )


def _erase_transcript(connection: Connection, key: int, id: PreferenceId) -> None:
    """Blank and remove the transcript of the episodes in which this preference was heard."""
    if not has_transcript(connection, key):
        return
    kept = connection.execute(f"{_PREFERENCE} and p.id = ?", (key, id)).fetchone()
    heard = connection.execute(f"{_EVIDENCE} and e.preference = ?", (key, id))
    for episode in {episode_of_preference(kept[1]), *(episode_of_spoken(row[-1]) for row in heard)}:
        _erase_episode(connection, key, episode)


def _erase_episode(connection: Connection, key: int, episode: EpisodeId) -> None:
    gone = _read_episode(connection, key, episode)
    connection.executemany(f"{_BLANK} (?)", [(row[5],) for row in gone])
    lines = [(key, row[4]) for row in gone]
    connection.executemany("delete from transcript where person = ? and line = ?", lines)


def _read_episode(connection: Connection, key: int, episode: EpisodeId) -> list[tuple[Any, ...]]:
    """The rows of one episode's transcript, newest first; others may lie in the same bucket."""
    found = connection.execute(f"{_EPISODE} order by t.line desc", (key, _bucket(episode)))
    return [row for row in found if episode_of_spoken(row[3]) == episode]


def _preference(person: PersonId, row: Sequence[Any]) -> Preference:
    return preference_of(person, row, datetime.fromisoformat)  # was written in UTC


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="microseconds")
