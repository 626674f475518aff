"""Moments out of the words of people: dialogues, given by path and never kept in the repository."""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from moments import Moment, roughened

TRAIN = "dialogues-train.jsonl.gz"
CALIBRATION = 25  # one moment in so many is kept for calibration


@cache
def _rows(path: Path) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines())


def _is_kept_out(row: dict[str, Any]) -> bool:
    return zlib.crc32(row["words"].casefold().encode()) % CALIBRATION == 0


def dialogues(folder: Path, rng: random.Random, *, held_out: bool, part: int = 0, parts: int = 1) -> Iterator[Moment]:
    """The moments of the dialogues in random order, each once; some with other options beside their own.

    Of ``parts`` calls with the same seed each gives another part of them.
    """
    kept = [row for row in _rows(folder / TRAIN) if _is_kept_out(row) == held_out]
    rng.shuffle(kept)
    for row in kept[part::parts]:
        options = list(dict.fromkeys(row["options"]))
        if rng.random() < 0.15:
            heard = f"{row['words']} {row['said_before']}".casefold()
            more = rng.choice(kept)["options"]
            options += [
                name for name in more[: rng.choice((1, 2, 3))] if name not in options and name.casefold() not in heard
            ]
        rng.shuffle(options)
        acted = (row["acted"],) if row["acted"] in options else ()
        unknown: frozenset[str] = frozenset()
        if row["act"] == "correct" and acted and acted[0] not in row["stances"]:
            unknown = frozenset(acted)
        yield Moment(
            words=roughened(row["words"], rng, 0.1),
            options=tuple(options),
            stances={name: stance for name, stance in row["stances"].items() if name in options},
            acted=acted,
            before=row["said_before"] if rng.random() < 0.7 else "",
            verdict=row["verdict"] if acted else "unclear",
            flags=None,
            unknown=unknown,
            source="dialogue",
            part=row["act"],
        )
