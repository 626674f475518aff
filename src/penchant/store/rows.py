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
from penchant.store.sums import check, check_ends, checksum, counted, line_digest, piece_digest, preference_digest
from penchant.store.vectors import VectorTable

_PREFERENCE = """select p.id, s.text, p.confidence, p.since, p.confirmed, p.until, p.replaces, p.kind, p.said, p.sum
    from preference p left join said s on s.key = p.said where p.person = ?"""
_BOTH = _PREFERENCE.replace("p.sum", "p.sum, s.vector, p.vector_sum")
_EVIDENCE = """select e.preference, e.source, e.supports, e.at, s.text, e.number, e.said, e.sum
    from evidence e left join said s on s.key = e.said where e.person = ?"""
_LINE = "select t.number, t.kind, t.at, s.text, t.line, t.said, t.bucket, t.sum"
_TRANSCRIPT = f"{_LINE} from transcript t left join said s on s.key = t.said where t.person = ?"
_EPISODE = f"""{_LINE}
    from transcript t indexed by transcript_of_episode left join said s on s.key = t.said
    where t.person = ? and t.bucket = ?"""  # told which: SQLite would go through the whole transcript
_PERSON = """p.key, p.name, p.revision, p.next_preference, p.next_evidence, p.bucket, p.epoch, p.preferences,
    p.preference_digest, p.pieces, p.piece_digest, p.lines, p.line_digest"""
_BLANK = "update said set text = '', vector = null where key in"  # never deleted: see 0001_first.sql


class PersonRow(NamedTuple):
    """A person's row: the key their rows carry, how far they have counted, and how many rows there are of them."""

    key: int
    name: int
    revision: int
    next_preference: int
    next_evidence: int
    bucket: int
    epoch: int
    preferences: int
    preference_digest: int
    pieces: int
    piece_digest: int
    lines: int
    line_digest: int


def find(connection: Connection, person: PersonId) -> PersonRow | None:
    """The row of this person, by name, byte for byte; StoreDamaged where one that may be theirs cannot be read."""
    bucket = _bucket(person)
    rows = connection.execute(
        f"""select {_PERSON}, p.sum, s.text from bucket b left join person p on p.key = b.person
        left join said s on s.key = p.name where b.bucket = ?""",
        (bucket,),
    ).fetchall()
    found = None
    for row in rows:
        check(checksum(*row[:13], row[14]), row[13], "the row of a person")
        if row[14] == person:
            found = PersonRow._make(row[:13])
    if found is None:
        others = connection.execute(
            "select count(*) from person indexed by person_of_bucket where bucket = ?", (bucket,)
        ).fetchone()
        check(len(rows), others[0], "the list of people")
    return found


def read_people(connection: Connection) -> list[PersonId]:
    """Everyone's name, in no order."""
    rows = connection.execute(
        f"select {_PERSON}, p.sum, s.text from person p left join said s on s.key = p.name"
    ).fetchall()
    check(len(rows), read_meta(connection).people, "the list of people")
    for row in rows:
        check(checksum(*row[:13], row[14]), row[13], "the row of a person")
    return [PersonId(row[14]) for row in rows]


def add_person(connection: Connection, person: PersonId) -> PersonRow:
    """A row for a stranger."""
    name, bucket, epoch = _say(connection, person), _bucket(person), read_epoch(connection, person)
    key = connection.execute(
        "insert into person (name, revision, next_preference, next_evidence, bucket, epoch) values (?, 0, 1, 1, ?, ?)",
        (name, bucket, epoch),
    ).lastrowid
    assert key is not None
    connection.execute("insert into bucket values (?, ?)", (bucket, key))
    meta = read_meta(connection)
    write_meta(connection, meta._replace(people=meta.people + 1))
    return PersonRow(key, name, 0, 1, 1, bucket, epoch, 0, 0, 0, 0, 0, 0)


def write_person(connection: Connection, person: PersonId, row: PersonRow) -> None:
    """Keep how far a person has counted, with a checksum."""
    connection.execute(
        """update person set revision = ?, next_preference = ?, next_evidence = ?, preferences = ?,
        preference_digest = ?, pieces = ?, piece_digest = ?, lines = ?, line_digest = ?, sum = ? where key = ?""",
        (*row[2:5], *row[7:], checksum(*row, person), row.key),
    )


def read_epoch(connection: Connection, person: PersonId) -> int:
    """How often somebody was forgotten whose name shares a bucket with this one."""
    row = connection.execute("select times from forgotten where bucket = ?", (_bucket(person),)).fetchone()
    return int(row[0]) if row else 0


class Meta(NamedTuple):
    """What is kept once for the whole file."""

    embedder: str
    size: int | None
    revision: int
    people: int
    erased: int  # how often something was


def read_meta(connection: Connection) -> Meta:
    """What is kept once for the whole file."""
    row = connection.execute("select embedder, size, revision, people, erased, sum from meta").fetchone()
    check(row is not None and checksum(*row[:5]) == row[5], True, "the file's own row")
    return Meta._make(row[:5])


