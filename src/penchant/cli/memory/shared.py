"""What the verbs share: their options, the memory they open, and how they print."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from penchant import english
from penchant.cli.screen import tame
from penchant.errors import BadInput, StoreError

if TYPE_CHECKING:
    from penchant.domain import Evidence, Preference, TranscriptEntry
    from penchant.memory import Memory

_IN_FILES = ("sqlite", "faiss")
_FLEETING = ("memory", ":memory:", "sqlite::memory:")
_LONG = 400
"""So many characters of a text are shown in a line; ``--json`` shows them all."""


def verb(
    verbs: Any,
    name: str,
    run: Callable[[argparse.Namespace], int],
    says: str,
    example: str,
    *,
    of: bool = True,
    command: str = "penchant memory",
) -> argparse.ArgumentParser:
    """A parser for one verb of ``command``, with the options they all have; ``of`` a person, unless told."""
    parser: argparse.ArgumentParser = verbs.add_parser(
        name,
        help=says[0].lower() + says[1:].partition(". ")[0].rstrip("."),
        description=says,
        epilog=f"example:\n  {command} {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if of:
        parser.add_argument("person", metavar="PERSON", help="whose memory")
    with_memory(parser)
    parser.add_argument("--embedder", metavar="NAME", help="default: the one the memory was made with")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)
    return parser


def with_memory(parser: argparse.ArgumentParser) -> None:
    """Let it be said which memory is meant."""
    parser.add_argument(
        "--store",
        default="memory.db",
        metavar="WHERE",
        help="a file, faiss:FOLDER or a postgresql:// URL (default: memory.db); the bare words sqlite and faiss mean "
        "memory.db and memory.faiss in this folder",
    )


def with_id(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """The same parser, which also takes a preference's number."""
    parser.add_argument("id", type=int, metavar="ID", help="the number that `penchant memory show` gives it")
    return parser


def file_of(where: str) -> Path | None:
    """The file or folder a memory lies in; None for one that lies elsewhere."""
    from penchant.plugins import addressed

    name, rest = addressed(where)
    if not rest or rest == ":memory:":
        return None
    return Path(rest) if name in (where, *_IN_FILES) or os.path.exists(rest) else None


def _is_there(where: str) -> bool:
    """Whether there is a memory to read; a store that can tell without making one (``exists``) is asked."""
    from penchant.plugins import addressed, plugin

    name, rest = addressed(where)
    exists: Callable[[str], bool] | None = getattr(plugin("stores", name), "exists", None) if rest else None
    if exists is not None:
        return exists(rest)
    file = file_of(where)
    return file is None or os.path.exists(file)


def shown(where: str) -> str:
    """Where a memory is, fit to be printed: what stands before the @ of a URL, or after its ?, may hold a password.

    >>> shown("postgresql://ana:secret@host/memories?sslmode=require")
    'postgresql://host/memories'
    """
    scheme, slashes, rest = where.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}" if slashes else line(where)


def _sought(where: str) -> str:
    """Where a memory was looked for, fit to be printed: a bare name of a store means a file."""
    file = file_of(where)
    return shown(where) if file is None else line(str(file))


def refuse_fleeting(args: argparse.Namespace, flag: str = "--store FILE") -> None:
    """Refuse a memory that does not last; ``flag`` is how another is named."""
    if args.store in _FLEETING:
        raise BadInput(
            f"The memory {args.store!r} begins and ends with each command, so there is nothing in it to work on. "
            f"Name one that lasts: {flag}"
        )


def refuse_missing(args: argparse.Namespace, flag: str = "--store FILE") -> None:
    """Refuse a memory that is not there; one that was mistyped is not made. ``flag`` is how another is named."""
    if args.store and not _is_there(args.store):
        raise StoreError(f"There is no memory at {_sought(args.store)}. Name the one you mean: {flag}")


def refuse_strangers(memory: Memory, args: argparse.Namespace) -> None:
    """Refuse a name that is not remembered; nobody else is named or suggested."""
    from penchant.domain import PersonId

    if not memory.store.revision(PersonId(args.person)):
        raise StoreError(f"Nobody called {args.person!r} is remembered in {shown(args.store)}.")


@contextmanager
def opened(args: argparse.Namespace, *, make: bool = False) -> Iterator[Memory]:
    """The memory a command is about, closed in the end; a file that is not there is made only where told."""
    from penchant.memory import Memory
    from penchant.plugins import open_store_with, plugin

    refuse_fleeting(args)
    if args.embedder is not None:
        plugin("embedders", args.embedder)
    if not make:
        refuse_missing(args)
    memory = Memory(*open_store_with(args.store, args.embedder))
    try:
        yield memory
    finally:
        memory.close()


@contextmanager
def opened_for(args: argparse.Namespace) -> Iterator[Memory]:
    """The memory a command is about, once it is known to know this person; nobody else is named or suggested."""
    with opened(args) as memory:
        refuse_strangers(memory, args)
        yield memory


def say(args: argparse.Namespace, lines: str | list[str], document: object) -> int:
    """Print the lines, or with ``--json`` the document; gives the exit code of success."""
    if args.json:
        show_json(json.dumps(document, ensure_ascii=not _speaks_unicode()))
    else:
        print("\n".join(map(tame, [lines] if isinstance(lines, str) else lines)))
    return 0


def show_json(text: str) -> None:
    """Print JSON that stays JSON on a terminal without our letters."""
    print(text if _speaks_unicode() else json.dumps(json.loads(text), indent=2))


def _speaks_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def line(text: str) -> str:
    """A text in one line, not too long, and with nothing a terminal would obey."""
    short = tame(" ".join(text[: 2 * _LONG].split())[:_LONG])
    return short if len(text) <= _LONG else f"{short}… ({len(text):,} characters)"


def sentence(one: Preference) -> str:
    """A preference as one sentence, to print; with whether it may be used, where that is not so freely."""
    return line(_noted(one)) + {"free": "", "private": " (private)", "never": " (never to be used)"}[one.use]


def _noted(one: Preference) -> str:
    from penchant.mind.phrase import note_of

    return note_of(one.person, one)


def constraints_first(beliefs: Sequence[Preference]) -> list[Preference]:
    """The same beliefs: those that outrank every taste, then what the agent is asked to do, then all others."""
    return sorted(beliefs, key=lambda one: {"constraint": 0, "instruction": 1}.get(one.kind, 2))


def counted(preferences: int, evidence: int, transcript: int = 0) -> str:
    """How many there are, in words; of the lines of a transcript where there are any.

    >>> counted(1, 2)
    '1 preference and 2 pieces of evidence'
    >>> counted(2, 1, 3)
    '2 preferences, 1 piece of evidence and 3 lines of transcript'
    """
    there = [english.counted(preferences, "preference"), f"{english.counted(evidence, 'piece')} of evidence"]
    there += [f"{english.counted(transcript, 'line')} of transcript"] if transcript else []
    return english.listed(there, "and")


def day(moment: datetime) -> str:
    """A date and time to the minute, in UTC."""
    return f"{moment:%Y-%m-%d %H:%M}"


def plain(one: Preference | Evidence | TranscriptEntry) -> dict[str, object]:
    """A preference, a piece of evidence or a line of a transcript for a script; a preference also as a sentence."""
    from penchant.domain import Preference
    from penchant.mind.told.figures import limit_form

    fields: dict[str, object] = {name: getattr(one, name) for name in one.__slots__}
    for name, value in fields.items():
        if isinstance(value, datetime):
            fields[name] = value.isoformat(timespec="microseconds")
    return fields | {"sentence": _noted(one), "limit": limit_form(one)} if isinstance(one, Preference) else fields
