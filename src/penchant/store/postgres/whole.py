"""All that is read of one person at once, in one statement: one way to the server and back, and one moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from penchant.domain import Evidence, PersonId, Preference, TranscriptEntry
from penchant.store import columns
from penchant.store.postgres.rows import EPOCH, key_of, preference_of, utc

if TYPE_CHECKING:
    import psycopg

    Link = psycopg.Connection[tuple[Any, ...]]

_OWNER, _PREFERENCE, _EVIDENCE, _LINE = range(4)
_CHANGED = "(select revision from person where key = %(key)s) is distinct from %(known)s"
# Rows of three tables in one answer: which table, the number they are in order of, and columns that fit all of them.
_QUERY = f"""
    select {_OWNER}, coalesce((select revision from person where key = %(key)s), 0), null::bigint, null::text,
        null::text, null::boolean, null::float8, null::timestamptz, null::timestamptz, null::timestamptz,
        coalesce((select epoch from person where key = %(key)s), (select {EPOCH} from (select %(key)s as key) as name))
    union all select {_PREFERENCE}, id, null, said, kind, null, confidence, since, confirmed, until, replaces
        from preference where person = %(key)s and {_CHANGED}
    union all (select {_EVIDENCE}, number, preference, said, source, supports, null, at, null, null, null
        from evidence where person = %(key)s and {_CHANGED} order by number desc limit %(pieces)s)
    union all (select {_LINE}, line, number, said, kind, null, null, at, null, null, null
        from transcript where person = %(key)s order by line desc limit %(lines)s)"""
_NEVER = -1


class WholePerson(NamedTuple):
    """What was read; no preferences and no evidence where the revision is the one that was known already."""

    revision: int
    epoch: int
    preferences: list[Preference]
    evidence: list[Evidence]
    transcript: list[TranscriptEntry]


def read_whole(link: Link, person: PersonId, *, known: int | None, pieces: int, lines: int) -> WholePerson:
    """Everything about one person: all preferences, and the latest evidence and lines of the transcript, in order."""
    values = {
        "key": key_of(person),
        "known": _NEVER if known is None else known,
        "pieces": pieces,
        "lines": lines,
    }
    tables: tuple[list[tuple[Any, ...]], ...] = [], [], [], []
    for row in link.execute(_QUERY, values, binary=True).fetchall():
        tables[row[0]].append(row)
    ((_, revision, *_, epoch),) = tables[_OWNER]
    kept, spoke, said = (sorted(table) for table in tables[_PREFERENCE:])
    return WholePerson(
        int(revision),
        int(epoch),
        [preference_of(person, (row[1], row[3], *row[6:11], row[4])) for row in kept],
        [columns.evidence_of((row[2], row[4], row[5], row[7], row[3]), utc) for row in spoke],
        [columns.entry_of((row[2], row[4], row[7], row[3]), utc) for row in said],
    )
