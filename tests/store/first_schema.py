"""A file as the first release made it: the first schema, and rows as SQL that does not change when our code does."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from penchant.domain import PersonId
from penchant.errors import AlreadyTranscribed
from penchant.store import Store, Transcribe
from penchant.store.migrate import migrate
from penchant.store.sums import checksum
from penchant.testing import opening
from penchant.testing._samples import line, raises

ANA = PersonId("ana")


def database_at(path: Path, version: int) -> sqlite3.Connection:
    """A file as a penchant that knew ``version`` migrations would have made it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("pragma journal_mode = wal")
    connection.create_function("checksum", -1, checksum, deterministic=True)
    migrate(connection, str(path), to=version)
    return connection


FIRST_ROWS = """
update meta set embedder = 'tiny', size = 2, revision = 4;
insert into said values (1, 'ana', null);
insert into said values (2, '["when drowsy","a drink","wants","tea","the tea","e1",["coffee","milk"]]',
    x'0000803f00000000');
insert into said values (3, '["e1","the tea"]', null);
insert into said values (4, '["","a drink","wants","mate","mate now","e2",[]]', x'000000000000803f');
insert into said values (5, '["e2","mate now"]', null);
insert into person values (1, 1, 4, 4, 3);
insert into bucket values (9915, 1);
insert into preference values (1, 1, 2, 0.5, '2026-01-02T03:04:05.000006+00:00', '2026-01-02T03:04:05.000006+00:00',
    '2026-02-03T04:05:06.000000+00:00', null);
insert into preference values (1, 3, 4, 1.0, '2026-02-03T04:05:06.000000+00:00', '2026-02-03T04:05:06.000000+00:00',
    null, 1);
insert into evidence values (1, 1, 1, 'answer', 1, '2026-01-02T03:04:05.000006+00:00', 3);
insert into evidence values (1, 2, 3, 'correction', 0, '2026-02-03T04:05:06.000000+00:00', 5);
"""

SECOND_ROWS = (
    FIRST_ROWS
    + """
insert into said values (6, '["e2","mate now"]', null);
insert into transcript values (1, 1, 31173, 0, 'heard', '2026-02-03T04:05:06.000000+00:00', 6);
"""
)


def assert_rows_of_the_first_schema(store: Store) -> None:
    """What was kept is read, is added to, and has a transcript from now on."""
    assert store.people() == [ANA]
    assert store.revision(ANA) == 4
    tea, mate = store.list(ANA, closed=True)
    kept = (tea.value, tea.rather_than, tea.confidence, tea.situation)
    assert kept == ("tea", ("coffee", "milk"), 0.5, "when drowsy")
    assert (mate.value, mate.rather_than, mate.replaces, mate.until) == ("mate", (), tea.id, None)
    assert tea.until == mate.since
    assert [(one.words, one.supports) for one in store.evidence(ANA)] == [("the tea", True), ("mate now", False)]
    sought = opening("x").vector[:2]
    assert [match.preference.id for match in store.nearest(ANA, sought, limit=2)] == [3]
    assert store.transcript(ANA) == []
    said = line("e3", 0, "water")
    assert store.write(ANA, [opening("water", vector=sought), Transcribe(said)]) == [4]
    assert store.transcript(ANA) == [said]
    raises(AlreadyTranscribed, "the same line", store.write, ANA, [Transcribe(said)])
