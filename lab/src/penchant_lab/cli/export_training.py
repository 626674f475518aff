"""`penchant export-training`: what was heard in a study or is kept in a memory, as training examples."""

from __future__ import annotations

import argparse
import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from penchant import english
from penchant.cli.bar import Bar
from penchant.cli.memory.shared import file_of, opened, shown
from penchant.errors import BadData, BadInput, Interrupted

if TYPE_CHECKING:
    from penchant_lab.export.source import TrainingSource

_FORMS = ("sft", "dpo", "kto")
_PATIENCE = 2.0
"""After so many seconds a bar shows how far it is."""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "export-training",
        help="write training examples of what was heard",
        description="Turn what people said in a study, or in conversations that a memory keeps, into training examples "
        "in the formats of trl, one JSON line each, with a data card. Who is marked as never exported (penchant memory "
        "consent) and what is private is left out and counted. Prompts hold what was known at that time.",
        epilog="examples:\n  penchant export-training --form dpo runs/embodied-20260101 --out pairs.jsonl\n"
        "  penchant export-training --form kto memory.db --out judged.jsonl --pseudonyms\n"
        "  penchant export-training --form sft postgresql://localhost/memories --person ana --out ana.jsonl",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "source", metavar="RUN|STORE", help="the folder of a study, or a memory: a file, faiss:FOLDER, postgresql://…"
    )
    parser.add_argument(
        "--form",
        required=True,
        choices=_FORMS,
        help="sft: what was right to do; dpo: pairs of what was wanted and what was done; kto: what was done, and "
        "whether it was right",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="a new file, JSON lines")
    parser.add_argument("--card", type=Path, metavar="FILE", help="the data card (default: FILE.card.md beside --out)")
    parser.add_argument("--person", action="append", default=[], metavar="NAME", help="only this person; repeatable")
    parser.add_argument("--method", action="append", default=[], metavar="NAME", help="of a study: only this method")
    parser.add_argument("--limit", type=int, metavar="N", help="at most so many examples")
    parser.add_argument("--pseudonyms", action="store_true", help="person-00001 and so on instead of people's ids")
    parser.add_argument("--embedder", metavar="NAME", help="default: the one the memory was made with")
    parser.add_argument("--json", action="store_true", help="print the counts as one JSON document")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the examples and the card, and tell how many there are."""
    from penchant_lab.export.export import export_training

    if args.limit is not None and args.limit < 1:
        raise BadInput(f"--limit {args.limit} writes nothing; give 1 or more.")
    card = args.card or args.out.with_name(f"{args.out.name}.card.md")
    with ExitStack() as stack:
        progress = stack.enter_context(_Progress())
        source = _source(args, stack)
        try:
            done = export_training(
                source, args.form, args.out, card, limit=args.limit, pseudonyms=args.pseudonyms, watch=progress
            )
        except KeyboardInterrupt:
            raise Interrupted(f"Stopped; wrote nothing to {args.out}.") from None
    left_out = {reason: count for reason, count in sorted(done.left_out.items()) if count}
    if args.json:
        counts = {"form": done.form, "examples": done.examples, "people": done.people, "left_out": left_out}
        print(json.dumps({**counts, "by_source": dict(sorted(done.by_source.items())), "out": str(args.out)}))
        return 0
    by_source = ", ".join(f"{name} {count:,}" for name, count in sorted(done.by_source.items()))
    people = english.counted(done.people, "person", "people")
    print(f"Wrote {english.counted(done.examples, f'{done.form} example')} of {people} ({by_source}) to {args.out}")
    for reason, count in left_out.items():
        print(f"Left out: {count:,}, {reason}")
    print(f"Data card: {card}")
    return 0


def _source(args: argparse.Namespace, stack: ExitStack) -> TrainingSource:
    """The run or the memory that is named."""
    from penchant.mind.builtin import BuiltInMind
    from penchant.plugins import OF_NAMES, USUAL_EMBEDDER, embedder_named
    from penchant_lab.export.from_run import RunSource, is_run
    from penchant_lab.export.from_store import StoreSource

    path, mind = Path(args.source), BuiltInMind(embedder_named(OF_NAMES), lazily=True)
    if path.is_dir():
        if not is_run(path):
            raise BadData(f"There is no run in {path} (no run.json); of a folder of FAISS say faiss:{path}")
        embedder = embedder_named(args.embedder or USUAL_EMBEDDER)
        return RunSource(path, mind, embedder, only=args.person, methods=args.method)
    if args.method:
        raise BadInput("--method is for the runs of a study; a memory has none.")
    file = file_of(args.source)
    if file is not None and not file.exists():
        raise BadData(f"There is neither a run nor a memory at {args.source}.")
    args.store = args.source
    memory = stack.enter_context(opened(args))
    return StoreSource(memory, mind, shown(args.source), only=args.person)


class _Progress(Bar):
    """A bar for what takes long."""

    def __init__(self) -> None:
        self._began, self._shown, self._is_open = 0.0, 0, False

    def __enter__(self) -> _Progress:
        return self

    def __call__(self, done: int, total: int) -> None:
        """So many people are done."""
        self._began = self._began or time.monotonic()
        if not self._is_open and done < total and time.monotonic() - self._began > _PATIENCE:
            self.open(total, done, "people")
            self._is_open, self._shown = True, done
        elif self._is_open:
            self.move(done - self._shown)
            self._shown = done

    def __exit__(self, *_: object) -> None:
        if self._is_open:
            self.stop()
