"""One person's rows: between our nouns and the tables of ``migrations/``. Every query names the person's key.

The key is a digest of the person's name, so it needs no looking up, and leads to one partition of each table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId, TranscriptEntry
from penchant.embed import Vector
from penchant.store import columns
from penchant.store.columns import END_OF_IDS
from penchant.store.protocol import Adopt, Change, Close, Erase, EraseLines, Open, Transcribe, Trust, Witness
from penchant.store.snapshot import Opened, Step

if TYPE_CHECKING:
    import pgvector
    import psycopg

    Link = psycopg.Connection[tuple[Any, ...]]

_COLUMNS = "p.id, p.said, p.confidence, p.since, p.confirmed, p.until, p.replaces, p.kind"
_LOCK = "select revision, next_preference, next_evidence from person where key = %s for update"
EPOCH = "coalesce((select times from forgotten where bucket = get_byte(key, 0) * 256 + get_byte(key, 1)), 0)"
"""How often somebody was forgotten who shares a bucket with the row of this key."""
_ORDINARY = 1e-12, 1e12
Line = tuple[bytes, int]
"""A line of a transcript: the key of its episode, and its number there."""


class LockedPerson(NamedTuple):
    """A person's row, locked until the transaction ends: how far they have counted, and what they have.

    Of preferences and of lines of the transcript it knows those that the changes name.
    """

    key: bytes
    revision: int
    next_preference: int
    next_evidence: int
    has: frozenset[int]
    lines: frozenset[Line]
    last_line: int

    def has_entry(self, episode: EpisodeId, number: int) -> bool:
        """Whether the transcript has this number of an episode."""
        return bool(self.lines) and (key_of(episode), number) in self.lines


def key_of(name: str) -> bytes:
    """What the rows of a person, or of an episode, carry."""
    return blake2b(name.encode(), digest_size=32).digest()


def lock_person(link: Link, person: PersonId, changes: Iterable[Change]) -> LockedPerson:
    """The row of this person, made for a stranger, and which of the ids in ``changes`` they have.

    Nobody else writes about this person until the transaction ends, so what is read here stays true.
    """
    key, named, lines = key_of(person), named_in(changes), lines_in(changes)
    while True:
        locked = link.execute(_LOCK, (key,))
        known = spoken = last = None
        if named:
            known = link.execute("select id from preference where person = %s and id = any(%s::bigint[])", (key, named))
        if lines:
            spoken = link.execute(
                """select episode, number from transcript where person = %s
                and (episode, number) in (select * from unnest(%b::bytea[], %b::bigint[]))""",
                (key, [episode for episode, _ in lines], [number for _, number in lines]),
            )
            last = link.execute("select coalesce(max(line), 0) from transcript where person = %s", (key,))
        counted = locked.fetchone()
        if counted is not None:
            revision, next_preference, next_evidence = counted
            has = frozenset(id for (id,) in known.fetchall()) if known else frozenset[int]()
            there = frozenset((bytes(episode), number) for episode, number in spoken) if spoken else frozenset[Line]()
            ((line,),) = last.fetchall() if last else ((0,),)
            return LockedPerson(key, revision, next_preference, next_evidence, has, there, line)
        link.execute(
            f"""insert into person select key, name, 0, 1, 1, {EPOCH}
            from (values (%s::bytea, %s::bytea)) as v (key, name) on conflict do nothing""",
            (key, person.encode()),
        )  # and look again: another process may have been quicker


def carry_out(link: Link, owner: LockedPerson, steps: Iterable[Step]) -> psycopg.Cursor[tuple[Any, ...]]:
    """Write the steps, and that there is a new revision, which the cursor holds."""
    key, _, next_preference, next_evidence, _, _, line = owner
    for step in steps:
        match step:
            case Opened(preference, vector, first):
                _insert_preference(link, key, preference, vector)
                next_preference = preference.id + 1
                if first is not None:
                    _insert_evidence(link, key, next_evidence, first)
                    next_evidence += 1
            case Witness(one):
                _insert_evidence(link, key, next_evidence, one)
                next_evidence += 1
            case Trust(id, confidence, confirmed):
                link.execute(
                    """update preference set confidence = %s, confirmed = coalesce(%s, confirmed)
                    where person = %s and id = %s""",
                    (float(confidence), confirmed, key, id),
                )
            case Close(id, at):
                link.execute(
                    "update preference set until = %s where person = %s and id = %s and until is null", (at, key, id)
                )
            case Transcribe(entry):
                line += 1
                link.execute("insert into transcript values (%s, %s, %s, %s, %s, %s, %s)", entry_row(key, line, entry))
            case EraseLines(episode):
                link.execute("delete from transcript where person = %s and episode = %s", (key, key_of(episode)))
            case Erase(id):
                _delete_transcript(link, key, id)
                link.execute("delete from evidence where person = %s and preference = %s", (key, id))
                link.execute("update preference set replaces = null where person = %s and replaces = %s", (key, id))
                link.execute("delete from preference where person = %s and id = %s", (key, id))
    # the number is drawn while the row is locked, so later revisions are larger, also after being forgotten
    return link.execute(
        """update person set revision = nextval('revision'), next_preference = %s, next_evidence = %s
        where key = %s returning revision""",
        (next_preference, next_evidence, key),
    )


def remove_person(link: Link, person: PersonId) -> tuple[int, bool]:
    """Delete every row of this person; gives how many preferences that were, and whether there was such a person."""
    key = key_of(person)
    if link.execute("select 1 from person where key = %s for update", (key,)).fetchone() is None:
        return 0, False
    link.execute(
        "insert into forgotten values (%s, 1) on conflict (bucket) do update set times = forgotten.times + 1",
        (int.from_bytes(key[:2], "big"),),
    )
    link.execute("delete from transcript where person = %s", (key,))
    link.execute("delete from evidence where person = %s", (key,))
    gone = link.execute("delete from preference where person = %s returning id", (key,))
    link.execute("delete from person where key = %s", (key,))
    return len(gone.fetchall()), True


def partitions_of(link: Link, person: PersonId) -> list[str]:
    """The tables in which rows of this person lie, or would."""
    row = link.execute(
        """select part from generate_series(0, 15) part
        where satisfies_hash_partition('person'::regclass, 16, part, %s::bytea)""",
        (key_of(person),),
    ).fetchone()
    assert row is not None
    return [f"{whole}_{row[0]:02d}" for whole in ("transcript", "evidence", "preference", "person")]


def read_revision(link: Link, person: PersonId) -> int:
    """The revision of this person; 0 for a stranger."""
    found = link.execute("select revision from person where key = %s", (key_of(person),)).fetchone()
    return int(found[0]) if found else 0


def read_next_id(link: Link, person: PersonId) -> PreferenceId:
    """The id that this person's next preference will get; 1 for a stranger."""
    found = link.execute("select next_preference from person where key = %s", (key_of(person),)).fetchone()
    return PreferenceId(int(found[0]) if found else 1)


