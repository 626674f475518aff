"""`penchant data`: write the bundled people out, to read or to change them."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import Any

from penchant.errors import BadData, BadInput


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "data",
        help="write the bundled people to a folder",
        description="Write people of our own in the public layout; read them back with: penchant study --data DIR",
        epilog="example:\n  penchant data embodied --people 5 --out my-people",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("suite", choices=["embodied", "shopping"], help="which world")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a folder to write to")
    parser.add_argument("--people", type=int, metavar="N", help="how many people (default: 40, of shopping 20)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed that makes them (default: 0)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make the people and write them."""
    from penchant.bench.suites import embodied, shopping

    world = {"embodied": embodied, "shopping": shopping}[args.suite]
    people = world.BUNDLED_PEOPLE if args.people is None else args.people
    target = args.out / args.suite
    if people < 1:
        raise BadInput(f"--people {people} makes nobody; give 1 or more.")
    if target.exists():
        raise BadInput(f"{target} exists already; give --out another folder.")
    try:
        world.write(args.seed, people, args.out)
    except BaseException as error:
        shutil.rmtree(target, ignore_errors=True)  # it was not there before
        if isinstance(error, OSError):
            raise BadData(f"Cannot write to {args.out}: {error.strerror or error}.") from error
        raise
    print(f"Wrote {people} people to {target}")
    return 0