def write_meta(connection: Connection, meta: Meta) -> None:
    """Keep it, with a checksum."""
    connection.execute(
        "update meta set embedder = ?, size = ?, revision = ?, people = ?, erased = ?, sum = ?",
        (*meta, checksum(*meta)),
    )


def remove_person(connection: Connection, person: PersonId, key: int) -> int:
    """Blank and remove every row of this person; gives how many preferences that were."""
    meta = read_meta(connection)
    write_meta(connection, meta._replace(people=meta.people - 1, erased=meta.erased + 1))
    connection.execute(
        "insert into forgotten values (?, 1) on conflict do update set times = times + 1", (_bucket(person),)
    )
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
    key, entries = owner.key, list[TranscriptEntry]()
    for step in steps:
        match step:
            case Opened(preference, vector, first):
                _insert_preference(connection, key, preference, vector)
                owner = owner._replace(
                    next_preference=preference.id + 1,
                    preferences=owner.preferences + 1,
                    preference_digest=owner.preference_digest + preference_digest(preference.id),
                )
                if first is not None:
                    owner = _insert_evidence(connection, owner, first)
            case Witness(one):
                owner = _insert_evidence(connection, owner, one)
            case Trust(id, confidence, confirmed):
                later = {"confirmed": _moment(confirmed)} if confirmed else {}
                _change(connection, key, id, confidence=float(confidence), **later)
            case Close(id, at):
                _change(connection, key, id, until=_moment(at))
            case Transcribe(entry):
                entries.append(entry)
            case EraseLines(episode):
                owner = _insert_entries(connection, owner, entries)
                entries = []
                owner = _erase_episode(connection, owner, episode)
            case Erase(id):
                owner = _insert_entries(connection, owner, entries)
                entries = []
                owner = _erase(connection, _erase_transcript(connection, owner, id), id)
    return _insert_entries(connection, owner, entries)


def _change(connection: Connection, key: int, id: PreferenceId, **given: Any) -> None:
    """Change columns of a preference, once it is seen that nobody else did; what is closed stays closed as it was."""
    row = connection.execute(f"{_PREFERENCE} and p.id = ?", (key, id)).fetchone()
    _verify_preference(key, row)
    columns = dict(zip(("confidence", "since", "confirmed", "until", "replaces"), row[2:7], strict=True))
    if columns["until"] is not None:
        given.pop("until", None)
    columns |= given
    sum = checksum(key, id, row[8], *columns.values(), row[7], row[1])
    connection.execute(
        """update preference set confidence = ?, since = ?, confirmed = ?, until = ?, replaces = ?, sum = ?
        where person = ? and id = ?""",
        (*columns.values(), sum, key, id),
    )


def _erase(connection: Connection, owner: PersonRow, id: PreferenceId) -> PersonRow:
    """Blank and remove a preference with its evidence."""
    key = owner.key
    spoke = connection.execute("select number from evidence where person = ? and preference = ?", (key, id)).fetchall()
    connection.execute(f"{_BLANK} (select said from evidence where person = ? and preference = ?)", (key, id))
    connection.execute(f"{_BLANK} (select said from preference where person=? and id=?)", (key, id))
    connection.execute("delete from evidence where person = ? and preference = ?", (key, id))
    heirs = connection.execute("select id from preference where person = ? and replaces = ?", (key, id)).fetchall()
    for (heir,) in heirs:
        _change(connection, key, heir, replaces=None)
    connection.execute("delete from preference where person = ? and id = ?", (key, id))
    return owner._replace(
        preferences=owner.preferences - 1,
        preference_digest=owner.preference_digest - preference_digest(id),
        pieces=owner.pieces - len(spoke),
        piece_digest=owner.piece_digest - sum(piece_digest(number, id) for (number,) in spoke),
    )


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
    return _preference(person, key, row) if row else None


def read_preferences(connection: Connection, person: PersonId, owner: PersonRow) -> list[Preference]:
    """All preferences of this person in order of id."""
    rows = connection.execute(f"{_PREFERENCE} order by p.id", (owner.key,)).fetchall()
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


def has_transcript(connection: Connection, key: int) -> bool:
    """Whether there is any line of this person's transcript."""
    return connection.execute("select 1 from transcript where person = ? limit 1", (key,)).fetchone() is not None


def has_entry(connection: Connection, key: int, episode: EpisodeId, number: int) -> bool:
    """Whether this person's transcript has a line of that number in the episode."""
    found = connection.execute(f"{_EPISODE} and t.number = ?", (key, _bucket(episode), number))
    return any(_of_episode(key, row, episode) for row in found)


def read_transcript(
    connection: Connection, key: int, episode: EpisodeId | None, latest: int | None
) -> list[TranscriptEntry]:
    """The transcript of this person, oldest first: of one episode or all, the whole or the last so many."""
    most = -1 if latest is None else min(latest, END_OF_IDS - 1)
    if episode is None:
        rows = connection.execute(f"{_TRANSCRIPT} order by t.line desc limit ?", (key, most)).fetchall()
        for row in rows:
            _verify_line(key, row)
    else:
        rows = _read_episode(connection, key, episode)[:latest]
    return [entry_of(row[:4], datetime.fromisoformat) for row in reversed(rows)]


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