def read_epoch(link: Link, person: PersonId) -> int:
    """The epoch of this person, or of the bucket that a stranger would come to."""
    row = link.execute(
        f"""select coalesce((select epoch from person p where p.key = v.key), {EPOCH})
        from (values (%s::bytea)) as v (key)""",
        (key_of(person),),
    ).fetchone()
    assert row is not None
    return int(row[0])


def read_preference(link: Link, person: PersonId, id: PreferenceId) -> Preference | None:
    """One preference of this person."""
    if not 0 < id < END_OF_IDS:
        return None
    query = f"select {_COLUMNS} from preference p where p.person = %s and p.id = %s"
    row = link.execute(query, (key_of(person), id), binary=True).fetchone()
    return preference_of(person, row) if row else None


def read_preferences(link: Link, person: PersonId) -> list[Preference]:
    """All preferences of this person in order of id."""
    query = f"select {_COLUMNS} from preference p where p.person = %s order by p.id"
    return [preference_of(person, row) for row in link.execute(query, (key_of(person),), binary=True)]


def read_evidence(link: Link, person: PersonId, id: PreferenceId | None, latest: int | None) -> list[Evidence]:
    """Evidence of this person, oldest first: for one preference or all, the whole or the last so many."""
    if id is not None and not 0 < id < END_OF_IDS:
        return []
    which = "" if id is None else "and preference = %s"
    values = (key_of(person),) if id is None else (key_of(person), id)
    rows = link.execute(
        f"""select preference, source, supports, at, said from evidence where person = %s {which}
        order by number desc limit %s""",
        (*values, None if latest is None else min(latest, END_OF_IDS - 1)),
        binary=True,
    ).fetchall()
    return [columns.evidence_of(row, utc) for row in reversed(rows)]


