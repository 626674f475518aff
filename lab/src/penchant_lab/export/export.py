"""Writing training examples: person by person into a file beside its place, which it takes once it is whole."""

from __future__ import annotations

import errno
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

from penchant.errors import BadData, BadInput
from penchant_lab.export.card import card_of
from penchant_lab.export.judgement import TrainingForm, examples_of
from penchant_lab.export.pseudonyms import Pseudonyms
from penchant_lab.export.source import TrainingSource

TWICE = "examples that another one equals"
OTHER_FORM = "judgements that make no example of this form"

Watching = Callable[[int, int], None]
"""Told how many people are done, and of how many."""


@dataclass(slots=True)
class Exported:
    """What was written, counted."""

    form: TrainingForm
    examples: int = 0
    by_source: Counter[str] = field(default_factory=Counter)
    by_label: Counter[str] = field(default_factory=Counter)
    people: int = 0
    first: str = ""  # the earliest and the latest time
    last: str = ""
    left_out: Counter[str] = field(default_factory=Counter)
    limited: bool = False
    renamed: bool = False

    def add(self, example: dict[str, Any]) -> None:
        """Count one example more."""
        self.examples += 1
        self.by_source[example["source"]] += 1
        if "label" in example:
            self.by_label["right" if example["label"] else "wrong"] += 1
        self.first = min(self.first or example["time"], example["time"])
        self.last = max(self.last, example["time"])


def export_training(
    source: TrainingSource,
    form: TrainingForm,
    out: Path,
    card: Path,
    *,
    limit: int | None = None,
    pseudonyms: bool = False,
    watch: Watching = lambda done, total: None,
) -> Exported:
    """Write the examples and their data card, both or neither; BadData where there is not one example."""
    for path in (out, card):
        if path.exists():
            raise BadInput(f"{path} exists already; give another file.")
        if not path.parent.is_dir():
            raise BadInput(f"There is no folder {path.parent} to write {path.name} to; make it first.")
    if out == card:
        raise BadInput("The examples and their card cannot be one file.")
    counted = Exported(form, renamed=pseudonyms)
    with _drafts(out, card) as (lines, text):
        for example in _examples(source, counted, limit, Pseudonyms() if pseudonyms else None, watch):
            lines.write(json.dumps(example, ensure_ascii=False, separators=(",", ":")) + "\n")
        counted.left_out.update(source.left_out)
        if not counted.examples:
            raise BadData(_nothing(source, counted))
        text.write(card_of(counted, source, out.name))
    return counted


def _examples(
    source: TrainingSource, counted: Exported, limit: int | None, names: Pseudonyms | None, watch: Watching
) -> Iterator[dict[str, Any]]:
    people = source.people()
    for done, person in enumerate(people):
        watch(done, len(people))
        seen: set[bytes] = set()
        for judgement in source.judgements(person):
            made = examples_of(judgement, counted.form)
            if not made:
                counted.left_out[OTHER_FORM] += 1
            for example in made:
                if limit is not None and counted.examples >= limit:
                    counted.limited = True
                    return
                told = {key: value for key, value in example.items() if key not in ("source", "time")}
                digest = blake2b(json.dumps(told).encode(), digest_size=16).digest()
                if digest in seen:
                    counted.left_out[TWICE] += 1
                    continue
                counted.people += not seen
                seen.add(digest)
                counted.add(example)
                yield example if names is None else names.within(example, person)
    watch(len(people), len(people))


def _nothing(source: TrainingSource, counted: Exported) -> str:
    why = "; ".join(f"{reason}: {count}" for reason, count in counted.left_out.most_common(4) if count)
    reason = why or "nothing was said"
    return f"Nothing in {source.described}, makes an example for {counted.form} ({reason}); wrote nothing."


@contextmanager
def _drafts(out: Path, card: Path) -> Iterator[tuple[IO[str], IO[str]]]:
    """Two files to write to, that only their owner may read; they take their places once both are on disk."""
    drafts = [path.with_name(f".{path.name}.{os.getpid()}.tmp") for path in (out, card)]
    try:
        with _opened(drafts[0]) as lines, _opened(drafts[1]) as text:
            yield lines, text
            for file in (lines, text):
                file.flush()
                os.fsync(file.fileno())
        drafts[1].replace(card)
        try:
            drafts[0].replace(out)
        except OSError:
            card.unlink(missing_ok=True)
            raise
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise BadData(f"The disk is full; wrote nothing to {out}. Free some space and try again.") from error
        raise BadData(f"Cannot write {out}: {error.strerror or error}.") from error
    finally:
        for draft in drafts:
            draft.unlink(missing_ok=True)


def _opened(path: Path) -> IO[str]:
    return open(path, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600))
