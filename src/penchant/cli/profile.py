"""`penchant profile`: what is known of a person that bears on something, ready to be put before a model."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from penchant.cli.agents import reading_agent
from penchant.cli.memory.shared import plain, refuse_fleeting, refuse_missing, say, verb
from penchant.errors import BadInput

if TYPE_CHECKING:
    from penchant.domain import ProfileLine

SAYS = (
    "Show what is known about a person that bears on a task, ready for a model's prompt. Constraints come first, "
    "and each line has its id. What is private is left out."
)


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    example = 'profile sam --about "plan dinner and a flight to Oslo" --tokens 400'
    parser = verb(commands, "profile", run, SAYS, example, command="penchant")
    parser.add_argument("--about", default="", metavar="TEXT", help="what it is for (default: all there is)")
    parser.add_argument("--tokens", type=int, metavar="N", help="how much room there is (default: enough)")


def run(args: argparse.Namespace) -> int:
    """Print the profile; of somebody new, that nothing is known."""
    if args.tokens is not None and args.tokens < 1:
        raise BadInput(f"--tokens {args.tokens} leaves no room; give 1 or more.")
    refuse_fleeting(args)
    refuse_missing(args)
    with reading_agent(args) as agent:
        profile = agent.profile(args.person, args.about, tokens=args.tokens)
    document = {
        "person": profile.person,
        "about": profile.about,
        "text": str(profile),
        "lines": [_typed(line) for line in profile.lines],
        "left_out": profile.left_out,
    }
    return say(args, str(profile).split("\n"), document)


def _typed(line: ProfileLine) -> dict[str, object]:
    told = {"text": line.text, "bearing": line.bearing, "also": list(line.also), "sources": list(line.sources)}
    return {**told, "belief": plain(line.preference)}
