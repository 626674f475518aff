"""Checksums of rows: what a byte that changed on the disk is told by, and never read as something else.

A row's checksum covers its columns and its words in ``said``; the row of a person also says how many other rows they
have, with a digest of their numbers, so that a row that is lost, or is found under another number, is missed.
"""

from __future__ import annotations

from collections.abc import Sequence
from sqlite3 import Connection
from typing import Any
from zlib import crc32

from penchant.errors import StoreDamaged

_PRIME = 2147483647
_JOINED = ["\x1f".join(["%s"] * count) for count in range(32)]
"""How so many columns are put together: twice as quick as joining them."""


def checksum(*columns: Any) -> int:
    """A number that other columns hardly have: of a vector alone its bytes, else of all as text."""
    if len(columns) == 1 and isinstance(columns[0], bytes):
        return crc32(columns[0])
    return crc32((_JOINED[len(columns)] % columns).encode("utf-8", "surrogatepass"))


def check(found: object, wanted: object, what: str, *names: object) -> None:
    """StoreDamaged where two are not the same; ``what`` and the names say which row it is."""
    if found != wanted:
        raise StoreDamaged(" ".join(map(str, (what, *names))))


def preference_digest(id: int) -> int:
    """What one preference adds to its person's digest."""
    return id * 31 % _PRIME


def piece_digest(number: int, preference: int) -> int:
    """What one piece of evidence adds to its person's digest."""
    return (number * 31 + preference * 17) % _PRIME


def line_digest(line: int, bucket: int, number: int) -> int:
    """What one line of a transcript adds to its person's digest."""
    return (line * 31 + bucket * 17 + number * 13) % _PRIME


_PREFERENCES = f"count(*), coalesce(sum(a.id * 31 % {_PRIME}), 0) from preference a"
_PIECES = f"count(*), coalesce(sum((a.number * 31 + a.preference * 17) % {_PRIME}), 0) from evidence a"
_LINES = f"count(*), coalesce(sum((a.line * 31 + a.bucket * 17 + a.number * 13) % {_PRIME}), 0) from transcript a"
_BY_PREFERENCE, _BY_EPISODE = "indexed by evidence_of_preference", "indexed by transcript_of_episode"
_QUERIES = {
    "preferences": f"{_PREFERENCES} where a.person = ?",
    "evidence": f"{_PIECES} not indexed where a.person = ?",
    "evidence, by preference": f"{_PIECES} {_BY_PREFERENCE} where a.person = ?",
    "transcript": f"{_LINES} not indexed where a.person = ?",
    "transcript, by episode": f"{_LINES} {_BY_EPISODE} where a.person = ?",
    # each looked up by itself: a neighbour's row may stand in the way of looking up, and not in that of reading on
    "preferences, one by one": f"""{_PREFERENCES} where a.person = ? and exists (
        select 1 from preference b where b.person = a.person and b.id = a.id)""",
    "evidence, one by one": f"""{_PIECES} not indexed where a.person = ? and exists (
        select 1 from evidence b {_BY_PREFERENCE}
        where b.person = a.person and b.preference = a.preference and b.number = a.number)""",
    "transcript, one by one": f"""{_LINES} not indexed where a.person = ? and exists (
        select 1 from transcript b {_BY_EPISODE}
        where b.person = a.person and b.bucket = a.bucket and b.number = a.number and b.line = a.line)""",
    "evidence, by number": f"""{_PIECES} not indexed where a.person = ? and exists (
        select 1 from evidence b not indexed where b.person = a.person and b.number = a.number)""",
    "transcript, by line": f"""{_LINES} not indexed where a.person = ? and exists (
        select 1 from transcript b not indexed where b.person = a.person and b.line = a.line)""",
}


def counted(connection: Connection, key: int) -> dict[str, Sequence[int]]:
    """How many rows of each kind a person has, and the digests of their numbers, by every way they are found."""
    return {what: connection.execute(f"select {query}", (key,)).fetchone() for what, query in _QUERIES.items()}


def check_ends(connection: Connection, key: int) -> None:
    """StoreDamaged where the last rows of a person are not found from the end."""
    for table, number in (("evidence", "number"), ("transcript", "line")):
        where = f"from {table} not indexed where person = ?"
        (last,) = connection.execute(f"select max({number} + 0) {where}", (key,)).fetchone()
        found = connection.execute(f"select {number} {where} order by {number} desc limit 1", (key,)).fetchone()
        check(found and found[0], last, f"the end of the {table}")
