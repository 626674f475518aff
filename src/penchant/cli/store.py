"""`penchant store`: a whole memory, whatever it lies in."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from penchant.cli.bar import Bar
from penchant.cli.memory.shared import file_of, refuse_fleeting, refuse_missing, say, shown
from penchant.errors import BadInput, Interrupted

if TYPE_CHECKING:
    from penchant.memory.migration import Comparison

EXAMPLES = """examples:
  penchant store migrate memory.db faiss:memory.faiss
  penchant store migrate memory.db postgresql://penchant@localhost/penchant
"""
_NAMED = "penchant store migrate OLD NEW"


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "store",
        help="carry a whole memory from one store to another",
        description="A whole memory, of everybody in it: from one store to another.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    migrating = verbs.add_parser(
        "migrate",
        help="copy everything to a new store, and compare",
        description="Copy everything to a new store, with the same ids, dates and history, and compare both in the "
        "end; a server's tenants too, and what it keeps for them. There is nothing at NEW until all of it was found to "
        "be the same; whatever was interrupted goes on with the same command. Stop whoever writes to OLD first. OLD "
        "is left as it is.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    migrating.add_argument("old", metavar="OLD", help="a file, faiss:FOLDER or a postgresql:// URL")
    migrating.add_argument("new", metavar="NEW", help="the same, and nothing is there yet")
    migrating.add_argument(
        "--embedder", metavar="NAME", help="make the vectors anew, with this one (default: copy them as they are)"
    )
    migrating.add_argument("--json", action="store_true", help="print one JSON document")
    migrating.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check what is named, copy, compare, and say so."""
    from penchant.memory import Memory
    from penchant.memory.migration import Comparison, migrate
    from penchant.plugins import embedder_named, open_store_with
    from penchant.server.settings import DEFAULT_TENANT
    from penchant.server.tenant_stores import carry_ledger, tenant_store, tenants_in

    for where in (args.old, args.new):
        refuse_fleeting(argparse.Namespace(store=where), _NAMED)
    if _is_same(args.old, args.new):
        raise BadInput(f"OLD and NEW are the same store, {shown(args.old)}. Name another place for the copy.")
    refuse_missing(argparse.Namespace(store=args.old), _NAMED)
    embedder = None if args.embedder is None else embedder_named(args.embedder)
    watch, found = _Watch(), Comparison()
    tenants = tenants_in(args.old)
    try:
        for tenant in tenants:
            with closing(Memory(*open_store_with(tenant_store(args.old, tenant)))) as old:
                found += migrate(
                    old,
                    tenant_store(args.new, tenant),
                    watch,
                    name=shown(args.new) if tenant == DEFAULT_TENANT else f"{shown(args.new)}, tenant {tenant}",
                    embedder=embedder,
                    again=tenant != DEFAULT_TENANT,
                    before=partial(carry_ledger, args.old, args.new, tenant),
                )
    except KeyboardInterrupt:
        raise Interrupted(
            f"Stopped. There is nothing at {shown(args.new)} yet, and {shown(args.old)} is as it was; the same command "
            "goes on where this one ended."
        ) from None
    finally:
        watch.stop()
    document = {"old": shown(args.old), "new": shown(args.new), "tenants": tenants, "same": asdict(found)}
    return say(args, _told(args, found, tenants), document)


def _told(args: argparse.Namespace, tally: Comparison, tenants: Sequence[str]) -> list[str]:
    preferences = tally.open + tally.closed
    parts = (
        _many(tally.people, "person", "people"),
        f"{_many(preferences, 'preference')} ({tally.open:,} open, {tally.closed:,} closed)",
        _many(preferences, "vector"),
        f"{_many(tally.evidence, 'piece')} of evidence",
        f"{_many(tally.transcript, 'line')} of transcript",
    )
    others = f", with {_many(len(tenants) - 1, 'tenant')} besides the default one" if len(tenants) > 1 else ""
    return [
        f"Copied {shown(args.old)} to {shown(args.new)}{others}",
        f"Compared, and the same in both: {', '.join(parts)}",
    ]


def _many(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def _is_same(old: str, new: str) -> bool:
    """Whether both name one store."""
    from penchant.plugins import addressed

    files = file_of(old), file_of(new)
    if files[0] is not None and files[1] is not None:
        return os.path.realpath(files[0]) == os.path.realpath(files[1])
    return addressed(old) == addressed(new)


class _Watch:
    """A progress bar for each part of the work."""

    def __init__(self) -> None:
        self._bar: Bar | None = None
        self._done = 0

    def __call__(self, what: str, done: int, total: int) -> None:
        if done == 0 or self._bar is None:
            self.stop()
            if not total:
                return
            self._bar, self._done = Bar(), 0
            self._bar.open(total, 0, f"people {what}")
        self._bar.move(done - self._done)
        self._done = done

    def stop(self) -> None:
        """Leave the bar as it is."""
        if self._bar is not None:
            self._bar.stop()
        self._bar = None