def _bucket(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=2).digest(), "big")


def _say(connection: Connection, text: str, vector: bytes | None = None) -> int:
    key = connection.execute("insert into said (text, vector) values (?, ?)", (text, vector)).lastrowid
    assert key is not None
    return key


def _insert_preference(connection: Connection, key: int, one: Preference, vector: Vector) -> None:
    text, packed = preference_text(one), vector.tobytes()
    said = _say(connection, text, packed)
    dates = (_moment(one.since), _moment(one.confirmed), one.until and _moment(one.until))
    columns = (key, one.id, said, float(one.confidence), *dates, one.replaces, one.kind)
    connection.execute(
        "insert into preference values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*columns, checksum(*columns, text), checksum(packed)),
    )


def _insert_evidence(connection: Connection, owner: PersonRow, one: Evidence) -> PersonRow:
    text, number = spoken_text(one), owner.next_evidence
    said = _say(connection, text)
    columns = (owner.key, number, one.preference, one.source, int(bool(one.supports)), _moment(one.at), said)
    connection.execute("insert into evidence values (?, ?, ?, ?, ?, ?, ?, ?)", (*columns, checksum(*columns, text)))
    return owner._replace(
        next_evidence=number + 1,
        pieces=owner.pieces + 1,
        piece_digest=owner.piece_digest + piece_digest(number, one.preference),
    )


def _insert_entries(connection: Connection, owner: PersonRow, entries: Sequence[TranscriptEntry]) -> PersonRow:
    """Append lines to the transcript, all in two statements: there may be thousands."""
    if not entries:
        return owner
    key = owner.key
    ((line, said),) = connection.execute(
        "select coalesce((select max(line) from transcript where person = ?), 0), (select max(key) from said)", (key,)
    )  # rows are only ever appended to `said`, so its keys go on from the highest
    texts = [spoken_text(one) for one in entries]
    rows = [
        (key, line + number, _bucket(one.episode), one.number, one.kind, _moment(one.at), said + number)
        for number, one in enumerate(entries, 1)
    ]
    connection.executemany(
        "insert into said (key, text) values (?, ?)", [(row[6], text) for row, text in zip(rows, texts, strict=True)]
    )
    connection.executemany(
        "insert into transcript values (?, ?, ?, ?, ?, ?, ?, ?)",
        [(*row, checksum(*row, text)) for row, text in zip(rows, texts, strict=True)],
    )
    return owner._replace(
        lines=owner.lines + len(rows), line_digest=owner.line_digest + sum(line_digest(*row[1:4]) for row in rows)
    )


def _erase_transcript(connection: Connection, owner: PersonRow, id: PreferenceId) -> PersonRow:
    """Blank and remove the transcript of the episodes in which this preference was heard."""
    key = owner.key
    if not has_transcript(connection, key):
        return owner
    kept = connection.execute(f"{_PREFERENCE} and p.id = ?", (key, id)).fetchone()
    _verify_preference(key, kept)
    heard = [one.episode for one in read_evidence(connection, key, id, None)]
    for episode in {episode_of_preference(kept[1]), *heard}:
        owner = _erase_episode(connection, owner, episode)
    return owner


def _erase_episode(connection: Connection, owner: PersonRow, episode: EpisodeId) -> PersonRow:
    gone = _read_episode(connection, owner.key, episode)
    connection.executemany(f"{_BLANK} (?)", [(row[5],) for row in gone])
    lines = [(owner.key, row[4]) for row in gone]
    connection.executemany("delete from transcript where person = ? and line = ?", lines)
    return owner._replace(
        lines=owner.lines - len(gone),
        line_digest=owner.line_digest - sum(line_digest(row[4], row[6], row[0]) for row in gone),
    )


def _read_episode(connection: Connection, key: int, episode: EpisodeId) -> list[tuple[Any, ...]]:
    """The rows of one episode's transcript, newest first; others may lie in the same bucket."""
    found = connection.execute(f"{_EPISODE} order by t.line desc", (key, _bucket(episode)))
    return [row for row in found if _of_episode(key, row, episode)]


def _of_episode(key: int, row: Sequence[Any], episode: EpisodeId) -> bool:
    _verify_line(key, row)
    return episode_of_spoken(row[3]) == episode


def _preference(person: PersonId, key: int, row: Sequence[Any]) -> Preference:
    _verify_preference(key, row)
    return preference_of(person, row[:8], datetime.fromisoformat)  # was written in UTC


def _verify_preference(key: int, row: Sequence[Any]) -> None:
    id, text, confidence, since, confirmed, until, replaces, kind, said, wanted = row[:10]
    found = checksum(key, id, said, confidence, since, confirmed, until, replaces, kind, text)
    check(found, wanted, "preference", id)


def _verify_line(key: int, row: Sequence[Any]) -> None:
    number, kind, at, text, line, said, bucket, wanted = row
    check(checksum(key, line, bucket, number, kind, at, said, text), wanted, "line", line, "of a transcript")


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


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="microseconds")