def read_transcript(
    link: Link, person: PersonId, episode: EpisodeId | None, latest: int | None
) -> list[TranscriptEntry]:
    """The transcript of this person, oldest first: of one episode or all, the whole or the last so many."""
    which = "" if episode is None else "and episode = %s"
    values = (key_of(person),) if episode is None else (key_of(person), key_of(episode))
    rows = link.execute(
        f"select number, kind, at, said from transcript where person = %s {which} order by line desc limit %s",
        (*values, None if latest is None else min(latest, END_OF_IDS - 1)),
        binary=True,
    ).fetchall()
    return [columns.entry_of(row, utc) for row in reversed(rows)]


def read_vectors(link: Link, person: PersonId) -> dict[PreferenceId, Vector]:
    """The vectors of all preferences of this person, by id, as they were written."""
    query = "select id, vector from preference where person = %s order by id"
    return {PreferenceId(id): vector_of(kept) for id, kept in link.execute(query, (key_of(person),), binary=True)}


def is_extreme(vector: Vector) -> bool:
    """Whether its numbers are so large or small that float32, in which the database measures, could not square them."""
    peak = float(np.abs(vector).max())
    return peak != 0.0 and not _ORDINARY[0] < peak < _ORDINARY[1]


def vector_of(kept: pgvector.Vector) -> Vector:
    """The vector that a row holds, as little-endian float32."""
    return np.asarray(kept.to_numpy()).astype("<f4")


def preference_of(person: PersonId, row: Sequence[Any]) -> Preference:
    """The preference that a row holds."""
    return columns.preference_of(person, row, utc)


def named_in(changes: Iterable[Change]) -> list[PreferenceId]:
    """The ids that ``changes`` speak about and that could be somebody's."""
    return [id for id in map(_named, changes) if id is not None and 0 < id < END_OF_IDS]


def _named(change: Change) -> PreferenceId | None:
    match change:
        case Open(replaces=replaces) | Adopt(Preference(replaces=replaces)):
            return replaces
        case Witness(evidence):
            return evidence.preference
        case Close(id) | Trust(id) | Erase(id):
            return id
        case Transcribe() | EraseLines():
            return None


def lines_in(changes: Iterable[Change]) -> list[Line]:
    """The lines of a transcript that ``changes`` write."""
    return [(key_of(one.entry.episode), one.entry.number) for one in changes if isinstance(one, Transcribe)]


def preference_row(key: bytes, one: Preference, vector: Vector) -> tuple[object, ...]:
    """What the table of preferences holds, column by column."""
    dates = (one.since, one.confirmed, one.until)
    said, extreme = columns.preference_text(one), is_extreme(vector)
    return (key, one.id, said, one.confidence, *dates, one.replaces, vector, extreme, one.kind)


def evidence_row(key: bytes, number: int, one: Evidence) -> tuple[object, ...]:
    """What the table of evidence holds, column by column."""
    return (key, number, one.preference, one.source, bool(one.supports), one.at, columns.spoken_text(one))


def entry_row(key: bytes, line: int, one: TranscriptEntry) -> tuple[object, ...]:
    """What the table of transcripts holds, column by column."""
    return (key, line, key_of(one.episode), one.number, one.kind, one.at, columns.spoken_text(one))


def _delete_transcript(link: Link, key: bytes, id: PreferenceId) -> None:
    """Delete the transcript of the episodes in which this preference was heard."""
    if link.execute("select 1 from transcript where person = %s limit 1", (key,)).fetchone() is None:
        return
    kept = link.execute("select said from preference where person = %s and id = %s", (key, id))
    heard = link.execute("select said from evidence where person = %s and preference = %s", (key, id))
    episodes = {columns.episode_of_preference(text) for (text,) in kept.fetchall()}
    episodes |= {columns.episode_of_spoken(text) for (text,) in heard.fetchall()}
    link.execute(
        "delete from transcript where person = %s and episode = any(%b::bytea[])", (key, [*map(key_of, episodes)])
    )


def _insert_preference(link: Link, key: bytes, one: Preference, vector: Vector) -> None:
    link.execute(
        "insert into preference values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)", preference_row(key, one, vector)
    )


def _insert_evidence(link: Link, key: bytes, number: int, one: Evidence) -> None:
    link.execute("insert into evidence values (%s, %s, %s, %s, %s, %s, %s)", evidence_row(key, number, one))


def utc(at: datetime) -> datetime:
    """The moment that a column holds."""
    return at.replace(tzinfo=UTC)  # the session's zone is UTC already
