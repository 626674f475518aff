"""`penchant tell`: what somebody says of themselves, with nothing to choose from in sight, is heard and remembered."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from penchant.cli.agents import add_mind_flags, opened_agent, told_beside
from penchant.cli.lessons import say_lesson
from penchant.cli.memory.shared import refuse_fleeting, refuse_missing, verb
from penchant.errors import BadData, BadInput

SAYS = (
    "Learn from what a person says about themselves. It hears tastes, constraints, facts, who is who, and what to "
    "forget. The same message twice teaches once."
)


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    example = 'tell sam "I\'m vegetarian, and from now on window seats" --json'
    parser = verb(commands, "tell", run, SAYS, example, command="penchant")
    parser.add_argument("words", nargs="*", metavar="WORDS", help="what they say (default: standard input)")
    parser.add_argument("--file", metavar="FILE", help="a text file with what they say (- for standard input)")
    parser.add_argument("--at", metavar="TIME", help="when it was said, as 2026-05-01T08:00 (default: now)")
    parser.add_argument("--id", default="", metavar="ID", help="your own name for the message, heard once only")
    parser.add_argument("--preview", action="store_true", help="say what would be learned, and write nothing")
    add_mind_flags(parser, choosing=False)


def run(args: argparse.Namespace) -> int:
    """Read it, learn from it, and tell what was learned."""
    from penchant.loop.messages import checked_message, checked_name

    refuse_fleeting(args)
    checked_name(args.person)
    words = words_of(args.words, args.file)
    checked_message(words, args.at, args.id)  # before a file is made
    if args.preview:
        refuse_missing(args)
    with opened_agent(args, notice=told_beside) as agent:
        lesson = agent.tell(args.person, words, at=args.at, id=args.id, preview=args.preview)
        return say_lesson(args, agent.memory, lesson, preview=args.preview)


def words_of(words: list[str], file: str | None) -> str:
    """What is said: the words, or else the text of a file or of standard input."""
    if words == ["-"]:
        words, file = [], file or "-"
    if words and file is not None:
        raise BadInput("Give the words, or --file, and not both.")
    if words:
        return " ".join(words)
    if file is None and sys.stdin.isatty():
        raise BadInput('There are no words here to listen to. Say them: penchant tell sam "I\'m vegetarian"')
    return text_of(file or "-")


def text_of(file: str) -> str:
    """The text of a file, or of standard input; BadData, in one line, where it cannot be read."""
    try:
        read = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return read.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData(f"{called(file)} is no text in UTF-8: byte {error.start + 1:,} is none of it.") from error
    except (OSError, ValueError) as error:
        raise BadData(f"{called(file)} cannot be read: {getattr(error, 'strerror', None) or error}.") from error


def called(file: str) -> str:
    """A file by its name, to a reader."""
    return "Standard input" if file == "-" else file
