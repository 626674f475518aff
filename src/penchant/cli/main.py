"""`penchant`: one command, a few nouns. A reader's mistake is one line; a bug keeps its traceback."""

from __future__ import annotations

import argparse
import errno
import io
import os
import shlex
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NoReturn

from penchant.cli import (
    chat,
    forget,
    keys,
    laboratory,
    mcp,
    memory,
    observe,
    plugins,
    profile,
    serve,
    store,
    tell,
    understand,
)
from penchant.cli.help import ExamplesFirst
from penchant.cli.screen import tame
from penchant.english import capital
from penchant.errors import BadInput, PenchantError, PreferenceClosed, UnknownPreference

COMMANDS = (
    tell,
    observe,
    profile,
    forget,
    memory,
    store,
    chat,
    serve,
    keys,
    mcp,
    laboratory,
    understand,
    plugins,
)

EXAMPLES = """examples:
  penchant tell sam "I'm vegetarian"            learn from what somebody says
  penchant profile sam --about "plan a dinner"  what is known that bears on it, for a model's prompt
  penchant study embodied                       four methods, two sceptics, forty people: a table and a report
  penchant study embodied --data DIR --json     the public benchmark, figures for a script
  penchant serve                                REST and a page on http://127.0.0.1:8420/
  penchant mcp --person ana                     the memory for an assistant, over MCP
  penchant chat --person ana                    talk to it yourself
  penchant understand --options "tea|coffee" "not the coffee"
"""


class _Parser(ExamplesFirst):
    """Says in one line what is wrong. A command that parses its words itself sets ``whole``, and gets all of them."""

    whole = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As always, or every word for the command itself to parse."""
        if not self.whole:
            return super().parse_known_args(args, namespace)
        found = argparse.Namespace() if namespace is None else namespace
        found.words, found.run = list(args), self.get_default("run")
        return found, []

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{capital(message).rstrip('.')}. See: {self.prog} --help")


def _version() -> str:
    """Of this penchant; a source tree that nobody installed does not say."""
    try:
        return version("penchant")
    except PackageNotFoundError:
        return "(not installed)"


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = _Parser(
        prog="penchant",
        description="Agents that learn what each person wants, from what they say before and after the agent acts.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"penchant {_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for module in COMMANDS:
        module.add_to(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0, or that of the error whose line was printed."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: more threads only get in each other's way
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without our letters still gets the line
    args = argparse.Namespace()
    try:
        args = build_parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except PenchantError as error:
        for line in (*error.lines[:-1], error.lines[-1] + _how_to_list(args, error)):
            print(f"penchant: {tame(line)}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("penchant: Stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader went away, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        print("penchant: There is no room to write the output; free some space and try again.", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _how_to_list(args: argparse.Namespace, error: PenchantError) -> str:
    """What to type to see which preferences there are, where one was named that cannot be used."""
    if not isinstance(error, UnknownPreference | PreferenceClosed) or not hasattr(args, "person"):
        return ""
    every = " --all" if isinstance(error, UnknownPreference) else ""
    return f" See: penchant memory show {shlex.quote(args.person)}{every}"


if __name__ == "__main__":
    sys.exit(main())
