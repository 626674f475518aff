"""`penchant memory forget`: ask, erase for good, and look whether it is gone."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from penchant.cli.memory.shared import counted, file_of, opened, opened_for, say, sentence, shown, verb
from penchant.cli.screen import tame
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
    from penchant.cli.memory.proof import going
    from penchant.memory.transfer import take_out

    if (args.id is None) == (not args.everything):
        raise BadInput("Say what to forget: the ID of one belief, or --everything.")
    with opened_for(args) as memory:
        one = None if args.id is None else [memory.get(args.person, args.id).id]
        leaving = going(take_out(memory, args.person), one)
        if not args.yes and not _is_sure(leaving):
            raise BadInput("Nothing was forgotten.")
        if args.id is None:
            memory.forget_person(args.person)
        else:
            memory.forget(args.person, args.id)
    return say_forgotten(args, leaving, prove(args, leaving), {"id": args.id})


@dataclass(frozen=True, slots=True)
class Proof:
    """Where it was looked for and is gone from, and what was not looked into."""

    gone_from: list[str]
    not_looked_into: str | None


def prove(args: argparse.Namespace, leaving: Going) -> Proof:
    """Look everywhere through a store that is opened anew; StoreError where anything of it is left."""
    from penchant.cli.memory.proof import places
    from penchant.store import Sweeping

    with opened(args) as memory:
        found = dict(places(memory, leaving, file_of(args.store)))
        beyond = memory.store.out_of_reach if isinstance(memory.store, Sweeping) else _record_of_run(args.store)
    if left := [place for place, still in found.items() if still]:
        raise StoreError(
            f"It was forgotten, and yet it may be found in: {', '.join(left)}. Where another process is reading "
            f"{shown(args.store)}, the last of it goes with the first write after that, or when the file is closed."
        )
    return Proof(list(found), beyond)


def say_forgotten(args: argparse.Namespace, leaving: Going, proof: Proof, named: Mapping[str, object]) -> int:
    """Print what was forgotten, and where it is gone from; gives the exit code of success."""
    counts = _counts(leaving)
    lines = [f"Forgotten {counted(**counts)}" + (f" about {args.person}" if leaving.whole else "")]
    if not leaving.whole:
        told = [sentence(one) for one in leaving.preferences]
        lines = [f"{lines[0]}: {told[0]}"] if len(told) == 1 else [f"{lines[0]}:", *(f"  {each}" for each in told)]
    lines.append(f"Gone from: {', '.join(proof.gone_from)}")
    if proof.not_looked_into:
        lines.append(f"Not looked into: {proof.not_looked_into}")
    document = {"person": args.person, **named, "forgotten": counts}
    return say(args, lines, document | {"gone_from": proof.gone_from, "not_looked_into": proof.not_looked_into})


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
    return agreed([f"{what} ({counted(**_counts(leaving))})"])


def agreed(what: list[str]) -> bool:
    """Whether somebody at a terminal says yes to forgetting this."""
    told = f" {what[0]}" if len(what) == 1 else "".join(f"\n  {tame(each)}" for each in what)
    print(f"To be forgotten for good:{told}\nGo ahead? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
