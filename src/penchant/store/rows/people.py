"""A person's own row, and the row of the whole file: who there is, and how far each has counted."""

from __future__ import annotations

from datetime import datetime
from hashlib import blake2b
from sqlite3 import Connection
from typing import NamedTuple

from penchant.domain import PersonId
from penchant.store.sums import check, checksum

_PERSON = """p.key, p.name, p.revision, p.next_preference, p.next_evidence, p.bucket, p.epoch, p.preferences,
    p.preference_digest, p.pieces, p.piece_digest, p.lines, p.line_digest"""
BLANK = "update said set text = '', vector = null where key in"  # never deleted: see 0001_first.sql


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
    bucket = bucket_of(person)
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
    name, bucket, epoch = say(connection, person), bucket_of(person), read_epoch(connection, person)
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


def remove_person(connection: Connection, person: PersonId, key: int) -> int:
    """Blank and remove every row of this person; gives how many preferences that were."""
    meta = read_meta(connection)
    write_meta(connection, meta._replace(people=meta.people - 1, erased=meta.erased + 1))
    connection.execute(
        "insert into forgotten values (?, 1) on conflict do update set times = times + 1", (bucket_of(person),)
    )
    connection.execute(f"{BLANK} (select said from evidence where person = ?)", (key,))
    connection.execute(f"{BLANK} (select said from preference where person = ?)", (key,))
    connection.execute(f"{BLANK} (select said from transcript where person = ?)", (key,))
    connection.execute(f"{BLANK} (select name from person where key = ?)", (key,))
    connection.execute("delete from transcript where person = ?", (key,))
    connection.execute("delete from evidence where person = ?", (key,))
    count = connection.execute("delete from preference where person = ?", (key,)).rowcount
    connection.execute("delete from bucket where bucket = ? and person = ?", (bucket_of(person), key))
    connection.execute("delete from person where key = ?", (key,))
    return count


def read_epoch(connection: Connection, person: PersonId) -> int:
    """How often somebody was forgotten whose name shares a bucket with this one."""
    row = connection.execute("select times from forgotten where bucket = ?", (bucket_of(person),)).fetchone()
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


def bucket_of(name: str) -> int:
    """The bucket a name lies in, with others: by it rows are found, and it says nothing of the name."""
    return int.from_bytes(blake2b(name.encode(), digest_size=2).digest(), "big")


def say(connection: Connection, text: str, vector: bytes | None = None) -> int:
    """Keep a text, with a vector where it has one; gives its key."""
    key = connection.execute("insert into said (text, vector) values (?, ?)", (text, vector)).lastrowid
    assert key is not None
    return key


def written_moment(at: datetime) -> str:
    """A moment as it is kept, to the microsecond."""
    return at.isoformat(timespec="microseconds")
