"""`penchant memory stats`: how much is kept, in numbers, without a word of anybody's."""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from penchant.cli.memory.files import files_of
from penchant.cli.memory.shared import file_of, opened, say, verb


def add_to(verbs: Any) -> None:
    """Add this verb to the parser."""
    verb(
        verbs,
        "stats",
        run,
        "How much is kept: people, beliefs, evidence, transcripts, bytes.",
        "stats --json",
        of=False,
    )


def run(args: argparse.Namespace) -> int:
    """Count everything once."""
    from penchant.store import Measurable

    stances: Counter[str] = Counter()
    sources: Counter[str] = Counter()
    counts: Counter[str] = Counter(people=0, open=0, closed=0, evidence=0, transcript=0)
    with opened(args) as memory:
        for person in memory.people():
            counts["people"] += 1
            for one in memory.list(person, closed=True):
                counts["open" if one.is_open else "closed"] += 1
                stances[one.stance] += 1
            for item in memory.evidence(person):
                counts["evidence"] += 1
                sources[item.source] += 1
            counts["transcript"] += len(memory.store.transcript(person))
        path, size, schema = file_of(args.store), None, None
        if isinstance(memory.store, Measurable):
            size, schema = memory.store.measure()
        elif path is not None:
            schema = _schema(path)  # while it is open: who reads last tidies up
    if path is not None:
        size = sum(file.stat().st_size for file in files_of(path))
    document = {
        **counts,
        "by_stance": dict(sorted(stances.items())),
        "by_source": dict(sorted(sources.items())),
        "bytes": size,
        "schema": schema,
    }
    lines = [
        f"people      {counts['people']}",
        f"beliefs     {counts['open']} open, {counts['closed']} closed{_listed(stances)}",
        f"evidence    {counts['evidence']}{_listed(sources)}",
        f"transcript  {counts['transcript']} lines",
    ]
    lines += [f"bytes       {size:,}"] if size is not None else []
    lines += [f"schema      {schema}"] if schema is not None else []
    return say(args, lines, document)


def _listed(counts: Counter[str]) -> str:
    return f" ({', '.join(f'{name} {count}' for name, count in sorted(counts.items()))})" if counts else ""


def _schema(path: Path) -> int | None:
    """The number of the last migration a file has seen, or the records in a folder, where they are ours."""
    from penchant.store.database import Database
    from penchant.store.migrate import check_ours

    records = path / "records.db" if path.is_dir() else path
    if not records.is_file():
        return None
    with closing(Database(records)) as database, database.reading() as connection:
        return check_ours(connection, str(records))
