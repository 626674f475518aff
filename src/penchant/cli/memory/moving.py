"""`penchant memory export` and `import`: one person's memory as a document, out of a store and into another."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from penchant.cli.memory.shared import counted, opened, opened_for, say, show_json, shown, verb
from penchant.errors import BadData, StoreError

if TYPE_CHECKING:
    from penchant.memory.transfer import Record


def add_to(verbs: Any) -> None:
    """Add these verbs to the parser."""
    says = "Write a person's whole memory as one JSON document."
    parser = verb(verbs, "export", take_out, says, "export ana --out ana.json")
    parser.add_argument("--out", type=Path, metavar="FILE", help="a new file (default: standard output)")
    says = "Take in a document that export wrote, into any store, without loss."
    parser = verb(verbs, "import", take_in, says, "import ana.json --store other.db", of=False)
    parser.add_argument("file", metavar="FILE", help="the document (- for standard input)")
    parser.add_argument("--as", dest="name", metavar="NAME", help="keep it under another name")


def take_out(args: argparse.Namespace) -> int:
    """Print the document, or write it to a file that only its owner may read."""
    from penchant.memory import transfer

    with opened_for(args) as memory:
        record = transfer.take_out(memory, args.person)
    document = transfer.written(record)
    if args.out is None:
        show_json(document.removesuffix("\n"))
        return 0
    _write_new(args.out, document)
    return say(args, f"Wrote {_counted(record)} to {args.out}", _summary(record) | {"file": str(args.out)})


def take_in(args: argparse.Namespace) -> int:
    """Read and check the whole document, and only then open the store and write, in one step."""
    from penchant.domain import PersonId
    from penchant.memory import transfer

    record = transfer.read(_read(args.file), name=args.name)
    with opened(args, make=True) as memory:
        if memory.store.revision(PersonId(record.person)):
            raise StoreError(
                f"{record.person!r} has a memory in {shown(args.store)} already. Nothing was changed: import it --as "
                "another name, or forget that one first."
            )
        anew = transfer.take_in(memory, record)
    told = [f"Took in {_counted(record)} about {record.person}"]
    if anew:
        told.append(f"Their vectors were made anew, by {memory.embedder.name}")
    return say(args, told, _summary(record) | {"embedded_anew": anew})


def _counted(record: Record) -> str:
    return counted(len(record.preferences), len(record.evidence), len(record.transcript))


def _summary(record: Record) -> dict[str, object]:
    return {
        "person": record.person,
        "preferences": len(record.preferences),
        "evidence": len(record.evidence),
        "transcript": len(record.transcript),
        "embedder": record.embedder,
    }


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        raise BadData(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}.") from error


def _write_new(out: Path, document: str) -> None:
    """A file that is there whole or not at all, and never in the place of another."""
    try:
        handle = os.open(out, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)  # nobody else's business
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(document.encode())
        except BaseException:
            out.unlink()
            raise
    except FileExistsError as error:
        raise BadData(f"{out} exists already; give --out another name.") from error
    except (OSError, ValueError) as error:
        raise BadData(f"Cannot write to {out}: {getattr(error, 'strerror', None) or error}.") from error
