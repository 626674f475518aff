"""`penchant observe`: listen to a conversation that went on elsewhere, and learn from what the person said in it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, BinaryIO

from penchant.cli.agents import add_mind_flags, opened_agent, told_beside
from penchant.cli.bar import Bar
from penchant.cli.lessons import say_lesson
from penchant.cli.memory.shared import refuse_fleeting, verb
from penchant.cli.tell import called
from penchant.errors import BadData, BadInput

if TYPE_CHECKING:
    from penchant.domain import Message

SAYS = (
    "Learn from what a person says in a conversation. What the others say is context, never evidence. "
    "Each message teaches once, so you may pass the same conversation again when it has grown, or after a Ctrl-C."
)
FORMAT = """FILE is a JSON list of messages, or has one in each line (JSONL), in the usual form:
  {"role": "user", "content": "I'm vegetarian", "at": "2026-05-01T08:00:00+00:00", "id": "m17"}
with `at` and `id` where there are any. All of it is looked at before anything is learned."""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser = verb(commands, "observe", run, SAYS, "observe sam conversation.jsonl --json", command="penchant")
    parser.epilog = f"{parser.epilog}\n  tail -n 50 chat.jsonl | penchant observe sam -\n\n{FORMAT}"
    parser.add_argument("file", metavar="FILE", help="the conversation (- for standard input)")
    add_mind_flags(parser, choosing=False)


def run(args: argparse.Namespace) -> int:
    """Read and check the whole conversation, and only then open the store and learn."""
    from penchant.loop.messages import checked_name

    refuse_fleeting(args)
    checked_name(args.person)
    messages = list(_messages(args.file))
    with opened_agent(args, notice=told_beside) as agent:
        lesson = agent.observe(args.person, messages, progress=_Watched() if sys.stderr.isatty() else None)
        return say_lesson(args, agent.memory, lesson, len(messages))


class _Watched:
    """A bar that shows how far the listening is."""

    def __init__(self) -> None:
        self._bar: Bar | None = None

    def __call__(self, done: int, total: int) -> None:
        if self._bar is None:
            self._bar = Bar()
            self._bar.open(total, 0, "messages")
        self._bar.move(1)
        if done == total:
            self._bar.stop()


def _messages(file: str) -> Iterator[Message]:
    """The messages of a file, line by line; one that is none is told by its number."""
    with ExitStack() as stack:
        try:
            stream: BinaryIO = sys.stdin.buffer if file == "-" else stack.enter_context(open(file, "rb"))
            lines = _numbered(stream)
            first = next(lines, None)
            if first is None:
                raise BadInput(f"{called(file)} holds no message.")
            if first[1].lstrip().startswith(b"["):
                yield from _of_list(file, b"".join((first[1], *stream)))
                return
            yield _of_line(file, *first)
            for number, line in lines:
                yield _of_line(file, number, line)
        except OSError as error:
            raise BadData(f"{called(file)} cannot be read: {error.strerror or error}.") from error


def _numbered(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that hold anything, each with its number."""
    for number, line in enumerate(stream, 1):
        text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if text.strip():
            yield number, text


def _of_line(file: str, number: int, line: bytes) -> Message:
    from penchant.loop.messages import message_of

    try:
        return message_of(json.loads(line.strip()))
    except json.JSONDecodeError as error:
        raise _unusable(file, f"line {number:,}: it is no JSON ({error.msg} at column {error.colno})") from None
    except (ValueError, RecursionError):
        raise _unusable(file, f"line {number:,}: it is no JSON") from None
    except BadInput as error:
        raise _unusable(file, f"line {number:,}: {error}") from None


def _of_list(file: str, text: bytes) -> Iterator[Message]:
    from penchant.loop.messages import message_of

    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise _unusable(file, f"line {error.lineno:,}: it is no JSON ({error.msg} at column {error.colno})") from None
    except (ValueError, RecursionError):
        raise _unusable(file, "it is no JSON") from None
    for number, each in enumerate(found, 1):
        try:
            yield message_of(each)
        except BadInput as error:
            raise _unusable(file, f"message {number:,}: {error}") from None


def _unusable(file: str, why: str) -> BadData:
    return BadData(f"{called(file)}, {why.removesuffix('.')}. Nothing was learned.")
