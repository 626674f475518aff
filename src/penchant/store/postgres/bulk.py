"""Many rows in one statement: for writes about a whole town, or about a whole life.

Rows are sent as one array a column. People are locked in the order of their keys, so of two writers about the same
people one waits for the other, and never both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from penchant.domain import PersonId
from penchant.store.postgres.rows import (
    EPOCH,
    Line,
    LockedPerson,
    carry_out,
    entry_row,
    evidence_row,
    key_of,
    lines_in,
    named_in,
    preference_row,
)
from penchant.store.protocol import Erase, EraseLines, Transcribe, Witness, Writes
from penchant.store.snapshot import Opened, Step

if TYPE_CHECKING:
    import psycopg

    Link = psycopg.Connection[tuple[Any, ...]]

T = TypeVar("T")

_BATCH = 2000
_FEW = 4  # so few steps are written one by one: quicker, since such statements are known to the server already
_PREFERENCE = (
    *("bytea", "bigint", "text", "double precision", "timestamptz", "timestamptz", "timestamptz", "bigint"),
    *("vector", "boolean", "text"),
)
_EVIDENCE = ("bytea", "bigint", "bigint", "text", "boolean", "timestamptz", "text")
_TRANSCRIPT = ("bytea", "bigint", "bytea", "bigint", "text", "timestamptz", "text")
_COUNTED = ("bytea", "bigint", "bigint")


def lock_people(link: Link, writes: Writes) -> dict[PersonId, LockedPerson]:
    """The rows of these people, made for strangers, and which of the ids in their changes they have."""
    people = sorted((key_of(person), person) for person in writes)
    counted: dict[bytes, tuple[int, int, int]] = {}
    has: dict[bytes, set[int]] = {}
    lines: dict[bytes, set[Line]] = {}
    last_lines: dict[bytes, int] = {}
    for some in _batches(people):
        strangers = f"select key, name, 0, 1, 1, {EPOCH} from {_arrays('bytea', 'bytea')} as stranger (key, name)"
        values = _columns([(key, person.encode()) for key, person in some])
        link.execute(f"insert into person {strangers} order by key on conflict do nothing", values)
        locked = link.execute(
            """select key, revision, next_preference, next_evidence from person where key = any(%b::bytea[])
            order by key for update""",
            ([key for key, _ in some],),
        )
        named = [(key, id) for key, person in some for id in named_in(writes[person])]
        if named:
            known = link.execute(
                f"""select p.person, p.id from preference p
                join {_arrays("bytea", "bigint")} as wanted (person, id) using (person, id)""",
                _columns(named),
            )
            for key, id in known.fetchall():
                has.setdefault(bytes(key), set()).add(id)
        spoken = [(key, *line) for key, person in some for line in lines_in(writes[person])]
        if spoken:
            found = link.execute(
                f"""select t.person, t.episode, t.number from transcript t
                join {_arrays("bytea", "bytea", "bigint")} as wanted (person, episode, number)
                using (person, episode, number)""",
                _columns(spoken),
            )
            last = link.execute(
                "select person, max(line) from transcript where person = any(%b::bytea[]) group by person",
                ([key for key, _ in some],),
            )
            for key, episode, number in found.fetchall():
                lines.setdefault(bytes(key), set()).add((bytes(episode), number))
            last_lines.update((bytes(key), line) for key, line in last.fetchall())
        counted.update((bytes(key), (revision, *next_ids)) for key, revision, *next_ids in locked.fetchall())
    return {
        person: LockedPerson(
            key,
            *counted[key],
            has=frozenset(has.get(key, ())),
            lines=frozenset(lines.get(key, ())),
            last_line=last_lines.get(key, 0),
        )
        for key, person in people
    }


def carry_out_all(link: Link, planned: Sequence[tuple[LockedPerson, Sequence[Step]]]) -> int | None:
    """Write everybody's steps, and that there are new revisions; gives the new one where it is about one person."""
    updated: psycopg.Cursor[tuple[Any, ...]] | None = None
    preferences: list[tuple[object, ...]] = []
    evidence: list[tuple[object, ...]] = []
    transcript: list[tuple[object, ...]] = []
    counts: list[tuple[object, ...]] = []
    for owner, every in planned:
        steps, spoken = _apart(every)
        transcript += [entry_row(owner.key, owner.last_line + at, one.entry) for at, one in enumerate(spoken, 1)]
        added = [step for step in steps if isinstance(step, Opened | Witness)]
        if len(added) < len(steps) or (len(planned) == 1 and len(steps) < _FEW):
            updated = carry_out(link, owner, steps)
            continue
        next_id, number = owner.next_preference, owner.next_evidence
        for step in added:
            if isinstance(step, Opened):
                preferences.append(preference_row(owner.key, step.preference, step.vector))
                next_id = step.preference.id + 1
            if step.evidence is not None:
                evidence.append(evidence_row(owner.key, number, step.evidence))
                number += 1
        counts.append((owner.key, next_id, number))
    tables = (("preference", _PREFERENCE, preferences), ("evidence", _EVIDENCE, evidence))
    for table, types, rows in (*tables, ("transcript", _TRANSCRIPT, transcript)):
        for some in _batches(rows):
            link.execute(f"insert into {table} select * from {_arrays(*types)}", _columns(some))
    for some in _batches(counts):
        # numbers are drawn while the rows are locked: see rows.carry_out
        updated = link.execute(
            f"""update person set revision = nextval('revision'), next_preference = counted.p, next_evidence = counted.e
            from {_arrays(*_COUNTED)} as counted (key, p, e) where person.key = counted.key returning revision""",
            _columns(some),
        )
    found = updated.fetchone() if updated is not None and len(planned) == 1 else None
    return int(found[0]) if found else None


def _apart(steps: Sequence[Step]) -> tuple[Sequence[Step], Sequence[Transcribe]]:
    """The lines of a transcript apart from the other steps, where they come in any order: nothing is erased."""
    spoken = [step for step in steps if isinstance(step, Transcribe)]
    if not spoken or any(isinstance(step, Erase | EraseLines) for step in steps):
        return steps, ()
    return [step for step in steps if not isinstance(step, Transcribe)], spoken


def _arrays(*types: str) -> str:
    return f"unnest({', '.join(f'%b::{one}[]' for one in types)})"


def _columns(rows: Sequence[tuple[object, ...]]) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _batches(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(rows), _BATCH):
        yield rows[start : start + _BATCH]
