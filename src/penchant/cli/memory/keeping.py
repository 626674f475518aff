"""`penchant memory check` and `backup`: whether a memory file is as it was written, and a copy to go back to."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from penchant.cli.memory.shared import file_of, say, shown, verb
from penchant.errors import BadInput, StoreError

_ELSEWHERE = (
    "{where} does not lie in a file of ours. PostgreSQL is backed up and restored with its own tools "
    "(pg_dump --schema penchant, pg_restore), and finds damage with data checksums (pg_checksums --check)."
)
_LEDGER = ".server.db"


def add_to(verbs: Any) -> None:
    """Add these verbs to the parser."""
    says = "Read every row of a memory file and say which people and rows are damaged; or put a backup in its place."
    check = verb(verbs, "check", run_check, says, "check --store memory.db", of=False)
    check.add_argument(
        "--restore", metavar="BACKUP", help="put this backup in its place; what was there is kept beside"
    )
    says = "Copy a memory to a new file as it is at one moment, while others read and write it."
    made = verb(verbs, "backup", run_backup, says, "backup monday.db --store memory.db", of=False)
    made.add_argument("file", metavar="FILE", help="a file that does not exist yet")


def run_check(args: argparse.Namespace) -> int:
    """Tell what is damaged; or restore, once whoever uses the file has been stopped."""
    from penchant.store.keeping import damages, restore

    path = _records(args.store, new=args.restore is not None)
    if path.name.endswith(_LEDGER):
        raise BadInput(
            f"{path} is no memory but what a server keeps for itself: a secret and answers for retries. It needs no "
            "check; if it is damaged, stop the server and delete it, and turns given out before are refused."
        )
    if args.restore is not None:
        aside = restore(path, Path(args.restore))
        kept = f"; what was there is kept as {aside}" if aside else ""
        lines = [f"{path} is the backup {args.restore} now{kept}. Start again whatever had it open."]
        return say(args, lines, {"restored": str(path), "from": args.restore, "kept": str(aside) if aside else None})
    found = list(dict.fromkeys(damages(path)))
    if not found:
        return say(args, [f"{shown(args.store)} is as it was written."], {"damaged": []})
    say(
        args,
        [*found, f"Put a backup in its place: penchant memory check --store {path} --restore BACKUP"],
        {"damaged": found},
    )
    return StoreError.exit_code


def run_backup(args: argparse.Namespace) -> int:
    """Make a backup."""
    from penchant.store.keeping import backup

    to = Path(args.file)
    backup(_records(args.store), to)
    size = to.stat().st_size
    return say(args, [f"{to} is a copy of {shown(args.store)}, {size:,} bytes."], {"backup": str(to), "bytes": size})


def _records(where: str, *, new: bool = False) -> Path:
    """The SQLite file of a memory."""
    path = file_of(where)
    if path is None:
        raise BadInput(_ELSEWHERE.format(where=shown(where)))
    records = path / "records.db" if path.is_dir() else path
    if not new and not (records.is_file() and records.stat().st_size):
        raise StoreError(f"There is no memory in {shown(where)}. Name another with --store.")
    return records
