"""`penchant memory stats`: how much is kept, in numbers, without a word of anybody's."""

from __future__ import annotations

import argparse
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from penchant.cli.memory.files import files_of
from penchant.cli.memory.shared import file_of, opened, say, verb


def add_to(verbs: Any) -> None:
    """Add this verb to the parser."""
    verb(verbs, "stats", run, "How much is kept: people, beliefs, evidence, bytes.", "stats --json", of=False)


def run(args: argparse.Namespace) -> int:
    """Count everything once."""
    stances: Counter[str] = Counter()
    sources: Counter[str] = Counter()
    counts: Counter[str] = Counter(people=0, open=0, closed=0, evidence=0)
    with opened(args) as memory:
        for person in memory.people():
            counts["people"] += 1
            for one in memory.list(person, closed=True):
                counts["open" if one.is_open else "closed"] += 1
                stances[one.stance] += 1
            for item in memory.evidence(person):
                counts["evidence"] += 1
                sources[item.source] += 1
        path = file_of(args.memory)
        schema = _schema(path) if path is not None else None  # while it is open: who reads last tidies up
    size = sum(file.stat().st_size for file in files_of(path)) if path is not None else None
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
    ]
    lines += [f"bytes       {size:,}"] if size is not None else []
    lines += [f"schema      {schema}"] if schema is not None else []
    return say(args, lines, document)


def _listed(counts: Counter[str]) -> str:
    return f" ({', '.join(f'{name} {count}' for name, count in sorted(counts.items()))})" if counts else ""


def _schema(path: Path) -> int | None:
    """The number of the last migration a file has seen, where it is one of ours."""
    from penchant.store.migrate import check_ours

    if not path.is_file():
        return None
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        return check_ours(connection, str(path))
