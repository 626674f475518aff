"""The lines of a person's transcript: read, appended and erased."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from sqlite3 import Connection
from typing import Any

from penchant.domain import EpisodeId, TranscriptEntry
from penchant.store.columns import END_OF_IDS, entry_of, episode_of_spoken, spoken_text
from penchant.store.rows.people import BLANK, PersonRow, bucket_of, written_moment
from penchant.store.sums import check, checksum, line_digest

_LINE = "select t.number, t.kind, t.at, s.text, t.line, t.said, t.bucket, t.sum"
_TRANSCRIPT = f"{_LINE} from transcript t left join said s on s.key = t.said where t.person = ?"
_EPISODE = f"""{_LINE}
    from transcript t indexed by transcript_of_episode left join said s on s.key = t.said
    where t.person = ? and t.bucket = ?"""  # told which: SQLite would go through the whole transcript


def has_transcript(connection: Connection, key: int) -> bool:
    """Whether there is any line of this person's transcript."""
    return connection.execute("select 1 from transcript where person = ? limit 1", (key,)).fetchone() is not None


def has_entry(connection: Connection, key: int, episode: EpisodeId, number: int) -> bool:
    """Whether this person's transcript has a line of that number in the episode."""
    found = connection.execute(f"{_EPISODE} and t.number = ?", (key, bucket_of(episode), number))
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


def insert_entries(connection: Connection, owner: PersonRow, entries: Sequence[TranscriptEntry]) -> PersonRow:
    """Append lines to the transcript, all in two statements: there may be thousands."""
    if not entries:
        return owner
    key = owner.key
    ((line, said),) = connection.execute(
        "select coalesce((select max(line) from transcript where person = ?), 0), (select max(key) from said)", (key,)
    )  # rows are only ever appended to `said`, so its keys go on from the highest
    texts = [spoken_text(one) for one in entries]
    rows = [
        (key, line + number, bucket_of(one.episode), one.number, one.kind, written_moment(one.at), said + number)
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


def erase_episode(connection: Connection, owner: PersonRow, episode: EpisodeId) -> PersonRow:
    """Blank and remove the lines of an episode."""
    gone = _read_episode(connection, owner.key, episode)
    connection.executemany(f"{BLANK} (?)", [(row[5],) for row in gone])
    lines = [(owner.key, row[4]) for row in gone]
    connection.executemany("delete from transcript where person = ? and line = ?", lines)
    return owner._replace(
        lines=owner.lines - len(gone),
        line_digest=owner.line_digest - sum(line_digest(row[4], row[6], row[0]) for row in gone),
    )


def _read_episode(connection: Connection, key: int, episode: EpisodeId) -> list[tuple[Any, ...]]:
    """The rows of one episode's transcript, newest first; others may lie in the same bucket."""
    found = connection.execute(f"{_EPISODE} order by t.line desc", (key, bucket_of(episode)))
    return [row for row in found if _of_episode(key, row, episode)]


def _of_episode(key: int, row: Sequence[Any], episode: EpisodeId) -> bool:
    _verify_line(key, row)
    return episode_of_spoken(row[3]) == episode


def _verify_line(key: int, row: Sequence[Any]) -> None:
    number, kind, at, text, line, said, bucket, wanted = row
    check(checksum(key, line, bucket, number, kind, at, said, text), wanted, "line", line, "of a transcript")
