"""`penchant memory forget`: ask, erase for good, and look whether it is gone."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from penchant.cli.memory.shared import counted, file_of, opened, opened_for, say, sentence, shown, verb
from penchant.errors import BadInput, StoreError

if TYPE_CHECKING:
    from penchant.cli.memory.proof import Going


def add_to(verbs: Any) -> None:
    """Add this verb to the parser."""
    says = (
        "Erase one belief with what was heard of it, or everything about a person, for good; then see that it is gone."
    )
    parser = verb(verbs, "forget", run, says, "forget ana --everything --yes")
    parser.add_argument("id", type=int, nargs="?", metavar="ID", help="the number that `penchant memory show` gives it")
    parser.add_argument("--everything", action="store_true", help="all of the person's memory, and their name")
    parser.add_argument("--yes", action="store_true", help="do not ask first")


def run(args: argparse.Namespace) -> int:
    """Ask, erase, and prove it by a store that is opened anew."""
    from penchant.cli.memory.proof import going, places
    from penchant.store import Sweeping

    if (args.id is None) == (not args.everything):
        raise BadInput("Say what to forget: the ID of one belief, or --everything.")
    with opened_for(args) as memory:
        leaving = going(memory, args.person, args.id)
        if not args.yes and not _is_sure(leaving):
            raise BadInput("Nothing was forgotten.")
        if args.id is None:
            memory.forget_person(args.person)
        else:
            memory.forget(args.person, args.id)
    with opened(args) as memory:
        found = dict(places(memory, leaving, file_of(args.memory)))
        beyond = memory.store.out_of_reach if isinstance(memory.store, Sweeping) else _record_of_run(args.memory)
    name = shown(args.memory)
    if left := [place for place, still in found.items() if still]:
        raise StoreError(
            f"It was forgotten, and yet it may be found in: {', '.join(left)}. Where another process holds {name} open "
            "or is reading from it, the last of it goes once that one is done."
        )
    counts = _counts(leaving)
    told = counted(**counts) + (f" about {args.person}" if leaving.whole else f": {sentence(leaving.preferences[0])}")
    document = {"person": args.person, "id": args.id, "forgotten": counts, "gone_from": list(found)}
    lines = [f"Forgotten {told}", f"Gone from: {', '.join(found)}"]
    if beyond:
        lines.append(f"Not looked into: {beyond}")
    return say(args, lines, document | {"not_looked_into": beyond})


def _record_of_run(where: str) -> str | None:
    """Where a study keeps what was said and learned in it, if this memory lies in its folder; in words."""
    path = file_of(where)
    if path is None or not (path.parent / "run.json").is_file():
        return None
    files = [path.parent / name for name in ("episodes.jsonl", "calls.jsonl", "report.html")]
    kept = ", ".join(str(file) for file in files if file.is_file())
    return f"the record of the study this memory is from, which goes on from it: {kept}" if kept else None


def _counts(leaving: Going) -> dict[str, int]:
    return {name: len(getattr(leaving, name)) for name in ("preferences", "evidence", "transcript")}


def _is_sure(leaving: Going) -> bool:
    if not sys.stdin.isatty():
        raise BadInput("What is forgotten cannot be brought back; add --yes if that is what you mean.")
    what = f"all that is kept about {leaving.person}" if leaving.whole else sentence(leaving.preferences[0])
    what += f" ({counted(**_counts(leaving))})"
    print(f"To be forgotten for good: {what}\nGo ahead? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
