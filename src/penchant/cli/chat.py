"""`penchant chat`: be the person yourself, in the terminal; what the agent learns is kept between runs."""

from __future__ import annotations

import argparse
import getpass
import io
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from penchant.cli.agents import add_mind_flags, opened_agent
from penchant.cli.memory.shared import with_memory
from penchant.errors import LABORATORY, BadInput

if TYPE_CHECKING:
    from penchant.domain import Request
    from penchant.loop import Agent

_SCENES = "embodied"
"""The world whose scenes `:scene` shows."""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "chat",
        help="talk to it yourself, in the terminal",
        description="Talk to the agent: tell it of yourself, ask for things, correct it. Memory is kept between runs.",
        epilog="examples:\n  penchant chat --person ana\n  penchant chat --person ana --world embodied\n"
        "  penchant chat --mind lm --model NAME --base-url http://localhost:8000/v1",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--person", metavar="NAME", help="your name (default: the one you give yourself, or your login's)"
    )
    with_memory(parser)
    parser.add_argument(
        "--world",
        default="free",
        metavar="NAME",
        help="free: your own talk and requests (default); embodied: scenes from a household, one after the other",
    )
    parser.add_argument("--embedder", metavar="NAME", help="default: the one the memory was made with")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="which scenes come in the embodied world")
    add_mind_flags(parser, choosing=True)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Talk until the person leaves."""
    from penchant.domain import PersonId
    from penchant.store.checks import checked_person

    name = (getpass.getuser() if args.person is None else args.person).strip()
    if not name:
        raise BadInput("--person needs a name.")
    checked_person(PersonId(name))  # before a file is made
    scenes = _scenes(name, args)
    with opened_agent(args, notice=lambda line: print(f"  ({line})", flush=True)) as agent:
        _talk(agent, name, args, scenes)
    return 0


def _talk(agent: Agent, name: str, args: argparse.Namespace, scenes: Iterator[Request]) -> None:
    from penchant.cli.conversation import TerminalChat
    from penchant.cli.terminal import PersonLeft, TerminalPerson

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    person = TerminalPerson(name, sys.stdin, sys.stdout)
    conversation = TerminalChat(agent, person, scenes, named=args.person is not None)
    conversation.greet()
    try:
        while True:
            conversation.next(household=args.world != "free")
    except PersonLeft:
        person.show("\nGoodbye.")


def _scenes(name: str, args: argparse.Namespace) -> Iterator[Request]:
    """Requests from a world, without end, addressed by whoever sits at the terminal."""
    from penchant.plugins import installed, plugin

    world = _SCENES if args.world == "free" else args.world
    if world not in installed("worlds"):
        if world != _SCENES:
            plugin("worlds", world)
        if args.world != "free":
            raise BadInput(f"The scenes of a household are part of the laboratory. Install it: {LABORATORY}")
        return iter(())
    made: Iterator[Request] = plugin("worlds", world)(name, args.seed)
    return made
